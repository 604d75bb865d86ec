import { contentHash } from '../base/hash.ts';
import type { ProjectConfig } from '../config/load.ts';
import { EXTRACTOR_VERSION } from '../extract/extract.ts';
import { fromRecord, type GraphRecord, toRecord } from '../graph/record.ts';
import { fromTextIndexRecord, type TextIndexRecord, toTextIndexRecord } from '../index/record.ts';
import type { IndexReport, Snapshot } from '../index/snapshot.ts';
import type { LoadedSnapshot, StoredSnapshot } from '../store/snapshot-store.ts';

/** A snapshot and how it was made. */
export interface IndexState {
  readonly snapshot: Snapshot;
  /** {@link Layout.hash} of the run that made it. */
  readonly layoutHash: string;
  /** ISO 8601. */
  readonly indexedAt: string;
}

/**
 * Bumped when the same facts would give another snapshot: resolving, graph or text index changed what
 * they make. The layout of the bytes on disk has its own version in `store`.
 */
// 1: first.
// 2: the report counts unbound references by name.
const ENGINE_VERSION = 2;

/** Identifies what a file's facts depend on besides the file: our own code, and the user's limits. */
export function engineOf(config: ProjectConfig): string {
  const { fileSizeBytesMax, parseMsMax } = config.code;
  return contentHash(
    [ENGINE_VERSION, EXTRACTOR_VERSION, fileSizeBytesMax, parseMsMax].join('\n'),
  ).slice(0, 12);
}

/** A state as the store keeps it, beside generation and manifest. */
export interface StoredSections {
  readonly graph: GraphRecord;
  readonly text: TextIndexRecord;
  readonly report: IndexReport;
  readonly layoutHash: string;
  readonly indexedAt: string;
}

export function toStored(state: IndexState): StoredSnapshot<StoredSections> {
  const { snapshot, layoutHash, indexedAt } = state;
  const { generation, manifest, graph, text, report } = snapshot;
  const sections = {
    graph: toRecord(graph),
    text: toTextIndexRecord(text),
    report,
    layoutHash,
    indexedAt,
  };
  return { generation, manifest, sections };
}

/** Undefined when another engine made it: its sections may have other shapes, or another meaning. */
export function fromStored(
  stored: LoadedSnapshot<StoredSections>,
  engine: string,
): IndexState | undefined {
  if (stored.producer !== engine) return undefined;
  const { generation, manifest, sections } = stored;
  const { layoutHash, indexedAt, report } = sections;
  const graph = fromRecord(sections.graph);
  const text = fromTextIndexRecord(sections.text);
  return { snapshot: { generation, manifest, graph, text, report }, layoutHash, indexedAt };
}
