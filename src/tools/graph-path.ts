import { z } from 'zod';
import { assert } from '../base/assert.ts';
import { shortestPaths } from '../graph/shortest-paths.ts';
import type { SymbolGraph, SymbolNode } from '../graph/symbol-graph.ts';
import { symbolGroup, withContents } from '../graph/symbol-groups.ts';
import type { Snapshot } from '../index/snapshot.ts';
import { CODE_EDGE_KINDS, EDGE_KINDS, type Edge, EVIDENCE } from '../model/edge.ts';
import { fitRenderings, type Rendering, TOKEN_BOUNDS, withinBudget } from './answer/budget.ts';
import { countsOf, countsShape } from './answer/counts.ts';
import { coverageNotes } from './answer/coverage.ts';
import { plural } from './answer/display.ts';
import { siteOf } from './answer/site.ts';
import { symbolRef, symbolRefSchema } from './answer/symbol-card.ts';
import { openIndex } from './context.ts';
import { findSymbol, othersNotes } from './input/find-symbol.ts';
import { edgeKinds } from './input/kinds.ts';
import { projectParameter, tokensParameter } from './input/parameters.ts';
import { defineTool } from './tool.ts';

const PATHS_DEFAULT = 3;
const DEPTH_DEFAULT = 8;
const KINDS_DEFAULT = CODE_EDGE_KINDS.filter((kind) => kind !== 'contains');

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
  /** Who says so: usually the symbol of the hop before; of a class its constructor. */
  source: z.string(),
  symbol: z.string(),
  /** `path:line,line`. */
  at: z.string(),
  evidence: z.enum(EVIDENCE),
});
const pathSchema = z.strictObject({ length: z.int(), hops: z.array(hopSchema) });
type PathItem = z.infer<typeof pathSchema>;

const output = z.strictObject({
  project: z.string(),
  generation: z.int(),
  from: symbolRefSchema,
  to: symbolRefSchema,
  paths: z.array(pathSchema),
  ...countsShape,
  notes: z.array(z.string()),
});

export const graphPath = defineTool({
  name: 'graph_path',
  title: 'Find paths',
  description: 'How one symbol comes to use another: the shortest chains of calls and other uses.',
  input,
  output,
  bounds: {
    depth: { min: 1, max: 16 },
    max_results: { min: 1, max: 20 },
    max_tokens: TOKEN_BOUNDS,
  },
  annotations: { readOnly: true, idempotent: true },
  async run(context, request) {
    const { project, snapshot } = await openIndex(context, request.project);
    const { graph } = snapshot;
    const { from, to, found, others } = connected(graph, request);
    const rows = found.map((edges, index) => [renderPath(graph, edges, index + 1)]);
    const known = [...(found.length > 0 ? [] : emptyNotes(snapshot, from, to, request)), ...others];
    return withinBudget(context.channel, request.max_tokens, (budget) => {
      const fitted = fitRenderings(rows, {
        budget,
        detail: 'locations',
        tokensMax: request.max_tokens,
      });
      const notes = [...fitted.notes, ...known];
      const shortest = found[0]?.length ?? 0;
      const head =
        found.length === 0
          ? `no path from ${from.id} to ${to.id}`
          : `${plural(found.length, 'path')} from ${from.id} to ${to.id}, the shortest of ${plural(shortest, 'step')}`;
      return {
        structured: {
          project: project.name,
          generation: snapshot.generation,
          from: symbolRef(from),
          to: symbolRef(to),
          paths: [...fitted.items],
          ...countsOf(fitted.items.length, found.length),
          notes,
        },
        text: [head, fitted.text].filter((part) => part !== '').join('\n'),
      };
    });
  },
});

/** Of each end, so many of the symbols that its words fit are tried. */
const READINGS_MAX = 3;

interface Connection {
  readonly from: SymbolNode;
  readonly to: SymbolNode;
  readonly found: readonly (readonly Edge[])[];
  /** What else the words fit. */
  readonly others: readonly string[];
}

/** The paths between the likeliest symbols that the words fit; of several, the first that are connected. */
function connected(graph: SymbolGraph, request: Input): Connection {
  const [from, to] = [readings(graph, request.from), readings(graph, request.to)];
  let first: Connection | undefined;
  for (const source of from.slice(0, READINGS_MAX)) {
    for (const target of to.slice(0, READINGS_MAX)) {
      const [start, end] = [graph.node(source), graph.node(target)];
      const found = pathsFrom(graph, start, end, request);
      const others = [...othersNote(graph, source, from), ...othersNote(graph, target, to)];
      const connection = { from: start, to: end, found, others };
      if (found.length > 0) return connection;
      first ??= connection;
    }
  }
  assert(first !== undefined, 'no symbol was found and none was missed');
  return first;
}

function readings(graph: SymbolGraph, words: string): readonly number[] {
  const { node, others } = findSymbol(graph, words);
  return [node, ...others];
}

function othersNote(graph: SymbolGraph, node: number, fits: readonly number[]): readonly string[] {
  const others = fits.filter((fit) => fit !== node);
  return othersNotes(graph, others).map((note) => `${graph.node(node).id} was taken; ${note}`);
}

/** A path may begin and end anywhere inside of the two symbols. */
function pathsFrom(
  graph: SymbolGraph,
  from: SymbolNode,
  to: SymbolNode,
  request: Input,
): readonly (readonly Edge[])[] {
  const kinds = edgeKinds(request.kinds);
  return shortestPaths(graph, {
    sources: withContents(graph, from.index),
    targets: withContents(graph, to.index),
    alike: (node) => symbolGroup(graph, node),
    kinds: kinds.length === 0 ? KINDS_DEFAULT : kinds,
    evidenceMin: request.evidence,
    depthMax: request.depth,
    count: request.max_results,
  });
}

function renderPath(graph: SymbolGraph, edges: readonly Edge[], rank: number): Rendering<PathItem> {
  const hops = edges.map((edge) => ({
    edge: edge.kind,
    source: graph.node(edge.source).id,
    symbol: graph.node(edge.target).id,
    at: siteOf(graph, edge),
    evidence: edge.evidence,
  }));
  const lines = hops.map(({ edge, source, symbol, at, evidence }, index) => {
    const isContinued = index === 0 || source === hops[index - 1]?.symbol;
    const weak = evidence === 'exact' ? '' : ` [${evidence}]`;
    return `   ${isContinued ? '' : `(in ${source}) `}→ ${edge} ${symbol} at ${at}${weak}`;
  });
  const item = { length: hops.length, hops };
  return { item, text: [`${rank}. ${hops[0]?.source ?? ''}`, ...lines].join('\n') };
}

/** What was searched, whether it works the other way round, and what could hide a path. */
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
  const kinds = (chosen.length === 0 ? KINDS_DEFAULT : chosen).join(', ');
  const [back] = pathsFrom(graph, to, from, { ...request, max_results: 1 });
  return [
    `searched ${kinds} up to ${plural(request.depth, 'step')}, evidence ${request.evidence} or stronger`,
    ...(back === undefined
      ? []
      : [`there is a path the other way round, of ${plural(back.length, 'step')}`]),
    ...coverageNotes(snapshot, to.kind === 'file' ? undefined : to.name),
    'calls through untyped receivers, computed names, events or reflection leave no edge',
  ];
}
