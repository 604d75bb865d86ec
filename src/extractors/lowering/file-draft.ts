/**
 * Collects the results of extracting a file, in every language, before they become {@link
 * FileFacts}.
 */

import { at } from '../../base/assert.ts';
import { lineStartsOf } from '../../base/lines.ts';
import { lowerBound } from '../../base/lower-bound.ts';
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

/** A declaration before ids are assigned and source order is restored. */
export interface DraftDeclaration {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Assigned once all declarations are known, because a method may precede its type. */
  parent: number;
  /** The type that a member belongs to, if another file declares it: a part of the id. */
  holder?: string;
  /** Start of the node whose text is shown as the body. */
  readonly start: number;
  readonly end: number;
  readonly bodyStart: number;
  readonly signature: string;
  readonly doc: string;
  exported: boolean;
  readonly visibility: Visibility;
  modifiers: number;
  /** Identity of the block whose names it is one of. */
  block?: object;
}

export type DraftShape = { -readonly [Key in keyof Shape]: Shape[Key] };

/**
 * The results collected so far for one file; it lives as long as the file's extraction.
 * Declarations are identified by the numbers that {@link addDeclaration} returns.
 */
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
  readonly #lineStarts: readonly number[];

  constructor(text: string, tree: Remarks) {
    this.text = text;
    this.tree = tree;
    this.unknown = this.table.add(OP.unknown);
    this.#lineStarts = lineStartsOf(text);
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

  /** Yields a declaration and those that enclose it, innermost first; nothing for −1. */
  *around(declaration: number): Generator<number> {
    for (let at = declaration; at >= 0; at = this.declarations[at]?.parent ?? -1) yield at;
  }

  /**
   * Returns the innermost enclosing declaration, or the declaration itself, whose kind matches; −1
   * if none does.
   */
  enclosing(declaration: number, kinds: RegExp): number {
    for (const at of this.around(declaration)) if (kinds.test(this.kindOf(at) ?? '')) return at;
    return -1;
  }

  textOf(node: { readonly start: number; readonly end: number }): string {
    return this.text.slice(node.start, node.end);
  }

  get lineCount(): number {
    // The empty text after the last line break is not a line.
    return Math.max(1, this.#lineStarts.length - (this.text.endsWith('\n') ? 1 : 0));
  }

  /** Returns the 1-based line of an offset. */
  lineOf(offset: number): number {
    return Math.max(1, lowerBound(this.#lineStarts, offset + 1));
  }

  /** Returns the offset of a 1-based line. */
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

  /**
   * Creates a union, flattened to at most eight alternatives. Unknown alternatives carry no
   * information and are dropped.
   */
  either(op: typeof OP.either | typeof OP.union, parts: readonly ExpressionId[]): ExpressionId {
    const known = [...new Set(parts)].filter((part) => part !== this.unknown).slice(0, 8);
    if (known.length === 0) return this.unknown;
    return known.length === 1 ? at(known, 0) : this.table.add(op, ...known);
  }

  /** Applies an operator to an expression, e.g. the element of a list; unknown stays unknown. */
  over(
    op: typeof OP.arrayOf | typeof OP.iterated | typeof OP.element,
    operand: ExpressionId,
  ): ExpressionId {
    return operand === this.unknown ? this.unknown : this.table.add(op, operand);
  }

  /** Creates a value of a declared type. */
  ofType(type: ExpressionId): ExpressionId {
    return type <= this.unknown ? this.unknown : this.table.add(OP.ofType, type);
  }

  /** Replaces unknown by "none", because a shape represents an unknown part as not given. */
  orNone(expression: ExpressionId): ExpressionId {
    return expression === this.unknown ? NO_EXPRESSION : expression;
  }

  refer(source: number, form: ReferenceForm, expression: ExpressionId, offset: number): void {
    if (expression === this.unknown) return;
    this.references.push(source, REFERENCE_FORMS.indexOf(form), expression, this.lineOf(offset));
  }
}
