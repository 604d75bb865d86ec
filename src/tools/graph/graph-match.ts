import { z } from 'zod';
import { GraphMemoryError } from '../../base/errors.ts';
import { type GraphPattern, matchPattern, PATTERN_EDGES_MAX } from '../../graph/match.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { EVIDENCE } from '../../model/edge.ts';
import type { EntryPoint } from '../../model/entry-point.ts';
import type { Rendering } from '../answer/budget.ts';
import { countsShape } from '../answer/counts.ts';
import { plural } from '../answer/display.ts';
import { renderList } from '../answer/rendered-answer.ts';
import { siteOf } from '../answer/site.ts';
import { indexTool } from '../index-tool.ts';
import { edgeKinds, symbolKinds } from '../input/kinds.ts';
import { projectParameter, tokensParameter } from '../input/parameters.ts';
import { pathGlobFilter } from '../input/path-globs.ts';
import { routeGlob } from '../input/route-glob.ts';
import { routeFilter } from '../input/route-words.ts';

const RESULTS_DEFAULT = 50;
const PATTERN_CHARACTERS_MAX = 500;

const input = z.strictObject({
  pattern: z
    .string()
    .max(PATTERN_CHARACTERS_MAX)
    .describe(
      'class:*Service -contains-> method -calls-> function; * is any kind; an end may be entrypoint:/users/** -handles-> *',
    ),
  paths: z
    .array(z.string())
    .default([])
    .describe('Globs of the first symbol, or of the entry point; ! excludes'),
  evidence: z.enum(EVIDENCE).default('scoped'),
  max_results: z.number().default(RESULTS_DEFAULT),
  max_tokens: tokensParameter,
  project: projectParameter,
});

const chainSchema = z.strictObject({
  /** Ids in the order of the pattern. */
  symbols: z.array(z.string()),
  /** `path:line,line` of each edge. */
  at: z.array(z.string()),
});

export const graphMatch = indexTool({
  name: 'graph_match',
  title: 'Match a pattern',
  description:
    'Chains of symbols and edges that match a pattern: kind, edge, kind, with globs of names.',
  input,
  output: { chains: z.array(chainSchema), ...countsShape },
  hasRequests: true,
  bounds: { max_results: { min: 1, max: 500 } },
  async answer({ graph, snapshot }, request) {
    const { pattern, entries, isReversed } = patternOf(graph, snapshot.entryPoints, request);
    const { matches, totalCount, isCut } = matchPattern(graph, pattern, request.max_results);
    const rows = matches.map(({ start, nodes, edges }) => {
      const entry = entries?.[start];
      const ids = nodes.map((node) => graph.node(node).id);
      const sites = edges.map((edge) => siteOf(graph, graph.edge(edge)));
      const symbols = entry === undefined ? ids : [entry.id, ...ids];
      const at = entry === undefined ? sites : [`${entry.path}:${entry.line}`, ...sites];
      return [isReversed ? render(symbols.reverse(), at.reverse()) : render(symbols, at)];
    });
    const head = `${plural(totalCount, 'chain')} match ${request.pattern}`;
    return renderList(
      { rows, detail: 'locations', total: totalCount },
      ({ items, counts, notes, text }) => ({
        fields: { chains: items, ...counts },
        notes: isCut ? [...notes, 'the search was cut: the total is a minimum'] : notes,
        text: [head, text],
      }),
    );
  },
});

type Request = z.output<typeof input>;

interface ReadPattern {
  readonly pattern: GraphPattern;
  /** The entry points whose handlers are the starts, if the pattern has one at an end. */
  readonly entries: readonly EntryPoint[] | undefined;
  /** Whether the pattern is followed from its last node, which is an entry point. */
  readonly isReversed: boolean;
}

const ENTRY = /^entry_?points?(?::(.+))?$/i;
const HANDLES = '-handles->';

