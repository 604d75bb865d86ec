import { z } from 'zod';
import { termsOf } from '../../index/tokenize.ts';
import { literalsOf } from '../../query/literal/literals.ts';
import { countsShape } from '../answer/counts.ts';
import { DATA_NOTICE, plural } from '../answer/display.ts';
import { renderList } from '../answer/rendered-answer.ts';
import { shownScore } from '../answer/shown-score.ts';
import { Sources } from '../answer/sources.ts';
import type { OpenIndex } from '../context.ts';
import { searchPages } from '../docs/docs-search.ts';
import { indexTool } from '../index-tool.ts';
import { enclosingSymbol } from '../input/find-symbol.ts';
import { projectParameter, tokensParameter } from '../input/parameters.ts';
import { testsMode } from '../input/tests-mode.ts';
import { degradedField, degradedSchema } from '../search/degraded.ts';
import { type FoundHits, findHits } from '../search/find-hits.ts';
import {
  dependencyGraph,
  docComments,
  entryPointLayer,
  type ScoredHit,
  sourceChunks,
  symbolCatalog,
} from './code-layers.ts';
import { itemSchema, LAYER_NAMES, type Layer, type LayerItem, renderItem } from './item.ts';

const input = z.strictObject({
  query: z.string().trim().min(1).describe('A question, names, or an error text'),
  layers: z
    .array(z.enum(LAYER_NAMES as [Layer, ...Layer[]]))
    .default([])
    .describe(
      'C0 source, C1 symbols, C2 edges, C3 entry points, D0 documentation sections, D1 doc comments; all if empty',
    ),
  path_prefixes: z.array(z.string()).default([]).describe('Only paths that begin with one'),
  namespace: z.string().default('').describe('Only this module or package: shop.cart, shop/cart'),
  top_k: z.number().default(8).describe('Items of each layer'),
  max_chars: z.number().default(12_000).describe('Characters of all contents'),
  max_chunks: z.number().default(50).describe('Items of all layers'),
  max_depth: z.number().default(1).describe('Steps from the symbols found to edges of C2'),
  max_tokens: tokensParameter,
  project: projectParameter,
});
type Request = z.output<typeof input>;

export const retrieve = indexTool({
  name: 'retrieve',
  title: 'Retrieve by layer',
  description:
    'Context for a question from chosen layers: source, symbols, edges, entry points, documentation, each item with its span and metadata. For pipelines; code_search and explain are for agents.',
  input,
  output: {
    items: z.array(itemSchema),
    ...countsShape,
    layers: z.record(z.string(), z.int()).describe('Items found in each layer that was searched'),
    degraded: degradedSchema,
  },
  bounds: {
    top_k: { min: 1, max: 100 },
    max_chars: { min: 500, max: 200_000 },
    max_chunks: { min: 1, max: 500 },
    max_depth: { min: 1, max: 4 },
  },
  async answer({ open, project, snapshot, commit }, request) {
    const { items: found, degraded } = await searchLayers(open, request);
    const layers = request.layers.length === 0 ? LAYER_NAMES : request.layers;
    const counts = layers.map((layer) => [layer, found.filter((i) => i.layer === layer).length]);
    const { kept, cutNotes } = withinLimits(found, request);
    const origin = { project: project.name, commit };
    const rows = kept.map((item) => [renderItem(item, origin)]);
    const list = { rows, detail: 'snippets', total: found.length } as const;
    const searched = `${layers.join(' ')} of generation ${snapshot.generation}`;
    return renderList(list, ({ items, counts: shown, notes, text }) => ({
      fields: {
        items,
        ...shown,
        layers: Object.fromEntries(counts),
        ...degradedField([{ degraded }]),
      },
      notes: [...cutNotes, ...notes],
      text: [`${plural(items.length, 'item')} from ${searched}. ${DATA_NOTICE}`, text],
    }));
  },
});

