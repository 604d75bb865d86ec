/**
 * Makes the state of a project at another revision from its current state. Only files whose content
 * differs are read and parsed; the caller provides their contents. The rules for ignored, included
 * and secret files are the current ones.
 */
import { contentHash } from '../base/hash.ts';
import type { ProjectConfig } from '../config/load.ts';
import { changedOnDisk } from '../files/changed-on-disk.ts';
import { discoverFiles } from '../files/discovery/discover-files.ts';
import type { Discovery, FileEntry } from '../files/discovery/discovery.ts';
import { NEVER_MS, skippedHash } from '../files/manifest-entries.ts';
import { readSourceFile, sourceOfBytes } from '../files/read.ts';
import { mayNameInterpreter } from '../languages/registry.ts';
import type { Manifest, ManifestEntry } from '../model/manifest.ts';
import type { RepoPath } from '../model/path.ts';
import type { Facts, FactsChanges, KnownFacts } from '../store/facts-file.ts';
import type { RunMonitor } from '../workers/progress.ts';
import type { WorkerFactory } from '../workers/worker-factory.ts';
import { readLayout } from './layout.ts';
import { makeState } from './make-state.ts';
import { discoverOptionsOf, type ProjectScan } from './project-scan.ts';
import type { IndexState } from './stored-index.ts';

/** A file of a revision. */
export interface RevisionFile {
  readonly path: RepoPath;
  readonly sizeBytes: number;
  readonly isLink: boolean;
}

/** The files of a revision. */
export interface Revision<File extends RevisionFile> {
  readonly files: readonly File[];
  /** Whether the content at a path may differ from that of the current state. */
  readonly mayDiffer: (path: RepoPath) => boolean;
  /** Reads files. The result has each of them. */
  readonly read: (files: readonly File[]) => Promise<ReadonlyMap<RepoPath, Uint8Array>>;
}

interface RevisionRun {
  readonly config: ProjectConfig;
  /** The state to start from, and its facts if they are available. */
  readonly state: IndexState;
  readonly facts: Facts | undefined;
  /** Facts of other contents. */
  readonly others: readonly KnownFacts[];
  readonly threads: WorkerFactory;
  readonly monitor: RunMonitor;
  readonly now: () => number;
  /** Lists the current files, to which the same rules apply. */
  readonly discovery: Discovery;
  /** Whether edges of pages may be missing, which makes this faster. */
  readonly mayLackPageEdges: boolean;
  /** Whether the text indexes may be those of the current state. */
  readonly mayLackText: boolean;
}

/** The state of a revision, and how its facts differ from those of the state it was made from. */
export interface RevisionState {
  readonly state: IndexState;
  readonly changes: FactsChanges;
  readonly lacksPageEdges: boolean;
  readonly projectScan: ProjectScan;
}

const NO_CHANGES: FactsChanges = { changed: new Map(), removed: new Set() };

export async function stateAtRevision<File extends RevisionFile>(
  revision: Revision<File>,
  { config, state, facts, discovery, ...run }: RevisionRun,
): Promise<RevisionState> {
  const { manifest, generation } = state.snapshot;
  const contents = new Contents(revision, config, manifest);
  const found = await discoverRevision(revision, contents, config, discovery, run.monitor.signal);
  const isNew = ({ path }: FileEntry) => !manifest.has(path) || revision.mayDiffer(path);
  await contents.load([...found.files, ...found.resolutionFiles].filter(isNew));
  const layout = await readLayout(config, found, (entry) => contents.source(entry.path));
  const projectScan = {
    ...scanOf(found, manifest, contents),
    layout,
    commit: undefined,
    scannedMs: run.now(),
  };
  if (isUnchanged(projectScan, state)) {
    return { state, changes: NO_CHANGES, lacksPageEdges: false, projectScan };
  }
  const settings = { ...run, contents: contents.loaded };
  const made = await makeState(state, facts, projectScan, generation, settings);
  const snapshot = { ...made.state.snapshot, generation };
  const { changes, lacksPageEdges } = made;
  return { state: { ...made.state, snapshot }, changes, lacksPageEdges, projectScan };
}

