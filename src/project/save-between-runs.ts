/** Saves a state that is stored already: its new timestamps, or all of it instead of a chain of deltas. */
import { runYielding } from '../base/cooperative.ts';
import type { IndexStore, IndexWriter } from '../indexing/index-store.ts';
import { isLongChain } from '../indexing/make-state.ts';
import { timesPatch } from '../indexing/patch.ts';
import { isBusy, isRefusal } from '../indexing/store-refusals.ts';
import { type IndexState, toStoredSteps } from '../indexing/stored-index.ts';
import type { Manifest } from '../model/manifest.ts';
import type { RepoPath } from '../model/path.ts';

/** A state, and its stored copy. */
interface SavedState {
  readonly state: IndexState;
  readonly tip: string;
}

interface StateToSave {
  readonly store: IndexStore;
  readonly state: IndexState;
  /** Identifies the stored copy of the state; undefined when it is not stored. */
  readonly tip: string | undefined;
  /** Returns the current time in ms. */
  readonly now: () => number;
}

/** Saves a state that is stored; returns undefined if another process has written since. */
export type SaveStored = (
  writer: IndexWriter,
  saved: StateToSave,
) => Promise<SavedState | undefined>;

/**
 * Saves a state as a whole, with the facts that are stored. Returns undefined if another process has
 * written since.
 */
export async function saveWhole(
  writer: IndexWriter,
  { store, state, tip, now }: StateToSave,
): Promise<SavedState | undefined> {
  const stored = await store.loadFacts();
  if (stored === undefined || stored.tip !== tip) return undefined;
  const whole = await runYielding(toStoredSteps(state), now);
  const changes = { changed: new Map(), removed: new Set<RepoPath>() };
  return { state, tip: await writer.save(whole, stored.facts, changes) };
}

/**
 * Appends the new timestamps of a state as a delta; `state` contains them already. Returns undefined
 * if another process has written since.
 */
export async function saveTimes(
  writer: IndexWriter,
  saved: StateToSave,
  entries: Manifest,
): Promise<SavedState | undefined> {
  const { store, state, tip } = saved;
  const stored = await store.loadFacts();
  if (stored === undefined || stored.tip !== tip) return undefined;
  if (isLongChain(stored.deltaCount + 1)) return saveWhole(writer, saved);
  const generation = stored.facts.generation + 1;
  const changes = { changed: new Map(), removed: new Set<RepoPath>() };
  const patch = timesPatch(state, entries);
  return {
    state: { ...state, snapshot: { ...state.snapshot, generation } },
    tip: await writer.append({ ...changes, generation, after: tip, patch }),
  };
}

/** Runs a save that is optional: a locked store or a refusing disk is ignored. */
export async function trySave(
  store: IndexStore,
  save: (writer: IndexWriter) => Promise<void>,
): Promise<void> {
  try {
    await store.withWriterLock(save);
  } catch (error) {
    if (!isBusy(error) && !isRefusal(error)) throw error;
  }
}
