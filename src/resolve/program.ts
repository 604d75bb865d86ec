/**
 * All files of a project as one numbered whole: symbols, children by name, and imports between
 * files.
 */
import { appendTo } from '../base/append-to.ts';
import { at } from '../base/assert.ts';
import { RecentValues } from '../base/recent-values.ts';
import { splitBefore } from '../base/split-before.ts';
import type { ModuleTarget } from '../extractors/language.ts';
import { languageById, OUTSIDE } from '../languages/registry.ts';
import type { FileFacts, Shape } from '../model/facts.ts';
import type { RepoPath } from '../model/path.ts';
import { type Declaration, modifierBits } from '../model/symbol.ts';
import { type ExportTable, exportTable } from './export-table.ts';
import type { FileTable } from './file-table.ts';
import { GlobalDeclarations } from './global-declarations.ts';
import type { ImportTable } from './import-table.ts';
import { Includes } from './includes.ts';
import type { Flag } from './links.ts';

const NO_CHILDREN: ReadonlyMap<string, readonly number[]> = new Map();
const TYPES = /^(class|interface|enum|typeAlias)$/;
const STATIC = modifierBits(['static']);
const APART = modifierBits(['apart']);
const CONST = modifierBits(['const']);

/** Half of the declarations whose members are kept by name. */
const MEMBERS_KEPT_MAX = 10_000;

/** Half of the files whose exports are kept by name. */
const EXPORTS_KEPT_MAX = 2000;

/** The declarations of one file by name. */
interface Members {
  readonly top: ReadonlyMap<string, readonly number[]>;
  /** By declaration; undefined for those without members. */
  readonly children: readonly (ReadonlyMap<string, readonly number[]> | undefined)[];
}

/**
 * The files of a program, by number. Facts are requested one file at a time, so that few are read.
 */
export interface ProgramFiles {
  /** Sorted. */
  readonly paths: readonly RepoPath[];
  readonly table: FileTable;
  /** Called for each use, so it must be fast. */
  readonly facts: (file: number) => FileFacts;
}

/**
 * Numbers all symbols of a project. A declaration's global number is its file's base plus its
 * index. Files have no number here: if an edge ends at a file, its index is −1.
 *
 * Files that describe known packages are numbered after those of the project. No edge leads to them.
 */
export class Program {
  readonly paths: readonly RepoPath[];
  readonly #files: ProgramFiles;
  readonly #exports: RecentValues<ExportTable>;
  readonly #bases: Int32Array;
  readonly #fileOfNode: Int32Array;
  readonly #members: RecentValues<Members>;
  readonly #imports: ImportTable;

  /** Which files a file includes, and the names that they declare. */
  readonly includes = new Includes(this);
  /** Names and modules that need no import of a project file. */
  readonly globals: GlobalDeclarations = new GlobalDeclarations(this);
  /** The files of the project that declare such names, ascending. */
  readonly globalFiles: readonly number[];
  /** The files that describe known packages. */
  readonly outsideFiles: readonly number[];

