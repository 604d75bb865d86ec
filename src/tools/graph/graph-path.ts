import { z } from 'zod';
import { assert } from '../../base/assert.ts';
import { overridingMembers } from '../../graph/related-members.ts';
import type { SymbolGraph, SymbolNode } from '../../graph/symbol-graph.ts';
import { withContents } from '../../graph/symbol-groups.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import { EDGE_KINDS, type Edge, EVIDENCE } from '../../model/edge.ts';
import { isTestPath } from '../../query/names/path-class.ts';
import type { Rendering } from '../answer/budget.ts';
import { enclosingLines } from '../answer/condensed.ts';
import { countsShape } from '../answer/counts.ts';
import { skippedNotes, unboundCount } from '../answer/coverage.ts';
import { numberedLine, oneLine, plural } from '../answer/display.ts';
import { renderList } from '../answer/rendered-answer.ts';
import { siteOf } from '../answer/site.ts';
import { Sources } from '../answer/sources.ts';
import { symbolRef, symbolRefSchema } from '../answer/symbol-card.ts';
import type { OpenIndex } from '../context.ts';
import { indexTool } from '../index-tool.ts';
import { getSymbol } from '../input/get-symbol.ts';
import { edgeKinds } from '../input/kinds.ts';
import { projectParameter, tokensParameter } from '../input/parameters.ts';
import { withoutOverloads } from '../input/rank-symbols.ts';
import { type Hop, kindsOfPaths, pathsBetween } from '../symbol/paths-between.ts';

const PATHS_DEFAULT = 3;
const DEPTH_DEFAULT = 8;
const CODE_CHARACTERS_MAX = 120;
/** Lines around a use that are shown, innermost first. */
const AROUND_MAX = 4;

const input = z.strictObject({
  from: z.string().trim().min(1).describe('Symbol'),
  to: z.string().trim().min(1).describe('Symbol'),
  kinds: z.array(z.string()).default([]).describe('Edge kinds; default all but contains'),
  depth: z.number().default(DEPTH_DEFAULT),
  evidence: z.enum(EVIDENCE).default('scoped'),
  max_results: z.number().default(PATHS_DEFAULT),
  max_tokens: tokensParameter,
  project: projectParameter,
});
type Input = z.output<typeof input>;

const hopSchema = z.strictObject({
  edge: z.enum(EDGE_KINDS),
  /**
   * The symbol that contains the use: usually the previous symbol on the path, or a class's
   * constructor.
   */
  source: z.string(),
  symbol: z.string(),
  /** `path:line,line`. */
  at: z.string(),
  evidence: z.enum(EVIDENCE),
  /** The member that runs instead of the symbol, which it overrides. */
  runs: z.string().optional(),
  /** Number of members that may run instead of the symbol. */
  runs_one_of: z.int().optional(),
  /** Others of these members that lead to the next symbol as well. */
  runs_also: z.array(z.string()).optional(),
  /** The first line of the use, below the lines that say when it runs. */
  code: z.array(z.string()).optional(),
});
const pathSchema = z.strictObject({ length: z.int(), hops: z.array(hopSchema) });
type PathItem = z.infer<typeof pathSchema>;

export const graphPath = indexTool({
  name: 'graph_path',
  title: 'Find paths',
  description:
    'How one symbol leads to another, through interfaces too: the shortest chains, each step with its line and the conditions around it. Use for chains instead of reading the functions.',
  input,
  output: {
    from: symbolRefSchema,
    to: symbolRefSchema,
    paths: z.array(pathSchema),
    ...countsShape,
  },
  hasRequests: true,
  bounds: { depth: { min: 1, max: 16 }, max_results: { min: 1, max: 20 } },
  async answer({ open, snapshot, graph }, request) {
    const [start, end] = [await endOf(open, request.from), await endOf(open, request.to)];
    const { from, to, found, others } = connected(graph, start, end, request);
    const sources = new Sources(open);
    const rows: Rendering<PathItem>[][] = [];
    for (const hops of found) {
      const { item, text } = await renderPath(graph, hops, sources);
      const start = startText(graph, from, hops);
      rows.push([{ item, text: [`${rows.length + 1}. ${start}`, text].join('\n') }]);
    }
    const known = [...(found.length > 0 ? [] : emptyNotes(snapshot, from, to, request)), ...others];
    const [shortest] = found;
    const leading = found.length > 0 ? [] : leadingTo(graph, to.index);
    const head =
      shortest === undefined
        ? [`no path from ${from.id} to ${to.id}`, ...leading].join('\n')
        : `${plural(found.length, 'path')} from ${from.id} to ${to.id}, the shortest of ${plural(shortest.length, 'step')}`;
    return renderList({ rows, detail: 'locations' }, ({ items, counts, notes, text }) => ({
      fields: { from: symbolRef(from), to: symbolRef(to), paths: items, ...counts },
      notes: [...notes, ...known],
      text: [head, text],
    }));
  },
});

