/** Renders the parts of a described change: each item as data and as one line of text. */
import type { z } from 'zod';
import type { EntryChange } from '../../changes/entry-changes.ts';
import type { Affected, Documentation } from '../../changes/report.ts';
import type { RiskyChange } from '../../changes/risk.ts';
import type { TestToRun } from '../../changes/tests.ts';
import { entryTitle } from '../../model/entry-point.ts';
import type { Rendering } from '../answer/budget.ts';
import { oneLine, place, plural } from '../answer/display.ts';
import { type Author, authorItem, type authorSchema } from '../git/commit-item.ts';
import { shownPath } from '../git/working-changes.ts';
import type { CollectedChange, FileOfChange } from './collect.ts';
import type {
  affectedItem,
  coChangeItem,
  documentationItem,
  entryPointItem,
  Finding,
  fileItem,
  symbolItem,
  testItem,
} from './schemas.ts';

/** Most lines that are listed for one item. */
const LINES_MAX = 8;
/** The same for a finding, because each of its lines needs an edit. */
const FINDING_LINES_MAX = 40;
const ROUTE_CHARACTERS_MAX = 200;

export function fileRow(
  { status, path, oldPath, isIndexed }: FileOfChange,
  symbolCounts: ReadonlyMap<string, number>,
): Rendering<z.infer<typeof fileItem>> {
  const count = symbolCounts.get(path) ?? 0;
  const item = {
    status,
    path: shownPath(path),
    ...(oldPath === undefined ? {} : { old_path: shownPath(oldPath) }),
    ...(isIndexed ? { symbol_count: count } : {}),
  };
  const was = item.old_path === undefined ? '' : ` (was ${item.old_path})`;
  const symbols = isIndexed ? `, ${plural(count, 'changed symbol')}` : ', not indexed';
  return { item, text: `${status} ${item.path}${was}${symbols}` };
}

export function symbolRow(row: RiskyChange): Rendering<z.infer<typeof symbolItem>> {
  const { change, old, now, aspects, risk, reasons, brokenCount, users } = row;
  const node = now ?? old;
  const { id = '', kind = '', path = '', startLine = 0, endLine = 0 } = node ?? {};
  const oldId = old !== undefined && old.id !== id ? { old_id: old.id as string } : {};
  const item = {
    ...{ change, risk, id, ...oldId, kind, path },
    ...{ start_line: startLine, end_line: endLine, aspects: [...aspects], reasons: [...reasons] },
    broken_count: brokenCount,
    users: [...users],
  };
  const was = item.old_id === undefined ? '' : ` (was ${item.old_id})`;
  const what = aspects.length === 0 ? '' : ` ${aspects.join(', ')}`;
  const why = reasons.length === 0 ? '' : `: ${reasons.join('; ')}`;
  const where = `${startLine}-${endLine}`;
  return { item, text: `[${risk}] ${change}${what} ${kind} ${id}:${where}${was}${why}` };
}

export function findingRow(finding: Finding): Rendering<Finding> {
  const item = { ...finding, lines: finding.lines.slice(0, FINDING_LINES_MAX) };
  const [line = 1] = finding.lines;
  return {
    item,
    text: `${finding.path}:${line} ${finding.finding} in ${finding.in}: ${finding.detail} (${finding.symbol})`,
  };
}

export function affectedRow(row: Affected): Rendering<z.infer<typeof affectedItem>> {
  const { node, distance, edge, uses } = row;
  const item = {
    ...{ id: node.id as string, kind: node.kind, path: node.path as string },
    ...{ start_line: node.startLine, end_line: node.endLine, distance, edge: edge.kind },
    uses: uses.id as string,
    lines: edge.lines.slice(0, LINES_MAX),
  };
  const [line = node.startLine] = edge.lines;
  return {
    item,
    text: `${distance} ${place(node.path, line, line)} ${node.id} ${edge.kind} ${uses.name}`,
  };
}

export function entryPointRow({
  change,
  entry,
  aspects,
  distance,
}: EntryChange): Rendering<z.infer<typeof entryPointItem>> {
  const { type, framework, methods, handler, path, line } = entry;
  const item = {
    ...{ change, type, framework, route: oneLine(entry.route, ROUTE_CHARACTERS_MAX) },
    ...{ methods: [...methods], handler, path, line, aspects: [...aspects] },
    ...(distance === undefined ? {} : { distance }),
  };
  const title = oneLine(entryTitle(entry), ROUTE_CHARACTERS_MAX);
  const what = aspects.length === 0 ? '' : ` ${aspects.join(', ')}`;
  const steps = distance === undefined ? '' : ` ${distance}`;
  const target = handler === '' ? '' : ` → ${handler}`;
  return {
    item,
    text: `${change}${steps}${what} ${title}${target} [${framework} ${path}:${line}]`,
  };
}

export function testRow({
  path,
  distance,
  reason,
}: TestToRun): Rendering<z.infer<typeof testItem>> {
  const steps = Number.isFinite(distance) ? { distance } : {};
  return { item: { path, ...steps, reason }, text: `${path} (${reason})` };
}

export function documentationRow(row: Documentation): Rendering<z.infer<typeof documentationItem>> {
  const { section, lines, change } = row;
  const symbol = (change.now ?? change.old)?.id ?? '';
  const item = {
    ...{ section: section.id as string, path: section.path as string, symbol },
    ...{ lines: lines.slice(0, LINES_MAX), change: change.change },
  };
  const [line = section.startLine] = lines;
  return {
    item,
    text: `${section.path}:${line} ${section.id} mentions ${symbol} (${change.change})`,
  };
}

export function coChangeRow(
  row: CollectedChange['coChanges'][number],
): Rendering<z.infer<typeof coChangeItem>> {
  const { path, with: other, together, total } = row;
  const item = { path, with: other, together_count: together, commit_count: total };
  return { item, text: `${path}: in ${together} of ${total} commits of ${other}` };
}

export function ownerRow(owner: Author): Rendering<z.infer<typeof authorSchema>> {
  const item = authorItem(owner);
  const { author, commit_count: count, last_date: last } = item;
  return { item, text: `${author}: ${plural(count, 'commit')}, last ${last}` };
}
