import type { ProjectConfig } from '../config/load.ts';
import { withoutTimes } from '../files/manifest-entries.ts';
import type { IndexStore } from './index-store.ts';
import { cacheKeyOf, fromStored, type IndexState } from './stored-index.ts';

/** The content of a store. */
export interface LoadedState {
  /** Undefined if another version or other limits made it. */
  readonly state: IndexState | undefined;
  /** Identifies the stored copy. */
  readonly tip: string;
}

/**
 * Loads the stored state of a project; undefined if nothing is stored. A state that was taken over from
 * another working tree has no times, because those are of files in another folder.
 * @throws {GraphMemoryError} GM_STORE_VERSION, GM_STORE_CORRUPT, GM_IO.
 */
export async function loadState(
  store: IndexStore,
  config: ProjectConfig,
): Promise<LoadedState | undefined> {
  const loaded = await store.load((stored) => ({
    state: fromStored(stored, cacheKeyOf(config)),
    tip: stored.tip,
  }));
  if (loaded?.state === undefined || !(await store.isBorrowed(loaded.tip))) return loaded;
  const { snapshot } = loaded.state;
  const manifest = withoutTimes(snapshot.manifest);
  return { ...loaded, state: { ...loaded.state, snapshot: { ...snapshot, manifest } } };
}