/** Number of candidate symbols that are tried for each end. */
const READINGS_MAX = 3;
const OTHERS_MAX = 8;
/** Members of a step, besides the one on the path, that the text names. */
const ALSO_MAX = 3;

/** One end of a path as requested, with its candidate symbols, most likely first. */
interface End {
  readonly words: string;
  readonly fits: readonly number[];
}

interface Connection {
  readonly from: SymbolNode;
  readonly to: SymbolNode;
  readonly found: readonly (readonly Hop[])[];
  /** Notes about the other candidates. */
  readonly others: readonly string[];
}

/**
 * Returns the paths between the most likely candidates of both ends; the first connected pair is
 * used.
 */
function connected(graph: SymbolGraph, from: End, to: End, request: Input): Connection {
  let first: Connection | undefined;
  for (const source of from.fits.slice(0, READINGS_MAX)) {
    for (const target of to.fits.slice(0, READINGS_MAX)) {
      const [start, end] = [graph.node(source), graph.node(target)];
      const found = pathsFrom(graph, start, end, request);
      const isFound = found.length > 0;
      const others = [endNote(graph, from, source, isFound), endNote(graph, to, target, isFound)];
      const connection = { from: start, to: end, found, others: others.flat() };
      if (isFound) return connection;
      first ??= connection;
    }
  }
  assert(first !== undefined, 'at least one pair must be searched');
  return first;
}

async function endOf(open: OpenIndex, words: string): Promise<End> {
  const { graph } = open.snapshot;
  const { node, others } = await getSymbol(open, words);
  return { words, fits: [node, ...withoutOverloads(graph, node, others)] };
}

/**
 * Returns a note about which candidate was used, or that the most likely ones were all tried.
 * Without it, the reader would not notice that a choice was made.
 */
function endNote(graph: SymbolGraph, { words, fits }: End, used: number, isFound: boolean) {
  if (fits.length === 1) return [];
  const rest = isFound ? fits.filter((fit) => fit !== used) : fits.slice(READINGS_MAX);
  const tried = Math.min(READINGS_MAX, fits.length);
  const done = isFound ? `using ${graph.node(used).id}` : `tried ${tried}`;
  const ids = rest.slice(0, OTHERS_MAX).map((fit) => graph.node(fit).id);
  const more = rest.length > ids.length ? ` and ${rest.length - ids.length} more` : '';
  const left = ids.length === 0 ? '' : `. Others: ${ids.join(', ')}${more}`;
  return [`"${words}" is ambiguous (${fits.length} matches); ${done}${left}`];
}

function pathsFrom(
  graph: SymbolGraph,
  from: SymbolNode,
  to: SymbolNode,
  request: Input,
): readonly (readonly Hop[])[] {
  return pathsBetween(graph, from, to, {
    kinds: edgeKinds(request.kinds),
    evidenceMin: request.evidence,
    depthMax: request.depth,
    count: request.max_results,
  });
}

async function renderPath(
  graph: SymbolGraph,
  path: readonly Hop[],
  sources: Sources,
): Promise<Rendering<PathItem>> {
  const hops: PathItem['hops'] = [];
  for (const [index, { edge, runs }] of path.entries()) {
    const code = await siteLines(graph, edge, sources);
    hops.push({
      edge: edge.kind,
      source: graph.node(edge.source).id,
      symbol: graph.node(edge.target).id,
      at: siteOf(graph, edge),
      evidence: edge.evidence,
      ...(runs === undefined ? {} : runsFields(graph, edge, runs, path[index + 1]?.edge)),
      ...(code.length === 0 ? {} : { code: [...code] }),
    });
  }
  const lines = hops.flatMap(({ edge, source, symbol, at, evidence, ...hop }, index) => {
    const before = hops[index - 1];
    const isContinued = before === undefined || source === (before.runs ?? before.symbol);
    const weak = evidence === 'exact' ? '' : ` [${evidence}]`;
    const step = `   ${isContinued ? '' : `(in ${source}) `}→ ${edge} ${symbol} at ${at}${weak}`;
    const code = hop.code?.map((line) => `       ${line}`) ?? [];
    const runs =
      hop.runs === undefined ? [] : [runsText(hop.runs, hop.runs_one_of ?? 1, hop.runs_also)];
    return [step, ...code, ...runs];
  });
  return { item: { length: hops.length, hops }, text: lines.join('\n') };
}

