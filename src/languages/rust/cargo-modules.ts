/**
 * Resolves Rust's modules: a crate's files as a tree below its root, and the project's crates by
 * Cargo.toml.
 */

import {
  EXTERNAL,
  MISSING,
  type ModuleResolver,
  moduleOf,
  type ProjectLayout,
} from '../../extractors/language.ts';
import { basenameOf, dirnameOf, joinRepoPath, type RepoPath } from '../../model/path.ts';

/** A Cargo package: the folder and content of its manifest. */
interface CargoPackage {
  readonly folder: string;
  readonly library: RepoPath | undefined;
  /** Folders of dependencies by the local names that the manifest gives them. */
  readonly renamed: ReadonlyMap<string, string>;
}

/**
 * Creates a module resolver. `self::a`, `super::a` and `crate::a` are looked up in the tree of
 * module files, as far as files match; the rest of a path are names. `a::*` is the module a or
 * nothing. `./a.rs` is a path.
 */
export function cargoModules({ paths, configFiles }: ProjectLayout): ModuleResolver {
  const present = new Set<string>(paths.filter((path) => path.endsWith('.rs')));
  const { byFolder, byName } = readPackages(configFiles, present);
  const tree = moduleTree(present, byFolder);
  const packageOf = (path: string): CargoPackage | undefined => {
    for (let folder = dirnameOf(path as RepoPath); ; folder = dirnameOf(folder as RepoPath)) {
      const found = byFolder.get(folder);
      if (found !== undefined || folder === '') return found;
    }
  };
  const crateRoots = (from: RepoPath): readonly RepoPath[] => {
    const own = packageOf(from);
    if (own === undefined) return tree.rootsAbove(from);
    const inSources = from.startsWith(inFolder(own.folder, 'src/'));
    if (tree.isRoot(from) && from !== own.library) return [from];
    if (inSources) return tree.rootsIn(inFolder(own.folder, 'src'));
    const declaring = declaringRoot(tree, from);
    return declaring === undefined ? tree.rootsAbove(from) : [declaring];
  };
  const starts = (from: RepoPath, names: string[]): readonly RepoPath[] => {
    const [first = ''] = names;
    names.shift();
    if (first === 'crate') return crateRoots(from);
    if (first === 'self') return [from];
    if (first === 'super') {
      let modules: readonly RepoPath[] = tree.parentsOf(from);
      while (names[0] === 'super') {
        names.shift();
        modules = modules.slice(0, 1).flatMap((one) => tree.parentsOf(one));
      }
      return modules;
    }
    const own = packageOf(from);
    const renamed = own?.renamed.get(first);
    const library = renamed === undefined ? byName.get(first) : byFolder.get(renamed)?.library;
    return library === undefined ? [] : [library];
  };
  return (from, specifier) => {
    if (specifier.startsWith('./')) {
      const path = joinRepoPath(dirnameOf(from), specifier);
      return path !== undefined && tree.present.has(path)
        ? { form: 'file', path: path as RepoPath }
        : MISSING;
    }
    const names = specifier.split('::');
    const isWhole = names.at(-1) === '*';
    if (isWhole) names.pop();
    const roots = starts(from, names);
    for (let count = names.length; count > 0; count--) {
      const found = roots.flatMap((root) => tree.below(root, names.slice(0, count)) ?? []);
      if (found.length > 0) return moduleOf(found.slice(0, 1));
      if (isWhole) return EXTERNAL;
    }
    return roots.length === 0 ? EXTERNAL : moduleOf(roots);
  };
}

/** Returns the root whose module tree a file is in: `tests/all.rs` of `tests/all/cart.rs`. */
function declaringRoot(tree: ModuleTree, from: RepoPath): RepoPath | undefined {
  const seen = new Set<RepoPath>();
  let at: RepoPath | undefined = from;
  while (at !== undefined && !seen.has(at)) {
    seen.add(at);
    [at] = tree.parentsOf(at);
    if (at !== undefined && tree.isRoot(at)) return at;
  }
  return undefined;
}

function inFolder(folder: string, below: string): string {
  return folder === '' ? below : `${folder}/${below}`;
}

interface ModuleTree {
  readonly present: ReadonlySet<string>;
  readonly isRoot: (path: string) => boolean;
  /** Returns the roots of a library and a program in a folder, if it has any. */
  readonly rootsIn: (folder: string) => readonly RepoPath[];
  /** Returns the roots in the nearest folder around a file that has any. */
  readonly rootsAbove: (path: RepoPath) => readonly RepoPath[];
  /** Returns the module that declares a file's module. */
  readonly parentsOf: (path: RepoPath) => readonly RepoPath[];
  readonly below: (module: RepoPath, names: readonly string[]) => RepoPath | undefined;
}

const ROOT_NAMES = ['lib.rs', 'main.rs'];
/** Folders of a package in which every file is a crate of its own. */
const CRATE_FOLDERS = /(?:^|\/)(?:src\/bin|tests|examples|benches)$/;

