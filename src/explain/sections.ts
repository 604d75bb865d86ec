/** The sections of a pack, in the order of the answer. */
import { uniqueBy } from '../base/unique-by.ts';
import { hasBody, membersThatRun, overridingMembers } from '../graph/related-members.ts';
import type { SymbolGraph, SymbolNode } from '../graph/symbol-graph.ts';
import { withContents } from '../graph/symbol-groups.ts';
import type { Edge, EdgeKind } from '../model/edge.ts';
import { dirnameOf } from '../model/path.ts';
import { isInTests } from '../query/names/in-tests.ts';
import type { PackRow, PackScope, SectionSource } from './pack.ts';

const USES: readonly EdgeKind[] = ['calls', 'extends', 'implements', 'references'];
const TYPE_KINDS: ReadonlySet<string> = new Set(['class', 'interface', 'typeAlias', 'enum']);
const VALUE_KINDS: ReadonlySet<string> = new Set(['variable', 'enumMember', 'key']);
const CANDIDATES_MAX = 5;
/** A function that so many call says little about one of them. */
const HELPER_CALLERS_MIN = 8;

function edgeRow(graph: SymbolGraph, edge: Edge): PackRow {
  const source = graph.node(edge.source);
  const target = graph.node(edge.target);
  return {
    symbol: source.id,
    path: source.path,
    lines: edge.lines,
    text: `${qualifiedName(source)} ${edge.kind} ${qualifiedName(target)}`,
    edge: { from: source.id, to: target.id },
    hasCode: true,
  };
}

function symbolRow(node: SymbolNode): PackRow {
  return {
    symbol: node.id,
    path: node.path,
    lines: [node.startLine],
    text: node.kind === 'file' ? 'file' : node.signature || node.name,
    hasCode: false,
  };
}

/** Returns a symbol's name after those of what it belongs to: `Cart.add`; for a file, its name. */
function qualifiedName({ kind, id, path, name }: SymbolNode): string {
  return kind === 'file' ? name : id.slice(path.length + 2).replaceAll('::', '.');
}

/** Returns the edges of the core and its members; of a symbol in part, those of its lines. */
function outgoing(
  { graph, coreNodes, ranges }: PackScope,
  kinds: readonly EdgeKind[],
): readonly Edge[] {
  return [...coreNodes].flatMap((node) => {
    const { startLine, endLine } = ranges.get(node) ?? { startLine: 0, endLine: Infinity };
    return withContents(graph, node)
      .flatMap((inner) => graph.outgoing(inner, kinds))
      .map((edge) => ({
        ...edge,
        lines: edge.lines.filter((line) => startLine <= line && line <= endLine),
      }))
      .filter(({ evidence, lines }) => evidence !== 'nameOnly' && lines.length > 0)
      .toSorted((a, b) => (a.lines[0] ?? 0) - (b.lines[0] ?? 0));
  });
}

function incoming({ graph, coreNodes }: PackScope, kinds: readonly EdgeKind[]): readonly Edge[] {
  return [...coreNodes].flatMap((node) =>
    graph.incoming(node, kinds).filter(({ evidence }) => evidence !== 'nameOnly'),
  );
}

/**
 * Returns the uses among the core, the chains of two steps that connect two of its symbols, and the
 * calls of a member that one of the core overrides.
 */
function flow(scope: PackScope): readonly PackRow[] {
  const { graph, coreNodes } = scope;
  const rows: Edge[] = [];
  const overrides = new Map<Edge, number>();
  for (const edge of outgoing(scope, USES)) {
    if (coreNodes.has(edge.target)) {
      if (edge.target !== edge.source) rows.push(edge);
      continue;
    }
    const onward = graph
      .outgoing(edge.target, ['calls'])
      .filter(({ target }) => coreNodes.has(target) && target !== edge.source);
    if (onward.length > 0) rows.push(edge, ...onward);
    const overriding = overridingMembers(graph, edge.target).find(
      (one) => coreNodes.has(one) && one !== edge.source,
    );
    if (overriding === undefined || edge.kind !== 'calls') continue;
    overrides.set(edge, overriding);
    if (onward.length === 0) rows.push(edge);
  }
  return uniqueBy(rows, ({ source, target, kind }) => `${source} ${target} ${kind}`).map((edge) => {
    const row = edgeRow(graph, edge);
    const other = overrides.get(edge);
    return other === undefined
      ? row
      : { ...row, text: `${row.text}, which ${qualifiedName(graph.node(other))} overrides` };
  });
}

function uses(scope: PackScope): readonly PackRow[] {
  const { graph, coreNodes } = scope;
  const edges = outgoing(scope, ['calls']).filter(({ target }) => !coreNodes.has(target));
  return uniqueBy(edges, ({ target }) => target).map(({ source, target, lines }) => ({
    ...symbolRow(graph.node(target)),
    text: `${signatureOf(graph.node(target))} ← ${qualifiedName(graph.node(source))} at line ${lines.join(',')}`,
    edge: { from: graph.node(source).id, to: graph.node(target).id },
  }));
}

/**
 * Returns the functions that the core calls, without classes: those of the caller's folder first,
 * then in the order of the calls, and those that many functions call last: helpers. The few members that implement a
 * called one take its place; those that implement one of the core come first.
 */
