/**
 * Describes what one update changed, as plain data. The update creates and applies the description.
 * A process that loads the stored chain applies it again, so both reach the same state.
 */
import { compareStrings } from '../base/compare.ts';
import { runSync, type Task } from '../base/cooperative.ts';
import { withReplaced } from '../base/replaced-map.ts';
import { sortedDifference } from '../base/sorted-difference.ts';
import {
  type DependencyDelta,
  type DependencyLog,
  NO_DEPENDENCY_CHANGES,
} from '../doclinks/invalidation/dependency-log.ts';
import type { Changes } from '../files/changes.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import { updateGraphSteps } from '../graph/update.ts';
import type { IndexReport, Snapshot } from '../index/snapshot.ts';
import type { EntryPoint } from '../model/entry-point.ts';
import type { Manifest, ManifestEntry } from '../model/manifest.ts';
import type { RepoPath } from '../model/path.ts';
import type { RouteRequest } from '../model/route-request.ts';
import type { Setting } from '../model/setting.ts';
import { type EdgesRecord, fromEdgesRecord, toEdgesRecord } from '../resolve/edges-record.ts';
import { type FileLinks, linksAt } from '../resolve/links.ts';
import { fromLinksRecord, type LinksRecord, toLinksRecord } from '../resolve/links-record.ts';
import type { ResolutionUpdate } from '../resolve/update.ts';
import type { FileRecord } from '../store/file-record.ts';
import {
  fromManifestRecord,
  type ManifestRecord,
  toManifestRecord,
} from '../store/manifest-record.ts';
import { splitPaths, type TermsBefore, updatePages, updateTextIndexesSteps } from './pages.ts';

export interface SnapshotPatch {
  /** Files that are no longer indexed. */
  readonly removed: readonly string[];
  readonly manifestRemoved: readonly string[];
  /** Entries that are new or changed. */
  readonly manifest: ManifestRecord;
  readonly edges: EdgesRecord;
  /** Changed files that existed before, with the new positions of their declarations. */
  readonly renumbered: readonly {
    readonly path: string;
    readonly places: Int32Array;
  }[];
  /** Links of the files that were resolved again. */
  readonly links: LinksRecord;
  /** All of them, if they differ from those before; a project has few. */
  readonly entryPoints: readonly EntryPoint[] | undefined;
  readonly requests: readonly RouteRequest[] | undefined;
  readonly settings: readonly Setting[] | undefined;
  readonly report: IndexReport;
  readonly docDependencies: DependencyDelta;
  readonly layoutHash: string;
  readonly linkHash: string;
  readonly indexedAt: string;
}

/** The state that a patch is applied to, and the result. */
export interface Patched {
  readonly snapshot: Snapshot;
  readonly links: readonly FileLinks[];
}

/** Records of the files that are new or changed. */
export type Records = ReadonlyMap<RepoPath, FileRecord>;

type Resolved = Pick<ResolutionUpdate, 'edges' | 'renumbered'>;

/**
 * Updates graph, text indexes and pages. The caller updates the report and the manifest. With
 * `mayLackText`, the text indexes stay those of the previous state.
 */
export function* changeSteps(
  before: Snapshot,
  indexed: readonly RepoPath[],
  records: Records,
  resolved: Resolved,
  { mayLackText, termsBefore }: TextOptions,
): Task<Pick<Snapshot, 'graph' | 'text' | 'docsText' | 'pages'>> {
  const graph = yield* graphSteps(before, indexed, records, resolved);
  if (!mayLackText) return { graph, ...(yield* textSteps(before, indexed, records, termsBefore)) };
  const { text, docsText } = before;
  const paths = splitPaths(indexed, { code: text.data.paths, pages: docsText.data.paths });
  return { graph, text, docsText, pages: updatePages(before.pages, paths, records) };
}

