import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { assert } from '../base/assert.ts';
import { GraphMemoryError } from '../base/errors.ts';
import { checkFolders } from './check-folders.ts';
import { type Problem, toProblems } from './problem.ts';
import { defaultStoreDir, expandPath, findFolder, type ProjectFolders } from './project-folders.ts';
import { CONFIG_FILE_NAME, configSchema, type ProjectEntry, projectEntrySchema } from './schema.ts';
import { systemCode } from './system-code.ts';
import { parseYaml } from './yaml-file.ts';

/** One project with everything decided: nothing optional leaves this folder. */
export interface ProjectConfig {
  readonly name: string;
  /** Absolute, symbolic links resolved. */
  readonly root: string;
  /** Absolute; need not exist yet. */
  readonly storeDir: string;
  readonly code: {
    /** false: the project is known but not indexed. */
    readonly enabled: boolean;
    readonly include: readonly string[];
    readonly exclude: readonly string[];
    readonly fileSizeBytesMax: number;
    readonly parseMsMax: number;
  };
}

export interface ResolvedConfig {
  /** The file that was read; undefined when there is none and the current folder is the project. */
  readonly path: string | undefined;
  readonly projects: readonly ProjectConfig[];
}

interface ConfigRequest {
  readonly cwd: string;
  readonly configPath?: string | undefined;
  readonly homeDir: string;
}

/**
 * Reads graph-memory.yaml: the one named, else the nearest from `cwd` upward, else none.
 * @throws {GraphMemoryError} GM_CONFIG_INVALID with every problem of the file in `details.problems`;
 * GM_CONFIG_NOT_FOUND when a named file is missing; GM_IO when the disk refuses.
 */
export async function loadConfig(request: ConfigRequest): Promise<ResolvedConfig> {
  const path =
    request.configPath === undefined
      ? undefined
      : expandPath(request.configPath, request.cwd, request.homeDir);
  const found = path === undefined ? await findUpward(request.cwd) : await readNamed(path);
  if (found === undefined) return { path: undefined, projects: [await folderAsProject(request)] };
  return { path: found.path, projects: await readProjects(found, request.homeDir) };
}

interface FoundFile {
  readonly path: string;
  readonly text: string;
}

async function findUpward(cwd: string): Promise<FoundFile | undefined> {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const path = join(folder, CONFIG_FILE_NAME);
    const text = await readIfPresent(path);
    if (text !== undefined) return { path, text };
    if (dirname(folder) === folder) return undefined;
  }
}

async function readNamed(path: string): Promise<FoundFile> {
  const text = await readIfPresent(path);
  if (text !== undefined) return { path, text };
  throw new GraphMemoryError('GM_CONFIG_NOT_FOUND', `no configuration file at ${path}`, {
    hint: 'Check the path, or write a new file with "graph-memory init".',
    details: { path },
  });
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === 'EISDIR')
      throw invalidConfig(path, [
        { line: 1, column: 1, keyPath: '', message: 'is a folder, not a file' },
      ]);
    throw new GraphMemoryError('GM_IO', `cannot read ${path} (${code})`, {
      hint: 'Check the permissions of the file.',
      details: { path },
      cause: error,
    });
  }
}

async function readProjects(found: FoundFile, homeDir: string): Promise<ProjectConfig[]> {
  const file = parseYaml(found.text);
  if (file.isBroken) throw invalidConfig(found.path, file.problems);
  if (file.value === null) throw emptyConfig(found.path);
  const parsed = configSchema.safeParse(file.value);
  const { folders, problems } = await checkFolders(file, dirname(found.path), homeDir);
  const schemaProblems = (parsed.error?.issues ?? []).flatMap((issue) => toProblems(file, issue));
  const all = [...file.problems, ...schemaProblems, ...problems];
  if (all.length > 0 || parsed.data === undefined) throw invalidConfig(found.path, all);
  return Object.entries(parsed.data.projects).map(([name, entry]) => {
    const place = folders.get(name);
    assert(place !== undefined, `project ${name} passed the checks without a folder`);
    return toProjectConfig(name, place, entry);
  });
}

async function folderAsProject({ cwd, homeDir }: ConfigRequest): Promise<ProjectConfig> {
  const found = await findFolder(cwd);
  if ('refusal' in found)
    throw new GraphMemoryError('GM_IO', `the current folder ${found.refusal}`, {
      hint: 'Change to the folder of a project.',
      details: { path: cwd },
    });
  const root = found.real;
  const name = basename(root) || 'root';
  const entry = projectEntrySchema.parse({ projectDir: root });
  return toProjectConfig(name, { root, storeDir: defaultStoreDir(homeDir, name, root) }, entry);
}

function toProjectConfig(name: string, place: ProjectFolders, entry: ProjectEntry): ProjectConfig {
  const { include, exclude, ...limits } = entry.graphs.code;
  return {
    name,
    ...place,
    code: { ...limits, include: [include].flat(), exclude: [exclude].flat() },
  };
}

const MINIMAL = 'projects: { my-app: { projectDir: "." } }';

function emptyConfig(path: string): GraphMemoryError {
  return invalidConfig(path, [
    {
      line: 1,
      column: 1,
      keyPath: '',
      message: `the file is empty; the least it needs: ${MINIMAL}`,
    },
  ]);
}

function invalidConfig(path: string, problems: readonly Problem[]): GraphMemoryError {
  const inOrder = [...problems].sort((a, b) => a.line - b.line || a.column - b.column);
  const count = inOrder.length === 1 ? 'a problem' : `${inOrder.length} problems`;
  const lines = inOrder.map(
    ({ line, column, keyPath, message }) =>
      `  line ${line}, column ${column}: ${keyPath === '' ? '' : `${keyPath}: `}${message}`,
  );
  return new GraphMemoryError('GM_CONFIG_INVALID', [`${path} has ${count}`, ...lines].join('\n'), {
    hint: 'Correct the file; docs/configuration.md explains every key.',
    details: { path, problems: inOrder },
  });
}
