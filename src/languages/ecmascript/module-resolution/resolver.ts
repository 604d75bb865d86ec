/** Resolves modules as Node and TypeScript do, but over a list of paths instead of a disk. */
import { createMatchPath } from 'tsconfig-paths';
import { getOrCompute } from '../../../base/memoize.ts';
import {
  EXTERNAL,
  MISSING,
  type ModuleResolver,
  type ModuleTarget,
  type ProjectLayout,
} from '../../../extractors/language.ts';
import { dirnameOf, joinRepoPath, type RepoPath } from '../../../model/path.ts';
import {
  builtFile,
  importsFile,
  nearestPackage,
  type PackageJson,
  packageFile,
  packagesByName,
  readPackages,
} from './packages.ts';
import { createProbe, type Probe } from './probe.ts';
import type { TsConfig, TsConfigs } from './ts-config.ts';
import { readTsConfigs } from './tsconfig.ts';

interface Layout {
  readonly probe: Probe;
  /** Whether a folder has files in it. */
  readonly hasFiles: (folder: string) => boolean;
  readonly configs: TsConfigs;
  readonly packages: ReadonlyMap<string, PackageJson>;
  readonly byName: ReadonlyMap<string, PackageJson>;
  /**
   * Cached results of {@link resolvePackage}, which depend only on the specifier and the
   * conditions.
   */
  readonly resolved: Map<string, ModuleTarget | undefined>;
}

export function createModuleResolver(project: ProjectLayout): ModuleResolver {
  const { outer } = project;
  if (outer === undefined) return createResolver(project.paths, project.configFiles);
  // Paths relative to the whole tree, so that outer configs can refer to inner folders and be
  // referred to by them.
  const inTree = (path: string): RepoPath => `${outer.prefix}/${path}` as RepoPath;
  const configFiles = new Map(outer.configFiles);
  for (const [path, text] of project.configFiles) configFiles.set(inTree(path), text);
  const resolveInTree = createResolver(project.paths.map(inTree), configFiles);
  return (from, specifier) => {
    const target = resolveInTree(inTree(from), specifier);
    if (target.form !== 'file') return target;
    return file(target.path.slice(outer.prefix.length + 1) as RepoPath);
  };
}

function createResolver(
  paths: readonly RepoPath[],
  configFiles: ReadonlyMap<string, string>,
): ModuleResolver {
  const packages = readPackages(configFiles);
  const byName = packagesByName(packages);
  const probe = createProbe(new Set<string>(paths), (folder) => entryFields(packages, folder));
  const configs = readTsConfigs(configFiles, (name) => byName.get(name)?.folder);
  const folders = new Map<string, boolean>();
  const hasFiles = (folder: string) =>
    getOrCompute(folders, folder, () => paths.some((path) => path.startsWith(`${folder}/`)));
  const layout: Layout = { probe, hasFiles, configs, packages, byName, resolved: new Map() };
  const known = new Map<string, ModuleTarget>();
  return (from, specifier) => {
    // Files of one folder may be governed by different configs. The file is part of the key only
    // for bare specifiers, where configs matter.
    const key = `${specifier.startsWith('.') ? dirnameOf(from) : from}\0${specifier}`;
    return getOrCompute(known, key, () => resolveModule(layout, from, specifier));
  };
}

/** Returns the entries for `import './folder'` if the folder has a package.json. */
function entryFields(
  packages: ReadonlyMap<string, PackageJson>,
  folder: string,
): readonly string[] {
  const json = packages.get(folder)?.json;
  return ['types', 'typings', 'main'].flatMap((field) => {
    const entry = json?.[field];
    return typeof entry === 'string' ? [entry] : [];
  });
}

const UNSUPPORTED: ModuleTarget = { form: 'unsupported' };

function file(path: RepoPath): ModuleTarget {
  return { form: 'file', path };
}

function resolveModule(layout: Layout, from: RepoPath, specifier: string): ModuleTarget {
  if (/^\.\.?(\/|$)/.test(specifier)) return resolveRelative(layout, from, specifier);
  if (/^node:/.test(specifier)) return EXTERNAL;
  if (specifier === '' || /^([a-z][a-z+.-]*:|\/)/i.test(specifier)) return UNSUPPORTED;
  const config = layout.configs.governing(from);
  const mapped = config && resolveMapped(layout, config, specifier);
  const conditions = config?.customConditions ?? [];
  if (mapped?.form === 'file') return mapped;
  if (specifier.startsWith('#')) {
    const home = nearestPackage(layout.packages, from);
    const found = home && importsFile(home, specifier, layout.probe, layout.configs, conditions);
    return found === undefined ? (mapped ?? MISSING) : file(found);
  }
  return resolvePackage(layout, specifier, conditions) ?? mapped ?? EXTERNAL;
}

/** Resolves a relative specifier. A bundler's `?raw` suffix is not part of the path. */
function resolveRelative(layout: Layout, from: RepoPath, specifier: string): ModuleTarget {
  const plain = specifier.replace(/\?[^/]*$/, '');
  const path = joinRepoPath(dirnameOf(from), plain);
  if (path === undefined) return MISSING;
  const found = layout.probe(/(^|\/)\.{0,2}$/.test(plain) ? `${path}/` : path);
  if (found !== undefined) return file(found);
  for (const other of rootDirCandidates(layout, from, path)) {
    const inOther = layout.probe(other);
    if (inOther !== undefined) return file(inOther);
  }
  const home = nearestPackage(layout.packages, path);
  const built = home && builtFile(home, path, layout, layout.hasFiles);
  return built === undefined ? MISSING : file(built);
}