function moduleTree(
  present: ReadonlySet<string>,
  packages: ReadonlyMap<string, CargoPackage>,
): ModuleTree {
  const existing = (path: string): readonly RepoPath[] =>
    present.has(path) ? [path as RepoPath] : [];
  const rootsIn = (folder: string): readonly RepoPath[] =>
    ROOT_NAMES.flatMap((name) => existing(inFolder(folder, name)));
  // `src/shop/tests` is a module if the package is above `src`.
  const isCrateFolder = (folder: string): boolean => {
    const name = CRATE_FOLDERS.exec(folder)?.[0];
    return (
      name !== undefined && (packages.size === 0 || packages.has(folder.slice(0, -name.length)))
    );
  };
  const isRoot = (path: string): boolean => {
    const name = basenameOf(path as RepoPath);
    const folder = dirnameOf(path as RepoPath);
    // A module may be named `build` as well.
    const isBuildScript = name === 'build.rs' && (packages.size === 0 || packages.has(folder));
    return ROOT_NAMES.includes(name) || isBuildScript || isCrateFolder(folder);
  };
  const childFolder = (module: RepoPath): string =>
    isRoot(module) || basenameOf(module) === 'mod.rs'
      ? dirnameOf(module)
      : module.slice(0, -'.rs'.length);
  const ownersOf = (folder: string): readonly RepoPath[] => {
    const named = [
      ...existing(`${folder}/mod.rs`),
      ...(folder === '' ? [] : existing(`${folder}.rs`)),
    ];
    return named.length > 0 ? named.slice(0, 1) : rootsIn(folder);
  };
  return {
    present,
    isRoot,
    rootsIn,
    rootsAbove: (path) => {
      for (let folder = dirnameOf(path); ; folder = dirnameOf(folder as RepoPath)) {
        const roots = rootsIn(folder);
        if (roots.length > 0 || folder === '') return roots;
      }
    },
    parentsOf: (path) => {
      const folder = dirnameOf(path);
      return ownersOf(basenameOf(path) === 'mod.rs' ? dirnameOf(folder as RepoPath) : folder);
    },
    below: (module, names) => {
      const base = inFolder(childFolder(module), names.join('/'));
      return existing(`${base}.rs`)[0] ?? existing(`${base}/mod.rs`)[0];
    },
  };
}

interface Packages {
  readonly byFolder: ReadonlyMap<string, CargoPackage>;
  /** Library roots by the name that code uses. */
  readonly byName: ReadonlyMap<string, RepoPath>;
}

function readPackages(
  configFiles: ReadonlyMap<RepoPath, string>,
  present: ReadonlySet<string>,
): Packages {
  const byFolder = new Map<string, CargoPackage>();
  const byName = new Map<string, RepoPath>();
  for (const [path, text] of configFiles) {
    if (basenameOf(path) !== 'Cargo.toml') continue;
    const folder = dirnameOf(path);
    const library = sectionOf(text, 'lib');
    const name = valueIn(library, 'name') ?? valueIn(sectionOf(text, 'package'), 'name');
    const root = joinRepoPath(folder, valueIn(library, 'path') ?? 'src/lib.rs');
    const found = root !== undefined && present.has(root) ? (root as RepoPath) : undefined;
    byFolder.set(folder, { folder, library: found, renamed: pathDependencies(folder, text) });
    if (name !== undefined && found !== undefined) byName.set(codeName(name), found);
  }
  return { byFolder, byName };
}

/** Returns the name that code uses for a package: `regex_syntax` for `regex-syntax`. */
function codeName(name: string): string {
  return name.replaceAll('-', '_');
}

function sectionOf(text: string, name: string): string {
  const after = text.split(new RegExp(`^\\[${name}\\][^\\n]*$`, 'm'))[1] ?? '';
  return after.split(/^\[/m)[0] ?? '';
}

function valueIn(section: string, key: string): string | undefined {
  return new RegExp(`^\\s*${key}\\s*=\\s*"([^"]+)"`, 'm').exec(section)?.[1];
}

/**
 * Returns the path dependencies: `shop = { path = "../store" }`, or the same as a separate section.
 */
function pathDependencies(folder: string, text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (name: string | undefined, path: string | undefined): void => {
    const target = path === undefined ? undefined : joinRepoPath(folder, path);
    if (name !== undefined && target !== undefined) found.set(codeName(name), target);
  };
  for (const line of text.matchAll(/^[ \t]*([\w-]+)[ \t]*=\s*\{[^}\n]*\bpath\s*=\s*"([^"]+)"/gm))
    add(line[1], line[2]);
  for (const part of text.matchAll(/^\[[^\]\n]*dependencies\.([\w-]+)\][^\n]*\n([^[]*)/gm))
    add(part[1], valueIn(part[2] ?? '', 'path'));
  return found;
}
