import { basename, dirname } from 'node:path';
import { assert } from '../base/assert.ts';
import { nearestNames } from '../base/edit-distance.ts';
import { GraphMemoryError, isGraphMemoryError } from '../base/errors.ts';
import { relativeInside } from '../base/system-path.ts';
import { checkFolders } from './check-folders.ts';
import {
  type EmbeddingServer,
  type LocalModel,
  localModel,
  type ModelFiles,
  modelFiles,
  type RerankModel,
  rerankModel,
  serverOf,
} from './embedding.ts';
import { type FoundFile, findProjectRoot, findUpward, readConfigText } from './find-config.ts';
import { type Problem, problemAt, toProblems } from './problem.ts';
import { defaultStoreDir, expandPath, findFolder, type ProjectFolders } from './project-folders.ts';
import { CONFIG_FILE_NAME, configSchema, type ProjectEntry, projectEntrySchema } from './schema.ts';
import { configIdentity, type Reach, readConsents, requireConsent } from './trust.ts';
import type { YamlFile } from './yaml-file.ts';

/** One project with all defaults resolved: no optional setting leaves this folder. */
export interface ProjectConfig {
  readonly name: string;
  /** Absolute, with symbolic links resolved. */
  readonly root: string;
  /** Absolute path; need not exist yet. */
  readonly storeDir: string;
  /** Whether notes are read and written; undefined if the file does not say. */
  readonly memory: 'off' | 'read-only' | 'read-write' | undefined;
  /** Absolute path of the user's own notes; need not exist yet. */
  readonly personalNotes: string | undefined;
  readonly code: {
    /** Whether the project is indexed. */
    readonly enabled: boolean;
    readonly include: readonly string[];
    readonly exclude: readonly string[];
    readonly fileSizeBytesMax: number;
    readonly parseMsMax: number;
    /** Source of the vectors for semantic search. */
    readonly embedding: 'static' | 'transformers' | 'remote' | 'none';
    /** How nearest vectors are searched. */
    readonly vectorIndex: 'auto' | 'exact' | 'hnsw';
    /** Set if `embedding` is `transformers`. */
    readonly embeddingModel: LocalModel | undefined;
    /** Set if `embedding` is `remote`. */
    readonly embeddingServer: EmbeddingServer | undefined;
    /** Set if a model adds related words to questions and code. */
    readonly sparseModel: ModelFiles | undefined;
    /** Set if a cross-encoder orders the first files. */
    readonly rerankModel: RerankModel | undefined;
  };
  readonly docs: {
    readonly enabled: boolean;
    readonly include: readonly string[];
    readonly exclude: readonly string[];
    /** Names of other projects in the configuration that the documentation is about. */
    readonly about: readonly string[];
    /** Pages that `docs check` skips. */
    readonly driftExclude: readonly string[];
  };
}

/** A project of the file that cannot be served yet. */
export interface MissingProject {
  readonly name: string;
  /** Absolute path of the missing folder. */
  readonly path: string;
}

export interface ResolvedConfig {
  /**
   * Path of the file that was read; undefined if there is none and the project is the repository or
   * package around the current folder.
   */
  readonly path: string | undefined;
  readonly projects: readonly ProjectConfig[];
  /** Projects that are skipped because their folder does not exist. */
  readonly missing: readonly MissingProject[];
  /** Lines for the user about choices that may be surprising. */
  readonly notes: readonly string[];
  /** Names of the tools to list for MCP clients; undefined for the default. Unchecked. */
  readonly tools?: readonly string[] | undefined;
  /** Where facts are shared: an absolute path, an address, or the variable with one as `$NAME`. */
  readonly sharedFacts?: string | undefined;
}

export interface ConfigRequest {
  readonly cwd: string;
  readonly configPath?: string | undefined;
  readonly homeDir: string;
}

/**
 * Reads graph-memory.yaml: the one named, else the nearest from `cwd` upward, else none. A file above
 * the repository that `cwd` is in counts only if one of its projects lies in that repository.
 * @throws {GraphMemoryError} GM_CONFIG_INVALID with every problem of the file in `details.problems`;
 * GM_CONFIG_NOT_FOUND when a named file is missing; GM_UNTRUSTED when it reaches outside of its folder
 * without consent; GM_IO when the disk refuses.
 */
export async function loadConfig(request: ConfigRequest): Promise<ResolvedConfig> {
  return loadFound(request, await findConfigFile(request));
}

/**
 * Reads the configuration file that a request selects; undefined if there is none. @throws as
 * {@link loadConfig}.
 */
export async function findConfigFile(request: ConfigRequest): Promise<FoundFile | undefined> {
  const { configPath, cwd, homeDir } = request;
  if (configPath === undefined) return findUpward(cwd);
  const path = expandPath(configPath, cwd, homeDir);
  const text = await readConfigText(path);
  return text === undefined ? undefined : { path, text, beyond: undefined };
}

