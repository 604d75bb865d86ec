import { z } from 'zod';
import type { SymbolNode } from '../graph/symbol-graph.ts';
import type { Snapshot } from '../index/snapshot.ts';
import { SYMBOL_KINDS } from '../model/symbol.ts';
import {
  compareHits,
  findSymbols,
  NAME_FITS,
  type NameFit,
  type SymbolHit,
} from '../query/symbol-search.ts';
import type { Rendering } from './answer/budget.ts';
import { coverageNotes } from './answer/coverage.ts';
import { kindAndName, oneLine, place, plural } from './answer/display.ts';
import {
  itemProject,
  itemProjectShape,
  namesOf,
  notesOfEach,
  projectPrefix,
} from './answer/index-fields.ts';
import { locationOf, locationShape } from './answer/location.ts';
import type { OpenIndex } from './context.ts';
import { documentedIn } from './docs/cross-references.ts';
import { findInModule } from './input/get-symbol.ts';
import { symbolKinds } from './input/kinds.ts';
import { languagesByProject } from './input/languages.ts';
import {
  cursorParameter,
  languagesParameter,
  projectsParameter,
  tokensParameter,
} from './input/parameters.ts';
import { pathGlobFilter } from './input/path-globs.ts';
import { pageShape } from './search/page.ts';
import { searchTool } from './search/search-tool.ts';
import { textLayer, textMatchesSchema } from './search/text-layer.ts';

const NAME_CHARACTERS_MAX = 500;
const SIGNATURE_CHARACTERS_MAX = 512;

/** How closely a name must match; `auto` uses fuzzy matching only if nothing matches better. */
const MATCHES = ['auto', 'exact', 'prefix', 'fuzzy'] as const;
const FITS: Readonly<Record<(typeof MATCHES)[number], readonly NameFit[]>> = {
  auto: ['exact', 'case', 'prefix', 'part'],
  exact: ['exact'],
  prefix: ['exact', 'case', 'prefix'],
  fuzzy: NAME_FITS,
};

const input = z.strictObject({
  symbol: z
    .string()
    .trim()
    .min(1, 'is empty')
    .max(NAME_CHARACTERS_MAX)
    .describe('Name or qualified name: add, Cart.add, shop.cart.Cart'),
  match: z.enum(MATCHES).default('auto'),
  kind: z.array(z.string()).default([]).describe('class, method, …'),
  lang: languagesParameter,
  path_glob: z.array(z.string().max(500)).default([]).describe('! excludes'),
  max_results: z.number().default(20),
  max_tokens: tokensParameter,
  cursor: cursorParameter,
  project: projectsParameter,
});
type Input = z.output<typeof input>;

const itemSchema = z.strictObject({
  ...itemProjectShape,
  symbol: z.string(),
  kind: z.enum(SYMBOL_KINDS),
  ...locationShape,
  lang: z.string(),
  exported: z.boolean(),
  fit: z.enum(NAME_FITS),
  signature: z.string().optional(),
  /** The documentation section that says most about it. */
  documented_in: z.string().optional(),
});
type Item = z.infer<typeof itemSchema>;

export const codebaseSearchSymbol = searchTool({
  name: 'codebase_search_symbol',
  title: 'Search symbols',
  description: 'Every symbol with an exact, prefix or similar name, without bodies.',
  input,
  output: {
    results: z.array(itemSchema),
    ...pageShape,
    /** Set if no symbol has the name and the words occur as text. */
    text_matches: textMatchesSchema.optional(),
  },
  bounds: { max_results: { min: 1, max: 100 } },
  question: ({ symbol }) => symbol,
  seeks: 'symbols',
  identity: ({ symbol, match, kind, lang, path_glob }) => [symbol, match, kind, lang, path_glob],
  async answer({ context, indexes, start: { offset } }, request) {
    const preferred = await Promise.all(
      indexes.map((opened) => findInModule(opened, request.symbol)),
    );
    const strict = searchIndex(indexes, preferred, request, FITS[request.match]);
    const isLoose = strict.length === 0 && request.match === 'auto';
    const found = isLoose ? searchIndex(indexes, preferred, request, ['fuzzy']) : strict;
    const asText = { words: request.symbol, pathGlobs: request.path_glob };
    const text = strict.length === 0 ? await textLayer(context, indexes, asText) : undefined;
    return {
      rows: found.slice(offset, offset + request.max_results).map(renderHit),
      detail: 'signatures',
      total: found.length,
      notes: [
        ...(isLoose && found.length > 0 ? ['no symbol has this name; these resemble it'] : []),
        ...(text?.notes ?? []),
        ...(found.length === 0
          ? notesOfEach(indexes, ({ snapshot }) => coverageNotes(snapshot))
          : []),
      ],
      fields: text?.field ?? {},
      head: (count) =>
        `${count} of ${plural(found.length, 'symbol')} for "${request.symbol}" in ${namesOf(indexes)}`,
    };
  },
});

/** A symbol, with its project if several are searched. */
interface Found {
  readonly hit: SymbolHit;
  readonly snapshot: Snapshot;
  readonly project: { readonly project?: string };
}

/**
 * Returns the matching symbols of all projects in one order. In a tie, the project listed first
 * comes first.
 */
function searchIndex(
  indexes: readonly OpenIndex[],
  preferred: readonly (readonly number[])[],
  request: Input,
  fits: readonly NameFit[],
): readonly Found[] {
  const projects = indexes.map(({ project }) => project);
  const languages = languagesByProject(projects, request.lang);
  const found = indexes.flatMap((opened, index) => {
    const own = languages.get(opened.project);
    if (own === undefined) return [];
    const accepts = filterOf(request, own);
    const query = { words: request.symbol, preferred: preferred[index] ?? [], fits, accepts };
    const hits = findSymbols(opened.snapshot.graph, query);
    const { snapshot } = opened;
    return hits.map((hit) => ({ hit, snapshot, project: itemProject(indexes, opened) }));
  });
  return found.sort((a, b) => compareHits(a.hit, b.hit));
}

function filterOf(request: Input, known: readonly string[]): (node: SymbolNode) => boolean {
  const kinds = new Set<string>(symbolKinds(request.kind));
  const languages = new Set(known);
  const isIncluded = pathGlobFilter(request.path_glob) ?? (() => true);
  return ({ kind, language, path }) =>
    (kinds.size === 0 || kinds.has(kind)) &&
    (languages.size === 0 || languages.has(language)) &&
    isIncluded(path);
}

function renderHit({ hit: { node, fit }, snapshot, project }: Found): readonly Rendering<Item>[] {
  const location: Item = {
    ...project,
    symbol: node.id,
    kind: node.kind,
    ...locationOf(node),
    lang: node.language,
    exported: node.exported,
    fit,
  };
  const signature = oneLine(node.signature, SIGNATURE_CHARACTERS_MAX);
  const where = `${projectPrefix(project)}${place(node.path, node.startLine, node.endLine)} ${kindAndName(node.kind, node.id, node.path)}`;
  const explained = documentedIn(snapshot, node);
  const { documented_in: section } = explained;
  const also = section === undefined ? '' : `\n   documented in: ${section}`;
  // A signature that is the name alone repeats it.
  const shown = signature === node.name ? '' : `\n   ${signature}`;
  return [
    { item: location, text: where },
    { item: { ...location, signature, ...explained }, text: `${where}${shown}${also}` },
  ];
}