  constructor(files: ProgramFiles, imports: ImportTable) {
    this.paths = files.paths;
    this.#files = files;
    this.#imports = imports;
    const { bases, fileOfNode } = files.table.numbering;
    this.#bases = bases;
    this.#fileOfNode = fileOfNode;
    this.outsideFiles = OUTSIDE.map((_, index) => files.paths.length + index);
    this.globalFiles = files.table.filesWith('declaresGlobals');
    const fileCount = files.paths.length + OUTSIDE.length;
    this.#exports = new RecentValues(
      fileCount,
      (file) => exportTable(this.facts(file).exports),
      () => 1,
      EXPORTS_KEPT_MAX,
    );
    this.#members = new RecentValues(
      fileCount,
      (file) => this.#membersOf(file),
      ({ children }) => children.length,
      MEMBERS_KEPT_MAX,
    );
  }

  /** Returns the same program with empty caches, which puts the files whose facts it needs into `read`. */
  recording(read: Set<number>): Program {
    const facts = (file: number): FileFacts => {
      read.add(file);
      return this.facts(file);
    };
    return new Program({ ...this.#files, facts }, this.#imports);
  }

  facts(file: number): FileFacts {
    const place = file - this.paths.length;
    return place < 0 ? this.#files.facts(file) : at(OUTSIDE, place).facts();
  }

  exports(file: number): ExportTable {
    return this.#exports.get(file);
  }

  /** Returns the files with a flag, ascending. */
  filesWith(flag: Flag): readonly number[] {
    return this.#files.table.filesWith(flag);
  }

  isScript(file: number): boolean {
    return this.#files.table.has(file, 'isScript');
  }

  hasMethodSets(file: number): boolean {
    return this.#files.table.has(file, 'hasMethodSets');
  }

  hasRegistrations(file: number): boolean {
    // A base of a class may be in a file that describes a known package.
    return file < this.paths.length && this.#files.table.has(file, 'hasRegistrations');
  }

  /** Returns the number of a file; −1 for files that are not indexed. */
  numberOf(path: RepoPath): number {
    return this.#imports.numberOf(path);
  }

  /** Whether static members are found on types only, and other members on instances only. */
  hasStrictStatics(node: number): boolean {
    return languageById(this.facts(this.fileOf(node)).language)?.strictStatics === true;
  }

  /** Whether methods of one name are told apart by the types of their parameters, as in Java. */
  hasOverloads(node: number): boolean {
    return languageById(this.facts(this.fileOf(node)).language)?.separateMethods !== undefined;
  }

  /** Returns the name of the associated type whose members a type has as well. */
  dereferencesTo(node: number): string | undefined {
    return languageById(this.facts(this.fileOf(node)).language)?.dereferencesTo;
  }

  /** Whether `super` in a class finds members of all its bases. */
  hasResolutionOrder(node: number): boolean {
    return languageById(this.facts(this.fileOf(node)).language)?.resolutionOrder === true;
  }

  /** Returns the name of the method that gives instances the value of a class attribute. */
  getterMethod(node: number): string | undefined {
    return languageById(this.facts(this.fileOf(node)).language)?.getterMethod;
  }

  /** Whether a method and a field of one name are distinguished by being called. */
  hasSeparateMethods(node: number): boolean {
    return languageById(this.facts(this.fileOf(node)).language)?.separateMethods === 'only';
  }

  /** Whether the imports of a file insert the text of the imported file (`#include`). */
  hasTextualImports(file: number): boolean {
    return languageById(this.facts(file).language)?.textualImports === true;
  }

  /** Whether a symbol belongs to a known package rather than to the project. */
  isOutside(node: number): boolean {
    return this.fileOf(node) >= this.paths.length;
  }

  nodeOf(file: number, declaration: number): number {
    return at(this.#bases, file) + declaration;
  }

  fileOf(node: number): number {
    return at(this.#fileOfNode, node);
  }

  indexOf(node: number): number {
    return node - at(this.#bases, this.fileOf(node));
  }

  declaration(node: number): Declaration {
    return at(this.facts(this.fileOf(node)).declarations, this.indexOf(node));
  }

  shape(node: number): Shape {
    return at(this.facts(this.fileOf(node)).shapes, this.indexOf(node));
  }

  parentOf(node: number): number {
    const { parent } = this.declaration(node);
    return parent < 0 ? -1 : this.nodeOf(this.fileOf(node), parent);
  }

  /** Returns the names of a symbol and of those around it, joined with `::`. */
  pathOf(node: number): string {
    const parent = this.parentOf(node);
    const { name } = this.declaration(node);
    return parent < 0 ? name : `${this.pathOf(parent)}::${name}`;
  }

  isStatic(node: number): boolean {
    return (this.declaration(node).modifiers & STATIC) !== 0;
  }

  /** Returns the resolved targets of all imports of a file. */
  targets(file: number): readonly ModuleTarget[] {
    return at(this.#imports.targets, file);
  }

  /** Returns the resolved target of an import of a file. */
  target(file: number, module: number): ModuleTarget {
    return at(this.targets(file), module);
  }

  /**
   * Returns the indexed files that an import leads to, ascending. Empty when the target is outside
   * of the project or not indexed. All imports of one module share one list.
   */
  importedFiles(file: number, module: number): readonly number[] {
    return this.#imports.importedFiles(file, module);
  }

  /** Returns the direct children of a symbol with a name. */
  childrenNamed(node: number, name: string): readonly number[] {
    return this.childrenOf(node).get(name) ?? [];
  }

  /** Returns the direct children of a symbol by name. */
  childrenOf(node: number): ReadonlyMap<string, readonly number[]> {
    const { children } = this.#members.get(this.fileOf(node));
    return children[this.indexOf(node)] ?? NO_CHILDREN;
  }

  /**
   * Returns the members of a symbol as a value: all children of a namespace or enum, the static
   * members of a class and its nested types. Functions and variables have only members assigned to
   * them (`f.x = …`); other declarations inside are local or members of an object there.
   */
  membersNamed(node: number, name: string): readonly number[] {
    const { kind } = this.declaration(node);
    const children = this.childrenNamed(node, name);
    return kind === 'namespace' || kind === 'enum'
      ? children
      : children.filter((child) => this.isStatic(child) || this.#isMemberByKind(node, child));
  }

  /**
   * Whether a child is a member because of its kind. A nested type is named through its class:
   * `Map.Entry`. If statics are not strict, every member is: `Shape.area(square)`.
   */
  #isMemberByKind(node: number, child: number): boolean {
    const owner = this.declaration(node);
    if (!TYPES.test(owner.kind)) return false;
    const { name, kind, modifiers } = this.declaration(child);
    // A constructor with the name of its class is not named through it.
    if (kind === 'constructor' && name === owner.name) return false;
    // In languages with separate method names, fields belong to instances only.
    if (kind === 'field' && (modifiers & CONST) === 0 && this.hasSeparateMethods(node))
      return false;
    return TYPES.test(kind) || !this.hasStrictStatics(node);
  }

  /** Returns the constructors written in a class, whatever the language calls them. */
  constructorsOf(node: number): readonly number[] {
    return [...this.childrenOf(node).values()]
      .flat()
      .filter((child) => this.declaration(child).kind === 'constructor');
  }

  topLevelNamed(file: number, name: string): readonly number[] {
    return this.#members.get(file).top.get(name) ?? [];
  }

  #membersOf(file: number): Members {
    const { declarations, language } = this.facts(file);
    const { separateMethods } = languageById(language) ?? {};
    const base = at(this.#bases, file);
    const top = new Map<string, number[]>();
    const children: (Map<string, number[]> | undefined)[] = declarations.map(() => undefined);
    const mapOf = (parent: number) => {
      if (parent < 0) return top;
      children[parent] ??= new Map();
      return children[parent];
    };
    declarations.forEach((declaration, index) => {
      const map = mapOf(declaration.parent);
      appendTo(map, declaration.name, base + index);
      // If methods and fields may share a name, methods are looked up as `name()`.
      const owner = declarations[declaration.parent]?.name;
      const isNamed = declaration.kind === 'constructor' && declaration.name !== owner;
      if (separateMethods !== undefined && (declaration.kind === 'method' || isNamed))
        appendTo(map, `${declaration.name}()`, base + index);
    });
    if (separateMethods === 'preferred')
      for (const map of [top, ...children]) if (map !== undefined) addCalledValues(map);
    return { top, children };
  }

  /**
   * Returns all symbols that merge with a symbol: same name, same place. Includes the symbol
   * itself.
   */
  merged(node: number): readonly number[] {
    const { name, parent } = this.declaration(node);
    const file = this.fileOf(node);
    const named =
      parent < 0
        ? this.topLevelNamed(file, name)
        : this.childrenNamed(this.nodeOf(file, parent), name);
    if (named.length === 1) return named;
    const begins = (other: number) => (this.declaration(other).modifiers & APART) !== 0;
    const block = splitBefore(named, begins).find((nodes) => nodes.includes(node)) ?? named;
    return block.filter((other) => !this.#areRivals(node, other));
  }

  /**
   * Whether two symbols of one name exclude each other. Two classes, two variables and the like are
   * in different scopes of one parent, such as the callbacks of a test file.
   */
  #areRivals(node: number, other: number): boolean {
    if (node === other) return false;
    const [one, two] = [this.declaration(node), this.declaration(other)];
    if (one.kind === 'typeAlias') return /^(typeAlias|interface|class|enum)$/.test(two.kind);
    if (two.kind === 'typeAlias') return /^(interface|class|enum)$/.test(one.kind);
    return ownsValue(one) && ownsValue(two);
  }
}

/** Adds callable values that are not methods: a class, or a property that holds a function. */
function addCalledValues(map: Map<string, number[]>): void {
  for (const [name, nodes] of [...map]) {
    if (!name.endsWith('()') && !map.has(`${name}()`)) map.set(`${name}()`, nodes);
  }
}

function ownsValue({ kind, bodyStart, end }: Declaration): boolean {
  return kind === 'class' || kind === 'variable' || (kind === 'function' && bodyStart < end);
}