/** Returns the current paths, split into code and pages: the same lists if no file was added or removed. */
function splitAfter(
  { graph, text, docsText }: Snapshot,
  indexed: readonly RepoPath[],
): ReturnType<typeof splitPaths> {
  const before = { code: text.data.paths, pages: docsText.data.paths };
  return graph.paths() === indexed ? before : splitPaths(indexed, before);
}

/** How text indexes are updated. */
interface TextOptions {
  readonly mayLackText: boolean;
  readonly termsBefore: TermsBefore | undefined;
}

function graphSteps(
  before: Snapshot,
  indexed: readonly RepoPath[],
  records: Records,
  { edges, renumbered }: Resolved,
): Task<SymbolGraph> {
  const files = new Map(Array.from(records, ([path, { facts }]) => [path, facts]));
  return updateGraphSteps(before.graph, { paths: indexed, files, edges, renumbered });
}

function* textSteps(
  before: Snapshot,
  indexed: readonly RepoPath[],
  records: Records,
  termsBefore?: TermsBefore,
): Task<Pick<Snapshot, 'text' | 'docsText' | 'pages'>> {
  const paths = splitAfter(before, indexed);
  const texts = yield* updateTextIndexesSteps(before, paths, records, termsBefore);
  return { ...texts, pages: updatePages(before.pages, paths, records) };
}

/** The data that describes a change, in addition to the state it applies to. */
interface Described extends Patched {
  readonly docDependencies: DependencyLog;
}

/** Describes the change from one state to the next, which the changes of files on disk caused. */
export function patchOf(
  before: Described,
  after: Described & IndexedSnapshot,
  resolution: ResolutionUpdate,
  { added, changed, touched, removed }: Changes,
): SnapshotPatch {
  const { manifest, entryPoints, requests, settings, report } = after.snapshot;
  const known = before.snapshot.manifest;
  const paths = after.snapshot.graph.paths();
  const differing = new Map<RepoPath, ManifestEntry>();
  for (const { path } of [...added, ...changed, ...touched]) {
    const [old, entry] = [known.get(path), manifest.get(path)];
    if (entry !== undefined && (old === undefined || !isSameEntry(old, entry)))
      differing.set(path, entry);
  }
  const resolved = [...resolution.edges.keys()].sort(compareStrings);
  const { layoutHash, linkHash, indexedAt } = after;
  return {
    removed: sortedDifference(paths, before.snapshot.graph.paths()),
    manifestRemoved: removed,
    manifest: toManifestRecord(differing),
    edges: toEdgesRecord(resolution.edges, paths),
    renumbered: Array.from(resolution.renumbered, ([path, places]) => ({ path, places })),
    links: toLinksRecord(resolved.flatMap((path) => linksAt(after.links, path) ?? [])),
    entryPoints: isSameList(before.snapshot.entryPoints, entryPoints) ? undefined : entryPoints,
    requests: isSameList(before.snapshot.requests, requests) ? undefined : requests,
    settings: isSameList(before.snapshot.settings, settings) ? undefined : settings,
    report,
    docDependencies: after.docDependencies.deltaFrom(before.docDependencies),
    layoutHash,
    linkHash,
    indexedAt,
  };
}

/** Returns a patch with new timestamps of files whose content is the same; `entries` has these files. */
export function timesPatch(
  { snapshot, layoutHash, linkHash, indexedAt }: IndexedSnapshot,
  entries: Manifest,
): SnapshotPatch {
  return {
    removed: [],
    manifestRemoved: [],
    manifest: toManifestRecord(entries),
    edges: toEdgesRecord(new Map(), []),
    renumbered: [],
    links: toLinksRecord([]),
    entryPoints: undefined,
    requests: undefined,
    settings: undefined,
    report: snapshot.report,
    docDependencies: NO_DEPENDENCY_CHANGES,
    layoutHash,
    linkHash,
    indexedAt,
  };
}

interface IndexedSnapshot {
  readonly snapshot: Snapshot;
  readonly layoutHash: string;
  readonly linkHash: string;
  readonly indexedAt: string;
}

