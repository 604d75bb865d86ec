/**
 * Packages of the project, and the source files that their names, `exports` and `imports` resolve
 * to.
 */
import { exports as resolveExports, imports as resolveImports } from 'resolve.exports';
import { basenameOf, dirnameOf, joinRepoPath, type RepoPath } from '../../../model/path.ts';
import type { Probe } from './probe.ts';
import type { TsConfigs } from './ts-config.ts';

export interface PackageJson {
  readonly folder: string;
  readonly name: string | undefined;
  readonly json: Readonly<Record<string, unknown>>;
}

export function readPackages(texts: ReadonlyMap<string, string>): ReadonlyMap<string, PackageJson> {
  const packages = new Map<string, PackageJson>();
  for (const [path, text] of texts) {
    if (basenameOf(path) !== 'package.json') continue;
    const json = parseObject(text);
    if (json === undefined) continue;
    const name = typeof json['name'] === 'string' ? json['name'] : undefined;
    packages.set(dirnameOf(path), { folder: dirnameOf(path), name, json });
  }
  return packages;
}

/** A package.json that is not valid JSON is ignored; npm would refuse it too. */
function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

/**
 * Returns the packages by name. If several have the same name (fixtures, examples), the one nearest
 * the root wins.
 */
export function packagesByName(
  packages: ReadonlyMap<string, PackageJson>,
): ReadonlyMap<string, PackageJson> {
  const byName = new Map<string, PackageJson>();
  const depth = (folder: string): number => (folder === '' ? 0 : folder.split('/').length);
  for (const candidate of packages.values()) {
    if (candidate.name === undefined) continue;
    const known = byName.get(candidate.name);
    if (known === undefined || depth(candidate.folder) < depth(known.folder)) {
      byName.set(candidate.name, candidate);
    }
  }
  return byName;
}

export function nearestPackage(
  packages: ReadonlyMap<string, PackageJson>,
  file: string,
): PackageJson | undefined {
  for (let folder = dirnameOf(file); ; folder = dirnameOf(folder)) {
    const found = packages.get(folder);
    if (found !== undefined || folder === '') return found;
  }
}

/** Conditions that packages use for their sources. */
const SOURCE_CONDITIONS = ['source', '@source', 'src', 'ts-src'];

/**
 * Sets of conditions in order: types first because they are nearest to the sources, then runtime
 * entries.
 */
const CONDITIONS: readonly (readonly string[])[] = [
  ['types', 'import', 'module', 'node', 'browser', 'development'],
  ['import', 'module', 'node', 'browser', 'default'],
  ['require', 'node', 'default'],
];

/**
 * Returns the project file for `name/subpath`. `custom` conditions apply in addition to the
 * built-in ones.
 */
export function packageFile(
  home: PackageJson,
  subpath: string,
  probe: Probe,
  configs: TsConfigs,
  custom: readonly string[] = [],
): RepoPath | undefined {
  const entry = subpath === '' ? '.' : `./${subpath}`;
  for (const target of exportTargets(home.json, entry, custom)) {
    const found = publishedSource(home.folder, target, probe, configs);
    if (found !== undefined) return found;
  }
  if (subpath !== '') {
    return (
      publishedSource(home.folder, subpath, probe, configs) ??
      probeIn(probe, home.folder, `src/${subpath}`)
    );
  }
  return probeIn(probe, home.folder, 'src/index') ?? probeIn(probe, home.folder, 'index');
}

function exportTargets(
  json: Readonly<Record<string, unknown>>,
  entry: string,
  custom: readonly string[],
): readonly string[] {
  if (json['exports'] !== undefined) {
    return byConditions(custom, (conditions) =>
      resolveExports(json, entry, { conditions, unsafe: true }),
    );
  }
  if (entry !== '.') return [];
  const fields = ['source', 'types', 'typings', 'module', 'main'];
  return fields.flatMap((field) => (typeof json[field] === 'string' ? [json[field]] : []));
}

/**
 * Returns the targets that each set of conditions selects, sources first. Source conditions that
 * only select the default target are ignored.
 */
function byConditions(
  custom: readonly string[],
  resolve: (conditions: readonly string[]) => unknown,
): readonly string[] {
  const defaults = attempt(() => resolve([]));
  const sources = [custom, SOURCE_CONDITIONS].flatMap((one) => attempt(() => resolve(one)));
  return [
    ...sources.filter((target) => !defaults.includes(target)),
    ...CONDITIONS.flatMap((conditions) => attempt(() => resolve(conditions))),
  ];
}

