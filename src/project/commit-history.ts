import { maskSecrets } from '../files/secrets/mask-secrets.ts';
import { recentCommits } from '../git/commits.ts';
import { type CommitWords, commitWordsOf } from '../index/commit-words.ts';
import type { IndexStore, IndexWriter } from '../indexing/index-store.ts';
import type { StoredCommits } from '../store/stored-commits.ts';

/** Bounds time and size: about 0.2 s of git and 300 kB. */
const COMMITS_MAX = 2000;

export interface CommitSource {
  /** Undefined for a published project, whose repository is elsewhere. */
  readonly root: string | undefined;
  readonly store: Pick<IndexStore, 'loadCommits'>;
  /** Writes with the lock of the store. */
  readonly write: (save: (writer: IndexWriter) => Promise<void>) => Promise<void>;
}

/**
 * A project's recent commits and their words. They depend on nothing but the commit that is checked
 * out, so another commit replaces them as a whole.
 */
export class CommitHistory {
  readonly #source: CommitSource;
  #commit: string | undefined;
  #commits: Promise<StoredCommits['commits'] | undefined> | undefined;
  #words: Promise<CommitWords | undefined> | undefined;
  #saved: Promise<void> = Promise.resolve();

  constructor(source: CommitSource) {
    this.#source = source;
  }

  /**
   * Returns the commits up to this one, newest first, with secrets masked. Without a commit, which
   * is not known before the first scan, those that are stored. Undefined without git.
   */
  recent(commit: string | undefined): Promise<StoredCommits['commits'] | undefined> {
    if (this.#commits === undefined || commit !== this.#commit) {
      this.#commit = commit;
      this.#commits = this.#read(commit).then((read) => read?.commits);
      this.#words = undefined;
    }
    return this.#commits;
  }

  /** Returns the words of the commits that {@link recent} returns. */
  words(commit: string | undefined): Promise<CommitWords | undefined> {
    const commits = this.recent(commit);
    this.#words ??= commits.then((found) => found && commitWordsOf(found));
    return this.#words;
  }

  /** Waits until the commits that were read are stored. */
  saved(): Promise<void> {
    return this.#saved;
  }

  async #read(commit: string | undefined): Promise<StoredCommits | undefined> {
    const { root, store, write } = this.#source;
    const stored = await store.loadCommits().catch(() => undefined);
    const isCurrent = commit === undefined || root === undefined || stored?.head === commit;
    if (isCurrent) return stored;
    const commits = await recentCommits(root, COMMITS_MAX, commit);
    if (commits === undefined) return undefined;
    const read = { head: commit, commits: masked(commits) };
    // A store that cannot be written costs the next process another look at git.
    this.#saved = write((writer) => writer.saveCommits(read)).catch(() => undefined);
    return read;
  }
}

/**
 * Returns the commits with secrets masked, because they are published with the index. All of them
 * are masked as one text, since each call costs much more than its text.
 */
function masked(commits: StoredCommits['commits']): StoredCommits['commits'] {
  const lines = commits.map(({ subject, paths }) => [
    subject,
    // A line end would shift all lines after it.
    ...paths.filter((path) => !path.includes('\n')),
  ]);
  const shown = maskSecrets(lines.flat().join('\n')).text.split('\n');
  let start = 0;
  return lines.map(({ length }) => {
    const [subject = '', ...paths] = shown.slice(start, start + length);
    start += length;
    return { subject, paths };
  });
}
