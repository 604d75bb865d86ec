/**
 * What one update changed, as plain data: the update makes it and applies it, and whoever loads the
 * stored chain applies it again, so both come to the same state.
 */
import { compareStrings } from '../base/compare.ts';
import { finish, type Steps } from '../base/steps.ts';
import { updateGraphSteps } from '../graph/update.ts';
import type { IndexReport, Snapshot } from '../index/snapshot.ts';
import type { Manifest } from '../model/manifest.ts';
import type { RepoPath } from '../model/path.ts';
import { type EdgesRecord, fromEdgesRecord, toEdgesRecord } from '../resolve/edges-record.ts';
import type { FileLinks } from '../resolve/links.ts';
import { fromLinksRecord, type LinksRecord, toLinksRecord } from '../resolve/links-record.ts';
import type { ResolutionUpdate } from '../resolve/update.ts';
import type { FileRecord } from '../store/facts-file.ts';
import {
  fromManifestRecord,
  type ManifestRecord,
  toManifestRecord,
} from '../store/manifest-record.ts';
import { splitPaths, updatePages, updateTextIndexesSteps } from './pages.ts';

export interface SnapshotPatch {
  /** Files that were indexed and are not any more. */
  readonly removed: readonly string[];
  readonly manifestRemoved: readonly string[];
  /** Entries that are new or differ. */
  readonly manifest: ManifestRecord;
  readonly edges: EdgesRecord;
  /** Changed files that were there before, and where their declarations are now. */
  readonly renumbered: readonly { readonly path: string; readonly places: Int32Array }[];
  /** Of the files that were resolved anew. */
  readonly links: LinksRecord;
  readonly report: IndexReport;
  readonly layoutHash: string;
  readonly linkHash: string;
  readonly indexedAt: string;
}

/** What a patch is applied to, and what comes of it. */
export interface Patched {
  readonly snapshot: Snapshot;
  readonly links: readonly FileLinks[];
}

/** Records are those of the files that are new or have changed. */
export type Records = ReadonlyMap<RepoPath, FileRecord>;

/** Graph, text indexes and pages after a change. The report and the manifest are the caller's. */
export function* changeSteps(
  before: Patched,
  indexed: readonly RepoPath[],
  records: Records,
  resolution: Pick<ResolutionUpdate, 'edges' | 'renumbered'>,
): Steps<Pick<Snapshot, 'graph' | 'text' | 'docsText' | 'pages'>> {
  const files = new Map(Array.from(records, ([path, { facts }]) => [path, facts]));
  const { edges, renumbered } = resolution;
  const paths = splitPaths(indexed);
  const change = { paths: indexed, files, edges, renumbered };
  return {
    graph: yield* updateGraphSteps(before.snapshot.graph, change),
    ...(yield* updateTextIndexesSteps(before.snapshot, paths, records)),
    pages: updatePages(before.snapshot.pages, paths, records),
  };
}

/** Describes the step from one state to the next. */
export function patchOf(
  before: Patched,
  after: Patched & {
    readonly layoutHash: string;
    readonly linkHash: string;
    readonly indexedAt: string;
  },
  resolution: ResolutionUpdate,
): SnapshotPatch {
  const { manifest, report } = after.snapshot;
  const known = before.snapshot.manifest;
  const paths = after.links.map((file) => file.path);
  const present = new Set(paths);
  const differing = [...manifest].filter(([path, entry]) => {
    const old = known.get(path);
    return (
      old?.hash !== entry.hash ||
      old.mtimeMs !== entry.mtimeMs ||
      old.ctimeMs !== entry.ctimeMs ||
      old.sizeBytes !== entry.sizeBytes
    );
  });
  const { layoutHash, linkHash, indexedAt } = after;
  return {
    removed: before.links.map((file) => file.path).filter((path) => !present.has(path)),
    manifestRemoved: [...known.keys()].filter((path) => !manifest.has(path)),
    manifest: toManifestRecord(new Map(differing)),
    edges: toEdgesRecord(resolution.edges, paths),
    renumbered: Array.from(resolution.renumbered, ([path, places]) => ({ path, places })),
    links: toLinksRecord(after.links.filter((file) => resolution.edges.has(file.path))),
    report,
    layoutHash,
    linkHash,
    indexedAt,
  };
}

/** Takes the step that {@link patchOf} described. */
export function applyPatch(
  before: Patched,
  generation: number,
  patch: SnapshotPatch,
  records: Records,
): Patched {
  const links = new Map(before.links.map((file) => [file.path, file]));
  for (const path of patch.removed) links.delete(path as RepoPath);
  for (const file of fromLinksRecord(patch.links)) links.set(file.path, file);
  const indexed = [...links.keys()].sort(compareStrings);
  const renumbered = new Map(
    patch.renumbered.map(({ path, places }) => [path as RepoPath, places]),
  );
  const edges = fromEdgesRecord(patch.edges, indexed);
  const made = finish(changeSteps(before, indexed, records, { edges, renumbered }));
  const manifest = patchedManifest(before.snapshot.manifest, patch);
  return {
    snapshot: { generation, manifest, ...made, report: patch.report },
    links: [...links.values()].sort((a, b) => compareStrings(a.path, b.path)),
  };
}

function patchedManifest(before: Manifest, patch: SnapshotPatch): Manifest {
  const entries = new Map(before);
  for (const path of patch.manifestRemoved) entries.delete(path as RepoPath);
  for (const [path, entry] of fromManifestRecord(patch.manifest)) entries.set(path, entry);
  return new Map([...entries].sort(([a], [b]) => compareStrings(a, b)));
}
