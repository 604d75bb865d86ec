/** The states of a project at other revisions, read from git's objects. */
import type { ProjectConfig } from '../../config/load.ts';
import { isIgnoreFile, rulesAboveMark } from '../../files/discovery/ignore-files.ts';
import { fileFingerprint } from '../../files/fingerprints.ts';
import { filesBetween } from '../../git/changed-files.ts';
import { resolveCommit, resolveCommits, type TreeFile } from '../../git/revisions.ts';
import { workingTree } from '../../git/working-tree.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import { FactsHistory } from '../../indexing/facts-history.ts';
import type { ProjectScan } from '../../indexing/project-scan.ts';
import { stateAtRevision } from '../../indexing/revision.ts';
import { SharedRevisionFacts } from '../../indexing/sibling-facts.ts';
import type { IndexState } from '../../indexing/stored-index.ts';
import type { Manifest } from '../../model/manifest.ts';
import type { RepoPath } from '../../model/path.ts';
import type { Facts, FactsChanges } from '../../store/facts-file.ts';
import type { WriterIdentity } from '../../store/writer-lock.ts';
import { workerFactory } from '../../workers/extract-files.ts';
import { RunMonitor, type RunOptions } from '../../workers/progress.ts';
import type { ThreadOptions } from '../../workers/worker-factory.ts';
import type { PublishedSnapshot } from '../published-snapshot.ts';
import { cachedSources, textsOf } from './cached-sources.ts';
import { RevisionContents, type RevisionSource } from './contents.ts';
import { noRepository, unknownRevision } from './errors.ts';
import {
  commitListing,
  type Disk,
  differingPaths,
  EMPTY_LISTING,
  type Listing,
  NO_FILES,
  pathsThatDiffer,
  readDisk,
  STAGED,
  stagedListing,
} from './listing.ts';
import { changedFacts, joinChanges, type Neighbour, type StartingPoint } from './starting-point.ts';

/** Most revisions whose states are kept in memory. A comparison needs two. */
const STATES_MAX = 4;
/** Most nodes of all kept states together; the state of the last question is always kept. */
const NODES_MAX = 1_000_000;
/** Most revisions whose states others are made from: those of a comparison. */
const NEIGHBOURS_MAX = 2;
/** Most commits whose files stay listed. */
const LISTINGS_MAX = 4;
/** Most bytes of facts that are kept for contents of other revisions. */
const FACTS_BYTES_MAX = 64 * 1024 * 1024;

/** A project at a revision. */
export interface ProjectRevision {
  /** Full hash of the commit; undefined for the index. */
  readonly commit: string | undefined;
  readonly snapshot: Snapshot;
  /**
   * Returns the texts of files with their secrets masked. Files that the revision lacks, or that may
   * not be shown, are left out.
   */
  readonly readTexts: (paths: Iterable<RepoPath>) => Promise<ReadonlyMap<RepoPath, string>>;
  /** Like `readTexts`, with the reasons for those that may not be shown. */
  readonly readSources: (
    paths: Iterable<RepoPath>,
  ) => Promise<ReadonlyMap<RepoPath, RevisionSource>>;
  /** Every file that is not ignored, of any type, sorted. */
  readonly paths: readonly RepoPath[];
  /** Whether a path is a file or a folder of the revision, be it indexed, ignored or neither. */
  readonly isThere: (path: RepoPath) => boolean;
}

/** The current state, from which those of revisions are made. */
export interface CurrentState {
  readonly state: IndexState;
  readonly projectScan: ProjectScan;
  /** Reads the facts, which are large. */
  readonly facts: () => Promise<Facts | undefined>;
}

interface OpenOptions extends RunOptions {
  /**
   * Whether edges from pages may be missing, which makes this faster. All code edges are there in any
   * case.
   */
  readonly mayLackPageEdges?: boolean;
  /** Whether the text indexes may be those of the current state, which makes this faster. */
  readonly mayLackText?: boolean;
}

interface Kept {
  readonly rules: string;
  readonly revision: ProjectRevision;
  /** Undefined for all but the last ones: it holds more than answers need. */
  readonly neighbour: Neighbour | undefined;
  readonly lacksPageEdges: boolean;
  readonly lacksText: boolean;
}

