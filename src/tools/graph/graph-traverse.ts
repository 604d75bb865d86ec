import { z } from 'zod';
import { appendTo } from '../../base/append-to.ts';
import { type Unshown, unshownBehind } from '../../graph/branch-end.ts';
import { hasBody, membersThatRun, overriddenMembers } from '../../graph/related-members.ts';
import type { SymbolGraph, SymbolNode } from '../../graph/symbol-graph.ts';
import { symbolGroup, withContents } from '../../graph/symbol-groups.ts';
import { type TraverseRequest, traverse } from '../../graph/traverse.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import { CODE_EDGE_KINDS, type EdgeKind, EVIDENCE } from '../../model/edge.ts';
import type { Project } from '../../project/project.ts';
import { isInTests } from '../../query/names/in-tests.ts';
import { type Budget, costOf } from '../answer/budget.ts';
import { candidatesSchema } from '../answer/candidates.ts';
import { countsOf, countsShape } from '../answer/counts.ts';
import { coverageNotes } from '../answer/coverage.ts';
import { place, plural } from '../answer/display.ts';
import { DIRECTIONS, selectEdges } from '../answer/edge-rows.ts';
import { kindsNote } from '../answer/kinds-note.ts';
import { renderStep, type Step, stepItemSchema } from '../answer/step-item.ts';
import { symbolRef, symbolRefSchema } from '../answer/symbol-card.ts';
import type { OpenIndex } from '../context.ts';
import {
  enteredByTitles,
  entryPointsTo,
  NONE_REACHED,
  reachedFields,
} from '../entry-points/reached-from.ts';
import { otherProjectNotes } from '../entry-points/requesters.ts';
import { symbolTool } from '../index-tool.ts';
import { getSymbols } from '../input/get-symbols.ts';
import { edgeKinds, symbolKinds } from '../input/kinds.ts';
import { knownLanguages } from '../input/languages.ts';
import {
  languagesParameter,
  projectParameter,
  symbolParameter,
  tokensParameter,
} from '../input/parameters.ts';
import { pathGlobFilter } from '../input/path-globs.ts';

const DEPTH_DEFAULT = 2;
const RESULTS_DEFAULT = 50;
/** Members that implement another, beyond which a walk does not go on at them. */
const IMPLEMENTING_MAX = 5;
/** Entry points that the text names. */
const ENTERED_MAX = 3;
/**
 * Containment is already visible in the ids. Following it by default would lead from any symbol to
 * its whole file.
 */
const KINDS_DEFAULT = CODE_EDGE_KINDS.filter((kind) => kind !== 'contains');

const input = z.strictObject({
  symbol: symbolParameter,
  direction: z.enum(DIRECTIONS).default('in').describe('in: who uses it; out: what it uses'),
  kinds: z.array(z.string()).default([]).describe('Edge kinds; default all but contains'),
  depth: z.number().default(DEPTH_DEFAULT),
  symbol_kinds: z.array(z.string()).default([]).describe('class, method, …'),
  languages: languagesParameter,
  paths: z.array(z.string()).default([]).describe('Globs; ! excludes'),
  tests: z.enum(['yes', 'no', 'only']).default('yes'),
  to: z.array(z.string()).default([]).describe('Only what is on the way to these symbols'),
  stop_at: z.array(z.string()).default([]).describe('Symbols or path globs that end a branch'),
  order: z.enum(['bfs', 'dfs']).default('bfs'),
  evidence: z.enum(EVIDENCE).default('scoped'),
  max_results: z.number().default(RESULTS_DEFAULT),
  max_tokens: tokensParameter,
  project: projectParameter,
});
type Input = z.output<typeof input>;

