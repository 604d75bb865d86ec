import { setImmediate as nextTurn } from 'node:timers/promises';
import { GraphMemoryError } from '../../base/errors.ts';
import { Collector } from './collector.ts';
import type { Discovery, FileEntry } from './discovery.ts';
import { diskTree } from './file-tree.ts';
import type { IncludeOptions } from './include-rules.ts';
import { type Found, walk } from './walk.ts';

export interface DiscoverOptions extends IncludeOptions {
  readonly exclude: readonly string[];
}

/**
 * Number of entries visited before yielding and checking the signal: 2 to 5 ms of work. While a stored index
 * is read, each of its steps waits for the end of a slice.
 */
const SLICE_ENTRIES = 250;

/**
 * Lists the files of a project; `root` is absolute, with links resolved. Disk access is
 * synchronous, in slices: for many small calls this is several times faster than promises, and
 * other work still runs in between. Calls `onFile` for each of `files` as it is found.
 * @throws {GraphMemoryError} GM_IO when the root itself cannot be read; GM_CANCELLED.
 */
export async function discover(
  root: string,
  options: DiscoverOptions,
  signal?: AbortSignal,
  onFile: (entry: FileEntry) => void = () => undefined,
): Promise<Discovery> {
  const collector = new Collector(diskTree(root), options, onFile);
  await inSlices(walk(root, options), (found) => collector.take(found), signal);
  return collector.discovery();
}

/** @throws {GraphMemoryError} GM_CANCELLED. */
export async function inSlices(
  walked: Iterable<Found>,
  take: (found: Found) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  let count = 0;
  refuseIfAborted(signal);
  for (const found of walked) {
    take(found);
    if (++count % SLICE_ENTRIES !== 0) continue;
    await nextTurn();
    refuseIfAborted(signal);
  }
}

function refuseIfAborted(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  throw new GraphMemoryError('GM_CANCELLED', 'cancelled while listing files', {
    hint: 'Nothing was changed; run it again to index.',
    cause: signal.reason,
  });
}