interface RevisionsOptions {
  /** The published state, whose repository is elsewhere; undefined for a project on this disk. */
  readonly published?: PublishedSnapshot | undefined;
  readonly writer: WriterIdentity;
  readonly threads: ThreadOptions;
  /** Runs work with the current state, while no other state is made. */
  readonly withCurrent: <Result>(
    signal: AbortSignal | undefined,
    work: (current: CurrentState) => Promise<Result>,
  ) => Promise<Result>;
}

const NO_CHANGES: FactsChanges = { changed: new Map(), removed: new Set() };

export class Revisions {
  readonly #config: ProjectConfig;
  readonly #options: RevisionsOptions;
  readonly #facts = new FactsHistory(FACTS_BYTES_MAX);
  readonly #stored: SharedRevisionFacts;
  readonly #contents: RevisionContents;
  /** By commit, in the order of their last use. */
  readonly #listings = new Map<string, Listing>();
  /** Hashes of commits that are there. */
  readonly #commits = new Set<string>();
  /** By commit, in the order of their last use. */
  readonly #kept = new Map<string, Kept>();
  #disk: { readonly manifest: Manifest; readonly read: Promise<Disk | undefined> } | undefined;

  constructor(config: ProjectConfig, options: RevisionsOptions) {
    this.#config = config;
    this.#options = options;
    this.#stored = new SharedRevisionFacts(config, options.writer);
    this.#contents = new RevisionContents(config);
  }

  /**
   * Returns the full hash of a commit, tag or branch.
   * @throws {GraphMemoryError} GM_REVISION if there is none.
   */
  async commit(name: string): Promise<string> {
    const [commit = name] = await this.commits([name]);
    return commit;
  }

