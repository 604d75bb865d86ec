/** The options and the result of a run that makes a new state, and its access to the store. */
import type { GraphMemoryError } from '../base/errors.ts';
import type { IndexStore, IndexWriter } from '../indexing/index-store.ts';
import type { MadeState } from '../indexing/make-state.ts';
import { isRefusal } from '../indexing/store-refusals.ts';
import type { LoadedFacts } from '../store/snapshot-store.ts';
import type { RunMonitor } from '../workers/progress.ts';
import type { WorkerFactory } from '../workers/worker-factory.ts';

/** Either receives one line when the state cannot be saved, or requires saving to succeed. */
export type Unsaved = ((line: string) => void) | 'saved';

/** Settings of the run that makes a state. */
export interface RebuildOptions {
  readonly monitor: RunMonitor;
  readonly threads: WorkerFactory;
  readonly unsaved: Unsaved;
  /** Whether facts from elsewhere may be reused: another working tree, or what is shared. */
  readonly mayBorrow: boolean;
  /** Receives one line for people if shared facts cannot be read. */
  readonly notice: (line: string) => void;
}

/** A rebuild whose state answers questions. */
export interface Rebuilt {
  readonly parsedCount: number;
  /** Resolves when saving has ended. */
  readonly saved: Promise<void>;
}

/** The locked store and its facts. Without a writer, the disk refused access. */
export interface StoreAccess {
  readonly writer?: IndexWriter;
  readonly stored?: LoadedFacts | undefined;
  readonly refusal?: GraphMemoryError;
}

/**
 * Takes the writer lock and loads the facts. If the disk refuses access, the next start is slower, but
 * questions are still answered.
 * @throws {GraphMemoryError} GM_BUSY
 */
export async function openStore(store: IndexStore, needsFacts: boolean): Promise<StoreAccess> {
  let writer: IndexWriter | undefined;
  try {
    writer = await store.lock();
    return { writer, stored: needsFacts ? await store.loadFacts() : undefined };
  } catch (error) {
    await writer?.abandon();
    if (!isRefusal(error)) throw error;
    return { refusal: error };
  }
}

/** A published state that is not stored yet. */
export interface Unstored {
  readonly made: MadeState;
  /** Tip that a delta can follow; undefined when the state is saved as a whole. */
  readonly base: string | undefined;
  readonly isFirst: boolean;
}
