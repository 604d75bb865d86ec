import { getOrCompute } from '../../base/memoize.ts';
import { isFileRefused } from '../../indexing/current-file.ts';
import type { RepoPath } from '../../model/path.ts';
import type { CurrentText } from '../../project/project.ts';
import type { OpenIndex } from '../context.ts';

/** A file as it is on disk now, with secrets masked. */
export interface CurrentSource {
  /** Empty if the file can no longer be read. */
  readonly lines: readonly string[];
  readonly text: string;
  /**
   * Whether the content differs from the version in the snapshot or is missing; locations may have
   * moved.
   */
  readonly isStale: boolean;
  /** Whether the file no longer exists or may not be shown. */
  readonly isMissing: boolean;
  /** Hash of the content on disk; empty if the file is missing. */
  readonly hash: string;
}

const MISSING: CurrentSource = {
  lines: [],
  text: '',
  isStale: true,
  isMissing: true,
  hash: '',
};

/** Lines of files that answers have shown; a file stays the same object until it changes. */
const LINES = new WeakMap<CurrentText, readonly string[]>();

/** Most files are only searched for a text; their lines are made when one is shown. */
class ReadSource implements CurrentSource {
  readonly isMissing = false;
  readonly isStale: boolean;
  readonly #current: CurrentText;

  constructor(current: CurrentText, isStale: boolean) {
    this.#current = current;
    this.isStale = isStale;
  }

  get text(): string {
    return this.#current.text;
  }

  get hash(): string {
    return this.#current.hash;
  }

  get lines(): readonly string[] {
    return getOrCompute(LINES, this.#current, () => this.text.split(/\r\n|\n/));
  }
}

/** The files that one answer quotes, compared with its snapshot; each is read once. */
export class Sources {
  readonly #open: OpenIndex;
  readonly #read = new Map<RepoPath, Promise<CurrentSource>>();

  constructor(open: OpenIndex) {
    this.#open = open;
  }

  of(path: RepoPath): Promise<CurrentSource> {
    return getOrCompute(this.#read, path, () => this.#load(path));
  }

  /**
   * Returns a file's text as evidence, not for display: the content of the snapshot if it was read
   * before, else the content on disk.
   */
  indexedText(path: RepoPath): string | Promise<string> {
    const { project, snapshot } = this.#open;
    return project.knownText(path, snapshot)?.text ?? this.of(path).then(({ text }) => text);
  }

  async #load(path: RepoPath): Promise<CurrentSource> {
    try {
      const { project, snapshot } = this.#open;
      const current = await project.readText(path);
      return new ReadSource(current, snapshot.manifest.get(path)?.hash !== current.hash);
    } catch (error) {
      // A hit's file may have been deleted since indexing; the answer still names the location,
      // marked as stale.
      if (isFileRefused(error)) return MISSING;
      throw error;
    }
  }
}