/**
 * Returns the targets, or none if resolve.exports throws because the package has no matching
 * export.
 */
function attempt(resolve: () => unknown): readonly string[] {
  try {
    const targets = resolve();
    return Array.isArray(targets) ? targets : [];
  } catch (cause) {
    if (cause instanceof Error && /Missing|No known conditions/.test(cause.message)) return [];
    // resolve.exports compiles patterns to regular expressions unescaped and treats any value as an
    // object.
    if (cause instanceof TypeError || cause instanceof SyntaxError) return [];
    throw cause;
  }
}

/** Returns the file that `#name` resolves to inside a package. */
export function importsFile(
  home: PackageJson,
  specifier: string,
  probe: Probe,
  configs: TsConfigs,
  custom: readonly string[],
): RepoPath | undefined {
  if (home.json['imports'] === undefined) return undefined;
  const targets = byConditions(custom, (conditions) =>
    resolveImports(home.json, specifier as `#${string}`, { conditions, unsafe: true }),
  );
  for (const target of targets) {
    const found = publishedSource(home.folder, target, probe, configs);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns the source of a file in a package's folder of build output, which is not in the
 * repository; `hasFiles` returns whether a folder has files in it.
 */
export function builtFile(
  home: PackageJson,
  path: string,
  layout: { readonly probe: Probe; readonly configs: TsConfigs },
  hasFiles: (folder: string) => boolean,
): RepoPath | undefined {
  const inside = home.folder === '' ? path : path.slice(home.folder.length + 1);
  const [first = '', ...rest] = inside.split('/');
  const folder = home.folder === '' ? first : `${home.folder}/${first}`;
  if (!OUTPUT_FOLDERS.test(first) || hasFiles(folder)) return undefined;
  const { probe, configs } = layout;
  return rest.length === 0
    ? packageFile(home, '', probe, configs)
    : publishedSource(home.folder, inside, probe, configs);
}

function probeIn(probe: Probe, folder: string, relative: string): RepoPath | undefined {
  const path = joinRepoPath(folder, relative);
  return path === undefined ? undefined : probe(path);
}

/** Folders of build output. A leading one replaces the source folder. */
const OUTPUT_FOLDERS = /^(dist|lib|build|out|output|esm|cjs|es|types|typings|module|umd|node)$/;

/**
 * Maps a published path back to its source, because build output is not in the repository. Uses the
 * package's own outDir and rootDir first, then the usual folder names.
 */
function publishedSource(
  folder: string,
  target: string,
  probe: Probe,
  configs: TsConfigs,
): RepoPath | undefined {
  const path = joinRepoPath(folder, target);
  if (path === undefined) return undefined;
  const direct = probe(path);
  if (direct !== undefined && !/\.d\.[cm]?ts$/.test(path)) return direct;
  const relative = path.slice(folder === '' ? 0 : folder.length + 1);
  const stem = relative.replace(/(\.d)?\.[cm]?[jt]sx?$/, '');
  for (const config of configs.writing(path)) {
    const inside = path.slice(config.outDir.length + 1).replace(/(\.d)?\.[cm]?[jt]sx?$/, '');
    for (const root of [config.rootDir, joinRepoPath(config.folder, 'src'), config.folder]) {
      const found = root === undefined ? undefined : probe(joinRepoPath(root, inside) ?? inside);
      if (found !== undefined) return found;
    }
  }
  return bySourceName(folder, stem, probe) ?? direct;
}

/**
 * Returns the source for an output path. Output folders are removed one by one: `lib/node/main` may
 * be `src/node/main` or `src/main`.
 */
function bySourceName(folder: string, stem: string, probe: Probe): RepoPath | undefined {
  const parts = stem.split('/');
  for (;;) {
    const rest = parts.join('/');
    for (const candidate of [`src/${rest}`, rest, `src/${rest.replace(/^src\//, '')}`]) {
      const found = probeIn(probe, folder, candidate);
      if (found !== undefined) return found;
    }
    if (parts.length <= 1 || !OUTPUT_FOLDERS.test(parts[0] ?? '')) return undefined;
    parts.shift();
  }
}
