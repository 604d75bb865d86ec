import type { Task } from '../base/cooperative.ts';
import { contentHash } from '../base/hash.ts';
import { once } from '../base/once.ts';
import type { ProjectConfig } from '../config/load.ts';
import { DependencyLog, type DependencyRecord } from '../doclinks/invalidation/dependency-log.ts';
import { EXTRACTOR_VERSION } from '../extract/extract.ts';
import { MASKING_VERSION } from '../files/secrets/mask-secrets.ts';
import { fromRecord, type GraphRecord, toRecord } from '../graph/record.ts';
import { fromTextIndexRecord, type TextIndexRecord, toTextIndexRecord } from '../index/record.ts';
import type { IndexReport, Snapshot } from '../index/snapshot.ts';
import type { EntryPoint } from '../model/entry-point.ts';
import type { Setting } from '../model/setting.ts';
import type { FileLinks } from '../resolve/links.ts';
import { fromLinksRecord, type LinksRecord, linksRecordSteps } from '../resolve/links-record.ts';
import { decode, encode, encodeSteps } from '../store/codec.ts';
import { unpackRecord } from '../store/file-record.ts';
import type { StoredSnapshot } from '../store/locked-store.ts';
import type { LoadedSnapshot } from '../store/snapshot-store.ts';
import { fromPagesRecord, type PagesRecord, toPagesRecord } from './pages.ts';
import { applyPatches, type SnapshotPatch } from './patch.ts';

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
 * Increased when the same facts would give a different snapshot, because resolving, the graph or
 * the text index changed. The byte layout on disk has its own version in `store`.
 */
// 1: first.
// 2: the report counts unbound references by name.
// 3: links of every file are kept, for updates.
// 4: every word of every file, as it is written.
// 5: all signatures of a value; edges of other languages than ECMAScript's; classes that are called are instantiated.
// 6: pages of documentation, in a text index of their own and with edges to what they speak of.
// 7: types that are made of themselves under type arguments end where they begin again.
// 8: what is looked for in vain leaves no mark on the evidence of what is found.
// 9: links of pages that count from a site's root; copies among assets are not what pages mean.
// 12: of a name that too many files of a package have, the nearest count; targets of imports are kept once.
// 13: of several things of a name pages mean what all pages speak of far more; methods of Go are members.
// 14: platforms of Kotlin and Scala do not see each other's sources; relative imports of Scala.
// 15: flags, words of a type that a page describes, and no parameters of a heading's call.
// 16: `.ejs.t` is a template.
// 17: a type parameter as a base is no edge to something else.
// 18: links, words beside them, tables of settings and lists tell what words on pages mean; aliases have members.
// 19: flags lead to what declares them as text; an alias that is made of others is changed with them.
// 20: a plain file name at the root is the reader's own on pages for users.
// 21: names on pages lead through names that exports give, modules by their dotted names, and receivers.
// 22: scopes of Sphinx, modules that are called so, environment variables.
// 23: keys are told by votes, settings that are declared as text.
// 24: headings that say what their type is, members written once more for typings.
// 25: packages of Go by their names, results of calls, extension methods and signatures in code blocks.
// 26: keys are of types that are read from text; words that code blocks of the page call.
// 27: the names that were looked up for pages are kept.
// 28: the packages of scripts are kept.
// 29: values that are inferred from each other are what they are for who asks for them first.
// 30: all that was asked for pages is kept, not names alone.
// 31: the lookups of pages are kept with a hash of their answers.
// 32: types satisfy interfaces without naming them.
// 33: names of `declare global`, and entry points.
// 34: notes and their edges.
// 35: settings.
const DERIVATION_VERSION = 35;

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
  readonly entryPoints: readonly EntryPoint[];
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
  const { generation, manifest, graph, text, docsText, pages, entryPoints, settings, report } =
    snapshot;
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
    entryPoints,
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
  const { snapshot, links } = applyPatches(
    { snapshot: state.snapshot, links: state.links() },
    steps,
  );
  const dependencies = state.docDependencies;
  const deltas = stored.deltas.map(({ patch }) => patch.docDependencies);
  const { layoutHash, linkHash, indexedAt } = last.patch;
  return {
    snapshot,
    links: () => links,
    docDependencies: once(() => dependencies().withDeltas(deltas)),
    layoutHash,
    linkHash,
    indexedAt,
  };
}

function fromSections(stored: StoredSnapshot<StoredSections>): IndexState {
  const { generation, manifest, sections } = stored;
  const { layoutHash, linkHash, indexedAt, entryPoints, settings, report } = sections;
  const graph = fromRecord(sections.graph);
  const text = fromTextIndexRecord(sections.text);
  const docsText = fromTextIndexRecord(sections.docsText);
  // Destructured, so that the lazy readers do not keep all sections in memory.
  const { pages: pagesBytes, links: linksBytes, docDependencies } = sections;
  const pages = fromPagesRecord(() => decode(pagesBytes) as PagesRecord);
  let links: readonly FileLinks[] | undefined;
  return {
    snapshot: { generation, manifest, graph, text, docsText, pages, entryPoints, settings, report },
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
