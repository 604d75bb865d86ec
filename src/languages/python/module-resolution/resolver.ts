/**
 * Resolves Python modules to files, given a list of paths. A folder with `__init__.py` is a
 * package. Imports start at the folder that holds an outermost package, and at every folder above
 * the importing file that is no package. This matches the interpreter's path for scripts, tests and
 * installed sources.
 */

import {
  MISSING,
  type ModuleResolver,
  type ModuleTarget,
  type ProjectLayout,
} from '../../../extractors/language.ts';
import { basenameOf, dirnameOf, joinRepoPath, type RepoPath } from '../../../model/path.ts';

/** A folder without an `__init__`: a package that has no file of its own. */
const NAMESPACE: ModuleTarget = { form: 'files', paths: [] };

/** Folders that hold sources by convention, besides the importing file's own. */
const SOURCE_FOLDERS = ['src', 'lib', 'python', 'source'];

export function createModuleResolver(layout: ProjectLayout): ModuleResolver {
  const modules = new ModuleTable(layout.paths);
  return (from, specifier) => {
    const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
    const names = specifier
      .slice(dots)
      .split('.')
      .filter((name) => name !== '');
    return dots > 0 ? relative(modules, from, dots, names) : absolute(modules, from, names);
  };
}

function relative(
  modules: ModuleTable,
  from: RepoPath,
  dots: number,
  names: readonly string[],
): ModuleTarget {
  const folder = joinRepoPath(dirnameOf(from), '../'.repeat(dots - 1));
  if (folder === undefined) return MISSING;
  const path = modules.fileIn(folder, names);
  if (path !== undefined) return { form: 'file', path };
  return modules.isFolder(folder, names) ? NAMESPACE : MISSING;
}

function absolute(modules: ModuleTable, from: RepoPath, names: readonly string[]): ModuleTarget {
  for (const root of modules.rootsFor(from)) {
    const path = modules.fileIn(root, names);
    if (path !== undefined) return { form: 'file', path };
  }
  const elsewhere = modules.packagesNamed(names[0] ?? '');
  const roots = elsewhere.map(dirnameOf).sort((a, b) => nearness(from, b) - nearness(from, a));
  for (const root of roots) {
    const path = modules.fileIn(root, names);
    if (path !== undefined) return { form: 'file', path };
  }
  if (modules.isNamespace(from, names)) return NAMESPACE;
  const [first = ''] = names;
  const isOurs =
    elsewhere.length > 0 || modules.rootsFor(from).some((root) => modules.fileIn(root, [first]));
  return { form: isOurs ? 'missing' : 'external' };
}

/** Returns how many leading folders two paths share. */
function nearness(from: string, folder: string): number {
  const [one, two] = [from.split('/'), folder.split('/')];
  let shared = 0;
  while (shared < two.length && one[shared] === two[shared]) shared++;
  return shared;
}

class ModuleTable {
  readonly #files = new Set<string>();
  /** Folders with modules somewhere below. */
  readonly #folders = new Set<string>();
  readonly #packages = new Set<string>();
  /** Outermost packages by name, sorted by path. */
  readonly #outermost = new Map<string, string[]>();
  readonly #roots = new Map<string, readonly string[]>();

  constructor(paths: readonly RepoPath[]) {
    for (const path of paths) {
      if (!/\.pyi?$/.test(path)) continue;
      this.#files.add(path);
      for (let at = dirnameOf(path); at !== '' && !this.#folders.has(at); at = dirnameOf(at))
        this.#folders.add(at);
      if (/^__init__\.pyi?$/.test(basenameOf(path))) this.#packages.add(dirnameOf(path));
    }
    for (const folder of this.#packages) {
      if (folder === '' || this.#packages.has(dirnameOf(folder))) continue;
      const name = basenameOf(folder);
      this.#outermost.set(name, [...(this.#outermost.get(name) ?? []), folder]);
    }
  }

  /** Whether an absolute import names a folder of modules that is no package itself. */
  isNamespace(from: RepoPath, names: readonly string[]): boolean {
    if (this.rootsFor(from).some((root) => this.isFolder(root, names))) return true;
    const packages = this.packagesNamed(names[0] ?? '');
    return packages.some((folder) => this.isFolder(dirnameOf(folder), names));
  }

  isFolder(root: string, names: readonly string[]): boolean {
    return names.length > 0 && this.#folders.has(pathOf(root, names));
  }

  packagesNamed(name: string): readonly string[] {
    return this.#outermost.get(name) ?? [];
  }

  /**
   * Returns the file of a module below a folder. Without names, returns the folder's `__init__`.
   */
  fileIn(folder: string, names: readonly string[]): RepoPath | undefined {
    const path = pathOf(folder, names);
    const inside = path === '' ? '' : `${path}/`;
    const candidates = [`${inside}__init__.py`, `${inside}__init__.pyi`];
    if (names.length > 0) candidates.push(`${path}.py`, `${path}.pyi`);
    return candidates.find((one) => this.#files.has(one)) as RepoPath | undefined;
  }

  /** Returns the folders at which a file's absolute imports start, nearest first. */
  rootsFor(from: RepoPath): readonly string[] {
    const folder = dirnameOf(from);
    const known = this.#roots.get(folder);
    if (known !== undefined) return known;
    const above: string[] = [];
    for (let at = folder; ; at = dirnameOf(at)) {
      if (!this.#packages.has(at)) above.push(at);
      if (at === '') break;
    }
    const conventional = above.flatMap((at) =>
      SOURCE_FOLDERS.map((name) => (at === '' ? name : `${at}/${name}`)),
    );
    const roots = [...above, ...conventional.filter((at) => !this.#packages.has(at))];
    this.#roots.set(folder, roots);
    return roots;
  }
}

function pathOf(folder: string, names: readonly string[]): string {
  return [folder, ...names].filter((part) => part !== '').join('/');
}
