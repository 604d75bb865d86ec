import { z } from 'zod';
import { grouped } from '../base/grouped.ts';
import { heritage } from '../graph/related-members.ts';
import type { SymbolGraph, SymbolNode } from '../graph/symbol-graph.ts';
import type { Snapshot } from '../index/snapshot.ts';
import { type EdgeKind, EVIDENCE } from '../model/edge.ts';
import type { Setting } from '../model/setting.ts';
import type { UseElsewhere } from '../project/workspace.ts';
import { accountText } from './account/account-text.ts';
import {
  type NameAccount,
  nameAccount,
  nameAccountSchema,
  OPEN_LINES_MANY,
} from './account/name-account.ts';
import { withNamedImports } from './account/named-imports.ts';
import { hasUsesWithoutEdges, noUsesText } from './account/no-uses.ts';
import { linesByPath } from './answer/by-path.ts';
import { countsShape } from './answer/counts.ts';
import { coverageNotes, unboundCount } from './answer/coverage.ts';
import { lineRange, plural } from './answer/display.ts';
import { kindsNote } from './answer/kinds-note.ts';
import { type RenderAnswer, renderList } from './answer/rendered-answer.ts';
import { symbolRef, symbolRefSchema } from './answer/symbol-card.ts';
import { renderUse, type UseItem, useItemSchema } from './answer/use-item.ts';
import { selectUses, USE_KINDS, type UseKind, type UseSelection } from './answer/use-rows.ts';
import { enteredByTitles, entryPointsTo, reachedFields } from './entry-points/reached-from.ts';
import { renderRequester, requestersOf } from './entry-points/requesters.ts';
import { type FieldsOf, symbolTool } from './index-tool.ts';
import { edgeKinds } from './input/kinds.ts';
import { projectParameter, symbolParameter } from './input/parameters.ts';
import { settingLine, settingsWithoutSymbol } from './settings/settings.ts';

const RESULTS_DEFAULT = 50;
/** Enough for about ten uses; more are on the next page. */
const TOKENS_DEFAULT = 1000;

const input = z.strictObject({
  symbol: symbolParameter,
  kinds: z.array(z.string()).default([]).describe(USE_KINDS.join(', ')),
  overrides: z
    .boolean()
    .default(false)
    .describe('Also uses of members it overrides, implements or is overridden by'),
  evidence: z.enum(EVIDENCE).default('scoped').describe('Weakest evidence'),
  offset: z.number().default(0),
  max_results: z.number().default(RESULTS_DEFAULT),
  max_tokens: z.number().default(TOKENS_DEFAULT),
  project: projectParameter,
});

/** Uses shown of all other projects together. */
const ELSEWHERE_MAX = 20;

const elsewhereSchema = z.strictObject({
  project: z.string(),
  symbol: z.string(),
  kind: z.string(),
  /** The package as imported. */
  package: z.string(),
  lines: z.array(z.int()),
});

const referencesShape = {
  symbol: symbolRefSchema,
  references: z.array(useItemSchema),
  ...countsShape,
  /** Number of uses by kind, including those not shown. */
  by_kind: z.record(z.string(), z.int()),
  /** Every line that holds the name; absent for symbols without a name in code. */
  account: nameAccountSchema.optional(),
  /** The nearest entry points that reach it, with the names of the symbols on the way; page one. */
  entry_points: z.array(z.string()).optional(),
  /** The number of all entry points that reach it. */
  entry_points_total: z.int().optional(),
  /** Uses in other published projects, on the first page. */
  elsewhere: z.array(elsewhereSchema).optional(),
  /** Types that extend or implement it through others, on the last page. */
  indirect: z.array(symbolRefSchema).optional(),
  /** Offset of the next page; absent on the last page. */
  next_offset: z.int().optional(),
} as const;

