/** Looks up what pages refer to: names, and the files, modules and packages of the project. */

import { appendTo } from '../../base/append-to.ts';
import { at } from '../../base/assert.ts';
import { getOrCompute } from '../../base/memoize.ts';
import type { FolderPackages } from '../../extractors/folder-packages.ts';
import type { ModuleTarget } from '../../extractors/language.ts';
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import { languageById, languageOfProse, MODULE_ENDINGS } from '../../languages/registry.ts';
import { basenameOf, dirnameOf, innermostOf, type RepoPath } from '../../model/path.ts';
import type { GivenName, ImportedModule } from './linked-project.ts';
import { NameLookup } from './name-lookup.ts';
import { isNonApiPage } from './non-api-paths.ts';

/** Longest chain of aliases of aliases. */
const ALIASES_MAX = 8;

function pathsOf(target: ModuleTarget): readonly RepoPath[] {
  if (target.form === 'file') return [target.path];
  return target.form === 'files' ? target.paths : [];
}

function byName(paths: readonly RepoPath[]): ReadonlyMap<string, RepoPath[]> {
  const files = new Map<string, RepoPath[]>();
  for (const path of paths) appendTo(files, basenameOf(path), path);
  return files;
}

/** Files that a file re-exports from, by name or `*`. */
type PassedOn = ReadonlyMap<string, readonly number[]>;

export class SymbolLookup extends NameLookup {
  #filesByName: ReadonlyMap<string, RepoPath[]> | undefined;
  readonly #passedOn = new Map<number, PassedOn>();
  /** By the list of files, because pages ask for many names of one module. */
  readonly #exported = new Map<readonly RepoPath[], Map<string, number | undefined>>();
  readonly #nonApiPages = new Map<string, boolean>();
  readonly #roots = new Map<string, string>();
  readonly #dotted = new Map<string, ImportedModule | undefined>();
  #packageFolders: ReadonlySet<string> | undefined;
  #goPackages: FolderPackages | undefined;

  /** Every lookup of packages is one of all of them: there are few, and they seldom change. */
  packages(): ReadonlyMap<string, string> {
    this.depend('packages');
    return this.project.packages();
  }

  /** Returns the file at a path that a page mentions. */
  fileAt(path: string): number | undefined {
    this.depend('file', path);
    return this.fileNode(path);
  }

  goPackages(): FolderPackages {
    if (this.#goPackages === undefined) {
      this.depend('goPackages');
      this.#goPackages = this.project.goPackages();
    }
    return this.#goPackages;
  }

  /** Returns the files of the Go package in a folder, without tests. */
  filesOfGo(folder: string): readonly RepoPath[] {
    this.depend('goFiles', folder);
    return this.goPackages().byFolder.get(folder) ?? [];
  }

  /** Returns the declarations of a command-line flag as text, without tests and examples. */
  declaringFlag(flag: string): readonly SymbolNode[] {
    this.depend('flag', flag);
    const places = this.project.cliFlags().get(flag) ?? [];
    return places.flatMap(({ path, declaration }) => {
      const file = this.fileNode(path);
      if (file === undefined || this.isNonApiPath(path)) return [];
      return [this.node(file + 1 + declaration)];
    });
  }

  /**
   * Returns the symbol that a module exports under a name, following re-exports; undefined when
   * none is known.
   */
  exported(files: readonly RepoPath[], name: string): number | undefined {
    const known = getOrCompute(this.#exported, files, () => new Map());
    return getOrCompute(known, name, () => this.#exportedBy(files, name, 0));
  }

  #exportedBy(files: readonly RepoPath[], name: string, depth: number): number | undefined {
    const declaredIn = this.outermostNamed(name);
    const queue = new Set(files.flatMap((path) => this.fileNode(path) ?? []));
    for (const file of queue) {
      const passedOn = this.passedOnBy(file);
      const own = this.#given(file, name, depth) ?? declaredIn(file);
      if (own !== undefined) return own;
      // A module re-exported as a whole may be a namespace, so explicit re-exports of the name are
      // tried first.
      for (const target of passedOn.get(name) ?? passedOn.get('*') ?? []) queue.add(target);
    }
    return undefined;
  }

  /** Returns the symbol that a file exports under an alias. */
  #given(file: number, name: string, depth: number): number | undefined {
    const given = this.givenNames(this.node(file).path).get(name);
    if (given === undefined || depth > ALIASES_MAX) return undefined;
    const { declaration, files, source } = given;
    if (declaration >= 0) return file + 1 + declaration;
    if (source !== '*') {
      const found = this.#exportedBy(files, source, depth + 1);
      if (found !== undefined || source !== '=') return found;
    }
    return this.onlyFile(files);
  }

  /** {@link Project.aliasesOf}. */
  givenNames(path: RepoPath): ReadonlyMap<string, GivenName> {
    return this.project.aliasesOf(path);
  }

  /** Returns the only file of a module, or undefined when there are several. */
  onlyFile([only, ...others]: readonly RepoPath[]): number | undefined {
    return only === undefined || others.length > 0 ? undefined : this.fileNode(only);
  }

