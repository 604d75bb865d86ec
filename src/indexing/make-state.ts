import { constant } from '../base/constant.ts';
import type { Facts, FactsChanges } from '../store/facts-file.ts';
import { withSmallHeap } from '../workers/heap-growth.ts';
import { patchOf, type SnapshotPatch } from './patch.ts';
import { type RunSettings, runPipeline } from './pipeline.ts';
import type { ProjectScan } from './project-scan.ts';
import type { IndexState } from './stored-index.ts';
import { runUpdate } from './update.ts';

/** A new state and the data needed to save it. */
export interface MadeState {
  readonly state: IndexState;
  readonly changes: FactsChanges;
  /**
   * The change from the previous state, if there was one to start from. Lazy, because describing
   * the change takes a while.
   */
  readonly patch: (() => SnapshotPatch) | undefined;
  readonly parsedCount: number;
  /** Number of files that were resolved again. */
  readonly resolvedCount: number;
  /** See {@link PipelineResult.lacksPageEdges}. */
  readonly lacksPageEdges: boolean;
}

/**
 * Longest chain of deltas; beyond it, the index is written as a whole. Each delta adds some 25 ms
 * to the next start.
 */
const DELTAS_MAX = 8;
/**
 * The same while a project is watched, which merges a longer chain when nothing changes. Writing the
 * whole index takes seconds of a large project, and the next edit would wait for it.
 */
const DELTAS_WATCHED_MAX = 24;
/** Most changed files in a delta. Larger deltas cost little less than the whole index. */
const DELTA_FILES_MAX = 500;
/** Most re-resolved files in a delta, which contains their edges. */
const DELTA_RESOLVED_MAX = 2000;

/** Whether a state should be stored as a delta after the existing ones. */
export function fitsDelta(made: MadeState, deltaCount: number, isWatched: boolean): boolean {
  return (
    made.patch !== undefined &&
    deltaCount < (isWatched ? DELTAS_WATCHED_MAX : DELTAS_MAX) &&
    made.changes.changed.size <= DELTA_FILES_MAX &&
    made.resolvedCount <= DELTA_RESOLVED_MAX
  );
}

/** Whether a chain of deltas should be merged when nothing changes. */
export function isLongChain(deltaCount: number): boolean {
  return deltaCount > DELTAS_MAX;
}

export interface MakeSettings extends Omit<RunSettings, 'generation'> {
  /** Returns the current time in ms. */
  readonly now: () => number;
}

/**
 * Makes the state of the scanned disk. It updates the previous state if that state's facts are
 * available; otherwise it rebuilds from the facts that exist. The new generation is higher than
 * `generation` and than the generation of the facts.
 */
export async function makeState(
  previous: IndexState | undefined,
  facts: Facts | undefined,
  projectScan: ProjectScan,
  generation: number,
  { now, ...given }: MakeSettings,
): Promise<MadeState> {
  // Another process may have saved since this one loaded. Generations must only increase.
  const before = Math.max(generation, facts?.generation ?? 0);
  const settings = { ...given, generation: before + 1 };
  const known = previous &&
    facts && {
      ...previous,
      links: previous.links(),
      docDependencies: previous.docDependencies(),
      facts,
    };
  const updated = known && (await runUpdate(projectScan, known, settings));
  const made = updated ?? (await withSmallHeap(() => runPipeline(projectScan, facts, settings)));
  const { snapshot, links, changes, parsedCount, docDependencies, resolution } = made;
  const { hash: layoutHash, linkHash } = projectScan.layout;
  const indexedAt = new Date(now()).toISOString();
  const marks = { layoutHash, linkHash, indexedAt };
  const patch =
    known &&
    resolution &&
    (() =>
      patchOf(
        known,
        { snapshot, links, docDependencies, ...marks },
        resolution,
        projectScan.changes,
      ));
  return {
    state: {
      snapshot,
      links: constant(links),
      docDependencies: constant(docDependencies),
      commit: projectScan.commit,
      ...marks,
    },
    patch,
    changes,
    parsedCount,
    resolvedCount: resolution?.edges.size ?? links.length,
    lacksPageEdges: made.lacksPageEdges ?? false,
  };
}
