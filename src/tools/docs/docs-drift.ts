import { z } from 'zod';
import { DRIFT_KINDS, type Drift, driftOf } from '../../crossref/drift.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { fitRenderings, type Rendering, TOKEN_BOUNDS, withinBudget } from '../answer/budget.ts';
import { countsOf, countsShape } from '../answer/counts.ts';
import { DATA_NOTICE, oneLine, plural } from '../answer/display.ts';
import { openIndex } from '../context.ts';
import { projectParameter, tokensParameter } from '../input/parameters.ts';
import { pathGlobFilter } from '../input/path-globs.ts';
import { defineTool } from '../tool.ts';

const TEXT_CHARACTERS_MAX = 120;

const input = z.strictObject({
  path_glob: z.array(z.string()).default([]).describe('Only pages that match; "!" leaves out'),
  max_tokens: tokensParameter,
  project: projectParameter,
});

const itemSchema = z.strictObject({
  drift: z.enum(DRIFT_KINDS),
  path: z.string(),
  line: z.int(),
  section: z.string(),
  text: z.string(),
  detail: z.string(),
});
type Item = z.infer<typeof itemSchema>;

const output = z.strictObject({
  project: z.string(),
  generation: z.int(),
  results: z.array(itemSchema),
  ...countsShape,
  notes: z.array(z.string()),
});

export const docsDrift = defineTool({
  name: 'docs_drift',
  title: 'Stale documentation',
  description:
    'Where the documentation links to or names what is not there: files, anchors, members, paths. Only what is sure.',
  input,
  output,
  bounds: { max_tokens: TOKEN_BOUNDS },
  annotations: { readOnly: true, idempotent: true },
  async run(context, request) {
    const { project, snapshot } = await openIndex(context, request.project);
    const { graph } = snapshot;
    const isWanted = pathGlobFilter(request.path_glob) ?? (() => true);
    const pages = snapshot.pages();
    const found = driftOf({ graph, pages }, (path) => project.isThere(path)).filter(({ path }) =>
      isWanted(path),
    );
    const rows = found.map((drift) => [renderDrift(graph, drift)]);
    return withinBudget(context.channel, request.max_tokens, (budget) => {
      const fitted = fitRenderings(rows, {
        budget,
        detail: 'locations',
        tokensMax: request.max_tokens,
      });
      const notes = [
        ...(fitted.note === undefined ? [] : [fitted.note]),
        ...(pages.size === 0 ? ['no pages of documentation are indexed in this project'] : []),
      ];
      const head = `${plural(found.length, 'finding')} in ${plural(pages.size, 'page')} of ${project.name}. ${DATA_NOTICE}`;
      return {
        structured: {
          project: project.name,
          generation: snapshot.generation,
          results: [...fitted.items],
          ...countsOf(fitted.items.length, found.length),
          notes,
        },
        text: [head, fitted.text].filter((part) => part !== '').join('\n'),
      };
    });
  },
});

function renderDrift(graph: SymbolGraph, drift: Drift): Rendering<Item> {
  const { kind, path, line, node, detail } = drift;
  const text = oneLine(drift.text, TEXT_CHARACTERS_MAX);
  return {
    item: { drift: kind, path, line, section: graph.node(node).id, text, detail },
    text: `${path}:${line} ${kind} ${text}: ${detail}`,
  };
}