/** Returns the first symbol of a path: one inside `from`, or one that overrides such a member. */
function startText(graph: SymbolGraph, from: SymbolNode, [first]: readonly Hop[]): string {
  if (first === undefined) return from.id;
  const { source } = first.edge;
  const isOverridden = (node: number) => overridingMembers(graph, node).includes(source);
  const own = withContents(graph, from.index);
  const base = own.includes(source) ? undefined : own.find(isOverridden);
  if (base === undefined) return graph.node(source).id;
  const count = overridingMembers(graph, base).length;
  return `${graph.node(base).id}\n${runsText(graph.node(source).id, count)}`;
}

function runsFields(graph: SymbolGraph, { target }: Edge, runs: number, next: Edge | undefined) {
  const overriding = overridingMembers(graph, target);
  const leadsOn = (node: number) =>
    node !== runs &&
    graph.outgoing(node, next && [next.kind]).some((edge) => edge.target === next?.target);
  const also = next === undefined ? [] : overriding.filter(leadsOn);
  return {
    runs: graph.node(runs).id,
    runs_one_of: overriding.length,
    ...(also.length === 0 ? {} : { runs_also: also.map((node) => graph.node(node).id) }),
  };
}

function runsText(id: string, count: number, also: readonly string[] = []): string {
  const one = `   which ${id} overrides${count > 1 ? `, one of ${count} that may run` : ''}`;
  if (also.length === 0) return one;
  const more = also.length > ALSO_MAX ? ` and ${also.length - ALSO_MAX} more` : '';
  return `${one}; the next step is also in ${also.slice(0, ALSO_MAX).join(', ')}${more}`;
}

/** Returns the first line of a use, below the lines around it that say when it runs. */
async function siteLines(
  graph: SymbolGraph,
  { source, lines: [first] }: Edge,
  sources: Sources,
): Promise<readonly string[]> {
  const { path, kind, startLine } = graph.node(source);
  const { lines, isStale } = await sources.of(path);
  if (isStale || first === undefined) return [];
  const own = lines.slice(startLine - 1, first);
  const around = kind === 'file' ? [] : enclosingLines(own, own.length - 1);
  // The first is the signature.
  return [...around.filter((place) => place > 0).slice(-AROUND_MAX), own.length - 1].map((place) =>
    numberedLine(startLine + place, oneLine(own[place] ?? '', CODE_CHARACTERS_MAX)),
  );
}

const LEADING_STEPS_MAX = 5;
const LEADING_MAX = 12;

/**
 * Returns the uses that lead to a symbol outside of tests, step by step backwards: a chain that no
 * edge closes is closed by reading where these begin.
 */
function leadingTo(graph: SymbolGraph, to: number): readonly string[] {
  const lines: string[] = [];
  const seen = new Set([to]);
  let level: readonly number[] = [to];
  for (let step = 0; step < LEADING_STEPS_MAX && level.length > 0; step++) {
    const next: number[] = [];
    const edges = level.flatMap((node) =>
      withContents(graph, node).flatMap((inner) => graph.incoming(inner, ['calls', 'references'])),
    );
    for (const edge of edges) {
      const { source, target, kind, evidence } = edge;
      const { path } = graph.node(source);
      if (seen.has(source) || evidence === 'nameOnly' || isTestPath(path)) continue;
      if (lines.length === LEADING_MAX) return lines;
      seen.add(source);
      next.push(source);
      lines.push(
        `  ${graph.node(target).id} ← ${kind} in ${graph.node(source).id} at ${siteOf(graph, edge)}`,
      );
    }
    level = next;
  }
  return lines.length === 0 ? [] : [`what leads to ${graph.node(to).id}:`, ...lines];
}

/**
 * Explains an empty answer: what was searched, whether a path exists in the other direction, and
 * what could hide one.
 */
function emptyNotes(
  snapshot: Snapshot,
  from: SymbolNode,
  to: SymbolNode,
  request: Input,
): string[] {
  const { graph } = snapshot;
  if (withContents(graph, to.index).includes(from.index)) {
    return [`${from.id} is part of ${to.id}`];
  }
  const chosen = edgeKinds(request.kinds);
  const kinds = kindsOfPaths({ kinds: chosen }).join(', ');
  const [back] = pathsFrom(graph, to, from, { ...request, max_results: 1 });
  return [
    `searched ${kinds} up to ${plural(request.depth, 'step')}, evidence ${request.evidence} or stronger`,
    ...(back === undefined
      ? []
      : [`there is a path the other way round, of ${plural(back.length, 'step')}`]),
    ...skippedNotes(snapshot),
    ...unboundNotes(snapshot, to),
    'calls through untyped receivers, computed names, events or reflection leave no edge',
  ];
}

function unboundNotes(snapshot: Snapshot, { kind, name }: SymbolNode): readonly string[] {
  const count = kind === 'file' ? 0 : unboundCount(snapshot, name);
  return count === 0 ? [] : [`${plural(count, 'use')} of the name ${name} could not be resolved`];
}
