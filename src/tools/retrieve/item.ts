import { z } from 'zod';
import type { Rendering } from '../answer/budget.ts';
import { oneLine, place } from '../answer/display.ts';

/** The layers of retrieval, in the order in which equal scores are listed. */
const LAYERS = {
  C3: 'C3_ENTRYPOINTS',
  C1: 'C1_SYMBOL_CATALOG',
  C2: 'C2_DEPENDENCY_GRAPH',
  C0: 'C0_SOURCE_CHUNKS',
  D0: 'D0_DOC_SECTIONS',
  D1: 'D1_DOC_COMMENTS',
} as const;
export type Layer = keyof typeof LAYERS;
export const LAYER_NAMES = Object.keys(LAYERS) as readonly Layer[];

export const itemSchema = z.strictObject({
  source: z.strictObject({
    project: z.string(),
    path: z.string(),
    commit: z.string().optional(),
    lang: z.string(),
  }),
  content: z.string(),
  layer: z.string().describe(Object.values(LAYERS).join(', ')),
  title: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  score: z.number().describe('In (0, 1]'),
  span: z.strictObject({ start_line: z.int(), end_line: z.int() }),
});
type Item = z.infer<typeof itemSchema>;

/** An item of one layer, before it is joined with those of the others. */
export interface LayerItem {
  readonly layer: Layer;
  readonly path: string;
  readonly lang: string;
  readonly title: string;
  readonly content: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly score: number;
  readonly startLine: number;
  readonly endLine: number;
}

const TITLE_CHARACTERS_MAX = 200;

export function renderItem(
  item: LayerItem,
  source: { readonly project: string; readonly commit: string | undefined },
): Rendering<Item> {
  const { layer, path, lang, content, metadata, score, startLine, endLine } = item;
  const title = oneLine(item.title, TITLE_CHARACTERS_MAX);
  const { project, commit } = source;
  return {
    item: {
      source: { project, path, ...(commit === undefined ? {} : { commit }), lang },
      content,
      layer: LAYERS[layer],
      title,
      metadata: { ...metadata },
      score,
      span: { start_line: startLine, end_line: endLine },
    },
    text: `${layer} ${place(path, startLine, endLine)} ${title} (score ${score})\n${content.replace(/^/gm, '  ')}`,
  };
}