/** Searches each layer. The wording of a question chooses no layer. */
async function searchLayers(
  open: OpenIndex,
  request: Request,
): Promise<Pick<FoundHits, 'degraded'> & { readonly items: readonly LayerItem[] }> {
  const { snapshot } = open;
  const { query, top_k: countMax } = request;
  const isWanted = (layer: Layer) => request.layers.length === 0 || request.layers.includes(layer);
  const pathFilter = insideFilter(request);
  const terms = new Set(termsOf(query));
  const { answer, hits, degraded } = await findHits(open, {
    search: {
      ...{ query, maxResults: countMax, pathFilter, languages: [], kinds: [], groupBy: 'place' },
      includeTests: testsMode('auto', query),
    },
    literals: literalsOf(query),
    offset: 0,
    relevance: new Map(),
  });
  const scored: readonly ScoredHit[] = hits.map((hit) => ({
    hit,
    score: shownScore(hit.score, answer.scoreMax),
  }));
  const symbols = symbolsOf(scored);
  const { graph } = snapshot;
  const layers: Readonly<Record<Layer, () => LayerItem[] | Promise<LayerItem[]>>> = {
    C0: () => sourceChunks(snapshot, scored),
    C1: () => symbolCatalog(snapshot, symbols),
    C2: () => dependencyGraph(graph, symbols, request.max_depth),
    C3: () => entryPointLayer(snapshot, terms, symbols),
    D0: () => sections(open, request, pathFilter),
    D1: () => docComments(graph, terms, scored),
  };
  const found = await Promise.all(
    LAYER_NAMES.filter(isWanted).map(async (layer) => {
      const own = (await layers[layer]()).filter(({ path }) => pathFilter(path));
      return own.sort(byScore).slice(0, countMax);
    }),
  );
  return { items: found.flat().sort(byScore), degraded };
}

function symbolsOf(hits: readonly ScoredHit[]): ReadonlyMap<number, number> {
  const symbols = new Map<number, number>();
  for (const { hit, score } of hits) {
    if (hit.symbol.kind !== 'file' && !symbols.has(hit.node)) symbols.set(hit.node, score);
  }
  return symbols;
}

/** D0: sections of the documentation. */
async function sections(
  open: OpenIndex,
  { query, top_k: countMax }: Request,
  pathFilter: (path: string) => boolean,
): Promise<LayerItem[]> {
  const { graph } = open.snapshot;
  const { answer, hits } = await searchPages(open, { query, pathFilter }, countMax);
  const sources = new Sources(open);
  return Promise.all(
    hits.map(async ({ path, startLine, endLine, score }): Promise<LayerItem> => {
      const node = graph.node(enclosingSymbol(graph, path, startLine));
      const { lines } = await sources.of(path);
      return {
        ...{ layer: 'D0', path, lang: node.language, startLine, endLine },
        score: shownScore(score, answer.scoreMax),
        title: node.id,
        content: lines.slice(startLine - 1, endLine).join('\n'),
        metadata: { section_id: node.id, heading: node.name, artifact_type: 'DOCS' },
      };
    }),
  );
}

/** Restricts paths to the prefixes and to the namespace: its parts as folders or as the file. */
function insideFilter({ path_prefixes, namespace }: Request): (path: string) => boolean {
  const prefixes = path_prefixes.map((prefix) => prefix.replace(/^(?:\.?\/)+/, ''));
  const folders = namespace.split(/[./\\]|::/).filter((part) => part !== '');
  const inner = `/${folders.join('/')}`;
  return (path) => {
    if (prefixes.length > 0 && !prefixes.some((prefix) => path.startsWith(prefix))) return false;
    if (folders.length === 0) return true;
    const at = `/${path}`.indexOf(inner);
    return at >= 0 && /^[./]/.test(`/${path}`.slice(at + inner.length));
  };
}

function byScore(a: LayerItem, b: LayerItem): number {
  return (
    b.score - a.score ||
    LAYER_NAMES.indexOf(a.layer) - LAYER_NAMES.indexOf(b.layer) ||
    (a.path < b.path ? -1 : a.path > b.path ? 1 : a.startLine - b.startLine)
  );
}

/** Keeps the best items within the limits of the request. */
function withinLimits(
  items: readonly LayerItem[],
  { max_chars: charactersMax, max_chunks: countMax }: Request,
): { readonly kept: readonly LayerItem[]; readonly cutNotes: readonly string[] } {
  let left = charactersMax;
  const kept = items.slice(0, countMax).filter(({ content }) => {
    if (content.length > left) return false;
    left -= content.length;
    return true;
  });
  const dropped = items.length - kept.length;
  if (dropped === 0) return { kept, cutNotes: [] };
  const limits = `max_chunks ${countMax} and max_chars ${charactersMax}`;
  return { kept, cutNotes: [`${plural(dropped, 'item')} left out by ${limits}`] };
}
