/** Lists the files that differ between two commits, or between a commit and the index. */
import type { RepoPath } from '../model/path.ts';
import { pathOfGit } from './git-path.ts';
import { runGit } from './run.ts';

/** How a file differs, in the words of git. */
export const FILE_STATUSES = [
  'added',
  'modified',
  'deleted',
  'renamed',
  'copied',
  'untracked',
  'conflicted',
] as const;
export type FileStatus = (typeof FILE_STATUSES)[number];

export interface ChangedFile {
  readonly status: FileStatus;
  /** Relative to the requested folder; the old path of a deleted file. */
  readonly path: RepoPath;
  /** Path before a rename or copy. */
  readonly oldPath?: RepoPath;
  /** Object ids of both contents; all zeros where there is none. */
  readonly oldOid: string;
  readonly oid: string;
}

/** Status of a letter of git. A file that becomes a link, or the reverse, counts as modified. */
export function statusOfLetter(letter: string): FileStatus | undefined {
  return LETTERS[letter];
}

const LETTERS: Readonly<Record<string, FileStatus>> = {
  A: 'added',
  C: 'copied',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'modified',
  U: 'conflicted',
};

const OPTIONS = ['-r', '-z', '--raw', '--no-abbrev', '--find-renames', '--relative'];

/** Returns the files in a folder that differ between two commits or trees, given by their hashes. */
export async function filesBetween(
  folder: string,
  from: string,
  to: string,
): Promise<readonly ChangedFile[] | undefined> {
  const output = await runGit(folder, 'diff-tree', [...OPTIONS, from, to, '--', '.']);
  return output === undefined ? undefined : parseRaw(output);
}

/** Returns the files in a folder whose content in the index differs from a commit. */
export async function filesInIndex(
  folder: string,
  from: string,
): Promise<readonly ChangedFile[] | undefined> {
  const output = await runGit(folder, 'diff-index', ['--cached', ...OPTIONS, from, '--', '.']);
  return output === undefined ? undefined : parseRaw(output);
}

/** Parses `:<mode> <mode> <oid> <oid> <letter><score>\0<path>\0[<new path>\0]` per file. */
function parseRaw(output: string): readonly ChangedFile[] {
  const parts = output.split('\0');
  const files: ChangedFile[] = [];
  for (let at = 0; at + 1 < parts.length; ) {
    const [, oldOid, oid, letter] =
      /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/.exec(parts[at++] ?? '') ?? [];
    const first = parts[at++];
    if (oldOid === undefined || oid === undefined || first === undefined) break;
    const status = statusOfLetter(letter ?? '');
    const isPair = status === 'renamed' || status === 'copied';
    const name = isPair ? parts[at++] : first;
    if (status === undefined || name === undefined) break;
    const path = pathOfGit(name);
    const oldPath = isPair ? pathOfGit(first) : undefined;
    if (path === undefined) continue;
    files.push({ status, path, ...(oldPath === undefined ? {} : { oldPath }), oldOid, oid });
  }
  return files;
}