export const codeReferences = symbolTool({
  name: 'code_references',
  title: 'Find references',
  description:
    'Who calls, extends, implements, references or imports a symbol, or reads a setting: the complete list. Use instead of grepping its name, and before changing it.',
  input,
  output: referencesShape,
  bounds: { offset: { min: 0, max: 1_000_000 }, max_results: { min: 1, max: 500 } },
  async answer({ context, open, snapshot, graph, node, othersNotes }, { offset, ...request }) {
    const settings = settingsWithoutSymbol(snapshot, request.symbol);
    if (settings.length > 0)
      return renderReads(settings, symbolRef(node), offset, request.max_results);
    const kinds = useKinds(edgeKinds(request.kinds));
    const included = { evidenceMin: request.evidence, withRelated: request.overrides };
    const select = (of: readonly UseKind[]) =>
      selectUses(graph, node.index, { ...included, kinds: of });
    const found = select(kinds);
    const selection = { ...found, rows: await withNamedImports(open, node.index, found.rows) };
    const isAll = request.kinds.length === 0;
    const requests =
      isAll || edgeKinds(request.kinds).includes('requests')
        ? await requestersOf(context, open, node.id)
        : [];
    const documents = isAll ? await requestersOf(context, open, node.id, true) : [];
    const total = selection.rows.length + requests.length + documents.length;
    const linesMax = hasUsesWithoutEdges(graph, node.index) ? OPEN_LINES_MANY : undefined;
    const account = await nameAccount(open, node.index, selection.rows, linesMax);
    const known = [
      ...notesOf(snapshot, node, selection, account),
      ...(total > 0
        ? []
        : [
            ...kindsNote('uses', select(othersThan(kinds)).byKind),
            ...emptyNotes(snapshot, node, kinds),
          ]),
      ...othersNotes,
    ];
    const elsewhere =
      offset === 0 ? await context.workspace.usesElsewhere(open.project.name, node) : [];
    const entries = offset === 0 ? snapshot.entryPoints : [];
    const reached = entryPointsTo(graph, entries, [node.index]);
    const indirect = indirectTypes(graph, node.index, selection);
    const all = [
      ...selection.rows.map((row) => () => renderUse(graph, row)),
      ...[...requests, ...documents].map((one) => () => renderRequester(one, open)),
    ];
    const rows = all.slice(offset, offset + request.max_results).map((row) => [row()]);
    const counted = { requests: requests.length, documents: documents.length };
    const others = Object.entries(counted).filter(([, count]) => count > 0);
    const byKind = { ...selection.byKind, ...Object.fromEntries(others) };
    return renderList({ rows, detail: 'locations', total }, ({ items, counts, text }) => {
      const end = offset + items.length;
      const isLast = end >= total;
      return {
        fields: {
          symbol: symbolRef(node),
          references: items,
          ...counts,
          by_kind: byKind,
          ...(account === undefined ? {} : { account }),
          ...(reached.total === 0 ? {} : reachedFields(graph, reached)),
          ...(elsewhere.length === 0
            ? {}
            : { elsewhere: elsewhere.slice(0, ELSEWHERE_MAX).map(elsewhereItem) }),
          ...(isLast && indirect.length > 0 ? { indirect: indirect.map(symbolRef) } : {}),
          ...(isLast ? {} : { next_offset: end }),
        },
        notes: isLast ? known : [...known, moreNote(total - end, end, items.length < rows.length)],
        text: [
          headOf(graph, node, total),
          ...linesByKind(items, text.split('\n'), byKind),
          ...(isLast ? indirectLines(indirect) : []),
          accountText(account),
          enteredByTitles(graph, reached, ENTERED_MAX),
          ...elsewhereLines(elsewhere),
        ],
      };
    });
  },
});

const INDIRECT_MAX = 40;
/** Entry points that the text names. */
const ENTERED_MAX = 3;

/** Returns the types below those that extend or implement a type, if such uses are listed. */
function indirectTypes(
  graph: SymbolGraph,
  node: number,
  { rows }: UseSelection,
): readonly SymbolNode[] {
  const direct = new Set(
    rows.flatMap(({ kind, edge }) => (HERITAGE_KINDS.has(kind) ? [edge.source] : [])),
  );
  if (direct.size === 0 || !TYPE_KINDS.has(graph.node(node).kind)) return [];
  return heritage(graph, node, 'override')
    .filter((below) => !direct.has(below))
    .map((below) => graph.node(below))
    .filter(({ kind }) => TYPE_KINDS.has(kind))
    .slice(0, INDIRECT_MAX);
}

const HERITAGE_KINDS: ReadonlySet<string> = new Set(['extends', 'implements']);
const TYPE_KINDS: ReadonlySet<string> = new Set(['class', 'interface', 'enum']);

function indirectLines(types: readonly SymbolNode[]): readonly string[] {
  if (types.length === 0) return [];
  const lines = types.map(
    ({ path, startLine, id }) => `  ${path}:${startLine} ${id.slice(path.length + 2)}`,
  );
  return [`indirectly, through these (${types.length}):`, ...lines];
}

function elsewhereItem({ lines, ...use }: UseElsewhere): z.infer<typeof elsewhereSchema> {
  return { ...use, lines: [...lines] };
}

function elsewhereLines(uses: readonly UseElsewhere[]): readonly string[] {
  if (uses.length === 0) return [];
  const shown = uses.slice(0, ELSEWHERE_MAX);
  const more = uses.length > shown.length ? [`  ${uses.length - shown.length} more`] : [];
  return [
    `in other projects (${uses.length}):`,
    ...shown.map(({ project, symbol, kind, lines }) => `  ${project}: ${symbol} ${kind} ${lines}`),
    ...more,
  ];
}

