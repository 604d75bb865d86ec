import { z } from 'zod';
import { CONFIDENCES, DRIFT_KINDS, type Drift, WRONG_KINDS } from '../../doclinks/drift/drift.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { fitRenderings, type Rendering, TOKEN_BOUNDS, withinBudget } from '../answer/budget.ts';
import { countsOf, countsShape } from '../answer/counts.ts';
import { DATA_NOTICE, oneLine, plural } from '../answer/display.ts';
import { openIndex } from '../context.ts';
import { driftKinds } from '../input/kinds.ts';
import { projectParameter, tokensParameter } from '../input/parameters.ts';
import { pathGlobFilter } from '../input/path-globs.ts';
import { defineTool } from '../tool.ts';
import { findDrift } from './drift/find-drift.ts';

const TEXT_CHARACTERS_MAX = 120;

const input = z.strictObject({
  kinds: z
    .array(z.string())
    .default([])
    .describe(`Only these; olderThanCode only if named: ${DRIFT_KINDS.join(', ')}`),
  path_glob: z.array(z.string()).default([]).describe('Only pages that match; "!" excludes'),
  max_tokens: tokensParameter,
  project: projectParameter,
});

const itemSchema = z.strictObject({
  drift: z.enum(DRIFT_KINDS),
  confidence: z.enum(CONFIDENCES),
  path: z.string(),
  line: z.int(),
  section: z.string(),
  text: z.string(),
  detail: z.string(),
  /** Likely intended targets, best first. */
  did_you_mean: z.array(z.string()),
});
type Item = z.infer<typeof itemSchema>;

const output = z.strictObject({
  project: z.string(),
  generation: z.int(),
  results: z.array(itemSchema),
  /** Number of all findings of the kinds that mean a page is wrong, including those not shown. */
  wrong_count: z.int(),
  ...countsShape,
  notes: z.array(z.string()),
});

export const docsDrift = defineTool({
  name: 'docs_drift',
  title: 'Stale documentation',
  description:
    'Broken links, names, imports and calls in the documentation, and calls with wrong arguments.',
  input,
  output,
  bounds: { max_tokens: TOKEN_BOUNDS },
  annotations: { readOnly: true, idempotent: true },
  async run(context, request) {
    const { project, snapshot } = await openIndex(context, request.project);
    const { graph } = snapshot;
    const isIncluded = pathGlobFilter(request.path_glob) ?? (() => true);
    const pages = snapshot.pages();
    const checked = [...pages.keys()].filter(isIncluded).length;
    const kinds = request.kinds.length === 0 ? WRONG_KINDS : driftKinds(request.kinds);
    const options = { kinds, isIncluded };
    const found = await findDrift(context, { project, snapshot }, options);
    const rows = found.map((drift) => [renderDrift(graph, drift)]);
    return withinBudget(context.channel, request.max_tokens, (budget) => {
      const fitted = fitRenderings(rows, {
        budget,
        detail: 'locations',
        tokensMax: request.max_tokens,
      });
      const notes = [
        ...fitted.notes,
        ...(pages.size === 0 ? ['no pages of documentation are indexed in this project'] : []),
        ...(pages.size > 0 && checked === 0
          ? ['path_glob matches no page: nothing was checked']
          : []),
      ];
      const head = `${plural(found.length, 'finding')} in ${plural(checked, 'page')} of ${project.name}. ${DATA_NOTICE}`;
      return {
        structured: {
          project: project.name,
          generation: snapshot.generation,
          results: [...fitted.items],
          wrong_count: found.filter(({ kind }) => WRONG_KINDS.includes(kind)).length,
          ...countsOf(fitted.items.length, found.length),
          notes,
        },
        text: [head, fitted.text].filter((part) => part !== '').join('\n'),
      };
    });
  },
});

function renderDrift(graph: SymbolGraph, drift: Drift): Rendering<Item> {
  const { kind, confidence, path, line, node, detail, near } = drift;
  const text = oneLine(drift.text, TEXT_CHARACTERS_MAX);
  const suggestion = near.length === 0 ? '' : `. Did you mean ${near.join(' or ')}?`;
  return {
    item: {
      drift: kind,
      confidence,
      path,
      line,
      section: graph.node(node).id,
      text,
      detail,
      did_you_mean: [...near],
    },
    text: `${path}:${line} ${kind}${confidence === 'sure' ? '' : ` (${confidence})`} ${text}: ${detail}${suggestion}`,
  };
}