function isSameList(before: readonly object[], after: readonly object[]): boolean {
  return before === after || JSON.stringify(before) === JSON.stringify(after);
}

function isSameEntry(old: ManifestEntry, entry: ManifestEntry): boolean {
  // Most files keep the same object.
  if (old === entry) return true;
  return (
    old.hash === entry.hash &&
    old.mtimeMs === entry.mtimeMs &&
    old.ctimeMs === entry.ctimeMs &&
    old.sizeBytes === entry.sizeBytes
  );
}

/** A change described by {@link patchOf}, as stored. */
export interface StoredStep {
  readonly generation: number;
  readonly patch: SnapshotPatch;
  readonly records: Records;
}

/**
 * Applies steps that change no graph, text or page, such as those of {@link timesPatch}, without the
 * links. Returns undefined if a step changes one of them.
 */
export function applyOtherSteps(
  before: Snapshot,
  steps: readonly StoredStep[],
): Snapshot | undefined {
  const isOther = ({ patch, records }: StoredStep) =>
    records.size === 0 &&
    patch.removed.length === 0 &&
    patch.renumbered.length === 0 &&
    patch.links.paths.length === 0 &&
    patch.edges.paths.length === 0;
  return steps.every(isOther) ? steps.reduce(withStep, before) : undefined;
}

/** Returns a snapshot with the changes of a step, except those of graph, texts and pages. */
function withStep(snapshot: Snapshot, { generation, patch }: StoredStep): Snapshot {
  return {
    ...snapshot,
    generation,
    manifest: patchedManifest(snapshot.manifest, patch),
    entryPoints: patch.entryPoints ?? snapshot.entryPoints,
    requests: patch.requests ?? snapshot.requests,
    settings: patch.settings ?? snapshot.settings,
    report: patch.report,
  };
}

/**
 * Applies one change after the other. Each graph is built from the one before it. Text indexes and
 * pages depend on single files only, so just the last ones are built.
 */
export function applyPatches(before: Patched, steps: readonly StoredStep[]): Patched {
  let { snapshot } = before;
  const links = new Map(before.links.map((file) => [file.path, file]));
  const changed = new Map<RepoPath, FileRecord>();
  let indexed = snapshot.graph.paths();
  for (const step of steps) {
    const { patch, records } = step;
    const isSameList =
      patch.removed.length === 0 && [...records.keys()].every((path) => links.has(path));
    for (const path of patch.removed) {
      links.delete(path as RepoPath);
      changed.delete(path as RepoPath);
    }
    for (const file of fromLinksRecord(patch.links)) links.set(file.path, file);
    for (const [path, record] of records) changed.set(path, record);
    const renumbered = new Map(
      patch.renumbered.map(({ path, places }) => [path as RepoPath, places]),
    );
    if (!isSameList) indexed = sortedPaths(links);
    const edges = fromEdgesRecord(patch.edges, indexed);
    const graph = runSync(graphSteps(snapshot, indexed, records, { edges, renumbered }));
    snapshot = { ...withStep(snapshot, step), graph };
  }
  const texts = runSync(textSteps(snapshot, sortedPaths(links), changed));
  return {
    snapshot: { ...snapshot, ...texts },
    links: [...links.values()].sort((a, b) => compareStrings(a.path, b.path)),
  };
}

function sortedPaths(links: ReadonlyMap<RepoPath, FileLinks>): readonly RepoPath[] {
  return [...links.keys()].sort(compareStrings);
}

function patchedManifest(before: Manifest, patch: SnapshotPatch): Manifest {
  const changed = fromManifestRecord(patch.manifest);
  const isSameList =
    patch.manifestRemoved.length === 0 && [...changed.keys()].every((path) => before.has(path));
  if (isSameList) return withReplaced(before, changed);
  const entries = new Map(before);
  for (const path of patch.manifestRemoved) entries.delete(path as RepoPath);
  for (const [path, entry] of changed) entries.set(path, entry);
  return new Map([...entries].sort(([a], [b]) => compareStrings(a, b)));
}
