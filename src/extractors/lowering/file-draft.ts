/** What a file's extraction gathers in every language, on the way to {@link FileFacts}. */
import { at } from '../../base/assert.ts';
import { ExpressionTable, OP } from '../../model/expression.ts';
import {
  type Conformance,
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
import type { Remarks } from './syntax.ts';

/** A declaration before ids are given and source order is restored. */
export interface DraftDeclaration {
  readonly name: string;
  readonly kind: SymbolKind;
  /** May be set once all are known: a method may stand before its type. */
  parent: number;
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

/** Lives as long as the extraction of one file. Numbers of declarations are those of {@link addDeclaration}. */
export class FileDraft {
  readonly text: string;
  readonly tree: Remarks;
  readonly table = new ExpressionTable();
  readonly declarations: DraftDeclaration[] = [];
  readonly shapes: DraftShape[] = [];
  readonly imports: ImportFact[] = [];
  readonly bindings: ImportBinding[] = [];
  readonly exports: ExportFact[] = [];
  readonly conformances: Conformance[] = [];
  readonly references: number[] = [];
  readonly unknown: ExpressionId;

  readonly #strings = new Map<string, number>();
  readonly #lineStarts: number[] = [0];

  constructor(text: string, tree: Remarks) {
    this.text = text;
    this.tree = tree;
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
    return index;
  }

  kindOf(declaration: number): SymbolKind | undefined {
    return this.declarations[declaration]?.kind;
  }

  /** A declaration and those that it stands in, innermost first; nothing for −1. */
  *around(declaration: number): Generator<number> {
    for (let at = declaration; at >= 0; at = this.declarations[at]?.parent ?? -1) yield at;
  }

  /** The innermost of these that is of some kinds; −1: none. */
  enclosing(declaration: number, kinds: RegExp): number {
    for (const at of this.around(declaration)) if (kinds.test(this.kindOf(at) ?? '')) return at;
    return -1;
  }

  textOf(node: { readonly start: number; readonly end: number }): string {
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

  /** A list of something, an element of it, and the like; of what is not known, unknown. */
  over(
    op: typeof OP.arrayOf | typeof OP.iterated | typeof OP.element,
    operand: ExpressionId,
  ): ExpressionId {
    return operand === this.unknown ? this.unknown : this.table.add(op, operand);
  }

  /** A value of a declared type. */
  ofType(type: ExpressionId): ExpressionId {
    return type <= this.unknown ? this.unknown : this.table.add(OP.ofType, type);
  }

  /** In a shape, "unknown" is "not given". */
  orNone(expression: ExpressionId): ExpressionId {
    return expression === this.unknown ? NO_EXPRESSION : expression;
  }

  refer(source: number, form: ReferenceForm, expression: ExpressionId, offset: number): void {
    if (expression === this.unknown) return;
    this.references.push(source, REFERENCE_FORMS.indexOf(form), expression, this.lineOf(offset));
  }
}
