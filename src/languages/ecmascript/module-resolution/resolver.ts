/** Module resolution as Node and TypeScript do it, over a list of paths instead of a disk. */
import { createMatchPath } from 'tsconfig-paths';
import { dirnameOf, joinRepoPath, type RepoPath } from '../../../model/path.ts';
import type { ModuleResolver, ModuleTarget, ProjectLayout } from '../../language.ts';
import {
  importsFile,
  nearestPackage,
  type PackageJson,
  packageFile,
  packagesByName,
  readPackages,
} from './packages.ts';
import { createProbe, type Probe } from './probe.ts';
import { readTsConfigs, type TsConfig, type TsConfigs } from './tsconfig.ts';

interface Layout {
  readonly probe: Probe;
  readonly configs: TsConfigs;
  readonly packages: ReadonlyMap<string, PackageJson>;
  readonly byName: ReadonlyMap<string, PackageJson>;
}

export function createModuleResolver(project: ProjectLayout): ModuleResolver {
  const { outer } = project;
  if (outer === undefined) return createResolver(project.paths, project.configFiles);
  // The whole tree's coordinates, so that configs above can name folders inside and be named by them.
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
  const probe = createProbe(new Set<string>(paths), (folder) => entryField(packages, folder));
  const configs = readTsConfigs(configFiles, (name) => byName.get(name)?.folder);
  const layout: Layout = { probe, configs, packages, byName };
  const known = new Map<string, ModuleTarget>();
  return (from, specifier) => {
    // Files of one folder may be governed by different configs, so the file is part of the key only
    // where configs matter: bare specifiers.
    const key = `${specifier.startsWith('.') ? dirnameOf(from) : from}\0${specifier}`;
    let target = known.get(key);
    if (target === undefined) {
      target = resolveModule(layout, from, specifier);
      known.set(key, target);
    }
    return target;
  };
}

/** What `import './folder'` means when the folder has a package.json. */
function entryField(
  packages: ReadonlyMap<string, PackageJson>,
  folder: string,
): string | undefined {
  const json = packages.get(folder)?.json;
  const entry = json?.['types'] ?? json?.['main'];
  return typeof entry === 'string' ? entry : undefined;
}

const EXTERNAL: ModuleTarget = { form: 'external' };
const MISSING: ModuleTarget = { form: 'missing' };
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
  if (mapped?.form === 'file') return mapped;
  if (specifier.startsWith('#')) {
    const home = nearestPackage(layout.packages, from);
    const found = home && importsFile(home, specifier, layout.probe, layout.configs);
    return found === undefined ? (mapped ?? MISSING) : file(found);
  }
  return resolvePackage(layout, specifier) ?? mapped ?? EXTERNAL;
}

/** Bundlers' `?raw` and loaders' `!` are not part of a path. */
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
  return MISSING;
}

/** `rootDirs` are one folder to importers: the same path below another of them. */
function rootDirCandidates(layout: Layout, from: RepoPath, path: string): readonly string[] {
  const rootDirs = layout.configs.governing(from)?.rootDirs ?? [];
  const home = rootDirs.find((root) => root === '' || path.startsWith(`${root}/`));
  if (home === undefined) return [];
  const inside = home === '' ? path : path.slice(home.length + 1);
  return rootDirs
    .filter((root) => root !== home)
    .map((root) => joinRepoPath(root, inside) ?? inside);
}

/** tsconfig `paths`, then `baseUrl`. A pattern that matches without a file means something is missing. */
function resolveMapped(
  layout: Layout,
  config: TsConfig,
  specifier: string,
): ModuleTarget | undefined {
  let result: ModuleTarget | undefined;
  if (config.paths !== undefined) {
    const found = matchPaths(layout, config, specifier);
    if (found !== undefined) return file(found);
    if (matchesPattern(config.paths, specifier)) result = MISSING;
  }
  if (config.baseUrl !== undefined) {
    const path = joinRepoPath(config.baseUrl, specifier);
    const found = path === undefined ? undefined : layout.probe(path);
    if (found !== undefined) return file(found);
  }
  return result;
}

/** A catch-all pattern says nothing about what ought to exist. */
function matchesPattern(paths: NonNullable<TsConfig['paths']>, specifier: string): boolean {
  return Object.keys(paths).some((pattern) => {
    const [prefix = '', suffix] = pattern.split('*');
    if (suffix === undefined) return pattern === specifier;
    return prefix !== '' && specifier.startsWith(prefix) && specifier.endsWith(suffix);
  });
}

const MATCHERS = new WeakMap<TsConfig, ReturnType<typeof createMatchPath>>();

/** tsconfig-paths picks the pattern; its file test is ours, so that no disk is read. */
function matchPaths(layout: Layout, config: TsConfig, specifier: string): RepoPath | undefined {
  let matcher = MATCHERS.get(config);
  if (matcher === undefined) {
    matcher = createMatchPath(`/${config.pathsFolder}`, mutable(config.paths), [], false);
    MATCHERS.set(config, matcher);
  }
  let found: RepoPath | undefined;
  matcher(
    specifier,
    () => undefined,
    (candidate) => {
      const path = candidate.replaceAll('\\', '/').replace(/^([A-Za-z]:)?\/+/, '');
      found ??= layout.probe(path) ?? sourceOfOutput(layout, path);
      return found !== undefined;
    },
    [''],
  );
  return found;
}

/** A path mapping may point at a package's folder or its build output. */
function sourceOfOutput(layout: Layout, path: string): RepoPath | undefined {
  const home = nearestPackage(layout.packages, `${path}/x`);
  if (home === undefined || home.folder === '') return undefined;
  const subpath = path === home.folder ? '' : path.slice(home.folder.length + 1);
  return packageFile(home, subpath, layout.probe, layout.configs);
}

function mutable(paths: TsConfig['paths']): Record<string, string[]> {
  return Object.fromEntries(Object.entries(paths ?? {}).map(([key, list]) => [key, [...list]]));
}

/** A package of this project, by name; undefined for all others. */
function resolvePackage(layout: Layout, specifier: string): ModuleTarget | undefined {
  const [, name = '', subpath = ''] = /^((?:@[^/]+\/)?[^/]+)\/?(.*)$/.exec(specifier) ?? [];
  const home = layout.byName.get(name);
  if (home === undefined) return undefined;
  const found = packageFile(home, subpath, layout.probe, layout.configs);
  return found === undefined ? MISSING : file(found);
}