/** Lists the files of a revision. The first line of scripts without an extension is read. */
async function discoverRevision<File extends RevisionFile>(
  { files }: Revision<File>,
  contents: Contents<File>,
  config: ProjectConfig,
  current: Discovery,
  signal: AbortSignal | undefined,
): Promise<Discovery> {
  const { fileSizeBytesMax } = config.code;
  await contents.load(
    files.filter(
      ({ path, sizeBytes, isLink }) =>
        !isLink && mayNameInterpreter(path) && sizeBytes <= fileSizeBytesMax,
    ),
  );
  const listed = { files, firstBytes: (path: string) => contents.start(path as RepoPath) };
  return discoverFiles(config.root, listed, discoverOptionsOf(config), { current, signal });
}

function isUnchanged({ changes, layout }: ProjectScan, { linkHash }: IndexState): boolean {
  const { added, changed, removed } = changes;
  return added.length + changed.length + removed.length === 0 && layout.linkHash === linkHash;
}

/** Compares the listed files with those of a manifest. Files that may differ have been loaded. */
function scanOf<File extends RevisionFile>(
  found: Discovery,
  manifest: Manifest,
  contents: Contents<File>,
): Pick<ProjectScan, 'discovery' | 'changes'> {
  const added: FileEntry[] = [];
  const changed: FileEntry[] = [];
  let unchangedCount = 0;
  const files = found.files.map((entry): FileEntry => {
    const before = manifest.get(entry.path);
    const isSame = before !== undefined && contents.isSame(entry, before);
    const own = isSame ? { ...before, path: entry.path } : entry;
    if (isSame) unchangedCount++;
    else (before === undefined ? added : changed).push(own);
    return own;
  });
  const paths = new Set(files.map(({ path }) => path));
  const removed = [...manifest.keys()].filter((path) => !paths.has(path));
  return {
    discovery: { ...found, files },
    changes: { added, changed, removed, unchangedCount, touched: [] },
  };
}

/** Number of bytes that can name an interpreter. */
const START_BYTES = 128;

/** The contents of a revision's files that have been read. */
class Contents<File extends RevisionFile> {
  readonly loaded = new Map<RepoPath, Uint8Array>();
  readonly #revision: Revision<File>;
  readonly #config: ProjectConfig;
  readonly #manifest: Manifest;
  readonly #files: ReadonlyMap<RepoPath, File>;

  constructor(revision: Revision<File>, config: ProjectConfig, manifest: Manifest) {
    this.#revision = revision;
    this.#config = config;
    this.#manifest = manifest;
    this.#files = new Map(revision.files.map((file) => [file.path, file]));
  }

  async load(entries: readonly Pick<RevisionFile, 'path'>[]): Promise<void> {
    const files = new Set(entries.flatMap(({ path }) => this.#files.get(path) ?? []));
    const missing = [...files].filter(({ path }) => !this.loaded.has(path));
    if (missing.length === 0) return;
    for (const [path, bytes] of await this.#revision.read(missing)) this.loaded.set(path, bytes);
  }

  start(path: RepoPath): string {
    const bytes = this.loaded.get(path)?.subarray(0, START_BYTES);
    return Buffer.from(bytes ?? []).toString('latin1');
  }

  /** Reads a file with the checks of `files`. */
  async source(path: RepoPath) {
    const file = this.#files.get(path);
    if (file === undefined) {
      return { path, reason: 'unreadable', detail: 'is not in the revision' } as const;
    }
    const before = this.#manifest.get(path);
    const isOnDisk =
      before !== undefined &&
      !this.#revision.mayDiffer(path) &&
      changedOnDisk(this.#config.root, new Map([[path, before]])).length === 0;
    if (isOnDisk) {
      return readSourceFile(this.#config.root, { path }, this.#config.code);
    }
    await this.load([file]);
    const entry = { ...file, mtimeMs: NEVER_MS, ctimeMs: NEVER_MS };
    return sourceOfBytes(entry, this.#bytesOf(path), this.#config.code);
  }

  /** Whether a file has the content of a manifest's entry. */
  isSame(entry: FileEntry, before: ManifestEntry): boolean {
    if (!this.#revision.mayDiffer(entry.path)) return true;
    const bytes = this.#bytesOf(entry.path);
    if (contentHash(bytes) === before.hash) return true;
    const source = sourceOfBytes(entry, bytes, this.#config.code);
    return 'reason' in source && skippedHash(source.reason) === before.hash;
  }

  #bytesOf(path: RepoPath): Uint8Array {
    const bytes = this.loaded.get(path);
    if (bytes === undefined) throw new Error(`${path} was not read from its revision`);
    return bytes;
  }
}
