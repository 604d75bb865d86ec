/**
 * Turns drafts into facts: declarations in source order, with ids, and expressions renumbered to
 * match.
 */
import { at } from '../../base/assert.ts';
import { OP } from '../../model/expression.ts';
import { type FileFacts, REFERENCE_WIDTH } from '../../model/facts.ts';
import type { RepoPath } from '../../model/path.ts';
import { type Declaration, modifierBits, type SymbolId } from '../../model/symbol.ts';
import type { DraftDeclaration, FileDraft } from './file-draft.ts';

/**
 * Maximum number of diagnostics per file. A file in another dialect has errors everywhere, and a
 * few places show that.
 */
const DIAGNOSTICS_MAX = 5;

const APART = modifierBits(['apart']);

const DECLARATION_OPS: ReadonlySet<number> = new Set([
  OP.declaration,
  OP.self,
  OP.parent,
  OP.staticParent,
  OP.membersOf,
  OP.selfType,
  OP.typeParameter,
]);

/** The facts about the file itself. */
export interface FileHead {
  readonly path: RepoPath;
  readonly language: string;
  readonly doc: string;
  readonly packages?: readonly string[];
}

export function finishFacts(
  context: FileDraft,
  { path, language, doc, packages }: FileHead,
): FileFacts {
  const order = sourceOrder(context);
  const renumbered = new Int32Array(order.length);
  for (let position = 0; position < order.length; position++)
    renumbered[at(order, position)] = position;
  const numberOf = (old: number): number => (old < 0 ? -1 : at(renumbered, old));
  return {
    path,
    language,
    lineCount: context.lineCount,
    packages: packages ?? [],
    doc,
    declarations: finishDeclarations(context, path, order, numberOf),
    shapes: order.map((old) => at(context.shapes, old)),
    imports: context.imports,
    bindings: context.bindings,
    exports: context.exports,
    conformances: context.conformances,
    strings: context.strings(),
    expressions: renumberExpressions(context.table.toArray(), numberOf),
    references: renumberReferences(context.references, numberOf),
    diagnostics: diagnosticsOf(context, path),
  };
}

/**
 * Returns the declarations in source order, but each after the one that encloses it. `X.prototype.m
 * = …` may precede X, and a parameter property starts where its constructor does.
 */
function sourceOrder(context: FileDraft): number[] {
  const starts: number[] = [];
  const depths: number[] = [];
  const { declarations } = context;
  for (let index = 0; index < declarations.length; index++) place(context, index, starts, depths);
  return declarations
    .map((_, index) => index)
    .sort(
      (a, b) =>
        at(starts, a) - at(starts, b) ||
        at(depths, a) - at(depths, b) ||
        at(declarations, b).end - at(declarations, a).end ||
        a - b,
    );
}

/** Computes a declaration's sort position, which is never before its parent's. */
function place(context: FileDraft, index: number, starts: number[], depths: number[]): void {
  if (starts[index] !== undefined) return;
  const { parent, start } = at(context.declarations, index);
  if (parent >= 0) place(context, parent, starts, depths);
  starts[index] = Math.max(start, starts[parent] ?? 0);
  depths[index] = parent < 0 ? 0 : at(depths, parent) + 1;
}

function finishDeclarations(
  context: FileDraft,
  path: RepoPath,
  order: readonly number[],
  numberOf: (old: number) => number,
): Declaration[] {
  const ids = new SymbolIds(path, context.declarations);
  const finished: Declaration[] = [];
  const blocks = new Map<string, object>();
  // Among overloads, the implementation gets the id without a suffix, because that is what people
  // mean by the name.
  for (const old of order) if (!isSignature(at(context.declarations, old))) ids.of(old);
  for (const old of order) {
    const draft = at(context.declarations, old);
    const { block, parent, name } = draft;
    const before = block && blocks.get(`${parent} ${name}`);
    if (block !== undefined) blocks.set(`${parent} ${name}`, block);
    finished.push({
      id: ids.of(old),
      name: draft.name,
      kind: draft.kind,
      parent: numberOf(draft.parent),
      signature: draft.signature,
      doc: draft.doc,
      start: draft.start,
      end: draft.end,
      bodyStart: draft.bodyStart,
      startLine: context.lineOf(draft.start),
      endLine: context.lineOf(Math.max(draft.start, draft.end - 1)),
      exported: draft.exported,
      visibility: draft.visibility,
      modifiers: draft.modifiers | (before === undefined || before === block ? 0 : APART),
    });
  }
  return finished;
}

/** Assigns ids. A parent gets its id first, because `X.prototype.m = …` may precede X. */
class SymbolIds {
  readonly #path: RepoPath;
  readonly #declarations: readonly DraftDeclaration[];
  readonly #counts = new Map<string, number>();
  readonly #ids = new Map<number, SymbolId>();

  constructor(path: RepoPath, declarations: readonly DraftDeclaration[]) {
    this.#path = path;
    this.#declarations = declarations;
  }

  /** Returns the declaration's id; the first call assigns the next free id of its name. */
  of(declaration: number): SymbolId {
    const known = this.#ids.get(declaration);
    if (known !== undefined) return known;
    const { parent, holder, name } = at(this.#declarations, declaration);
    const outer = parent < 0 ? this.#path : this.of(parent);
    const plain = holder === undefined ? `${outer}::${name}` : `${outer}::${holder}::${name}`;
    const count = (this.#counts.get(plain) ?? 0) + 1;
    this.#counts.set(plain, count);
    const id = (count === 1 ? plain : `${plain}~${count}`) as SymbolId;
    this.#ids.set(declaration, id);
    return id;
  }
}

function isSignature(draft: DraftDeclaration): boolean {
  return /^(function|method|constructor)$/.test(draft.kind) && draft.bodyStart === draft.end;
}

function renumberExpressions(table: Int32Array, numberOf: (old: number) => number): Int32Array {
  for (let id = 0; id < table.length; ) {
    const header = at(table, id);
    if (DECLARATION_OPS.has(header & 0xff)) table[id + 1] = numberOf(at(table, id + 1));
    id += 1 + (header >>> 8);
  }
  return table;
}

function renumberReferences(
  references: readonly number[],
  numberOf: (old: number) => number,
): Int32Array {
  const rows = Int32Array.from(references);
  for (let row = 0; row < rows.length; row += REFERENCE_WIDTH) rows[row] = numberOf(at(rows, row));
  return rows;
}

function diagnosticsOf(context: FileDraft, path: RepoPath): FileFacts['diagnostics'] {
  // An error at the end of the file may be reported after the last line.
  const lines = new Set(
    context.tree.errors.map(({ start }) => Math.min(context.lineOf(start), context.lineCount)),
  );
  const diagnostics = [...lines].slice(0, DIAGNOSTICS_MAX).map((line) => ({
    path,
    line,
    message: 'syntax not understood here; what surrounds it is indexed',
  }));
  if (!context.tree.truncated) return diagnostics;
  return [
    ...diagnostics,
    { path, line: 1, message: 'nested too deeply; the innermost parts are left out' },
  ];
}
