import { GraphMemoryError } from '../../base/errors.ts';
import type { ProjectConfig } from '../../config/load.ts';
import type { IndexStore } from '../../indexing/index-store.ts';
import { DiskDirectory } from '../../store/disk-directory.ts';
import type { Facts } from '../../store/facts-file.ts';
import type { SavedState } from '../../store/locked-store.ts';
import { SNAPSHOT_NAME, VECTORS_NAME } from '../../store/store-files.ts';

/** A stored state, and the facts it was made from. */
export interface StateToShare extends Omit<SavedState, 'facts'> {
  readonly facts: Facts;
}

/**
 * Reads the stored state, which must be the one with this tip. The writer lock must be held.
 * @throws {GraphMemoryError} GM_BUSY if it is another one.
 */
export async function readState(
  store: IndexStore,
  { name, storeDir }: ProjectConfig,
  tip: string | undefined,
): Promise<StateToShare> {
  const directory = new DiskDirectory(storeDir);
  const snapshot = await directory.read(SNAPSHOT_NAME);
  const stored = await store.loadFacts();
  if (stored === undefined || stored.tip !== tip || snapshot === undefined)
    throw new GraphMemoryError('GM_BUSY', `the index of ${name} changed while it was shared`, {
      hint: 'Share it again when nothing else is written.',
    });
  const { facts } = stored;
  const vectors = await directory.read(VECTORS_NAME);
  return { generation: facts.generation, snapshot, facts, vectors };
}

export function noPlace(name: string): GraphMemoryError {
  return new GraphMemoryError('GM_USAGE', `${name} has no place for shared facts`, {
    hint: 'Name one as sharedFacts in graph-memory.yaml, or in the variable GRAPH_MEMORY_SHARED_FACTS.',
  });
}
