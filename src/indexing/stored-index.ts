import type { Task } from '../base/cooperative.ts';
import { contentHash } from '../base/hash.ts';
import { once } from '../base/once.ts';
import type { ProjectConfig } from '../config/load.ts';
import { DependencyLog, type DependencyRecord } from '../doclinks/invalidation/dependency-log.ts';
import { fromRecord, type GraphRecord, toRecord } from '../graph/record.ts';
import { keepParts, type PartsRecord, partsRecordSteps } from '../index/parts-record.ts';
import { fromTextIndexRecord, type TextIndexRecord, toTextIndexRecord } from '../index/record.ts';
import type { IndexReport, Snapshot } from '../index/snapshot.ts';
import type { EntryPoint } from '../model/entry-point.ts';
import type { RouteRequest } from '../model/route-request.ts';
import type { Setting } from '../model/setting.ts';
import type { FileLinks } from '../resolve/links.ts';
import { fromLinksRecord, type LinksRecord, linksRecordSteps } from '../resolve/links-record.ts';
import { decode, encode, encodeSteps } from '../store/codec.ts';
import { unpackRecord } from '../store/file-record.ts';
import type { StoredSnapshot } from '../store/locked-store.ts';
import type { LoadedSnapshot } from '../store/snapshot-store.ts';
import { PROGRAM_VERSIONS } from '../store/versions.ts';
import { chunkKeys, keepKeys } from '../vector/chunk-keys.ts';
import { fromPagesRecord, type PagesRecord, toPagesRecord } from './pages.ts';
import { applyOtherSteps, applyPatches, type SnapshotPatch, type StoredStep } from './patch.ts';

/** A snapshot and the data about how it was made. */
export interface IndexState {
  readonly snapshot: Snapshot;
  /** Resolved links of each file. Loaded lazily, because queries do not need them. */
  readonly links: () => readonly FileLinks[];
  /** Dependencies of its pages, decoded on first use. */
  readonly docDependencies: () => DependencyLog;
  /** {@link Layout.hash} and {@link Layout.linkHash} of the run that made this state. */
  readonly layoutHash: string;
  readonly linkHash: string;
  /** Timestamp in ISO 8601. */
  readonly indexedAt: string;
  /**
   * The commit that was checked out when the disk was last found to equal the snapshot. Not stored,
   * so a loaded state has none until the first scan.
   */
  readonly commit?: string | undefined;
}

/**
 * Returns the cache key of facts: everything they depend on besides the file, which is our own code
 * and the user's limits.
 */
export function cacheKeyOf(config: ProjectConfig): string {
  const { fileSizeBytesMax, parseMsMax } = config.code;
  return contentHash([...PROGRAM_VERSIONS, fileSizeBytesMax, parseMsMax].join('\n')).slice(0, 12);
}

/** A state as stored, besides generation and manifest. */
export interface StoredSections {
  readonly graph: GraphRecord;
  readonly text: TextIndexRecord;
  readonly docsText: TextIndexRecord;
  /** The {@link PartsRecord} of both, encoded separately because not every question needs them. */
  readonly textParts: Uint8Array;
  readonly docsTextParts: Uint8Array;
  /** The `chunkKeys` of both. Undefined in stores written before these were stored. */
  readonly textKeys?: Uint32Array | undefined;
  readonly docsTextKeys?: Uint32Array | undefined;
  /** A {@link PagesRecord}, encoded separately like the links. */
  readonly pages: Uint8Array;
  readonly entryPoints: readonly EntryPoint[];
  readonly requests: readonly RouteRequest[];
  readonly settings: readonly Setting[];
  readonly report: IndexReport;
  /** A {@link LinksRecord}, encoded separately so that reading it can be skipped. */
  readonly links: Uint8Array;
  /** A {@link DependencyRecord}, encoded by itself as well. */
  readonly docDependencies: Uint8Array;
  readonly layoutHash: string;
  readonly linkHash: string;
  readonly indexedAt: string;
}