/** Parses `kind:name -edge-> kind:name`; an end may be `entrypoint:/users/** -handles->`. */
function patternOf(
  graph: SymbolGraph,
  entryPoints: readonly EntryPoint[],
  { pattern, paths, evidence }: Request,
): ReadPattern {
  const parts = pattern.trim().split(/\s*(-[\w*]+->|<-[\w*]+-)\s*/);
  const isReversed = !ENTRY.test(parts[0] ?? '') && ENTRY.test(parts.at(-1) ?? '');
  const ordered = isReversed ? parts.toReversed().map(flipped) : parts;
  const isEntry = ENTRY.test(ordered[0] ?? '');
  if (isEntry && ordered[1] !== HANDLES) throw invalidPattern(pattern);
  const [first = '', ...rest] = isEntry ? ordered.slice(2) : ordered;
  const edgesMin = isEntry ? 0 : 1;
  if (rest.length < 2 * edgesMin || rest.length > 2 * PATTERN_EDGES_MAX)
    throw invalidPattern(pattern);
  const steps: GraphPattern['steps'][number][] = [];
  for (let index = 0; index < rest.length; index += 2) {
    const [arrow = '', node = ''] = rest.slice(index, index + 2);
    const kind = arrow.replaceAll(/[<>-]/g, '');
    steps.push({
      direction: arrow.startsWith('<') ? 'in' : 'out',
      kinds: kind === '*' ? undefined : edgeKinds([kind]),
      accepts: nodeTest(graph, node, pattern),
    });
  }
  const isFirst = nodeTest(graph, first, pattern);
  const isInside = pathGlobFilter(paths) ?? (() => true);
  const read = { steps, evidenceMin: evidence };
  if (!isEntry) {
    const nodes = Array.from({ length: graph.nodeCount }, (_, node) => node);
    const starts = nodes.filter((node) => isFirst(node) && isInside(graph.pathOf(node)));
    return { pattern: { ...read, starts }, entries: undefined, isReversed: false };
  }
  const route = ENTRY.exec(ordered[0] ?? '')?.[1];
  const isOnRoute = route === undefined ? () => true : routeFilter(route);
  const found = entryPoints.flatMap((entry): [EntryPoint, number][] => {
    const node = isOnRoute(entry) && isInside(entry.path) ? graph.find(entry.handler) : undefined;
    return node === undefined || !isFirst(node) ? [] : [[entry, node]];
  });
  const starts = found.map(([, node]) => node);
  return { pattern: { ...read, starts }, entries: found.map(([entry]) => entry), isReversed };
}

/** Returns an arrow that points the other way; nodes stay as they are. */
function flipped(part: string): string {
  if (/^-[\w*]+->$/.test(part)) return `<${part.slice(0, -1)}`;
  return /^<-[\w*]+-$/.test(part) ? `${part.slice(1)}>` : part;
}

function nodeTest(graph: SymbolGraph, words: string, pattern: string): (node: number) => boolean {
  const [, kind, name] = /^(\w+|\*)(?::(\S+))?$/.exec(words) ?? [];
  if (kind === undefined || ENTRY.test(words)) throw invalidPattern(pattern);
  const kinds = new Set<string>(kind === '*' ? [] : symbolKinds([kind]));
  const isNamed = name === undefined ? undefined : routeGlob(name);
  return (index) => {
    const node = graph.node(index);
    return (kinds.size === 0 || kinds.has(node.kind)) && isNamed?.(node.name) !== false;
  };
}

function invalidPattern(pattern: string): GraphMemoryError {
  return new GraphMemoryError('GM_USAGE', `not a pattern: ${pattern}`, {
    hint: `Write kinds and 1 to ${PATTERN_EDGES_MAX} edges, such as: class -extends-> class:Base*, or entrypoint:/users/** -handles-> function at an end`,
  });
}

function render(
  symbols: readonly string[],
  at: readonly string[],
): Rendering<z.infer<typeof chainSchema>> {
  const [first, ...others] = symbols;
  const tail = others.map((id, index) => `${id} (${at[index]})`);
  return {
    item: { symbols: [...symbols], at: [...at] },
    text: `  ${[first, ...tail].join(' → ')}`,
  };
}
