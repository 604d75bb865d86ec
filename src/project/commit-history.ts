import { recentCommits } from '../git/commits.ts';
import { type CommitWords, commitWordsOf } from '../index/commit-words.ts';
import type { IndexStore, IndexWriter } from '../indexing/index-store.ts';
import type { StoredCommits } from '../store/stored-commits.ts';

/** Bounds time and size: about 0.2 s of git and 300 kB. */
const COMMITS_MAX = 2000;

export interface CommitSource {
  readonly root: string;
  readonly store: Pick<IndexStore, 'loadCommits'>;
  /** Writes with the lock of the store. */
  readonly write: (save: (writer: IndexWriter) => Promise<void>) => Promise<void>;
}

/**
 * The words of a project's recent commits. They depend on nothing but the commit that is checked
 * out, so another commit replaces them as a whole.
 */
export class CommitHistory {
  readonly #source: CommitSource;
  #commit: string | undefined;
  #words: Promise<CommitWords | undefined> | undefined;
  #saved: Promise<void> = Promise.resolve();

  constructor(source: CommitSource) {
    this.#source = source;
  }

  /**
   * Returns the words of the commits up to this one. Without a commit, which is not known before
   * the first scan, those that are stored. Undefined without git.
   */
  words(commit: string | undefined): Promise<CommitWords | undefined> {
    if (this.#words === undefined || commit !== this.#commit) {
      this.#commit = commit;
      this.#words = this.#read(commit).then((read) => read && commitWordsOf(read.commits));
    }
    return this.#words;
  }

  /** Waits until the commits are stored. */
  async close(): Promise<void> {
    await this.#saved;
  }

  async #read(commit: string | undefined): Promise<StoredCommits | undefined> {
    const { root, store, write } = this.#source;
    const stored = await store.loadCommits().catch(() => undefined);
    if (commit === undefined || stored?.head === commit) return stored;
    const commits = await recentCommits(root, COMMITS_MAX, commit);
    if (commits === undefined) return undefined;
    const read = { head: commit, commits };
    // A store that cannot be written costs the next process another look at git.
    this.#saved = write((writer) => writer.saveCommits(read)).catch(() => undefined);
    return read;
  }
}