export function stepsOf(scope: PackScope): readonly SymbolNode[] {
  const { graph } = scope;
  const isNear = ({ source, target }: Edge) =>
    dirnameOf(graph.pathOf(source)) === dirnameOf(graph.pathOf(target));
  const edges = outgoing(scope, ['calls']);
  const isHelper = ({ target }: Edge) =>
    graph.incoming(target, ['calls']).length >= HELPER_CALLERS_MIN;
  const own = edges.filter((edge) => !isHelper(edge));
  const called = [...own.filter(isNear), ...own, ...edges.filter(isNear), ...edges].map(
    ({ target }) => target,
  );
  const core = scope.core.map(({ index }) => index);
  const targets = [...core, ...called].flatMap((target) => {
    const runs = membersThatRun(graph, graph.node(target)).map(({ index }) => index);
    return runs.length === 0 || runs.length > CANDIDATES_MAX ? [target] : runs;
  });
  return functionsOf(scope, targets);
}

/** Returns the functions that call the core, without tests. */
export function callersOf(scope: PackScope): readonly SymbolNode[] {
  const sources = incoming(scope, ['calls']).map(({ source }) => source);
  return functionsOf(scope, sources).filter(({ index }) => !isInTests(scope.graph, index));
}

function functionsOf(
  { graph, coreNodes }: PackScope,
  nodes: readonly number[],
): readonly SymbolNode[] {
  return uniqueBy(nodes, (node) => node)
    .map((node) => graph.node(node))
    .filter(({ index, kind, bodyStart, end }) => {
      const isCode = !TYPE_KINDS.has(kind) && bodyStart < end;
      return isCode && !coreNodes.has(index);
    });
}

function signatureOf(node: SymbolNode): string {
  return node.signature || node.name;
}

function usedBy(scope: PackScope): readonly PackRow[] {
  const { graph, coreNodes } = scope;
  return incoming(scope, USES)
    .filter(({ source }) => !coreNodes.has(source) && !isInTests(graph, source))
    .map((edge) => edgeRow(graph, edge));
}

function types(scope: PackScope): readonly PackRow[] {
  const { graph, coreNodes } = scope;
  const targets = outgoing(scope, ['references', 'extends', 'implements']).map(
    ({ target }) => target,
  );
  return uniqueBy(targets, (target) => target)
    .filter((target) => !coreNodes.has(target) && TYPE_KINDS.has(graph.node(target).kind))
    .map((target) => symbolRow(graph.node(target)));
}

/** Returns the constants and variables outside of functions that the core names, with their lines. */
function values(scope: PackScope): readonly PackRow[] {
  const { graph, coreNodes } = scope;
  const targets = outgoing(scope, ['references']).map(({ target }) => target);
  return uniqueBy(targets, (target) => target)
    .filter((target) => !coreNodes.has(target) && VALUE_KINDS.has(graph.node(target).kind))
    .map((target) => ({ ...symbolRow(graph.node(target)), text: '', hasCode: true }));
}

/** Returns one row for each test file, with its lines. */
function tests(scope: PackScope): readonly PackRow[] {
  const { graph } = scope;
  const lines = new Map<string, Set<number>>();
  for (const edge of incoming(scope, ['calls', 'references'])) {
    if (!isInTests(graph, edge.source)) continue;
    const path = graph.pathOf(edge.source);
    const own = lines.get(path) ?? new Set();
    for (const line of edge.lines) own.add(line);
    lines.set(path, own);
  }
  return [...lines]
    .sort((a, b) => b[1].size - a[1].size || (a[0] < b[0] ? -1 : 1))
    .map(([path, own]) => ({
      symbol: path,
      path,
      lines: [...own].sort((a, b) => a - b),
      text: '',
      hasCode: false,
    }));
}

/**
 * Returns the members of the core, and those that it calls, that other members override: which of
 * them runs, no text tells. A member that calls the one it overrides means that one.
 */
function openEnds(scope: PackScope): readonly PackRow[] {
  const { graph, core } = scope;
  const called = outgoing(scope, ['calls'])
    .filter(({ source, target }) => !overridingMembers(graph, target).includes(source))
    .map(({ target }) => target);
  const targets = [...core.map(({ index }) => index), ...called];
  return uniqueBy(targets, (target) => target).flatMap((target) => {
    const overriding = overridingMembers(graph, target);
    if (overriding.length === 0) return [];
    const node = graph.node(target);
    const names = overriding
      .slice(0, CANDIDATES_MAX)
      .map((other) => qualifiedName(graph.node(other)));
    const more = overriding.length > CANDIDATES_MAX ? ', …' : '';
    const relation = hasBody(node) ? 'overridden' : 'implemented';
    const text = `${qualifiedName(node)} is ${relation} by ${overriding.length}: ${names.join(', ')}${more}`;
    return [{ ...symbolRow(node), text }];
  });
}

export const SECTION_SOURCES: readonly SectionSource[] = [
  { name: 'flow', title: 'flow', rows: flow },
  { name: 'uses', title: 'calls', rows: uses },
  { name: 'used_by', title: 'used by', rows: usedBy },
  { name: 'types', title: 'types', rows: types },
  { name: 'values', title: 'values', rows: values },
  { name: 'open_ends', title: 'open ends', rows: openEnds },
  { name: 'tests', title: 'tests', rows: tests },
  { name: 'also', title: 'also found', rows: ({ others }) => others.map(symbolRow) },
];
