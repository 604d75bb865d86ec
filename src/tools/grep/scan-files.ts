/**
 * Reads files with the project's access checks and finds the matching lines, within limits of time
 * and size.
 */
import { linesOf } from '../../base/lines.ts';
import { isFileRefused } from '../../indexing/current-file.ts';
import type { RepoPath } from '../../model/path.ts';
import type { Project } from '../../project/project.ts';
import { TimeLimit } from './time-limit.ts';

export interface FileMatches {
  readonly path: RepoPath;
  readonly matchCount: number;
  /** The first matching lines, 1-based. */
  readonly lines: readonly number[];
  readonly text: readonly string[];
}

export interface ScanResult {
  readonly matches: readonly FileMatches[];
  readonly filesRead: number;
  /** Number of files that may not be shown or are not text, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Reason why not everything was searched; undefined if everything was. */
  readonly stopped: string | undefined;
}

/** Time limit per batch of files in milliseconds; no reasonable expression takes longer. */
const BATCH_MS_MAX = 1000;
const SCAN_MS_MAX = 10_000;
const BATCH_CHARACTERS = 500_000;
/** Files of a revision are read by a process of git, which serves all that are read together. */
const FILES_READ_TOGETHER = 64;
const LINES_KEPT_MAX = 50;

interface Batch {
  readonly path: RepoPath;
  readonly text: readonly string[];
}

export interface ScanRequest {
  readonly expression: RegExp;
  /** Start time of the request, by the project's clock. */
  readonly startedMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Scans the files in order; other tasks run between batches. */
export async function scanFiles(
  project: Project,
  paths: readonly RepoPath[],
  { expression, startedMs, signal }: ScanRequest,
): Promise<ScanResult> {
  const limit = new TimeLimit(BATCH_MS_MAX);
  const matches: FileMatches[] = [];
  const skipped: Record<string, number> = {};
  let stopped: string | undefined;
  let filesRead = 0;
  let batch: Batch[] = [];
  let characters = 0;
  const flush = () => {
    const late = matchBatch(limit, batch, expression, matches);
    if (late !== undefined)
      stopped = `the expression took over ${BATCH_MS_MAX / 1000} s at ${late}`;
    batch = [];
    characters = 0;
  };
  for (let start = 0; start < paths.length; start += FILES_READ_TOGETHER) {
    const some = paths.slice(start, start + FILES_READ_TOGETHER);
    for (const { path, read } of await Promise.all(some.map((path) => readFrom(project, path)))) {
      if (typeof read === 'string') skipped[read] = (skipped[read] ?? 0) + 1;
      else {
        filesRead++;
        batch.push({ path, text: linesOf(read.text, /\r\n|\n/) });
        characters += read.text.length;
      }
    }
    if (characters < BATCH_CHARACTERS) continue;
    flush();
    await new Promise((resolve) => setImmediate(resolve));
    if (project.now() - startedMs > SCAN_MS_MAX) {
      stopped ??= `stopped after ${SCAN_MS_MAX / 1000} s, at ${some.at(-1)}`;
    }
    if (stopped !== undefined || signal?.aborted === true) break;
  }
  if (batch.length > 0) flush();
  return { matches, filesRead, skipped, stopped };
}

/** Returns the text of a file, or the reason why there is none. */
async function readFrom(project: Project, path: RepoPath) {
  try {
    return { path, read: await project.readText(path) };
  } catch (error) {
    if (!isFileRefused(error)) throw error;
    return { path, read: String(error.details['reason'] ?? 'unreadable') };
  }
}

/** Adds the matches of a batch. Returns the path at which the time limit was reached. */
function matchBatch(
  limit: TimeLimit,
  batch: readonly Batch[],
  expression: RegExp,
  matches: FileMatches[],
): RepoPath | undefined {
  let current: RepoPath | undefined;
  const isInTime = limit.run(() => {
    for (const { path, text } of batch) {
      current = path;
      const lines: number[] = [];
      let matchCount = 0;
      for (const [row, line] of text.entries()) {
        if (!expression.test(line)) continue;
        matchCount++;
        if (lines.length < LINES_KEPT_MAX) lines.push(row + 1);
      }
      if (matchCount > 0) matches.push({ path, matchCount, lines, text });
    }
  });
  return isInTime ? undefined : current;
}
