/** Finds lines that commits removed or rewrote and that contain one of some words. */
import type { RepoPath } from '../model/path.ts';
import { runGit } from './run.ts';

/** A change by a commit at one place of a file. */
export interface Replaced {
  /** Abbreviated commit hash. */
  readonly hash: string;
  /** Path of the file before the change, relative to the requested folder. */
  readonly path: RepoPath;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/**
 * Maximum number of words. A word has letters, digits, `_` or `$`. With more words, git takes long
 * to match the pattern.
 */
const WORDS_MAX = 200;

/**
 * Returns the replaced lines of the newest commits, newest first. Undefined without git or a
 * repository, or after a timeout.
 */
export async function replacedLines(
  root: string,
  words: readonly string[],
  commitsMax: number,
): Promise<readonly Replaced[] | undefined> {
  const plain = words.filter((word) => /^[\w$]+$/.test(word)).slice(0, WORDS_MAX);
  if (plain.length === 0) return [];
  const range = await rangeOf(root, commitsMax);
  if (range === undefined) return undefined;
  const pattern = plain.map((word) => word.replaceAll('$', '[$]')).join('|');
  const args = [
    '--no-merges',
    '--no-color',
    '--find-renames',
    '--diff-filter=MR',
    '--relative',
    '--src-prefix=a/',
    '--dst-prefix=b/',
    '-E',
    `-G(^|[^A-Za-z0-9_$])(${pattern})([^A-Za-z0-9_$]|$)`,
    '--patch',
    '--unified=0',
    `--format=${RECORD}%h`,
    range,
    '--',
    '.',
  ];
  const output = await runGit(root, 'log', args);
  return output === undefined ? undefined : parsePatches(output);
}

/** Record separator. Does not occur at the start of a patch line, which has a marker of its own. */
const RECORD = '\u0001';

/** Returns the revision range of the newest commits, or the whole history if it is shorter. */
async function rangeOf(root: string, commitsMax: number): Promise<string | undefined> {
  const found = await runGit(root, 'rev-list', ['--max-count=1', `--skip=${commitsMax}`, 'HEAD']);
  if (found === undefined) return undefined;
  const first = found.trim();
  return first === '' ? 'HEAD' : `${first}..HEAD`;
}

function parsePatches(output: string): Replaced[] {
  const found: Replaced[] = [];
  let hash = '';
  let path = '' as RepoPath;
  let hunk: { removed: string[]; added: string[] } | undefined;
  for (const line of output.split('\n')) {
    if (line.startsWith(RECORD)) hash = line.slice(1);
    else if (line.startsWith('diff --git ')) hunk = undefined;
    else if (hunk === undefined && line.startsWith('--- '))
      path = line.slice('--- a/'.length) as RepoPath;
    else if (line.startsWith('@@ ')) {
      hunk = { removed: [], added: [] };
      found.push({ hash, path, ...hunk });
    } else if (hunk !== undefined && line.startsWith('-')) hunk.removed.push(line.slice(1));
    else if (hunk !== undefined && line.startsWith('+')) hunk.added.push(line.slice(1));
  }
  return found;
}
