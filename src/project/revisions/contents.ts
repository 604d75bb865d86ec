/** Reads the contents of files of a revision: those read before, those that the disk has, and git's. */
import { GraphMemoryError } from '../../base/errors.ts';
import type { ProjectConfig } from '../../config/load.ts';
import { NEVER_MS } from '../../files/manifest-entries.ts';
import { oversized } from '../../files/oversized.ts';
import { readSourceFile, sourceOfBytes } from '../../files/read.ts';
import { maskSecrets } from '../../files/secrets/mask-secrets.ts';
import { readBlobs, type TreeFile } from '../../git/revisions.ts';
import type { SkippedFile } from '../../model/diagnostic.ts';
import type { Manifest } from '../../model/manifest.ts';
import type { RepoPath } from '../../model/path.ts';
import type { SourceFile } from '../../model/source-file.ts';
import { unreadable } from './errors.ts';

/** Most bytes of files that are read for one revision. */
const CONTENT_BYTES_MAX = 256 * 1024 * 1024;
/** Most bytes of contents that are kept. A comparison needs those of its changed files several times. */
const KEPT_BYTES_MAX = 16 * 1024 * 1024;

/** A file with its secrets masked, or the reason why it may not be shown. */
export type RevisionSource = SourceFile | SkippedFile;

export class RevisionContents {
  readonly #config: ProjectConfig;
  /** By object id, in the order of their reading. */
  readonly #kept = new Map<string, Uint8Array>();
  #keptBytes = 0;

  constructor(config: ProjectConfig) {
    this.#config = config;
  }

  /** Returns the content of each file. @throws {GraphMemoryError} GM_REVISION; GM_LIMIT. */
  async read(
    commit: string,
    files: readonly TreeFile[],
  ): Promise<ReadonlyMap<RepoPath, Uint8Array>> {
    const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (bytes > CONTENT_BYTES_MAX) {
      throw new GraphMemoryError('GM_LIMIT', `too many files differ at ${commit.slice(0, 12)}`, {
        hint: 'Check out a nearer commit, or compare two that are closer to each other.',
        details: { commit, bytes, bytesMax: CONTENT_BYTES_MAX },
      });
    }
    const missing = files.filter(({ oid }) => !this.#kept.has(oid));
    const read = missing.length === 0 ? undefined : await readBlobs(this.#config.root, missing);
    const contents = files.map(({ path, oid }) => {
      const content = this.#kept.get(oid) ?? read?.get(oid);
      if (content === undefined) throw unreadable(commit);
      return [path, content] as const;
    });
    for (const [oid, content] of read ?? []) this.#keep(oid, content);
    return new Map(contents);
  }

  /**
   * Returns files with their secrets masked, or the reasons why they may not be shown. Links are left
   * out. A file that is on disk as the revision has it is read from there: starting git takes longer.
   */
  async sources(
    commit: string,
    files: readonly TreeFile[],
    manifest: Manifest | undefined,
  ): Promise<ReadonlyMap<RepoPath, RevisionSource>> {
    const { code } = this.#config;
    const sources = new Map<RepoPath, RevisionSource>();
    const others: TreeFile[] = [];
    for (const file of files) {
      if (file.isLink) continue;
      const { path, sizeBytes } = file;
      const isOversized = sizeBytes > code.fileSizeBytesMax;
      const known = isOversized
        ? oversized(path, sizeBytes, code.fileSizeBytesMax)
        : await this.#onDisk(file, manifest);
      if (known === undefined) others.push(file);
      else sources.set(path, masked(known));
    }
    const contents = await this.read(commit, others);
    for (const file of others) {
      const bytes = contents.get(file.path) ?? new Uint8Array();
      const source = sourceOfBytes({ ...file, mtimeMs: 0, ctimeMs: 0 }, bytes, code);
      sources.set(file.path, masked(source));
    }
    return sources;
  }

  /** Returns the file on disk if it has the hash of the manifest. Git may convert line ends; the size tells. */
  async #onDisk(
    { path, oid, sizeBytes }: TreeFile,
    manifest: Manifest | undefined,
  ): Promise<SourceFile | undefined> {
    const entry = manifest?.get(path);
    const isKnown = entry !== undefined && entry.mtimeMs !== NEVER_MS;
    if (!isKnown || entry.sizeBytes !== sizeBytes || this.#kept.has(oid)) return undefined;
    const source = await readSourceFile(this.#config.root, { path }, this.#config.code);
    return 'text' in source && source.hash === entry.hash ? source : undefined;
  }

  #keep(oid: string, content: Uint8Array): void {
    this.#kept.set(oid, content);
    this.#keptBytes += content.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#keptBytes <= KEPT_BYTES_MAX) break;
      this.#kept.delete(oldest);
      this.#keptBytes -= length;
    }
  }
}

function masked(source: RevisionSource): RevisionSource {
  return 'text' in source ? { ...source, text: maskSecrets(source.text).text } : source;
}
