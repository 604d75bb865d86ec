import { FileDraft } from '../../extractors/lowering/file-draft.ts';
import type { Syntax } from '../../extractors/lowering/syntax.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId, ImportForm } from '../../model/facts.ts';
import type { RepoPath } from '../../model/path.ts';
import type { Entry, Scope } from './scope.ts';

/** An attribute that methods assign on `self`. */
export interface Attribute {
  readonly declaration: number;
  readonly values: { readonly node: Syntax; readonly scope: Scope }[];
}

/** Extraction state of one Python file. */
export class PythonDraft extends FileDraft {
  /** Scopes of functions, classes, lambdas and comprehensions. */
  readonly scopes = new Map<Syntax, Scope>();
  /** Declarations by the statement that makes them. */
  readonly declared = new Map<Syntax, number>();
  /** Scopes of class bodies by their declaration. */
  readonly classScopes = new Map<number, Scope>();
  /** Attributes by class and name. */
  readonly attributes = new Map<number, Map<string, Attribute>>();
  /** Values and types assigned to a variable, by its declaration. */
  readonly values = new Map<number, { readonly node: Syntax; readonly scope: Scope }[]>();
  /** Modules by the dotted path that `import a.b` makes available. */
  readonly dotted = new Map<string, number>();
  /** Declarations of fixtures by class and name; those of the module by −1. */
  readonly fixtures = new Map<string, number>();
  /** Functions that pytest calls with fixtures. */
  readonly fixtureUsers = new Set<number>();
  /** Fixtures of other files by name. */
  readonly sharedFixtures = new Map<string, readonly ExpressionId[]>();
  readonly path: RepoPath;
  /** Whether comments may state types. */
  readonly hasTypeComments: boolean;
  /** Names of the module that `TypeVar` made. */
  readonly typeVariables = new Set<string>();
  /** Names of the type parameters of classes and functions. */
  readonly typeParameters = new Map<number, readonly string[]>();
  /** Values of parameters that are type parameters of their function, by function and name. */
  readonly openParameters = new Map<number, ReadonlyMap<string, () => ExpressionId>>();
  /** Type variables that annotate the receiver of a method, with its class. */
  readonly receiverVariables = new Map<number, { readonly name: string; readonly owner: number }>();
  /** Attributes that a condition narrows, as written: `self.x`. */
  readonly narrowed = new Set<string>();
  /** Work deferred until every name of the file is bound. */
  readonly later: (() => void)[] = [];
  readonly #modules = new Map<string, number>();

  constructor(text: string, tree: ConstructorParameters<typeof FileDraft>[1], path: RepoPath) {
    super(text, tree);
    this.path = path;
    this.hasTypeComments = /#\s*type:(?!\s*ignore\b)/.test(text);
  }

  /**
   * Adds an import fact, one per spelling, form and line. Edges are created only from imports
   * written in the source.
   */
  importModule(
    specifier: string,
    form: ImportForm,
    names: readonly string[],
    line: number,
  ): number {
    this.imports.push({ specifier, form, names, line });
    return this.imports.length - 1;
  }

  /** Adds a module that code reaches through a longer path, such as `a` in `import a.b`. */
  silentModule(specifier: string, line: number): number {
    const known = this.#modules.get(specifier);
    if (known !== undefined) return known;
    const index = this.importModule(specifier, 'part', [], line);
    this.#modules.set(specifier, index);
    return index;
  }

  /** Adds a module that is only named in a doc comment and not imported. */
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

  /** Returns an expression for the first of several that exists. */
  first(parts: readonly ExpressionId[]): ExpressionId {
    const distinct = [...new Set(parts)].filter((part) => part !== this.unknown);
    const [only] = distinct;
    if (only === undefined) return this.unknown;
    return distinct.length === 1 ? only : this.table.add(OP.firstOf, ...distinct.slice(0, 8));
  }

  /** Returns the combined expression of a name's entries. */
  expressionOf(entries: readonly Entry[]): ExpressionId {
    const parts = entries.map((entry) => entry.evaluate());
    const isNamed = entries.every(({ form }) => form === 'declaration' || form === 'import');
    if (!isNamed) return this.either(OP.either, parts);
    // What an `except` clause binds is a fallback.
    const isFallback = ({ block }: Entry): boolean => block.parent?.type === 'except_clause';
    const preferred = entries.flatMap((entry, index) =>
      isFallback(entry) ? [] : (parts[index] ?? []),
    );
    return this.first([...preferred, ...parts]);
  }
}
