import { z } from 'zod';
import { CONFIDENCES, DRIFT_KINDS, type Drift, WRONG_KINDS } from '../../doclinks/drift/drift.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import type { Rendering } from '../answer/budget.ts';
import { countsShape } from '../answer/counts.ts';
import { noPagesNotes } from '../answer/coverage.ts';
import { DATA_NOTICE, oneLine, plural } from '../answer/display.ts';
import { renderList } from '../answer/rendered-answer.ts';
import { indexTool } from '../index-tool.ts';
import { driftKinds } from '../input/kinds.ts';
import { projectParameter, tokensParameter } from '../input/parameters.ts';
import { pathGlobFilter } from '../input/path-globs.ts';
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

export const docsDrift = indexTool({
  name: 'docs_drift',
  title: 'Stale documentation',
  description:
    'Broken links, names, imports and calls in the documentation, and calls with wrong arguments.',
  input,
  output: {
    results: z.array(itemSchema),
    /** Number of all findings of the kinds that mean a page is wrong, including those not shown. */
    wrong_count: z.int(),
    ...countsShape,
  },
  async answer({ context, open, project, snapshot, graph }, request) {
    const isIncluded = pathGlobFilter(request.path_glob) ?? (() => true);
    const pages = snapshot.pages();
    const checked = [...pages.keys()].filter(isIncluded).length;
    const kinds = request.kinds.length === 0 ? WRONG_KINDS : driftKinds(request.kinds);
    const found = await findDrift(context, open, { kinds, isIncluded });
    const rows = found.map((drift) => [renderDrift(graph, drift)]);
    const wrongCount = found.filter(({ kind }) => WRONG_KINDS.includes(kind)).length;
    const known = [
      ...noPagesNotes(pages.size),
      ...(pages.size > 0 && checked === 0
        ? ['path_glob matches no page: nothing was checked']
        : []),
    ];
    const head = `${plural(found.length, 'finding')} in ${plural(checked, 'page')} of ${project.name}. ${DATA_NOTICE}`;
    return renderList({ rows, detail: 'locations' }, ({ items, counts, notes, text }) => ({
      fields: { results: items, wrong_count: wrongCount, ...counts },
      notes: [...notes, ...known],
      text: [head, text],
    }));
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