export function* toStoredSteps(state: IndexState): Task<StoredSnapshot<StoredSections>> {
  const { snapshot, links, docDependencies, layoutHash, linkHash, indexedAt } = state;
  const { generation, manifest, graph, text, docsText, pages, entryPoints, requests } = snapshot;
  const { settings, report } = snapshot;
  const graphRecord = toRecord(graph);
  yield;
  const textRecord = toTextIndexRecord(text);
  yield;
  const docsTextRecord = toTextIndexRecord(docsText);
  const textParts = yield* encodeSteps(yield* partsRecordSteps(text));
  const docsTextParts = yield* encodeSteps(yield* partsRecordSteps(docsText));
  const pagesRecord = toPagesRecord(pages);
  yield;
  const pagesBytes = yield* encodeSteps(pagesRecord);
  const linksRecord = yield* linksRecordSteps(links());
  const linksBytes = yield* encodeSteps(linksRecord);
  const sections = {
    graph: graphRecord,
    text: textRecord,
    docsText: docsTextRecord,
    textParts,
    docsTextParts,
    textKeys: chunkKeys(text.data),
    docsTextKeys: chunkKeys(docsText.data),
    pages: pagesBytes,
    entryPoints,
    requests,
    settings,
    report,
    links: linksBytes,
    docDependencies: encode(docDependencies().record()),
    layoutHash,
    linkHash,
    indexedAt,
  };
  return { generation, manifest, sections };
}

/**
 * Decodes a stored state. Returns undefined when another program version made it: its sections may
 * differ in shape or meaning.
 */
export function fromStored(
  stored: LoadedSnapshot<StoredSections, SnapshotPatch>,
  engine: string,
): IndexState | undefined {
  if (stored.cacheKey !== engine) return undefined;
  const state = fromSections(stored);
  const last = stored.deltas.at(-1);
  if (last === undefined) return state;
  const steps = stored.deltas.map(({ generation, patch, changed }) => ({
    generation,
    patch,
    records: new Map(Array.from(changed, ([path, { bytes }]) => [path, unpackRecord(bytes)])),
  }));
  const dependencies = state.docDependencies;
  const deltas = stored.deltas.map(({ patch }) => patch.docDependencies);
  const { layoutHash, linkHash, indexedAt } = last.patch;
  return {
    ...afterSteps(state, steps),
    docDependencies: once(() => dependencies().withDeltas(deltas)),
    layoutHash,
    linkHash,
    indexedAt,
  };
}

function afterSteps(
  { snapshot, links }: IndexState,
  steps: readonly StoredStep[],
): Pick<IndexState, 'snapshot' | 'links'> {
  const other = applyOtherSteps(snapshot, steps);
  if (other !== undefined) return { snapshot: other, links };
  const patched = applyPatches({ snapshot, links: links() }, steps);
  return { snapshot: patched.snapshot, links: () => patched.links };
}

function fromSections(stored: StoredSnapshot<StoredSections>): IndexState {
  const { generation, manifest, sections } = stored;
  const { layoutHash, linkHash, indexedAt, entryPoints, requests, settings, report } = sections;
  const graph = fromRecord(sections.graph);
  const text = fromTextIndexRecord(sections.text);
  const docsText = fromTextIndexRecord(sections.docsText);
  // Destructured, so that the lazy readers do not keep all sections in memory.
  const { pages: pagesBytes, links: linksBytes, docDependencies } = sections;
  const { textParts, docsTextParts, textKeys, docsTextKeys } = sections;
  if (textKeys !== undefined) keepKeys(text.data, textKeys);
  if (docsTextKeys !== undefined) keepKeys(docsText.data, docsTextKeys);
  keepParts(text, () => decode(textParts) as PartsRecord);
  keepParts(docsText, () => decode(docsTextParts) as PartsRecord);
  const pages = fromPagesRecord(() => decode(pagesBytes) as PagesRecord);
  let links: readonly FileLinks[] | undefined;
  return {
    snapshot: {
      generation,
      manifest,
      graph,
      text,
      docsText,
      pages,
      entryPoints,
      requests,
      settings,
      report,
    },
    links: () => {
      links ??= fromLinksRecord(decode(linksBytes) as LinksRecord);
      return links;
    },
    docDependencies: once(() =>
      DependencyLog.fromRecord(decode(docDependencies) as DependencyRecord),
    ),
    layoutHash,
    linkHash,
    indexedAt,
  };
}
