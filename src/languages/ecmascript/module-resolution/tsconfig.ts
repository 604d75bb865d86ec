/**
 * Reads tsconfig.json and jsconfig.json: the one that governs a file, and its options for module
 * paths.
 */
import { type ParseError, parse } from 'jsonc-parser';
import { compareStrings } from '../../../base/compare.ts';
import { basenameOf, dirnameOf, joinRepoPath } from '../../../model/path.ts';
import { extendsCandidates, strings } from './extended-configs.ts';
import type { TsConfig, TsConfigs, WritingConfig } from './ts-config.ts';

/** Config names that the compiler looks for in a folder, in this order. */
export const TSCONFIG_NAMES = ['tsconfig.json', 'jsconfig.json'];

interface RawOptions {
  baseUrl?: string;
  paths?: Record<string, readonly string[]>;
  pathsFolder?: string;
  rootDirs?: readonly string[];
  outDir?: string;
  rootDir?: string;
  customConditions?: readonly string[];
}

interface Raw {
  options: RawOptions;
  files?: readonly string[];
  include?: readonly string[];
  exclude?: readonly string[];
  references: readonly string[];
}

/** Maximum number of configs read for one. Each may extend many, and extend one many times. */
const READS_MAX = 500;
/** Maximum length of a chain of `extends`, which also ends cycles. */
const EXTENDS_DEPTH_MAX = 16;

export function readTsConfigs(
  texts: ReadonlyMap<string, string>,
  packageFolder: (name: string) => string | undefined,
): TsConfigs {
  const loaded = new Map<string, TsConfig | undefined>();
  const load = (path: string): TsConfig | undefined => {
    if (!loaded.has(path)) {
      const raw = new RawReader(texts, packageFolder).read(path);
      loaded.set(path, raw && finishConfig(path, raw));
    }
    return loaded.get(path);
  };
  let writers: readonly WritingConfig[] | undefined;
  const governingOf = new Map<string, TsConfig | undefined>();
  return {
    governing(file) {
      if (!governingOf.has(file)) governingOf.set(file, findGoverning(file, texts, load));
      return governingOf.get(file);
    },
    writing(path) {
      writers ??= [...texts.keys()].filter(isTsConfig).flatMap((key) => withOutput(load(key)));
      return writers
        .filter((config) => path.startsWith(`${config.outDir}/`))
        .sort((a, b) => b.outDir.length - a.outDir.length || compareStrings(a.path, b.path));
    },
  };
}

function withOutput(config: TsConfig | undefined): readonly WritingConfig[] {
  return config?.outDir === undefined ? [] : [{ ...config, outDir: config.outDir }];
}

function isTsConfig(path: string): boolean {
  return /^(ts|js)config.*\.json$/.test(basenameOf(path));
}

/** Returns the nearest config above the file that includes it, else the nearest one. */
function findGoverning(
  file: string,
  texts: ReadonlyMap<string, string>,
  load: (path: string) => TsConfig | undefined,
): TsConfig | undefined {
  let nearest: TsConfig | undefined;
  for (let folder: string | undefined = dirnameOf(file); folder !== undefined; ) {
    for (const name of TSCONFIG_NAMES) {
      const path = folder === '' ? name : `${folder}/${name}`;
      const config = texts.has(path) ? load(path) : undefined;
      if (config === undefined) continue;
      nearest ??= config;
      const including = includingConfig(config, file, load, new Set());
      if (including !== undefined) return including;
    }
    folder = folder === '' ? undefined : dirnameOf(folder);
  }
  return nearest;
}

/**
 * Returns the config itself, or the one among its references, that includes the file. A
 * solution-style config has only references.
 */