/** Returns the same path below the other `rootDirs`, which form one virtual folder. */
function rootDirCandidates(layout: Layout, from: RepoPath, path: string): readonly string[] {
  const rootDirs = layout.configs.governing(from)?.rootDirs ?? [];
  const home = rootDirs.find((root) => root === '' || path.startsWith(`${root}/`));
  if (home === undefined) return [];
  const inside = home === '' ? path : path.slice(home.length + 1);
  return rootDirs
    .filter((root) => root !== home)
    .map((root) => joinRepoPath(root, inside) ?? inside);
}

/**
 * Resolves by tsconfig `paths`, then `baseUrl`. If a pattern matches but no file exists, the module
 * is missing.
 */
function resolveMapped(
  layout: Layout,
  config: TsConfig,
  specifier: string,
): ModuleTarget | undefined {
  let result: ModuleTarget | undefined;
  const pattern = bestPattern(Object.keys(config.paths ?? {}), specifier);
  if (pattern !== undefined) {
    const found = matchPaths(layout, config, pattern, specifier);
    if (found !== undefined) return file(found);
    // A match of a catch-all pattern does not imply that the file should exist.
    if (!pattern.startsWith('*')) result = MISSING;
  }
  if (config.baseUrl !== undefined) {
    const path = joinRepoPath(config.baseUrl, specifier);
    const found = path === undefined ? undefined : layout.probe(path);
    if (found !== undefined) return file(found);
  }
  return result;
}

/**
 * Returns the pattern that TypeScript would choose: the specifier itself, else the one with the
 * longest prefix before its `*`.
 */
function bestPattern(patterns: readonly string[], specifier: string): string | undefined {
  if (patterns.includes(specifier)) return specifier;
  let best: string | undefined;
  for (const pattern of patterns) {
    const star = pattern.indexOf('*');
    if (star < 0 || specifier.length < pattern.length - 1) continue;
    const fits = specifier.startsWith(pattern.slice(0, star));
    if (!fits || !specifier.endsWith(pattern.slice(star + 1))) continue;
    if (best === undefined || star > best.indexOf('*')) best = pattern;
  }
  return best;
}

const MATCHERS = new WeakMap<TsConfig, Map<string, ReturnType<typeof createMatchPath>>>();

/**
 * Substitutes the specifier into the pattern's targets with tsconfig-paths, using our own file test
 * so that no disk is read. Version 4.2.0 includes the text after a `*` in the star's match, and
 * prefers wildcards to exact names. It is therefore given one pattern at a time, without that text.
 */
function matchPaths(
  layout: Layout,
  config: TsConfig,
  pattern: string,
  specifier: string,
): RepoPath | undefined {
  const star = pattern.indexOf('*');
  const suffixLength = star < 0 ? 0 : pattern.length - star - 1;
  const prefix = pattern.slice(0, pattern.length - suffixLength);
  const matchers = MATCHERS.get(config) ?? new Map<string, ReturnType<typeof createMatchPath>>();
  MATCHERS.set(config, matchers);
  let matcher = matchers.get(pattern);
  if (matcher === undefined) {
    matcher = createMatchPath('/', { [prefix]: [...(config.paths?.[pattern] ?? [])] }, [], false);
    matchers.set(pattern, matcher);
  }
  let found: RepoPath | undefined;
  matcher(
    specifier.slice(0, specifier.length - suffixLength),
    () => undefined,
    (candidate) => {
      const path = joinRepoPath('', candidate.replaceAll('\\', '/').replace(/^[A-Za-z]:/, ''));
      if (path === undefined) return false;
      found ??= layout.probe(path) ?? sourceOfOutput(layout, path);
      return found !== undefined;
    },
    [''],
  );
  return found;
}

/** Returns the source if a path mapping points at a package's folder or its build output. */
function sourceOfOutput(layout: Layout, path: string): RepoPath | undefined {
  const home = nearestPackage(layout.packages, `${path}/x`);
  if (home === undefined || home.folder === '') return undefined;
  const subpath = path === home.folder ? '' : path.slice(home.folder.length + 1);
  return packageFile(home, subpath, layout.probe, layout.configs);
}

/** Resolves a package of this project by name; undefined for all others. */
function resolvePackage(
  layout: Layout,
  specifier: string,
  conditions: readonly string[],
): ModuleTarget | undefined {
  const key = [specifier, ...conditions].join('\0');
  return getOrCompute(layout.resolved, key, () => inPackage(layout, specifier, conditions));
}

function inPackage(
  layout: Layout,
  specifier: string,
  conditions: readonly string[],
): ModuleTarget | undefined {
  const [, name = '', subpath = ''] = /^((?:@[^/]+\/)?[^/]+)\/?(.*)$/.exec(specifier) ?? [];
  const home = layout.byName.get(name);
  if (home === undefined) return undefined;
  const found = packageFile(home, subpath, layout.probe, layout.configs, conditions);
  return found === undefined ? MISSING : file(found);
}