  /** Files that a file takes names from, by these names. */
  passedOnBy(file: number): PassedOn {
    return getOrCompute(this.#passedOn, file, () => {
      this.depend('exports', this.node(file).path);
      const byName = new Map<string, number[]>();
      if (languageById(this.node(file).language)?.passesOnImports === 'never') return byName;
      for (const { target, names } of this.graph.outgoing(file, ['imports'])) {
        const from = this.fileNode(this.node(target).path);
        if (from === undefined) continue;
        for (const name of names) appendTo(byName, name, from);
      }
      return byName;
    });
  }

  /**
   * Returns the symbol that a module exports under a name, or else the only one of that name in its
   * package.
   */
  exportOf({ files, folder }: ImportedModule, name: string): number | undefined {
    return (
      this.exported(files, name) ?? (folder === undefined ? undefined : this.onlyIn(folder, name))
    );
  }

  /**
   * Returns the only outermost exported symbol of a name in a folder, or undefined when there are
   * several.
   */
  onlyIn(folder: string, name: string): number | undefined {
    const found = this.named(name).filter(
      (node) =>
        node.exported &&
        this.isOutermost(node) &&
        (folder === '' || node.path.startsWith(`${folder}/`)),
    );
    return found.length === 1 ? at(found, 0).index : undefined;
  }

  /**
   * Resolves a module to its files, and to the folder of its package if the specifier names one.
   */
  module(language: string, page: RepoPath, specifier: string): ImportedModule {
    this.depend('module', language, page, specifier);
    const files = pathsOf(this.project.moduleOf(language, page, specifier));
    return { files, folder: this.packageOf(specifier) };
  }

  /** Returns the value of importing a whole module: its default export, or its `module.exports`. */
  defaultOf(files: readonly RepoPath[]): number | undefined {
    return this.exported(files, 'default') ?? this.exported(files, '=');
  }

  /**
   * Resolves a module by its full name from the project's root, such as `shop.stock`, or a package
   * by its name.
   */
  dottedModule(page: RepoPath, name: string): ImportedModule | undefined {
    const folder = dirnameOf(page);
    const key = `${folder}\n${name}`;
    return getOrCompute(this.#dotted, key, () => {
      const isPackage = this.packages().has(name);
      const language = languageOfProse(isPackage ? 'package' : 'dotted');
      // For any page of the folder, so that the recorded lookup does not depend on which asks first.
      const module = this.module(
        language,
        `${folder === '' ? '' : `${folder}/`}_` as RepoPath,
        name,
      );
      return module.files.length === 0 ? undefined : module;
    });
  }

  /** Returns the folder of the package that a specifier names, wholly or in part. */
  packageOf(specifier: string): string | undefined {
    const packages = this.packages();
    for (let name = specifier; name !== ''; name = dirnameOf(name)) {
      const folder = packages.get(name);
      if (folder !== undefined) return folder;
    }
    return undefined;
  }

  /** Returns the folder of the innermost package around a file. */
  packageAround(path: string): string {
    this.#packageFolders ??= new Set(this.packages().values());
    return innermostOf(this.#packageFolders, path);
  }

  /**
   * Returns the folder of the package around a file. Outside of packages, returns the outermost
   * folder.
   */
  rootOf(path: string): string {
    return getOrCompute(this.#roots, path, () => {
      const around = this.packageAround(path);
      return around === '' && path.includes('/') ? path.slice(0, path.indexOf('/')) : around;
    });
  }

  /** Cached {@link isNonApiPage}: each name checks its page. */
  isNonApiPage(path: string): boolean {
    return getOrCompute(this.#nonApiPages, path, () => isNonApiPage(path));
  }

  /**
   * Returns the code files that form a module of this name, without tests and examples: `a/b.rs`,
   * `a/b/mod.rs`.
   */
  modulesNamed(words: string): readonly RepoPath[] {
    const ends = MODULE_ENDINGS.map((ending) => `${words}${ending}`);
    return ends.flatMap((end) => this.filesOfApi(end));
  }

  /** Returns the indexed file whose path equals or ends with the given words, if it is the only one. */
  onlyFileAt(words: string): RepoPath | undefined {
    this.depend('path', words);
    const [only, ...others] = this.filesAt(words);
    return others.length === 0 ? only : undefined;
  }

  /** Returns all such files without tests and examples. */
  filesOfApi(words: string): readonly RepoPath[] {
    this.depend('apiPath', words);
    return this.filesAt(words).filter((path) => !this.isNonApiPath(path));
  }

  /** Returns all such files. Not recorded as a lookup: for checks of pages, not for their edges. */
  filesAt(words: string): readonly RepoPath[] {
    if (this.fileNode(words) !== undefined) return [words as RepoPath];
    this.#filesByName ??= byName(this.graph.paths());
    const same = this.#filesByName.get(basenameOf(words)) ?? [];
    return same.filter((path) => path.endsWith(`/${words}`));
  }
}
