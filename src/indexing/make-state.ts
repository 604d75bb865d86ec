import type { Facts, FactsChanges } from '../store/facts-file.ts';
import { withSmallHeap } from '../workers/heap-growth.ts';
import { patchOf, type SnapshotPatch } from './patch.ts';
import { type RunSettings, runPipeline } from './pipeline.ts';
import type { ProjectScan } from './project-scan.ts';
import type { IndexState } from './stored-index.ts';
import { runUpdate } from './update.ts';

/** A new state and what saving it takes. */
export interface MadeState {
  readonly state: IndexState;
  readonly changes: FactsChanges;
  /** The step from the state before, when there was one to start from. Describing it takes a while. */
  readonly patch: (() => SnapshotPatch) | undefined;
  readonly parsedCount: number;
  /** Files that were resolved anew. */
  readonly resolvedCount: number;
}

export interface MakeSettings extends Omit<RunSettings, 'generation'> {
  /** In ms. */
  readonly now: () => number;
}

/**
 * The state of the disk as surveyed: updated from the one before where there are its facts, made anew
 * from the facts there are otherwise. Its generation is above `generation` and that of the facts.
 */
export async function makeState(
  previous: IndexState | undefined,
  facts: Facts | undefined,
  projectScan: ProjectScan,
  generation: number,
  { now, ...given }: MakeSettings,
): Promise<MadeState> {
  // Another process may have saved since this one loaded; generations only ever rise.
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
    (() => patchOf(known, { snapshot, links, docDependencies, ...marks }, resolution));
  return {
    state: { snapshot, links: () => links, docDependencies: () => docDependencies, ...marks },
    patch,
    changes,
    parsedCount,
    resolvedCount: resolution?.edges.size ?? links.length,
  };
}