export const graphTraverse = symbolTool({
  name: 'graph_traverse',
  title: 'Traverse graph',
  description:
    'What depends on a symbol, or what it depends on, over several steps: a tree of symbols with the lines that connect them.',
  input,
  output: {
    /**
     * The start of the walk; absent if its words match several symbols, which are then listed as
     * `candidates`.
     */
    symbol: symbolRefSchema.optional(),
    candidates: candidatesSchema.optional(),
    steps: z.array(stepItemSchema),
    /** The nearest entry points of a walk to users, with the names of the symbols on the way. */
    entry_points: z.array(z.string()).optional(),
    /** The number of all entry points that reach it. */
    entry_points_total: z.int().optional(),
    ...countsShape,
  },
  hasRequests: true,
  bounds: { depth: { min: 1, max: 8 }, max_results: { min: 1, max: 500 } },
  ambiguous: { steps: [] },
  async answer({ context, open, snapshot, graph, node, othersNotes }, request) {
    const besides = await otherProjectNotes(context, open, node.id);
    const whole = await walkOf(open, node.index, request);
    const walk = await between(open, whole, request.to);
    const { steps, totalCount } = traverse(graph, walk);
    const reached =
      request.direction === 'in'
        ? entryPointsTo(graph, snapshot.entryPoints, [node.index])
        : NONE_REACHED;
    const otherWay = totalCount > 0 ? [] : await otherWayNotes(open, node.index, request);
    return (budget) => {
      const { items, texts, atStart } = fitSteps(graph, walk, steps, budget);
      const where = place(node.path, node.startLine, node.endLine);
      const found =
        totalCount === 0
          ? 'nothing reached'
          : `${items.length} of ${plural(totalCount, 'symbol')} within ${plural(request.depth, 'step')}`;
      return {
        fields: {
          ...{ symbol: symbolRef(node), steps: items, ...countsOf(items.length, totalCount) },
          ...(reached.total === 0 ? {} : reachedFields(graph, reached)),
        },
        notes: [
          ...cutNotes({ shown: items.length, kept: steps.length, total: totalCount }, request),
          ...(totalCount > 0 ? [] : emptyNotes(snapshot, node, request, atStart)),
          ...otherWay,
          ...besides,
          ...othersNotes,
        ],
        text: [
          `${node.id} (${node.kind}, ${where}), ${request.direction}: ${found}`,
          ...foldedThrough(texts),
          enteredByTitles(graph, reached, ENTERED_MAX),
        ],
      };
    };
  },
});

const THROUGH = / through (\S+)/;

/** Names a member that rows in a row go through once. */
function foldedThrough(texts: readonly string[]): readonly string[] {
  return texts.map((text, index) => {
    const own = THROUGH.exec(text)?.[1];
    const before = THROUGH.exec(texts[index - 1] ?? '')?.[1];
    return own !== undefined && own === before ? text.replace(THROUGH, ' through the same') : text;
  });
}

/**
 * Creates the walk. A symbol includes its overloads, merged declarations and everything inside it.
 */
async function walkOf(open: OpenIndex, start: number, request: Input): Promise<TraverseRequest> {
  const { graph } = open.snapshot;
  const kinds = edgeKinds(request.kinds);
  return {
    start,
    alsoFrom: withContents(graph, start),
    alike: alikeIn(graph, request.direction),
    accepts: nodeFilter(open.project, graph, request),
    stopsAt: await endsOf(open, request.stop_at),
    order: request.order,
    direction: request.direction,
    kinds: kinds.length === 0 ? KINDS_DEFAULT : kinds,
    evidenceMin: request.evidence,
    depthMax: request.depth,
    nodesMax: request.max_results,
  };
}

/**
 * Returns the nodes whose edges count as those of a node: its other declarations, and what runs
 * if a member without a body is called. A walk to users finds the calls of such a member from those
 * that implement it, and a walk to what is used goes on there if they are few.
 */
function alikeIn(
  graph: SymbolGraph,
  direction: Input['direction'],
  implementingMax = IMPLEMENTING_MAX,
) {
  const implementing = (node: number): readonly number[] => {
    if (direction === 'both') return [];
    if (direction === 'in')
      return overriddenMembers(graph, node).filter((base) => !hasBody(graph.node(base)));
    const runs = membersThatRun(graph, graph.node(node)).map(({ index }) => index);
    return runs.length > implementingMax ? [] : runs;
  };
  return (node: number) => [
    ...new Set(symbolGroup(graph, node).flatMap((one) => [one, ...implementing(one)])),
  ];
}