function includingConfig(
  config: TsConfig,
  file: string,
  load: (path: string) => TsConfig | undefined,
  seen: Set<string>,
): TsConfig | undefined {
  if (seen.has(config.path)) return undefined;
  seen.add(config.path);
  if (config.includes(file)) return config;
  for (const reference of config.references) {
    const referenced = load(reference) ?? load(`${reference}/tsconfig.json`);
    const found = referenced && includingConfig(referenced, file, load, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Reads one config together with everything it extends. */
class RawReader {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #packageFolder: (name: string) => string | undefined;
  #readCount = 0;

  constructor(
    texts: ReadonlyMap<string, string>,
    packageFolder: (name: string) => string | undefined,
  ) {
    this.#texts = texts;
    this.#packageFolder = packageFolder;
  }

  read(path: string, depth = 0): Raw | undefined {
    const text = this.#texts.get(path);
    if (text === undefined || depth > EXTENDS_DEPTH_MAX) return undefined;
    if (++this.#readCount > READS_MAX) return undefined;
    const errors: ParseError[] = [];
    const json: unknown = parse(text, errors, { allowTrailingComma: true });
    if (typeof json !== 'object' || json === null) return undefined;
    const record = json as Record<string, unknown>;
    const folder = dirnameOf(path);
    const merged: Raw = { options: {}, references: [] };
    for (const base of strings(record['extends'])) {
      const candidates = extendsCandidates(this.#packageFolder, folder, base);
      const basePath = candidates.find((candidate) => this.#texts.has(candidate));
      const raw = basePath && this.read(basePath, depth + 1);
      if (!raw) continue;
      Object.assign(merged.options, raw.options);
      if (raw.include !== undefined) merged.include = raw.include;
      if (raw.exclude !== undefined) merged.exclude = raw.exclude;
      if (raw.files !== undefined) merged.files = raw.files;
    }
    Object.assign(merged.options, ownOptions(record['compilerOptions'], folder));
    const inFolder = (key: string): readonly string[] | undefined =>
      Array.isArray(record[key])
        ? strings(record[key]).map((entry) => join(folder, entry))
        : undefined;
    merged.files = inFolder('files') ?? merged.files ?? [];
    merged.include =
      inFolder('include') ??
      merged.include ??
      (record['files'] === undefined ? [join(folder, '**/*')] : []);
    merged.exclude = inFolder('exclude') ?? merged.exclude ?? [];
    const references = Array.isArray(record['references']) ? record['references'] : [];
    merged.references = references.flatMap((entry: unknown) =>
      typeof entry === 'object' &&
      entry !== null &&
      'path' in entry &&
      typeof entry.path === 'string'
        ? [join(folder, entry.path)]
        : [],
    );
    return merged;
  }
}

/**
 * TypeScript 5.5's placeholder for the folder of the config that is read, not of the one it
 * extends.
 */
const CONFIG_FOLDER = /^\$\{configDir\}/;

/**
 * Returns a path relative to a config's folder. A path with a placeholder ({@link CONFIG_FOLDER})
 * is returned unchanged, as its folder is not yet known. A path that leaves the project is
 * unchanged too; nothing will match it.
 */
function join(folder: string, relative: string): string {
  if (CONFIG_FOLDER.test(relative)) return relative;
  return joinRepoPath(folder, relative) ?? relative;
}

/** Replaces the placeholder by the folder of the config that is read. */
function expand(folder: string, path: string): string {
  return CONFIG_FOLDER.test(path) ? join(folder, path.replace(CONFIG_FOLDER, '.')) : path;
}

function ownOptions(value: unknown, folder: string): RawOptions {
  if (typeof value !== 'object' || value === null) return {};
  const record = value as Record<string, unknown>;
  const options: RawOptions = {};
  const path = (key: string): string | undefined =>
    typeof record[key] === 'string' ? join(folder, record[key]) : undefined;
  const [baseUrl, outDir, rootDir] = [path('baseUrl'), path('outDir'), path('rootDir')];
  if (baseUrl !== undefined) options.baseUrl = baseUrl;
  if (outDir !== undefined) options.outDir = outDir;
  if (rootDir !== undefined) options.rootDir = rootDir;
  if (Array.isArray(record['rootDirs'])) {
    options.rootDirs = strings(record['rootDirs']).map((entry) => join(folder, entry));
  }
  if (Array.isArray(record['customConditions'])) {
    options.customConditions = strings(record['customConditions']);
  }
  const { paths } = record;
  if (typeof paths === 'object' && paths !== null) {
    options.paths = Object.fromEntries(
      Object.entries(paths).map(([pattern, targets]) => [pattern, strings(targets)]),
    );
    options.pathsFolder = folder;
  }
  return options;
}

function finishConfig(path: string, raw: Raw): TsConfig {
  const { options } = raw;
  const folder = dirnameOf(path);
  const at = (value: string | undefined): string | undefined =>
    value === undefined ? undefined : expand(folder, value);
  const outDir = at(options.outDir);
  const baseUrl = at(options.baseUrl);
  return {
    path,
    folder,
    baseUrl,
    paths: finishPaths(options.paths, baseUrl ?? options.pathsFolder ?? folder, folder),
    rootDirs: (options.rootDirs ?? []).map((root) => expand(folder, root)),
    outDir,
    rootDir: at(options.rootDir),
    customConditions: options.customConditions ?? [],
    includes: includeTest(raw, folder, outDir),
    references: raw.references,
  };
}

/** Resolves targets relative to `baseUrl`, or to the config that defines them. */
function finishPaths(
  paths: RawOptions['paths'],
  home: string,
  folder: string,
): TsConfig['paths'] | undefined {
  if (paths === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(paths).map(([pattern, targets]) => [
      pattern,
      targets.flatMap((target) =>
        CONFIG_FOLDER.test(target) ? [expand(folder, target)] : (joinRepoPath(home, target) ?? []),
      ),
    ]),
  );
}

/** Builds one predicate from `files`, `include` and `exclude`. */
function includeTest(
  raw: Raw,
  folder: string,
  outDir: string | undefined,
): (path: string) => boolean {
  const at = (paths: readonly string[] = []): string[] => paths.map((one) => expand(folder, one));
  const files = new Set(at(raw.files));
  const include = at(raw.include).map(globPattern);
  const exclude = [...at(raw.exclude), ...(outDir === undefined ? [] : [outDir])].map(globPattern);
  return (path) =>
    files.has(path) ||
    (include.some((pattern) => pattern.test(path)) &&
      !exclude.some((pattern) => pattern.test(path)));
}

/**
 * Converts a TypeScript glob to a pattern. It supports double stars, `*` and `?`; a folder matches
 * everything below it.
 */
function globPattern(glob: string): RegExp {
  const source = glob
    .replace(/\/$/, '')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/?|\*|\?/g, (mark) =>
      mark === '?' ? '[^/]' : mark === '*' ? '[^/]*' : mark === '**' ? '.*' : '(?:.*/)?',
    );
  return new RegExp(`^${source}(?:/.*)?$`);
}
