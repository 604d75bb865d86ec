import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Commits with more files are bulk edits. */
const FILES_MAX = 50;

/** Clones a repository into `root`, below a temporary folder `scratch`. `git` runs git there. */
export function temporaryClone(repository) {
  const scratch = mkdtempSync(join(tmpdir(), 'graph-memory-clone-'));
  const root = join(scratch, 'clone');
  const git = (...args) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=bench', '-c', 'user.email=bench', ...args], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', repository, root]);
  return { scratch, root, git };
}

/**
 * Returns commits with few files, spread evenly over the newest `history` ones, newest first. A commit is
 * `{ hash, files }`; a file is its status in the words of git, and its path.
 */
export function chosenCommits(git, { history, count, isWanted }) {
  const options = ['--no-merges', '--name-status', '--no-renames', '--format=%x01%H'];
  const all = git('log', ...options, '-n', `${history}`)
    .split('\u0001')
    .slice(1, -1)
    .map((record) => {
      const [hash, ...lines] = record.split('\n').filter(Boolean);
      return { hash, files: lines.map((line) => line.split('\t')) };
    })
    .filter(({ files }) => files.length > 0 && files.length <= FILES_MAX && isWanted(files));
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, place) => place % step === 0).slice(0, count);
}
