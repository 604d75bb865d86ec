import type { Task } from '../base/cooperative.ts';
import { contentHash } from '../base/hash.ts';
import { once } from '../base/once.ts';
import type { ProjectConfig } from '../config/load.ts';
import { EXTRACTOR_VERSION } from '../extract/extract.ts';
import { MASKING_VERSION } from '../files/secrets/mask-secrets.ts';
import { fromRecord, type GraphRecord, toRecord } from '../graph/record.ts';
import { fromTextIndexRecord, type TextIndexRecord, toTextIndexRecord } from '../index/record.ts';
import type { IndexReport, Snapshot } from '../index/snapshot.ts';
import type { FileLinks } from '../resolve/links.ts';
import { fromLinksRecord, type LinksRecord, linksRecordSteps } from '../resolve/links-record.ts';
import { decode, encode, encodeSteps } from '../store/codec.ts';
import { unpackRecord } from '../store/file-record.ts';
import type { StoredSnapshot } from '../store/locked-store.ts';
import type { LoadedSnapshot } from '../store/snapshot-store.ts';
import { fromPagesRecord, type PagesRecord, toPagesRecord } from './pages.ts';
import { applyPatches, applySetDelta, type SnapshotPatch, sortedTexts } from './patch.ts';

/** A snapshot and the data about how it was made. */
export interface IndexState {
  readonly snapshot: Snapshot;
  /** Resolved links of each file. Loaded lazily, because queries do not need them. */
  readonly links: () => readonly FileLinks[];
  /** Dependencies recorded for the pages. Loaded lazily as well. */
  readonly docDependencies: () => ReadonlySet<string>;
  /** {@link Layout.hash} and {@link Layout.linkHash} of the run that made this state. */
  readonly layoutHash: string;
  readonly linkHash: string;
  /** Timestamp in ISO 8601. */
  readonly indexedAt: string;
}

/**
 * Increased when the same facts would give a different snapshot, because resolving, the graph or
 * the text index changed. The byte layout on disk has its own version in `store`.
 */
// - 1: First version.
// - 2: The report counts unbound references by name.
// - 3: Links of every file are stored, for updates.
// - 4: Every word of every file is indexed as written.
// - 5: All signatures of a value; edges for languages other than ECMAScript; called classes count
//   as instantiated.
// - 6: Documentation pages, with their own text index and edges to code.
// - 7: Types that recursively instantiate themselves are cut off at the recursion.
// - 8: Failed lookups no longer affect the evidence of successful ones.
// - 9: Root-relative links of pages; copies among assets are no targets of pages.
// - 12: If too many files of a package declare a name, only the nearest count; import targets are
//   stored once.
// - 13: Among equally named symbols, pages mean the one that all pages mention far more; Go methods
//   are members.
// - 14: Kotlin and Scala platforms do not see each other's sources; relative imports of Scala.
// - 15: Flags; words of a type that a page describes; no parameters of a call in a heading.
// - 16: `.ejs.t` is a template.
// - 17: A type parameter used as a base is no edge.
// - 18: Links, neighboring words, tables of settings and lists resolve words on pages; aliases have
//   members.
// - 19: Flags lead to the code that declares them as text; an alias changes with the aliases it is
//   made of.
// - 20: A plain file name at the root means the reader's own file on user pages.
// - 21: Names on pages resolve through export aliases, dotted module names and receivers.
// - 22: Sphinx scopes, modules by name, environment variables.
// - 23: Keys are resolved by votes; settings declared as text.
// - 24: Headings that state their type; members repeated for typings.
// - 25: Go packages by name, results of calls, extension methods, signatures in code blocks.
// - 26: Keys belong to types that are read from text; words that code blocks of the page call.
// - 27: The names looked up for pages are stored.
// - 28: The packages of scripts are stored.
// - 29: Mutually inferred values resolve to the value of the first one evaluated.
// - 30: All dependencies of pages are stored, not just names.
const DERIVATION_VERSION = 30;

/**
 * Returns the cache key of facts: everything they depend on besides the file, which is our own code
 * and the user's limits.
 */
export function cacheKeyOf(config: ProjectConfig): string {
  const { fileSizeBytesMax, parseMsMax } = config.code;
  return contentHash(
    [DERIVATION_VERSION, EXTRACTOR_VERSION, MASKING_VERSION, fileSizeBytesMax, parseMsMax].join(
      '\n',
    ),
  ).slice(0, 12);
}

/** A state as stored, besides generation and manifest. */
export interface StoredSections {
  readonly graph: GraphRecord;
  readonly text: TextIndexRecord;
  readonly docsText: TextIndexRecord;
  /** A {@link PagesRecord}, encoded separately like the links. */
  readonly pages: Uint8Array;
  readonly report: IndexReport;
  /** A {@link LinksRecord}, encoded separately so that reading it can be skipped. */
  readonly links: Uint8Array;
  /** A list of dependency keys, also encoded separately. */
  readonly docDependencies: Uint8Array;
  readonly layoutHash: string;
  readonly linkHash: string;
  readonly indexedAt: string;
}

export function* toStoredSteps(state: IndexState): Task<StoredSnapshot<StoredSections>> {
  const { snapshot, links, docDependencies, layoutHash, linkHash, indexedAt } = state;
  const { generation, manifest, graph, text, docsText, pages, report } = snapshot;
  const graphRecord = toRecord(graph);
  yield;
  const textRecord = toTextIndexRecord(text);
  yield;
  const docsTextRecord = toTextIndexRecord(docsText);
  const pagesRecord = toPagesRecord(pages);
  yield;
  const pagesBytes = yield* encodeSteps(pagesRecord);
  const linksRecord = yield* linksRecordSteps(links());
  const linksBytes = yield* encodeSteps(linksRecord);
  const sections = {
    graph: graphRecord,
    text: textRecord,
    docsText: docsTextRecord,
    pages: pagesBytes,
    report,
    links: linksBytes,
    docDependencies: encode(sortedTexts(docDependencies())),
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
  const { snapshot, links } = applyPatches(
    { snapshot: state.snapshot, links: state.links() },
    steps,
  );
  const dependenciesBefore = state.docDependencies;
  const dependencies = stored.deltas.map(({ patch }) => patch.docDependencies);
  const { layoutHash, linkHash, indexedAt } = last.patch;
  return {
    snapshot,
    links: () => links,
    docDependencies: once(() => applySetDelta(dependenciesBefore(), dependencies)),
    layoutHash,
    linkHash,
    indexedAt,
  };
}

function fromSections(stored: StoredSnapshot<StoredSections>): IndexState {
  const { generation, manifest, sections } = stored;
  const { layoutHash, linkHash, indexedAt, report } = sections;
  const graph = fromRecord(sections.graph);
  const text = fromTextIndexRecord(sections.text);
  const docsText = fromTextIndexRecord(sections.docsText);
  // Destructured, so that the lazy readers do not keep all sections in memory.
  const { pages: pagesBytes, links: linksBytes, docDependencies } = sections;
  const pages = fromPagesRecord(() => decode(pagesBytes) as PagesRecord);
  let links: readonly FileLinks[] | undefined;
  return {
    snapshot: { generation, manifest, graph, text, docsText, pages, report },
    links: () => {
      links ??= fromLinksRecord(decode(linksBytes) as LinksRecord);
      return links;
    },
    docDependencies: once(() => new Set(decode(docDependencies) as readonly string[])),
    layoutHash,
    linkHash,
    indexedAt,
  };
}