/** Restricts a walk to the symbols that are on the way to others within its depth. */
async function between(
  open: OpenIndex,
  walk: TraverseRequest,
  to: readonly string[],
): Promise<TraverseRequest> {
  if (to.length === 0) return walk;
  const { graph } = open.snapshot;
  const { found } = await getSymbols(open, to);
  const targets = found.flatMap(({ match }) => withContents(graph, match.node));
  const [first, ...others] = targets;
  if (first === undefined) return walk;
  const starts = [walk.start, ...(walk.alsoFrom ?? [])];
  const away = depthsOf(graph, walk, starts);
  const direction = OPPOSITE[walk.direction];
  const back = depthsOf(
    graph,
    {
      ...{ ...walk, start: first, alsoFrom: others, direction },
      alike: alikeIn(graph, direction, Number.POSITIVE_INFINITY),
    },
    targets,
  );
  // The walk goes on at the nodes alike, so the nearest of them counts.
  const isBetween = (node: number): boolean => {
    const onward = (walk.alike?.(node) ?? [node]).map((one) => back.get(one) ?? Infinity);
    return (away.get(node) ?? Infinity) + Math.min(...onward) <= walk.depthMax;
  };
  const { accepts } = walk;
  return { ...walk, accepts: (node) => accepts?.(node) !== false && isBetween(node) };
}

const OPPOSITE = { in: 'out', out: 'in', both: 'both' } as const;

function depthsOf(
  graph: SymbolGraph,
  walk: TraverseRequest,
  starts: readonly number[],
): ReadonlyMap<number, number> {
  const { steps } = traverse(graph, { ...walk, nodesMax: Math.max(graph.nodeCount, 1) });
  return new Map([
    ...steps.map(({ node, depth }) => [node, depth] as const),
    ...starts.map((node) => [node, 0] as const),
  ]);
}

/** Returns the symbols and paths at which branches end. */
async function endsOf(
  open: OpenIndex,
  words: readonly string[],
): Promise<TraverseRequest['stopsAt']> {
  if (words.length === 0) return undefined;
  const { graph } = open.snapshot;
  const isGlob = (one: string): boolean => /[*?]/.test(one);
  const names = words.filter((one) => !isGlob(one));
  const { found } = names.length === 0 ? { found: [] } : await getSymbols(open, names);
  const nodes = new Set(found.flatMap(({ match }) => withContents(graph, match.node)));
  const globs = words.filter(isGlob);
  const isInside = globs.length === 0 ? undefined : pathGlobFilter(globs);
  return (node) => nodes.has(node) || isInside?.(graph.pathOf(node)) === true;
}

function nodeFilter(
  project: Project,
  graph: SymbolGraph,
  request: Input,
): ((node: number) => boolean) | undefined {
  const kinds = new Set<string>(symbolKinds(request.symbol_kinds));
  const languages = new Set(knownLanguages(project, request.languages));
  const isIncludedPath = pathGlobFilter(request.paths);
  const { tests } = request;
  if (kinds.size + languages.size === 0 && isIncludedPath === undefined && tests === 'yes')
    return undefined;
  return (index) => {
    const node = graph.node(index);
    return (
      (kinds.size === 0 || kinds.has(node.kind)) &&
      (languages.size === 0 || languages.has(node.language)) &&
      isIncludedPath?.(node.path) !== false &&
      (tests === 'yes' || isInTests(graph, index) === (tests === 'only'))
    );
  };
}

/**
 * Selects as many of the nearest symbols as fit, in depth-first order. The reason why a branch ends
 * depends on the selection. A row's exact size is therefore not known before, and its longest form
 * is reserved.
 */
function fitSteps(
  graph: SymbolGraph,
  walk: TraverseRequest,
  steps: readonly Step[],
  budget: Budget,
) {
  const longest = { reason: 'evidence', count: graph.nodeCount } as const;
  let used = 0;
  let count = 0;
  for (const step of steps) {
    const row = renderStep(graph, step, { start: walk.start, isLeaf: true, unshown: longest });
    used += costOf(row, budget.channel);
    if (used > budget.characters && count > 0) break;
    count++;
  }
  const chosen = steps.slice(0, count);
  const shown = new Set([walk.start, ...(walk.alsoFrom ?? []), ...chosen.map((step) => step.node)]);
  const parents = new Set(chosen.map((step) => step.from));
  const rows = depthFirst(walk, chosen).map((step) => {
    const place = { node: step.node, depth: step.depth, parent: step.from };
    const unshown = unshownBehind(graph, walk, place, shown);
    return renderStep(graph, step, {
      start: walk.start,
      isLeaf: !parents.has(step.node),
      unshown,
    });
  });
  const atStart = unshownBehind(graph, walk, { node: walk.start, depth: 0, parent: -1 }, shown);
  return { items: rows.map((row) => row.item), texts: rows.map((row) => row.text), atStart };
}

