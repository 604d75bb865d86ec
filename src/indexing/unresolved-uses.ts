/**
 * Lists what the symbols of a file use without leading to a symbol of the project. Nothing is stored
 * for this: the facts of the file have every use, and its links have the names that stayed unbound.
 */
import { at } from '../base/assert.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import { OP, opAt, operandAt } from '../model/expression.ts';
import {
  type ExpressionId,
  type FileFacts,
  type Heritage,
  REFERENCE_FORMS,
  REFERENCE_WIDTH,
} from '../model/facts.ts';
import { linksAt } from '../resolve/links.ts';
import { referencedModule, referenceName } from '../resolve/reference-name.ts';
import type { IndexState } from './stored-index.ts';

/** The kinds of unresolved uses, the most consequential first. */
export const UNRESOLVED_KINDS = ['base', 'type', 'call'] as const;

export interface UnresolvedUse {
  readonly kind: (typeof UNRESOLVED_KINDS)[number];
  /** The name as written; empty if the use has none, such as a call of a call. */
  readonly name: string;
  /** The module that the name is imported from, if any. */
  readonly from: string | undefined;
  /** 1-based, ascending. */
  readonly lines: readonly number[];
}

interface ResolvedFile {
  readonly facts: FileFacts;
  /** See `FileLinks.unbound`. */
  readonly unbound: ReadonlyMap<string, number>;
  readonly graph: SymbolGraph;
}

/** One use of a declaration, before equal ones are merged. */
interface Use {
  readonly kind: UnresolvedUse['kind'];
  readonly expression: ExpressionId;
  readonly line: number;
}

/** Returns the unresolved uses of a symbol itself, without those of the symbols it contains. */
export function unresolvedUses(
  { snapshot: { graph }, links }: IndexState,
  facts: FileFacts,
  node: number,
): readonly UnresolvedUse[] {
  const { unbound = new Map() } = linksAt(links(), facts.path) ?? {};
  const file = { facts, unbound, graph };
  const fileNode = graph.fileNode(facts.path);
  if (fileNode === undefined) return [];
  // −1 is the file, as in the facts.
  const source = node - fileNode - 1;
  const bases = unresolvedBases(file, source, node);
  // The name of a base may be recorded as a type too.
  const others = unboundUses(file, source, node).filter(
    ({ kind, expression, line }) =>
      kind !== 'type' ||
      !bases.some((base) => base.expression === expression && base.line === line),
  );
  return merged(facts, [...bases, ...others]);
}

function unresolvedBases({ facts, graph }: ResolvedFile, source: number, node: number): Use[] {
  if (source < 0) return [];
  const bases: readonly Heritage[] = [
    ...at(facts.shapes, source).heritage,
    ...facts.conformances.filter(({ type }) => declarationOf(facts, type) === source),
  ].filter(({ expression }) => opAt(facts.expressions, expression) === OP.named);
  const edges = graph.outgoing(node, ['extends', 'implements']);
  // Names may differ by an alias, but as many edges as bases leave none unresolved.
  if (edges.length >= bases.length) return [];
  const known = new Set(edges.map(({ target }) => graph.node(target).name));
  return bases.flatMap(({ expression: named, line }) => {
    const expression = operandAt(facts.expressions, named, 0);
    // A declaration of the same file has no name to compare, and is always found.
    if (opAt(facts.expressions, expression) === OP.declaration) return [];
    return known.has(referenceName(facts, expression)) ? [] : [{ kind: 'base', expression, line }];
  });
}

/** Returns the declaration of the same file that a type expression names; −1 if it names none. */
function declarationOf({ expressions }: FileFacts, type: ExpressionId): number {
  const entity = opAt(expressions, type) === OP.named ? operandAt(expressions, type, 0) : type;
  return opAt(expressions, entity) === OP.declaration ? operandAt(expressions, entity, 0) : -1;
}

function unboundUses({ facts, unbound, graph }: ResolvedFile, source: number, node: number) {
  const totals = new Map<string, number>();
  const own: (Use & { readonly name: string })[] = [];
  for (const { declaration, ...use } of usesOf(facts)) {
    const name = referenceName(facts, use.expression);
    totals.set(name, (totals.get(name) ?? 0) + 1);
    if (declaration === source && unbound.has(name)) own.push({ ...use, name });
  }
  const edges = graph.outgoing(node, ['calls', 'references']);
  return own.filter(({ name, line }) => {
    if (unbound.get(name) === totals.get(name)) return true;
    // Some uses of the name in this file are resolved. Theirs is an edge at the line.
    const here = edges.filter(({ lines }) => lines.includes(line));
    return !here.some(({ target }) => graph.node(target).name === name);
  });
}

/** Returns the uses that resolving counts as unbound if they lead nowhere. */
function* usesOf({ references }: FileFacts): Iterable<Use & { readonly declaration: number }> {
  for (let row = 0; row < references.length; row += REFERENCE_WIDTH) {
    const form = at(REFERENCE_FORMS, at(references, row + 1));
    if (form === 'value' || form === 'doc') continue;
    yield {
      declaration: at(references, row),
      kind: form === 'type' ? 'type' : 'call',
      expression: at(references, row + 2),
      line: at(references, row + 3),
    };
  }
}

/** Merges equal uses and orders them by kind, then by line. */
function merged(facts: FileFacts, uses: readonly Use[]): readonly UnresolvedUse[] {
  const found = new Map<string, UnresolvedUse & { readonly lines: number[] }>();
  for (const { kind, expression, line } of uses) {
    const name = referenceName(facts, expression);
    const from = referencedModule(facts, expression);
    const key = [kind, name, from ?? ''].join('\n');
    const known = found.get(key);
    if (known === undefined) found.set(key, { kind, name, from, lines: [line] });
    else if (!known.lines.includes(line)) known.lines.push(line);
  }
  for (const { lines } of found.values()) lines.sort((a, b) => a - b);
  return [...found.values()].sort(
    (a, b) =>
      UNRESOLVED_KINDS.indexOf(a.kind) - UNRESOLVED_KINDS.indexOf(b.kind) ||
      at(a.lines, 0) - at(b.lines, 0),
  );
}