/** Lists the reads of settings: the code that holds them has other uses. */
function renderReads(
  settings: readonly Setting[],
  symbol: z.infer<typeof symbolRefSchema>,
  offset: number,
  resultsMax: number,
): RenderAnswer<FieldsOf<typeof referencesShape>> {
  const reads = settings.flatMap((setting) => setting.reads);
  const rows = reads.slice(offset, offset + resultsMax).map(({ path, line, symbol: from }) => {
    const name = (from as string) === path ? '' : ` ${from.slice(path.length + '::'.length)}`;
    const at = `${path}:${line}`;
    const item = { symbol: from, at, kind: 'reads', evidence: 'exact' } as const;
    return [{ item, text: `  ${at}${name}` }];
  });
  const list = { rows, detail: 'locations', total: reads.length } as const;
  return renderList(list, ({ items, counts, text }) => {
    const end = offset + items.length;
    const isLast = end >= reads.length;
    return {
      fields: {
        symbol,
        references: [...items],
        ...counts,
        by_kind: { reads: reads.length },
        ...(isLast ? {} : { next_offset: end }),
      },
      notes: isLast
        ? ['code_get_symbol shows the lines, and where the values are used']
        : [moreNote(reads.length - end, end, items.length < rows.length)],
      text: [...settings.map(settingLine), `reads (${reads.length}):`, text],
    };
  });
}

/** Returns the requested kinds that count as uses; containing a symbol is not a use of it. */
function useKinds(kinds: readonly EdgeKind[]): readonly UseKind[] {
  const chosen = USE_KINDS.filter((kind) => kinds.length === 0 || kinds.includes(kind));
  return chosen.length === 0 ? USE_KINDS : chosen;
}

function othersThan(kinds: readonly UseKind[]): readonly UseKind[] {
  return USE_KINDS.filter((kind) => !kinds.includes(kind));
}

function headOf(graph: SymbolGraph, node: SymbolNode, total: number): string {
  const where = lineRange(node.startLine, node.endLine);
  const uses = total === 0 ? noUsesText(graph, [node.index]) : plural(total, 'use');
  return `${node.id} (${node.kind}, ${where}): ${uses}`;
}

/**
 * Returns the rows, each kind under a heading with its full count. A mark that all shown rows of a
 * kind have, such as `[new]`, is in the heading.
 */
function linesByKind(
  items: readonly UseItem[],
  texts: readonly string[],
  byKind: Readonly<Record<string, number>>,
): string[] {
  const kinds = [...new Set(items.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => {
    const rows = items.flatMap((item, index) => {
      const path = item.at.slice(0, item.at.lastIndexOf(':'));
      return item.kind === kind ? [{ path, text: (texts[index] ?? '').trimStart() }] : [];
    });
    const total = byKind[kind] ?? 0;
    const [mark, ...otherMarks] = new Set(rows.map(({ text }) => MARK.exec(text)?.[0] ?? ''));
    if (rows.length < 2 || mark === '' || otherMarks.length > 0)
      return [`${kind} (${total}):`, ...linesByPath(rows)];
    const plain = rows.map(({ path, text }) => ({ path, text: text.replace(MARK, '') }));
    return [
      `${kind} (${total}), ${rows.length === total ? 'all' : 'these'}${mark}:`,
      ...linesByPath(plain),
    ];
  });
}

/** The forms and evidence at the end of a row. */
const MARK = / \[[^\]]*\]$/;

function moreNote(count: number, offset: number, isCutToTokens: boolean): string {
  return `${grouped(count)} more: offset ${offset}${isCutToTokens ? ', or raise max_tokens' : ''}`;
}

function notesOf(
  snapshot: Snapshot,
  node: SymbolNode,
  selection: UseSelection,
  account: NameAccount | undefined,
): string[] {
  const notes: string[] = [];
  if (selection.weakerCount > 0) {
    notes.push(
      `${plural(selection.weakerCount, 'use')} known by name only omitted; evidence nameOnly shows them`,
    );
  }
  if (selection.relatedCount > 0) {
    notes.push(
      `${plural(selection.relatedCount, 'use')} of overridden, implemented or overriding members may refer to it; overrides shows them`,
    );
  }
  // An account that counts the lines has these among the open ones.
  const isCounted = node.kind === 'file' || account?.line_count !== undefined;
  const unbound = isCounted ? 0 : unboundCount(snapshot, node.name);
  if (unbound > 0 && selection.rows.length > 0) {
    notes.push(`${plural(unbound, 'use')} of the name ${node.name} could not be resolved`);
  }
  return notes;
}

const MEMBER_KINDS: ReadonlySet<string> = new Set(['method', 'accessor', 'field', 'property']);

/** Explains an empty answer: what was searched, and what could hide a use. */
function emptyNotes(snapshot: Snapshot, node: SymbolNode, kinds: readonly UseKind[]): string[] {
  const files = plural(snapshot.text.fileCount, 'file');
  return [
    `searched ${kinds.join(', ')} in ${files}`,
    ...coverageNotes(snapshot, node.kind === 'file' ? undefined : node.name),
    ...(MEMBER_KINDS.has(node.kind)
      ? ['uses through untyped receivers, computed names or reflection leave no edge']
      : []),
    ...(node.exported ? ['it is exported: code outside of this project may use it'] : []),
  ];
}
