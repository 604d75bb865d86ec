/**
 * Declarations that code reaches without importing a file of the project: global names, and modules
 * that are declared by name (`declare module 'x'`). Some are in the project, others are known of
 * well-used packages (`Language.outside`).
 *
 * Declarations of one name complete each other wherever they are, as in the compiler: a project
 * adds members to `Window`, or to an interface of a package.
 */
import { appendTo } from '../base/append-to.ts';
import { at } from '../base/assert.ts';
import { languageById } from '../languages/registry.ts';
import type { FileFacts } from '../model/facts.ts';
import { modifierBits } from '../model/symbol.ts';
import type { Program } from './program.ts';

const GLOBAL = modifierBits(['global']);
const MODULE = modifierBits(['module']);
const DEFAULT = modifierBits(['default']);
const TYPE_ONLY = /^(interface|typeAlias)$/;
const MERGING = /^(interface|class|namespace)$/;

/** Whether a file declares names for files that do not import it. */
export function declaresGlobals({ declarations }: FileFacts): boolean {
  return declarations.some(({ modifiers }) => (modifiers & (GLOBAL | MODULE)) !== 0);
}

export class GlobalDeclarations {
  readonly #program: Program;
  readonly #isReader: (boolean | undefined)[] = [];
  #found: Found | undefined;

  constructor(program: Program) {
    this.#program = program;
  }

  /** Returns the global declarations of a name that a file can use, project files first. */
  named(file: number, name: string): readonly number[] {
    return this.#reads(file) ? (this.#all().names.get(name) ?? []) : [];
  }

  /** Returns the global values of a name, as members of `globalThis`. */
  membersNamed(name: string): readonly number[] {
    return (this.#all().names.get(name) ?? []).filter(
      (node) => !TYPE_ONLY.test(this.#program.declaration(node).kind),
    );
  }

  /** Returns the global interfaces of a name in the project. */
  interfacesNamed(name: string): readonly number[] {
    return (this.#all().names.get(name) ?? []).filter(
      (node) =>
        this.#program.declaration(node).kind === 'interface' && !this.#program.isOutside(node),
    );
  }

  /**
   * Returns the declarations of the module that an import names. A part of a package without a
   * declaration of its own is taken for the package: `spectator/vitest` exports what `spectator`
   * does.
   */
  modulesOf(file: number, module: number): readonly number[] {
    if (!this.#reads(file)) return [];
    const specifier = at(this.#program.facts(file).imports, module).specifier.replace(/^node:/, '');
    const { modules } = this.#all();
    const [packageName = ''] = /^(@[^/]+\/)?[^/]+/.exec(specifier) ?? [];
    return modules.get(specifier) ?? modules.get(packageName) ?? [];
  }

  /**
   * Returns what such modules export under a name: the first declaration of each, `*` for the
   * module itself. A module without a default export is its own default, as in CommonJS.
   */
  exportOf(modules: readonly number[], name: string): readonly number[] {
    if (name === '*') return modules.slice(0, 1);
    const wholes = modules.flatMap((module) => this.#wholeOf(module));
    if (name === 'default' || name === '=') {
      const found = name === 'default' ? wholes : wholes.filter((node) => this.#isAll(node));
      return (found.length > 0 ? found : modules).slice(0, 1);
    }
    const named = modules.flatMap((module) => this.#program.childrenNamed(module, name));
    if (named.length > 0) return named.slice(0, 1);
    return wholes.flatMap((node) => this.#program.membersNamed(node, name)).slice(0, 1);
  }

  /** Returns what a declared module exports as default or as a whole: `export = f`. */
  #wholeOf(module: number): readonly number[] {
    return this.#childrenOf(module).filter((node) => this.#isDefault(node));
  }

  /** Whether `require` of its module gives a default export, because all other exports are in it. */
  #isAll(node: number): boolean {
    const { kind } = this.#program.declaration(node);
    const siblings = this.#childrenOf(this.#program.parentOf(node));
    return (
      kind === 'class' ||
      siblings.every(
        (one) => this.#isDefault(one) || TYPE_ONLY.test(this.#program.declaration(one).kind),
      )
    );
  }

  #isDefault(node: number): boolean {
    return (this.#program.declaration(node).modifiers & DEFAULT) !== 0;
  }

  #childrenOf(module: number): readonly number[] {
    return [...this.#program.childrenOf(module).values()].flat();
  }

  /** Whether an edge may lead to a node: to the project, but to no declared module as a whole. */
  isTarget(node: number): boolean {
    if (this.#program.isOutside(node)) return false;
    return (this.#program.declaration(node).modifiers & MODULE) === 0;
  }

  /** Returns all declarations that form one type or namespace with a node; empty if it is alone. */
  partsOf(node: number): readonly number[] {
    if (this.#found === undefined && !this.#isDeclaredOutside(node)) return [];
    return this.#all().parts.get(node) ?? [];
  }

  /** Before anything global was looked up, only files that declare globals can have parts. */
  #isDeclaredOutside(node: number): boolean {
    return this.#program.globalFiles.length > 0 || this.#program.isOutside(node);
  }

  #reads(file: number): boolean {
    this.#isReader[file] ??=
      languageById(this.#program.facts(file).language)?.outside !== undefined;
    return this.#isReader[file];
  }

  #all(): Found {
    this.#found ??= new Found(this.#program);
    return this.#found;
  }
}

class Found {
  readonly names = new Map<string, number[]>();
  readonly modules = new Map<string, number[]>();
  readonly parts = new Map<number, readonly number[]>();
  readonly #program: Program;

  constructor(program: Program) {
    this.#program = program;
    for (const file of [...program.globalFiles, ...program.outsideFiles]) this.#collect(file);
    for (const group of [...this.names.values(), ...this.modules.values()]) this.#merge(group);
  }

  #collect(file: number): void {
    const facts = this.#program.facts(file);
    facts.declarations.forEach(({ name, modifiers }, index) => {
      const node = this.#program.nodeOf(file, index);
      if ((modifiers & MODULE) !== 0) this.#collectModule(file, facts, node);
      else if ((modifiers & GLOBAL) !== 0) appendTo(this.names, name, node);
    });
  }

  /** A declared module is one of its own, or adds to files of the project. */
  #collectModule(file: number, facts: FileFacts, node: number): void {
    const { name } = this.#program.declaration(node);
    const module = facts.imports.findIndex(
      ({ form, specifier }) => form === 'path' && specifier === name,
    );
    const files = module < 0 ? [] : this.#program.importedFiles(file, module);
    if (files.length === 0) return appendTo(this.modules, name, node);
    for (const [child, added] of this.#program.childrenOf(node)) {
      const targets = files.flatMap((one) => this.#program.topLevelNamed(one, child));
      this.#merge([...targets, ...added]);
    }
  }

  /** Joins declarations of one name, and those inside of them that share a name. */
  #merge(group: readonly number[]): void {
    const kinds = group.filter((node) => MERGING.test(this.#program.declaration(node).kind));
    if (kinds.length < 2) return;
    // Several files may add to one declaration.
    const whole = [...new Set(kinds.flatMap((node) => this.parts.get(node) ?? node))];
    for (const node of whole) this.parts.set(node, whole);
    const inner = new Map<string, number[]>();
    for (const node of kinds) {
      if (this.#program.declaration(node).kind !== 'namespace') continue;
      for (const [name, children] of this.#program.childrenOf(node))
        for (const child of children) appendTo(inner, name, child);
    }
    for (const children of inner.values()) this.#merge(children);
  }
}
