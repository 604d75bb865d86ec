import type { ProjectConfig } from '../config/load.ts';
import type { Directory } from '../store/directory.ts';
import type { LockedStore } from '../store/locked-store.ts';
import { SnapshotStore } from '../store/snapshot-store.ts';
import type { WriterIdentity } from '../store/writer-lock.ts';
import type { SnapshotPatch } from './patch.ts';
import { cacheKeyOf, type StoredSections } from './stored-index.ts';

/** The store of a project's index. */
export type IndexStore = SnapshotStore<StoredSections, SnapshotPatch>;

/** Write access to the store of a project's index. */
export type IndexWriter = LockedStore<StoredSections, SnapshotPatch>;

/** Creates access to the index in a folder, made with a project's settings. */
export function indexStoreOf(
  directory: Directory,
  config: ProjectConfig,
  writer: WriterIdentity,
): IndexStore {
  return new SnapshotStore(directory, { writer, cacheKey: cacheKeyOf(config) });
}
