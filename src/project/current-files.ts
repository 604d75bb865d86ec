import { getOrCompute } from '../base/memoize.ts';
import type { ProjectConfig } from '../config/load.ts';
import { SourceCache } from '../files/source-cache.ts';
import {
  type CurrentOccurrences,
  currentFacts,
  isFileRefused,
  MaskedTexts,
  occurrencesIn,
  occurrencesOf,
  readCurrent,
} from '../indexing/current-file.ts';
import type { IndexState } from '../indexing/stored-index.ts';
import { type UnresolvedUse, unresolvedUses } from '../indexing/unresolved-uses.ts';
import type { FileFacts } from '../model/facts.ts';
import type { Manifest } from '../model/manifest.ts';
import type { RepoPath } from '../model/path.ts';
import type { SourceFile } from '../model/source-file.ts';
import type { Facts } from '../store/facts-file.ts';
import { parseWithDeadline } from '../workers/parse-with-deadline.ts';
import type { PublishedSnapshot } from './published-snapshot.ts';

interface CurrentFilesOptions {
  /** Returns the current time in ms. */
  readonly now: () => number;
  /** Whether other answers wait while a file is parsed. */
  readonly isServing: boolean;
  /** Reads published files, whose secrets are masked, instead of those on disk. */
  readonly published?: Pick<PublishedSnapshot, 'read'> | undefined;
}

/** The current text of a file. */
export interface CurrentText {
  /** File text with secrets masked. */
  readonly text: string;
  readonly hash: string;
  readonly sizeBytes: number;
}

/** A file with a given content. */
interface CurrentFile {
  readonly path: RepoPath;
  readonly hash: string;
  /** Undefined when the file cannot be parsed, or parsing would delay other answers. */
  readonly facts: FileFacts | undefined;
}

/** The files of a project as they are on disk now. */
export class CurrentFiles {
  readonly #config: ProjectConfig;
  readonly #options: CurrentFilesOptions;
  /** Cached because an answer often has several hits in one file. */
  #last: CurrentFile | undefined;
  readonly #unresolved = new WeakMap<IndexState, Map<number, readonly UnresolvedUse[]>>();
  readonly #masked = new MaskedTexts();
  readonly #sources: SourceCache;
  readonly #readSource = (path: RepoPath) => this.#sources.read(path);

  constructor(config: ProjectConfig, options: CurrentFilesOptions) {
    this.#config = config;
    this.#options = options;
    this.#sources = new SourceCache(config.root, config.code, options.now);
  }

  /**
   * Reads a file; secrets are masked. Returns the same object until the file changes.
   * @throws {GraphMemoryError} GM_FILE_NOT_FOUND; GM_FILE_WITHHELD.
   */
  read(path: RepoPath): Promise<SourceFile> {
    const { published } = this.#options;
    return published?.read(path) ?? readCurrent(this.#readSource, path, this.#masked);
  }

  /** Returns a file that was read before with this content; undefined if none was. */
  known(path: RepoPath, hash: string | undefined): SourceFile | undefined {
    const known = this.#sources.known(path, hash);
    return known && this.#masked.of(known);
  }

  /** Finds a word in files; those that can no longer be read are left out. */
  async occurrences(
    paths: readonly RepoPath[],
    word: string,
    manifest: Manifest,
  ): Promise<ReadonlyMap<RepoPath, CurrentOccurrences>> {
    const found = new Map<RepoPath, CurrentOccurrences>();
    for (const path of paths) {
      const known = this.#sources.known(path, manifest.get(path)?.hash);
      const own = known ? occurrencesOf(known, word) : await this.#occurrences(path, word);
      if (own !== undefined) found.set(path, own);
    }
    return found;
  }

  async #occurrences(path: RepoPath, word: string): Promise<CurrentOccurrences | undefined> {
    if (this.#options.published === undefined) return occurrencesIn(this.#readSource, path, word);
    const read = await this.read(path).catch(nothingIfRefused);
    return read && occurrencesOf(read, word);
  }

  /**
   * Returns what a symbol uses that is no symbol of the project. Undefined if its file has changed
   * before the index was stored. Cached, because reading the facts of a file costs milliseconds.
   */
  async unresolvedUses(
    state: IndexState,
    node: number,
    stored: () => Promise<Facts | undefined>,
  ): Promise<readonly UnresolvedUse[] | undefined> {
    const { graph, manifest } = state.snapshot;
    const known = getOrCompute(this.#unresolved, state, () => new Map());
    const found = known.get(node);
    if (found !== undefined) return found;
    const { path } = graph.node(node);
    const facts = await this.#indexedFacts(path, manifest.get(path)?.hash, await stored());
    const uses = facts && unresolvedUses(state, facts, node);
    if (uses !== undefined) known.set(node, uses);
    return uses;
  }

  /** Returns the facts of a file with the given content: the stored ones, or by parsing it again. */
  async #indexedFacts(
    path: RepoPath,
    hash: string | undefined,
    stored: Facts | undefined,
  ): Promise<FileFacts | undefined> {
    const record = stored?.get(path, hash);
    if (record !== undefined) return record.facts;
    const now = await this.parse(path).catch(() => undefined);
    return now?.hash === hash ? now?.facts : undefined;
  }

  /** Reads and parses a file. @throws like {@link read}. */
  async parse(path: RepoPath): Promise<CurrentFile> {
    const source = await this.read(path);
    const { hash, sizeBytes } = source;
    if (this.#last?.path === path && this.#last.hash === hash) return this.#last;
    const { now, isServing } = this.#options;
    const parse = (isLate?: () => boolean) => currentFacts(this.#config, source, isLate);
    const facts = await (isServing ? parseWithDeadline(now, sizeBytes, parse) : parse());
    this.#last = { path, hash, facts };
    return this.#last;
  }
}

function nothingIfRefused(error: unknown): undefined {
  if (!isFileRefused(error)) throw error;
}