/** Orders each row after the one it was reached from, and children in the order of discovery. */
function depthFirst(walk: TraverseRequest, steps: readonly Step[]): Step[] {
  const children = new Map<number, Step[]>();
  for (const step of steps) {
    appendTo(children, step.from, step);
  }
  const ordered: Step[] = [];
  const visit = (node: number): void => {
    for (const step of children.get(node) ?? []) {
      ordered.push(step);
      visit(step.node);
    }
  };
  for (const start of new Set([walk.start, ...(walk.alsoFrom ?? [])])) visit(start);
  return ordered;
}

function cutNotes(
  count: { readonly shown: number; readonly kept: number; readonly total: number },
  request: Input,
): string[] {
  const nearest = `the nearest ${count.shown} of ${count.total}`;
  if (count.shown < count.kept) {
    return [`cut to max_tokens ${request.max_tokens}: ${nearest} fit. Raise max_tokens for more.`];
  }
  if (count.kept < count.total) {
    return [`cut to max_results ${request.max_results}: ${nearest}. Raise max_results for more.`];
  }
  return [];
}

/** Counts the edges of the start and its contents that are not of the requested kinds. */
function otherKinds(
  graph: SymbolGraph,
  start: number,
  chosen: readonly EdgeKind[],
  { direction, evidence: evidenceMin }: Input,
): Record<string, number> {
  const kinds = KINDS_DEFAULT.filter((kind) => chosen.length > 0 && !chosen.includes(kind));
  const counts: Record<string, number> = {};
  if (kinds.length === 0) return counts;
  for (const node of withContents(graph, start)) {
    const { byKind } = selectEdges(graph, node, { direction, kinds, evidenceMin });
    for (const [kind, count] of Object.entries(byKind)) counts[kind] = (counts[kind] ?? 0) + count;
  }
  return counts;
}

/** Returns the names of the parameters that can leave out a neighbour. */
function filtersOf({ to, symbol_kinds, languages, paths, tests }: Input): string {
  const lists = Object.entries({ to, symbol_kinds, languages, paths });
  const given = lists.flatMap(([name, values]) => (values.length > 0 ? [name] : []));
  return [...given, ...(tests === 'yes' ? [] : ['tests'])].join(', ');
}

/** Says which symbols of `to` are in the other direction, if the walk has found none. */
async function otherWayNotes(open: OpenIndex, start: number, request: Input): Promise<string[]> {
  if (request.to.length === 0 || request.direction === 'both') return [];
  const direction = OPPOSITE[request.direction];
  const walk = await walkOf(open, start, { ...request, direction });
  const { totalCount } = traverse(open.snapshot.graph, await between(open, walk, request.to));
  return totalCount === 0 ? [] : [`direction ${direction} leads there`];
}

/** Explains an empty answer: what was searched, and what could hide an edge. */
function emptyNotes(
  snapshot: Snapshot,
  node: SymbolNode,
  request: Input,
  { reason, count }: Unshown,
): string[] {
  const chosen = edgeKinds(request.kinds);
  const kinds = (chosen.length === 0 ? KINDS_DEFAULT : chosen).join(', ');
  const files = plural(snapshot.text.fileCount, 'file');
  const hidden: Partial<Record<Unshown['reason'], string>> = {
    filter: `${plural(count, 'neighbour')} left out by ${filtersOf(request)}`,
    evidence: `${plural(count, 'neighbour')} known by name only omitted; evidence nameOnly shows them`,
  };
  const left = hidden[reason];
  const { graph } = snapshot;
  const bases = request.direction === 'out' ? [] : overriddenMembers(graph, node.index);
  const ids = bases.slice(0, 3).map((member) => graph.node(member).id);
  return [
    `searched ${kinds} (${request.direction}) in ${files}`,
    ...kindsNote('edges', otherKinds(snapshot.graph, node.index, chosen, request)),
    ...(left === undefined ? [] : [left]),
    ...(ids.length === 0 ? [] : [`it may be called through ${ids.join(', ')}; query those`]),
    ...coverageNotes(snapshot, node.kind === 'file' ? undefined : node.name),
    'calls through untyped receivers, computed names or reflection leave no edge',
  ];
}