/** Loads the configuration from the result of {@link findConfigFile}. */
export async function loadFound(
  request: ConfigRequest,
  found: FoundFile | undefined,
): Promise<ResolvedConfig> {
  const { configPath, cwd, homeDir } = request;
  if (found === undefined) {
    if (configPath === undefined) return defaultProject(request);
    throw noSuchConfig(expandPath(configPath, cwd, homeDir));
  }
  if (found.beyond === undefined) return withConsent(await readProjects(found, homeDir), homeDir);
  return (await configFromBeyond(found, found.beyond, homeDir)) ?? passOver(request, found);
}

/** Loads a file above the repository, if one of its projects lies in the repository. */
async function configFromBeyond(
  found: ConfigFile,
  repository: string,
  homeDir: string,
): Promise<ResolvedConfig | undefined> {
  try {
    const read = await readProjects(found, homeDir);
    const { real } = { real: repository, ...(await findFolder(repository)) };
    const isAbout = read.config.projects.some(
      ({ root }) => relativeInside(real, root) !== undefined,
    );
    return isAbout ? await withConsent(read, homeDir) : undefined;
  } catch (error) {
    // An invalid file of another repository must not affect this one; the note names it.
    if (isGraphMemoryError(error) && error.code === 'GM_CONFIG_INVALID') return undefined;
    throw error;
  }
}

async function passOver(request: ConfigRequest, found: ConfigFile): Promise<ResolvedConfig> {
  const config = await defaultProject(request);
  const note = `${found.path} lies above this repository and has no project in it, so it is ignored; use --config to load it`;
  return { ...config, notes: [note, ...config.notes] };
}

interface ConfigFile {
  readonly path: string;
  readonly text: string;
}

function noSuchConfig(path: string): GraphMemoryError {
  return new GraphMemoryError('GM_CONFIG_NOT_FOUND', `no configuration file at ${path}`, {
    hint: 'Check the path, or write a new file with "graph-memory init".',
    details: { path },
  });
}

/** A parsed configuration whose reaches have not been checked for consent. */
interface ReadConfig {
  readonly config: ResolvedConfig;
  /** The file, as consents name it. */
  readonly identity: string;
  readonly reaches: readonly Reach[];
}

function withConsent({ config, identity, reaches }: ReadConfig, homeDir: string): ResolvedConfig {
  if (reaches.length > 0) requireConsent(identity, reaches, readConsents(homeDir));
  return config;
}

/**
 * Returns the reaches of a configuration outside of its own folder, whether trusted or not.
 * @throws {GraphMemoryError} as {@link loadConfig}, except GM_UNTRUSTED.
 */
export async function reachesOfConfig(
  request: ConfigRequest,
): Promise<{ readonly config: string; readonly reaches: readonly Reach[] }> {
  const found = await findConfigFile(request);
  const { configPath, cwd, homeDir } = request;
  if (found === undefined)
    throw noSuchConfig(expandPath(configPath ?? CONFIG_FILE_NAME, cwd, homeDir));
  const { identity, reaches } = await readProjects(found, homeDir);
  return { config: identity, reaches };
}

/**
 * Reads the projects of the file. A project whose folder is missing, for example on an unmounted
 * disk, is skipped without affecting the others.
 */
async function readProjects(found: ConfigFile, homeDir: string): Promise<ReadConfig> {
  // Imported lazily: the parser is about fifty modules, and most projects have no such file.
  const { parseYaml } = await import('./yaml-file.ts');
  const file = parseYaml(found.text);
  if (file.isBroken) throw invalidConfig(found.path, file.problems);
  if (file.value === null) throw emptyConfig(found.path);
  const parsed = configSchema.safeParse(file.value);
  const base = dirname(found.path);
  const checked = await checkFolders(file, base, homeDir);
  const { folders, problems, missing, reaches, sharedFacts } = checked;
  const schemaProblems = (parsed.error?.issues ?? []).flatMap((issue) => toProblems(file, issue));
  const ties = parsed.data === undefined ? [] : aboutProblems(file, parsed.data.projects);
  const all = [...file.problems, ...schemaProblems, ...problems, ...ties];
  const isUsable = all.length === missing.size && folders.size > 0;
  const missingProjects = Array.from(missing, ([name, { path }]) => ({ name, path }));
  if (!isUsable || parsed.data === undefined) throw invalidConfig(found.path, all, missingProjects);
  const projects = Object.entries(parsed.data.projects).flatMap(([name, entry]) => {
    if (missing.has(name)) return [];
    const place = folders.get(name);
    assert(place !== undefined, `project ${name} passed the checks without a folder`);
    return [toProjectConfig(name, { ...place, homeDir }, entry)];
  });
  const notes = Array.from(
    missing,
    ([name, { problem }]) =>
      `project ${name} is left out: ${found.path}, line ${problem.line}: its folder ${problem.message}`,
  );
  const tied = projects.map((one) => withoutTies(one, missing));
  const tools = parsed.data.tools === undefined ? undefined : [parsed.data.tools].flat();
  const config = { path: found.path, projects: tied, missing: missingProjects, notes, tools };
  return {
    config: { ...config, sharedFacts },
    identity: await configIdentity(found.path),
    reaches,
  };
}

