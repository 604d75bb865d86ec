import { FileDraft } from '../../extractors/lowering/file-draft.ts';
import type { Syntax } from '../../extractors/lowering/syntax.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId, ImportForm } from '../../model/facts.ts';
import type { Entry, Scope } from './scope.ts';

/** What is known of an attribute that methods give to `self`. */
export interface Attribute {
  readonly declaration: number;
  readonly values: { readonly node: Syntax; readonly scope: Scope }[];
}

/** The extraction of one Python file. */
export class PythonDraft extends FileDraft {
  /** Scopes of functions, classes, lambdas and comprehensions. */
  readonly scopes = new Map<Syntax, Scope>();
  /** Declarations by the statement that makes them. */
  readonly declared = new Map<Syntax, number>();
  /** Scopes of class bodies by their declaration. */
  readonly classScopes = new Map<number, Scope>();
  /** Attributes by class, then by name. */
  readonly attributes = new Map<number, Map<string, Attribute>>();
  /** Expressions and types that a variable was given, by its declaration. */
  readonly values = new Map<number, { readonly node: Syntax; readonly scope: Scope }[]>();
  /** Modules by the dotted path that `import a.b` makes readable. */
  readonly dotted = new Map<string, number>();
  /** Work that needs every name of the file to be bound first. */
  readonly later: (() => void)[] = [];
  readonly #modules = new Map<string, number>();

  /** One import fact per spelling, form and line; edges come from the ones that people wrote. */
  importModule(
    specifier: string,
    form: ImportForm,
    names: readonly string[],
    line: number,
  ): number {
    this.imports.push({ specifier, form, names, line });
    return this.imports.length - 1;
  }

  /** A module that code reaches through a longer path, as `a` of `import a.b`. */
  silentModule(specifier: string, line: number): number {
    const known = this.#modules.get(specifier);
    if (known !== undefined) return known;
    const index = this.importModule(specifier, 'part', [], line);
    this.#modules.set(specifier, index);
    return index;
  }

  /** A module that a doc comment spells out: nobody imports it. */
  pathModule(specifier: string, line: number): number {
    const key = `path ${specifier}`;
    const known = this.#modules.get(key);
    if (known !== undefined) return known;
    const index = this.importModule(specifier, 'path', [], line);
    this.#modules.set(key, index);
    return index;
  }

  binding(module: number, name: string): ExpressionId {
    this.bindings.push({ module, name });
    return this.table.add(OP.binding, this.bindings.length - 1);
  }

  /** The first of several that exists. */
  first(parts: readonly ExpressionId[]): ExpressionId {
    const distinct = [...new Set(parts)].filter((part) => part !== this.unknown);
    const [only] = distinct;
    if (only === undefined) return this.unknown;
    return distinct.length === 1 ? only : this.table.add(OP.firstOf, ...distinct.slice(0, 8));
  }

  /** What the entries of a name say together. */
  expressionOf(entries: readonly Entry[]): ExpressionId {
    const parts = entries.map((entry) => entry.evaluate());
    const isNamed = entries.every(({ form }) => form === 'declaration' || form === 'import');
    return isNamed ? this.first(parts) : this.either(OP.either, parts);
  }
}
