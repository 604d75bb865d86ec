/** Describes who changed a symbol, how often and when, by the history of its lines. */
import { z } from 'zod';
import { type LineChange, lineChanges } from '../../base/line-diff.ts';
import { type LineHistory, lineHistory } from '../../git/line-history.ts';
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import { plural } from '../answer/display.ts';
import type { CurrentSource } from '../answer/sources.ts';
import type { OpenIndex } from '../context.ts';
import { isoDay } from '../docs/drift/age.ts';
import { authorItem, authorSchema, authorsOf, commitItem, commitSchema } from './commit-item.ts';

const COMMITS_MAX = 500;
/** Git walks the whole history for a symbol that seldom changes. */
const TIMEOUT_MS = 5000;
const AUTHORS_MAX = 5;

export const historySchema = z.strictObject({
  /** Number of commits that changed its lines. */
  change_count: z.int(),
  /** False if there may be older changes, which would have taken too long to find. */
  complete: z.boolean(),
  /** Whether its lines differ from the last commit. */
  uncommitted: z.boolean(),
  last_change: commitSchema.optional(),
  /** Day of the oldest known change. */
  first_date: z.string().optional(),
  /** Those with the most commits. */
  authors: z.array(authorSchema),
});
type History = z.infer<typeof historySchema>;

interface Described {
  readonly history?: History;
  readonly notes: readonly string[];
  readonly text: string;
}

/** Returns the history of a symbol that is at known lines of a file. */
export async function symbolHistory(
  { project, commit }: OpenIndex,
  { path, startLine, endLine }: SymbolNode,
  { lines }: CurrentSource,
): Promise<Described> {
  if (commit === undefined) return withoutHistory('there is no git history here');
  const committed = (await project.revisions.texts(commit, [path])).get(path);
  if (committed === undefined) return withoutHistory(`${path} is in no commit yet`);
  const changes = lineChanges(committed.split(/\r\n|\n/), lines);
  const place = committedLines(changes, startLine, endLine);
  if (place.end < place.start) {
    const none = { change_count: 0, complete: true, uncommitted: true, authors: [] };
    return { history: none, notes: [], text: 'history: in no commit yet' };
  }
  const limits = { commitsMax: COMMITS_MAX, timeoutMs: TIMEOUT_MS };
  const found = await lineHistory(project.root, commit, { path, ...place }, limits);
  if (found === undefined) return withoutHistory('git did not answer with the history');
  const history = historyOf(found, place.isEdited);
  return { history, notes: [], text: textOf(history) };
}

function withoutHistory(reason: string): Described {
  return { notes: [`no history: ${reason}`], text: '' };
}

/**
 * Returns the lines of the old text that some lines of the new text come from, both 1-based and
 * included. The end is before the start if there are none.
 */
function committedLines(changes: readonly LineChange[], startLine: number, endLine: number) {
  let [start, end] = [Number.POSITIVE_INFINITY, 0];
  let isEdited = false;
  const add = (from: number, to: number) => {
    if (from >= to) return;
    start = Math.min(start, from + 1);
    end = Math.max(end, to);
  };
  let [old, now] = [0, 0];
  const rest = endLine + 1;
  for (const change of [
    ...changes,
    { oldStart: rest, oldEnd: rest, newStart: rest, newEnd: rest },
  ]) {
    // An unchanged part, and then a changed one.
    const from = Math.max(now, startLine - 1);
    add(old + from - now, old + Math.min(change.newStart, endLine) - now);
    const isInside =
      change.newStart < endLine &&
      (change.newEnd > startLine - 1 || change.newStart > startLine - 1);
    if (isInside) {
      isEdited = true;
      add(change.oldStart, change.oldEnd);
    }
    [old, now] = [change.oldEnd, change.newEnd];
  }
  return { start, end, isEdited };
}

function historyOf({ commits, isComplete }: LineHistory, isEdited: boolean): History {
  const [last] = commits;
  const oldest = commits.at(-1);
  return {
    change_count: commits.length,
    complete: isComplete,
    uncommitted: isEdited,
    ...(last && {
      last_change: commitItem(last, isoDay(last.timeS)),
    }),
    ...(oldest && { first_date: isoDay(oldest.timeS) }),
    authors: authorsOf(commits).slice(0, AUTHORS_MAX).map(authorItem),
  };
}

function textOf({ change_count: count, complete, uncommitted, ...history }: History): string {
  const { last_change: last, first_date: first, authors } = history;
  const parts = [
    `${complete ? '' : 'at least '}${plural(count, 'change')}${first ? ` since ${first}` : ''}`,
    ...(last
      ? [`last ${last.date} ${last.hash.slice(0, 12)} by ${last.author}: ${last.subject}`]
      : []),
    ...(uncommitted ? ['edited since'] : []),
    ...(authors.length > 0
      ? [`authors ${authors.map((one) => `${one.author} (${one.commit_count})`).join(', ')}`]
      : []),
  ];
  return `history: ${parts.join('; ')}`;
}