  /**
   * Returns the full hashes of commits, tags or branches.
   * @throws {GraphMemoryError} GM_REVISION if one does not exist.
   */
  async commits(names: readonly string[]): Promise<readonly string[]> {
    const { root } = this.#config;
    const { published } = this.#options;
    const unknown = names.filter((name) => !this.#commits.has(name));
    const [first] = unknown;
    if (first === undefined) return names;
    if (published !== undefined) throw noRepository(this.#config.name, first, published.commit);
    const found = await resolveCommits(root, unknown);
    for (const name of unknown) {
      const commit = found.get(name);
      if (commit === undefined) throw await unknownRevision(root, name);
      this.#commits.add(commit);
    }
    return names.map((name) => found.get(name) ?? name);
  }

  /**
   * Returns the full hashes of a commit, tag or branch, and of its first parent, if that is there.
   * @throws {GraphMemoryError} GM_REVISION if the commit does not exist.
   */
  async withParent(name: string) {
    const parent = `${name}~1`;
    const found =
      this.#options.published === undefined
        ? await resolveCommits(this.#config.root, [name, parent])
        : new Map<string, string>();
    for (const hash of found.values()) this.#commits.add(hash);
    return { commit: await this.commit(found.get(name) ?? name), parent: found.get(parent) };
  }

  /**
   * Returns the project at a commit, tag or branch, as it would be committed ({@link STAGED}), or
   * without files ({@link NO_FILES}).
   * Files that the current state lacks are read from git's objects and parsed.
   * @throws {GraphMemoryError} GM_REVISION; GM_NOT_INDEXED; GM_LIMIT; GM_CANCELLED.
   */
  async open(name: string, options: OpenOptions = {}): Promise<ProjectRevision> {
    const { root } = this.#config;
    const listing =
      name === NO_FILES
        ? EMPTY_LISTING
        : name === STAGED
          ? await stagedListing(root, await resolveCommit(root, 'HEAD'))
          : await this.commit(name);
    return this.#options.withCurrent(options.signal, (current) =>
      this.#open(listing, current, options),
    );
  }

  /**
   * Returns the state of a revision with its scan and its facts; facts of files that were edited since
   * the revision was made may be missing. Undefined if more revisions than are kept whole were opened
   * since.
   */
  async whole({ snapshot }: ProjectRevision): Promise<CurrentState | undefined> {
    const neighbours = [...this.#kept.values()].flatMap((kept) => kept.neighbour ?? []);
    const own = neighbours.find(({ state }) => state.snapshot.graph === snapshot.graph);
    if (own === undefined) return undefined;
    const facts = async () => {
      const current = await this.#options.withCurrent(undefined, (now) => now.facts());
      return current && changedFacts(current, own.changes);
    };
    return { ...own, facts };
  }

  /**
   * Returns the texts of files at a commit, with their secrets masked. Files that the commit lacks,
   * or that may not be shown, are left out.
   * @throws {GraphMemoryError} GM_REVISION; GM_LIMIT.
   */
  async texts(commit: string, paths: readonly RepoPath[]): Promise<ReadonlyMap<RepoPath, string>> {
    const { files } = await this.#listing(commit);
    const wanted = new Set(paths);
    const found = files.filter(({ path }) => wanted.has(path));
    return textsOf(await this.#contents.sources(commit, found, undefined));
  }

  /**
   * Returns the new paths of files that git shows as renamed since a commit, in later commits or in
   * its index. Nothing if the commit is unknown, as in a shallow clone.
   */
  async renamesSince(name: string): Promise<ReadonlyMap<RepoPath, RepoPath>> {
    const { root } = this.#config;
    const [from, to] = [await resolveCommit(root, name), await resolveCommit(root, 'HEAD')];
    if (from === undefined || to === undefined) return new Map();
    const committed = from === to ? [] : await filesBetween(root, from, to);
    const uncommitted = renamed((await workingTree(root))?.files ?? []);
    const renames = new Map(uncommitted);
    for (const [old, path] of renamed(committed ?? []))
      renames.set(old, uncommitted.get(path) ?? path);
    return renames;
  }

  /** Lists the files of a commit, once for the last ones. */
  async #listing(commit: string): Promise<Listing> {
    const listing = this.#listings.get(commit) ?? (await commitListing(this.#config.root, commit));
    this.#listings.delete(commit);
    this.#listings.set(commit, listing);
    for (const oldest of this.#listings.keys()) {
      if (this.#listings.size <= LISTINGS_MAX) break;
      this.#listings.delete(oldest);
    }
    return listing;
  }

  async #open(
    named: Listing | string,
    current: CurrentState,
    options: OpenOptions,
  ): Promise<ProjectRevision> {
    const key = typeof named === 'string' ? named : named.key;
    const rules = rulesMark(this.#config.root, current.projectScan);
    const known = this.#kept.get(key);
    const isUsable =
      known?.rules === rules &&
      (!known.lacksPageEdges || options.mayLackPageEdges === true) &&
      (!known.lacksText || options.mayLackText === true);
    if (isUsable) {
      this.#keep(key, known);
      return known.revision;
    }
    const listing = typeof named === 'string' ? await this.#listing(named) : named;
    const made = { rules, ...(await this.#make(listing, current, rules, options)) };
    this.#keep(key, made);
    for (const [other, kept] of [...this.#kept].slice(0, -NEIGHBOURS_MAX))
      this.#kept.set(other, { ...kept, neighbour: undefined });
    return made.revision;
  }

  async #make(
    listing: Listing,
    current: CurrentState,
    rules: string,
    options: OpenOptions,
  ): Promise<Omit<Kept, 'rules'>> {
    const config = this.#config;
    const { key, commit, files } = listing;
    const { manifest } = current.state.snapshot;
    const { discovery } = current.projectScan;
    const currentFacts = await current.facts();
    const known = { state: current.state, facts: currentFacts };
    const { start, before } = await this.#startOf(listing, known, rules, options);
    const read = (some: readonly TreeFile[]) => this.#contents.read(key, some);
    const { now } = this.#options.writer;
    const stored = await this.#stored.load();
    const threads = workerFactory(config, this.#options.threads);
    const monitor = new RunMonitor(now, options);
    try {
      const others = [this.#facts, ...(currentFacts ? [currentFacts] : []), ...stored];
      const { mayLackPageEdges = false, mayLackText = false } = options;
      const { state, facts, mayDiffer } = start;
      const run = {
        ...{ config, state, facts, discovery, others },
        ...{ threads, monitor, now, mayLackPageEdges, mayLackText },
      };
      const made = await stateAtRevision({ files, mayDiffer, read }, run);
      this.#facts.keepAll(made.changes.changed);
      await this.#stored.add(made.changes.changed, stored);
      const byPath = new Map(files.map((file) => [file.path, file]));
      const { snapshot } = made.state;
      const readSources = cachedSources((paths) => {
        const found = [...paths].flatMap((path) => byPath.get(path) ?? []);
        return this.#contents.sources(key, found, snapshot.manifest);
      });
      const revision = {
        ...{ commit, snapshot, readSources },
        readTexts: async (paths: Iterable<RepoPath>) => textsOf(await readSources(paths)),
        paths: made.projectScan.discovery.allPaths,
        isThere: pathTest(byPath),
      };
      const lacksPageEdges = made.lacksPageEdges || start.lacksPageEdges;
      const changes = joinChanges(before, made.changes);
      const neighbour = {
        ...{ state: made.state, projectScan: made.projectScan, lacksPageEdges },
        ...{ files, changes, current: manifest },
      };
      return { revision, neighbour, lacksPageEdges, lacksText: mayLackText };
    } finally {
      await threads.dismiss();
    }
  }

  /** Returns the state that differs from a revision in the fewest files, and its own differences. */
  async #startOf(
    { near, files }: Listing,
    { state, facts }: { readonly state: IndexState; readonly facts: Facts | undefined },
    rules: string,
    { mayLackPageEdges, mayLackText }: OpenOptions,
  ): Promise<{ readonly start: StartingPoint; readonly before: FactsChanges }> {
    const { manifest } = state.snapshot;
    const disk = await this.#diskOf(manifest);
    const head = disk && (near === disk.head ? undefined : await this.#listing(disk.head));
    let differing = pathsThatDiffer(files, head, disk);
    let nearest: Neighbour | undefined;
    for (const { neighbour, lacksText, ...kept } of this.#kept.values()) {
      const isUsable =
        facts !== undefined &&
        kept.rules === rules &&
        neighbour?.current === manifest &&
        (!kept.lacksPageEdges || mayLackPageEdges === true) &&
        (!lacksText || mayLackText === true);
      if (!isUsable) continue;
      const own = differingPaths(neighbour.files, files);
      if (differing !== undefined && own.size >= differing.size) continue;
      [nearest, differing] = [neighbour, own];
    }
    const mayDiffer = (path: RepoPath) => differing?.has(path) ?? true;
    if (nearest === undefined || facts === undefined)
      return { start: { state, facts, mayDiffer, lacksPageEdges: false }, before: NO_CHANGES };
    const { changes, lacksPageEdges } = nearest;
    const known = changedFacts(facts, changes);
    const start = { state: nearest.state, facts: known, mayDiffer, lacksPageEdges };
    return { start, before: changes };
  }

  /**
   * Compares the manifest with HEAD by way of the disk, once per manifest: files that are touched
   * later differ from it in their times.
   */
  #diskOf(manifest: Manifest): Promise<Disk | undefined> {
    if (this.#disk?.manifest !== manifest)
      this.#disk = { manifest, read: readDisk(this.#config.root, manifest) };
    return this.#disk.read;
  }

  #keep(commit: string, kept: Kept): void {
    this.#kept.delete(commit);
    this.#kept.set(commit, kept);
    for (const oldest of this.#kept.keys()) {
      const nodes = [...this.#kept.values()].reduce(
        (sum, { revision }) => sum + revision.snapshot.graph.nodeCount,
        0,
      );
      if (oldest === commit || (this.#kept.size <= STATES_MAX && nodes <= NODES_MAX)) break;
      this.#kept.delete(oldest);
    }
  }
}

interface FileChange {
  readonly status: string;
  readonly path: RepoPath;
  readonly oldPath?: RepoPath | undefined;
}

/** Returns the new paths of renamed files. */
function renamed(files: readonly FileChange[]): ReadonlyMap<RepoPath, RepoPath> {
  return new Map(
    files.flatMap(({ status, oldPath, path }) =>
      status === 'renamed' && oldPath !== undefined ? [[oldPath, path] as const] : [],
    ),
  );
}

/** Changes when files may be ignored by other rules. */
function rulesMark(root: string, { discovery }: ProjectScan): string {
  const own = discovery.allPaths.filter(isIgnoreFile);
  return [rulesAboveMark(root), ...own.map((path) => fileFingerprint(`${root}/${path}`))].join(
    '\n',
  );
}

/** Returns a test for the files of a revision and the folders that hold them. */
function pathTest(files: ReadonlyMap<RepoPath, TreeFile>): (path: RepoPath) => boolean {
  let folders: Set<string> | undefined;
  return (path) => {
    folders ??= foldersOf(files.keys());
    return files.has(path) || folders.has(path.replace(/\/$/, ''));
  };
}

function foldersOf(paths: Iterable<RepoPath>): Set<string> {
  const folders = new Set(['']);
  for (const path of paths) {
    let end = path.lastIndexOf('/');
    while (end > 0 && !folders.has(path.slice(0, end))) {
      folders.add(path.slice(0, end));
      end = path.lastIndexOf('/', end - 1);
    }
  }
  return folders;
}
