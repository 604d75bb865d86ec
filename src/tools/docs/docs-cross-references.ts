import { z } from 'zod';
import { getOrCompute } from '../../base/memoize.ts';
import { EVIDENCE } from '../../model/edge.ts';
import { SYMBOL_KINDS } from '../../model/symbol.ts';
import type { Rendering } from '../answer/budget.ts';
import { countsShape } from '../answer/counts.ts';
import { DATA_NOTICE, kindAndName, numbered, oneLine, plural } from '../answer/display.ts';
import { projectPrefix } from '../answer/index-fields.ts';
import { locationOf, locationShape } from '../answer/location.ts';
import { renderList } from '../answer/rendered-answer.ts';
import { Sources } from '../answer/sources.ts';
import { symbolRef, symbolRefSchema } from '../answer/symbol-card.ts';
import type { OpenIndex } from '../context.ts';
import { symbolTool } from '../index-tool.ts';
import { projectParameter, tokensParameter } from '../input/parameters.ts';
import { edgesWithin, findSubject, referencesAcross } from './across.ts';
import { type CrossReference, GROUPS } from './cross-references.ts';
import { staleNotes } from './drift/stale-notes.ts';

const RESULTS_MAX = 100;
const LINE_CHARACTERS_MAX = 160;
/** Maximum number of lines per section, in source order. */
const SNIPPET_LINES = 3;
const LINES_LISTED_MAX = 10;

const input = z.strictObject({
  symbol: z.string().trim().min(1),
  max_tokens: tokensParameter,
  project: projectParameter,
});

const itemSchema = z.strictObject({
  /** Set if it differs from the project of the requested symbol. */
  project: z.string().optional(),
  group: z.enum(GROUPS),
  symbol: z.string(),
  kind: z.enum(SYMBOL_KINDS),
  ...locationShape,
  /** Lines of the reference, in the file that contains it. */
  lines: z.array(z.int()),
  edge: z.string().optional(),
  evidence: z.enum(EVIDENCE).optional(),
  snippet: z.string().optional(),
});
type Item = z.infer<typeof itemSchema>;

export const docsCrossReferences = symbolTool({
  name: 'docs_cross_references',
  title: 'Docs',
  description: 'Docs, examples and tests of a symbol, section or file.',
  input,
  output: {
    subject: symbolRefSchema,
    /** Number of references by group, including those not shown. */
    by_group: z.record(z.string(), z.int()),
    references: z.array(itemSchema),
    ...countsShape,
  },
  find: findSubject,
  async answer({ context, open, snapshot, node, othersNotes }, _request) {
    const isPage = snapshot.pages().has(node.path);
    const references = await referencesAcross(context, open, node);
    const stale = await staleNotes(open, edgesWithin(references, open));
    const sources = new Map<OpenIndex['project'], Sources>();
    const rows = await Promise.all(
      references.slice(0, RESULTS_MAX).map((row) => {
        const { project } = row.open;
        const own = getOrCompute(sources, project, () => new Sources(row.open));
        return render(row, own, { isPage, project: row.open === open ? undefined : project.name });
      }),
    );
    const byGroup = Object.fromEntries(
      GROUPS.map(
        (group) => [group, references.filter((row) => row.group === group).length] as const,
      ).filter(([, count]) => count > 0),
    );
    const known = [
      ...othersNotes,
      ...stale,
      ...(snapshot.docsText.fileCount === 0 ? ['no pages of documentation are indexed'] : []),
    ];
    const total = references.length;
    const scopeText = isPage ? 'is about' : 'in docs and code';
    const head = `${node.id} (${node.kind}) ${scopeText}: ${plural(total, 'place')}. ${DATA_NOTICE}`;
    return renderList({ rows, detail: 'signatures', total }, ({ items, counts, notes, text }) => ({
      fields: { subject: symbolRef(node), by_group: byGroup, references: items, ...counts },
      notes: [...notes, ...known],
      text: [head, ...grouped(items, text)],
    }));
  },
});

async function render(
  { group, node, lines, edge }: CrossReference,
  sources: Sources,
  { isPage, project }: { readonly isPage: boolean; readonly project: string | undefined },
): Promise<readonly Rendering<Item>[]> {
  const location: Item = {
    ...(project === undefined ? {} : { project }),
    group,
    symbol: node.id,
    kind: node.kind,
    ...locationOf(node),
    lines: lines.slice(0, LINES_LISTED_MAX),
    ...(edge === undefined ? {} : { edge: edge.kind, evidence: edge.evidence }),
  };
  const at = isPage
    ? `at line ${location.lines.join(', ')}`
    : `${node.path}:${location.lines.join(',')}`;
  const where = isPage
    ? `${node.id} (${node.kind}, ${at})`
    : `${at} ${kindAndName(node.kind, node.id, node.path)}`;
  const weak = edge?.evidence === 'nameOnly' ? ' [one of several with that name]' : '';
  const short = { item: location, text: `  ${projectPrefix({ project })}${where}${weak}` };
  if (isPage || edge === undefined) return [short];
  const first = lines[0] ?? node.startLine;
  const source = await sources.of(node.path);
  const shown = source.lines
    .slice(first - 1, first - 1 + (group === 'examples' ? SNIPPET_LINES : 1))
    .map((line) => oneLine(line, LINE_CHARACTERS_MAX));
  const snippet = shown.join('\n').trimEnd();
  if (snippet === '') return [short];
  return [
    short,
    { item: { ...location, snippet }, text: `${short.text}\n${numbered(snippet, first)}` },
  ];
}

/** Adds the name of each group above the text of its items. */
function grouped(items: readonly Item[], text: string): string[] {
  const lines: string[] = [];
  const starts = text.split(/\n(?= {2}\S)/);
  for (const [index, item] of items.entries()) {
    if (item.group !== items[index - 1]?.group) lines.push(`${item.group}:`);
    lines.push(starts[index] ?? '');
  }
  return lines;
}
