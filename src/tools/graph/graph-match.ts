import { z } from 'zod';
import { GraphMemoryError } from '../../base/errors.ts';
import { type GraphPattern, matchPattern, PATTERN_EDGES_MAX } from '../../graph/match.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { EVIDENCE } from '../../model/edge.ts';
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

const RESULTS_DEFAULT = 50;
const PATTERN_CHARACTERS_MAX = 500;

const input = z.strictObject({
  pattern: z
    .string()
    .max(PATTERN_CHARACTERS_MAX)
    .describe('class:*Service -contains-> method -calls-> function; * is any kind'),
  paths: z.array(z.string()).default([]).describe('Globs of the first symbol; ! excludes'),
  evidence: z.enum(EVIDENCE).default('scoped'),
  max_results: z.number().default(RESULTS_DEFAULT),
  max_tokens: tokensParameter,
  project: projectParameter,
});

const chainSchema = z.strictObject({
  /** Symbol ids in the order of the pattern. */
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
  async answer({ graph }, request) {
    const pattern = patternOf(graph, request);
    const { matches, totalCount, isCut } = matchPattern(graph, pattern, request.max_results);
    const rows = matches.map(({ nodes, edges }) => [render(graph, nodes, edges)]);
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

/** Parses `kind:name -edge-> kind:name`. */
function patternOf(graph: SymbolGraph, { pattern, paths, evidence }: Request): GraphPattern {
  const [first = '', ...rest] = pattern.trim().split(/\s*(-[\w*]+->|<-[\w*]+-)\s*/);
  if (rest.length === 0 || rest.length > 2 * PATTERN_EDGES_MAX) throw invalidPattern(pattern);
  const isInside = pathGlobFilter(paths);
  const isFirst = nodeTest(graph, first, pattern);
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
  return {
    start: (node) => isFirst(node) && isInside?.(graph.pathOf(node)) !== false,
    steps,
    evidenceMin: evidence,
  };
}

function nodeTest(graph: SymbolGraph, words: string, pattern: string): (node: number) => boolean {
  const [, kind, name] = /^(\w+|\*)(?::(\S+))?$/.exec(words) ?? [];
  if (kind === undefined) throw invalidPattern(pattern);
  const kinds = new Set<string>(kind === '*' ? [] : symbolKinds([kind]));
  const isNamed = name === undefined ? undefined : routeGlob(name);
  return (index) => {
    const node = graph.node(index);
    return (kinds.size === 0 || kinds.has(node.kind)) && isNamed?.(node.name) !== false;
  };
}

function invalidPattern(pattern: string): GraphMemoryError {
  return new GraphMemoryError('GM_USAGE', `not a pattern: ${pattern}`, {
    hint: `Write kinds and 1 to ${PATTERN_EDGES_MAX} edges, such as: class -extends-> class:Base*`,
  });
}

function render(
  graph: SymbolGraph,
  nodes: readonly number[],
  edges: readonly number[],
): Rendering<z.infer<typeof chainSchema>> {
  const symbols = nodes.map((node) => graph.node(node).id);
  const at = edges.map((edge) => siteOf(graph, graph.edge(edge)));
  const [first, ...others] = symbols;
  const tail = others.map((id, index) => `${id} (${at[index]})`);
  return { item: { symbols, at }, text: `  ${[first, ...tail].join(' → ')}` };
}
