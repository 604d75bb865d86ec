import { at } from '../../base/assert.ts';
import { ExpressionTable, OP } from '../../model/expression.ts';
import {
  EMPTY_SHAPE,
  type ExportFact,
  type ExpressionId,
  type ImportBinding,
  type ImportFact,
  NO_EXPRESSION,
  REFERENCE_FORMS,
  type ReferenceForm,
  type Shape,
} from '../../model/facts.ts';
import type { SymbolKind, Visibility } from '../../model/symbol.ts';
import type { Scope } from './scope.ts';
import type { Syntax, SyntaxTree } from './syntax.ts';

/** A declaration before ids are given and source order is restored. */
export interface DraftDeclaration {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly parent: number;
  /** The node whose text is the body that readers see. */
  readonly start: number;
  readonly end: number;
  readonly bodyStart: number;
  readonly signature: string;
  readonly doc: string;
  exported: boolean;
  readonly visibility: Visibility;
  modifiers: number;
}

export type DraftShape = { -readonly [Key in keyof Shape]: Shape[Key] };

/** Everything the extraction of one file gathers. Lives as long as that extraction. */
export class Context {
  readonly text: string;
  readonly tree: SyntaxTree;
  /** JavaScript: `exports.x =` exports, and functions double as classes. */
  readonly commonJs: boolean;
  readonly table = new ExpressionTable();
  readonly declarations: DraftDeclaration[] = [];
  readonly shapes: DraftShape[] = [];
  readonly imports: ImportFact[] = [];
  readonly bindings: ImportBinding[] = [];
  readonly exports: ExportFact[] = [];
  readonly references: number[] = [];
  /** Declarations by the node that makes them: declaring twice gives the same number. */
  readonly declared = new Map<Syntax, number>();
  readonly scopes = new Map<Syntax, Scope>();
  /** What all blocks of a namespace share, by where it stands and its name. */
  readonly namespaces = new Map<Scope, Map<string, Scope>>();
  /** The scopes in {@link namespaces}. */
  readonly sharedScopes = new Set<Scope>();
  /** Export statements name their locals before or after these are declared. */
  readonly defaultExported = new Set<number>();
  /** Local names in export lists. */
  readonly exportedNames = new Set<string>();
  /** CommonJS: what the module exports by each name; `=` is the whole. */
  readonly ownExports = new Map<string, () => ExpressionId>();
  /** Declarations up to this one stand at the file's own level or inside those; later ones in callbacks. */
  fileLevelCount = Number.POSITIVE_INFINITY;
  /** Imports by the call that makes them: `require('x')` is met more than once. */
  readonly modules = new Map<Syntax, number>();
  readonly objectsDeclared = new Set<Syntax>();
  /** Work that needs every name of the file to be bound first. */
  readonly later: (() => void)[] = [];
  readonly unknown: ExpressionId;

  readonly #latest = new Map<string, number>();
  readonly #strings = new Map<string, number>();
  readonly #lineStarts: number[] = [0];

  constructor(text: string, tree: SyntaxTree, commonJs: boolean) {
    this.text = text;
    this.tree = tree;
    this.commonJs = commonJs;
    this.unknown = this.table.add(OP.unknown);
    for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) {
      this.#lineStarts.push(index + 1);
    }
  }

  /** Adds a declaration with an empty shape and returns its number. */
  addDeclaration(draft: DraftDeclaration): number {
    const index = this.declarations.length;
    this.declarations.push(draft);
    this.shapes.push({ ...EMPTY_SHAPE });
    this.#latest.set(`${draft.parent} ${draft.name}`, index);
    return index;
  }

  /** The latest declaration of a name inside a parent; −1: none. */
  latestDeclaration(parent: number, name: string): number {
    return this.#latest.get(`${parent} ${name}`) ?? -1;
  }

  textOf(node: Syntax): string {
    return this.text.slice(node.start, node.end);
  }

  get lineCount(): number {
    // What follows the last line's end is not a line.
    return Math.max(1, this.#lineStarts.length - (this.text.endsWith('\n') ? 1 : 0));
  }

  /** 1-based line of an offset. */
  lineOf(offset: number): number {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (at(this.#lineStarts, middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /** Offset of a 1-based line. */
  startOfLine(line: number): number {
    return at(this.#lineStarts, line - 1);
  }

  stringId(value: string): number {
    const known = this.#strings.get(value);
    if (known !== undefined) return known;
    this.#strings.set(value, this.#strings.size);
    return this.#strings.size - 1;
  }

  strings(): string[] {
    return [...this.#strings.keys()];
  }

  member(object: ExpressionId, name: string): ExpressionId {
    if (object === this.unknown) return this.unknown;
    return this.table.add(OP.member, object, this.stringId(name));
  }

  /** A union, flattened to at most eight alternatives; unknown ones say nothing and are dropped. */
  either(op: typeof OP.either | typeof OP.union, parts: readonly ExpressionId[]): ExpressionId {
    const known = [...new Set(parts)].filter((part) => part !== this.unknown).slice(0, 8);
    if (known.length === 0) return this.unknown;
    return known.length === 1 ? at(known, 0) : this.table.add(op, ...known);
  }

  /** A value of a declared type. */
  ofType(type: ExpressionId): ExpressionId {
    return type <= this.unknown ? this.unknown : this.table.add(OP.ofType, type);
  }

  /** In a shape, "unknown" is "not given". */
  orNone(expression: ExpressionId): ExpressionId {
    return expression === this.unknown ? NO_EXPRESSION : expression;
  }

  /** Exports a declaration of the file's own level under its name. Namespaces export by containing. */
  exportDeclaration(owner: number, name: string, index: number): void {
    if (owner !== -1) return;
    this.exports.push({ form: 'local', name, expression: this.table.add(OP.declaration, index) });
  }

  refer(source: number, form: ReferenceForm, expression: ExpressionId, offset: number): void {
    if (expression === this.unknown) return;
    this.references.push(source, REFERENCE_FORMS.indexOf(form), expression, this.lineOf(offset));
  }
}
