/** The state that the state of a revision is made from: the nearest of those that are there. */
import type { TreeFile } from '../../git/revisions.ts';
import type { ProjectScan } from '../../indexing/project-scan.ts';
import type { IndexState } from '../../indexing/stored-index.ts';
import type { Manifest } from '../../model/manifest.ts';
import type { RepoPath } from '../../model/path.ts';
import type { Facts, FactsChanges } from '../../store/facts-file.ts';
import { unpackRecord } from '../../store/file-record.ts';

/** A state to start from. */
export interface StartingPoint {
  readonly state: IndexState;
  readonly facts: Facts | undefined;
  /** Whether the content at a path may differ from that of the state. */
  readonly mayDiffer: (path: RepoPath) => boolean;
  readonly lacksPageEdges: boolean;
}

/** The state of a revision, kept so that those of its neighbours can be made from it. */
export interface Neighbour {
  readonly state: IndexState;
  readonly files: readonly TreeFile[];
  /** How its facts differ from those of the current state. */
  readonly changes: FactsChanges;
  /** The manifest of that current state. */
  readonly current: Manifest;
  readonly lacksPageEdges: boolean;
  readonly projectScan: ProjectScan;
}

/** Joins two changes that follow each other. */
export function joinChanges(first: FactsChanges, then: FactsChanges): FactsChanges {
  const changed = new Map([...first.changed, ...then.changed]);
  for (const path of then.removed) changed.delete(path);
  const removed = new Set([...first.removed, ...then.removed]);
  for (const path of then.changed.keys()) removed.delete(path);
  return { changed, removed };
}

/** Returns facts after a change. */
export function changedFacts(facts: Facts, { changed, removed }: FactsChanges): Facts {
  const kept = facts.paths.filter((path) => !changed.has(path) && !removed.has(path));
  const isRemoved = (path: RepoPath) => removed.has(path);
  const hashOf = (path: RepoPath) =>
    changed.get(path)?.hash ?? (isRemoved(path) ? undefined : facts.hashOf(path));
  const bytesOf = (path: RepoPath) =>
    changed.get(path)?.bytes ?? (isRemoved(path) ? undefined : facts.bytesOf(path));
  return {
    generation: facts.generation,
    cacheKey: facts.cacheKey,
    paths: [...kept, ...changed.keys()].sort(),
    hashOf,
    bytesOf,
    get(path, hash) {
      const bytes = bytesOf(path);
      const isWanted = hash === undefined || hash === hashOf(path);
      return bytes === undefined || !isWanted ? undefined : unpackRecord(bytes);
    },
  };
}