/** Removes references from docs to missing projects. */
function withoutTies(config: ProjectConfig, missing: ReadonlyMap<string, unknown>): ProjectConfig {
  const about = config.docs.about.filter((name) => !missing.has(name));
  return { ...config, docs: { ...config.docs, about } };
}

/** Returns the problems of references from docs to projects that do not exist. */
function aboutProblems(
  file: YamlFile,
  projects: Readonly<Record<string, ProjectEntry>>,
): readonly Problem[] {
  return Object.entries(projects).flatMap(([name, { graphs }]) =>
    [graphs.docs.about].flat().flatMap((about) => {
      if (about !== name && Object.hasOwn(projects, about)) return [];
      const [near] = nearestNames(about, Object.keys(projects), 1);
      const others = near === undefined || near === name ? '' : `; did you mean "${near}"?`;
      const why =
        about === name ? 'is the project itself' : `is not a project of this file${others}`;
      return [problemAt(file, ['projects', name, 'graphs', 'docs', 'about'], why)];
    }),
  );
}

/** The project without a file: the repository or package around the current folder. */
async function defaultProject({ cwd, homeDir }: ConfigRequest): Promise<ResolvedConfig> {
  const found = await findFolder(cwd);
  if ('refusal' in found)
    throw new GraphMemoryError('GM_IO', `the current folder ${found.refusal}`, {
      hint: 'Change to the folder of a project.',
      details: { path: cwd, missingFolders: [cwd] },
    });
  const root = findProjectRoot(found.real, homeDir);
  const name = basename(root) || 'root';
  const entry = projectEntrySchema.parse({ projectDir: root });
  const storeDir = defaultStoreDir(homeDir, name, root);
  const place = { root, storeDir, homeDir };
  const notes =
    root === found.real
      ? []
      : [`the project is ${root}, which holds this folder; a graph-memory.yaml here can name less`];
  const projects = [toProjectConfig(name, place, entry)];
  return { path: undefined, projects, missing: [], notes };
}

interface Place extends ProjectFolders {
  readonly homeDir: string;
}

function toProjectConfig(name: string, place: Place, entry: ProjectEntry): ProjectConfig {
  const { include, exclude, embeddingModel, embeddingServer, ...others } = entry.graphs.code;
  const { sparseModel: sparse, rerankModel: rerank, ...limits } = others;
  const { root, storeDir, modelFolders = {}, personalNotes, homeDir } = place;
  const { docs } = entry.graphs;
  return {
    ...{ name, root, storeDir, memory: entry.memory, personalNotes },
    code: {
      ...limits,
      include: [include].flat(),
      exclude: [exclude].flat(),
      embeddingModel:
        embeddingModel && localModel(embeddingModel, modelFolders.embeddingModel, homeDir),
      embeddingServer: embeddingServer && serverOf(embeddingServer),
      sparseModel: sparse && modelFiles(sparse, modelFolders.sparseModel, homeDir),
      rerankModel: rerank && rerankModel(rerank, modelFolders.rerankModel, homeDir),
    },
    docs: {
      enabled: docs.enabled ?? limits.enabled,
      include: [docs.include].flat(),
      exclude: [docs.exclude].flat(),
      about: [docs.about].flat(),
      driftExclude: [docs.driftExclude].flat(),
    },
  };
}

const MINIMAL = 'projects: { my-app: { projectDir: "." } }';

function emptyConfig(path: string): GraphMemoryError {
  return invalidConfig(path, [
    {
      line: 1,
      column: 1,
      keyPath: '',
      message: `the file is empty; minimum: ${MINIMAL}`,
    },
  ]);
}

function invalidConfig(
  path: string,
  problems: readonly Problem[],
  missing: readonly MissingProject[] = [],
): GraphMemoryError {
  const inOrder = [...problems].sort((a, b) => a.line - b.line || a.column - b.column);
  const count = inOrder.length === 1 ? 'a problem' : `${inOrder.length} problems`;
  const lines = inOrder.map(
    ({ line, column, keyPath, message }) =>
      `  line ${line}, column ${column}: ${keyPath === '' ? '' : `${keyPath}: `}${message}`,
  );
  return new GraphMemoryError('GM_CONFIG_INVALID', [`${path} has ${count}`, ...lines].join('\n'), {
    hint: 'Correct the file; docs/configuration.md explains every key.',
    details: { path, problems: inOrder, missingFolders: missing.map((one) => one.path) },
  });
}
