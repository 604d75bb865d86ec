/** Reads the state of the working tree: branch, upstream, and the files that differ from HEAD. */
import { isTopOf } from '../files/git-files.ts';
import type { RepoPath } from '../model/path.ts';
import { type FileStatus, statusOfLetter } from './changed-files.ts';
import { pathOfGit } from './git-path.ts';
import { runGit } from './run.ts';

interface WorkingFile {
  readonly status: FileStatus;
  readonly path: RepoPath;
  readonly oldPath?: RepoPath;
  /** Whether the index differs from HEAD. */
  readonly isStaged: boolean;
  /** Whether the file differs from the index. */
  readonly isUnstaged: boolean;
}

export interface WorkingTree {
  /** Name of the branch; undefined if HEAD is detached. */
  readonly branch: string | undefined;
  /** The checked-out commit; undefined before the first one. */
  readonly commit: string | undefined;
  readonly upstream: string | undefined;
  /** Commits that the upstream lacks, and that only the upstream has; undefined without one. */
  readonly ahead: number | undefined;
  readonly behind: number | undefined;
  /** In the requested folder, sorted by path. Files in new folders are listed one by one. */
  readonly files: readonly WorkingFile[];
}

const ARGUMENTS = [
  '--porcelain=v2',
  '--branch',
  '--ahead-behind',
  '-z',
  '--untracked-files=all',
  '--find-renames',
  // Otherwise git starts another git in each submodule.
  '--ignore-submodules=dirty',
];

/**
 * Returns the state of the working tree, limited to a folder. Undefined without git or a
 * repository, after a timeout, and if the repository names another folder as its working tree.
 */
export async function workingTree(folder: string): Promise<WorkingTree | undefined> {
  const settings = await withoutFilters(folder);
  if (settings === undefined) return undefined;
  const places = await runGit(folder, 'rev-parse', ['--show-toplevel', '--show-prefix']);
  const [top = '', prefix = ''] = places?.split('\n') ?? [];
  if (!isTopOf(folder, top)) return undefined;
  const output = await runGit(folder, 'status', [...ARGUMENTS, '--', '.'], {
    settings: [...settings, 'core.excludesFile='],
  });
  return output === undefined ? undefined : parseStatus(output, prefix);
}

/**
 * Returns settings that switch off every filter of content that is configured. Git runs filters
 * when it compares a file with the index. Undefined if a filter's name cannot be overridden.
 */
async function withoutFilters(folder: string): Promise<readonly string[] | undefined> {
  // Exits with 1, like an error, if nothing matches. The first key always exists then.
  const pattern = '^(filter\\..*|core\\.repositoryformatversion)$';
  const output = await runGit(folder, 'config', ['--null', '--name-only', '--get-regexp', pattern]);
  if (output === undefined) return undefined;
  const names = output.split('\0').flatMap((key) => /^filter\.(.+)\.[^.]+$/s.exec(key)?.[1] ?? []);
  if (names.some((name) => /[=\n]/.test(name))) return undefined;
  return [...new Set(names)].flatMap((name) => [
    `filter.${name}.clean=`,
    `filter.${name}.process=`,
    `filter.${name}.required=false`,
  ]);
}

function parseStatus(output: string, prefix: string): WorkingTree {
  const parts = output.split('\0');
  const heads = new Map<string, string>();
  const files: WorkingFile[] = [];
  const inside = (path: string) =>
    pathOfGit(path.startsWith(prefix) ? path.slice(prefix.length) : path);
  for (let at = 0; at < parts.length; at++) {
    const line = parts[at] ?? '';
    const [, name, value] = /^# ([\w.]+) (.*)$/s.exec(line) ?? [];
    if (name !== undefined) heads.set(name, value ?? '');
    else if (line.startsWith('? ')) {
      const path = inside(line.slice(2));
      if (path !== undefined) files.push(untracked(path));
    } else {
      const [, kind = '', xy = '', rest = ''] = /^([12u]) (..) (.*)$/s.exec(line) ?? [];
      const path = inside(rest.split(' ').slice(FIELDS[kind]).join(' '));
      const oldPath = kind === '2' ? inside(parts[++at] ?? '') : undefined;
      if (path === undefined) continue;
      files.push({ path, ...(oldPath === undefined ? {} : { oldPath }), ...stateOf(kind, xy) });
    }
  }
  const [, ahead, behind] = /^\+(\d+) -(\d+)$/.exec(heads.get('branch.ab') ?? '') ?? [];
  const branch = heads.get('branch.head');
  const commit = heads.get('branch.oid');
  return {
    branch: branch === '(detached)' ? undefined : branch,
    commit: commit === '(initial)' ? undefined : commit,
    upstream: heads.get('branch.upstream'),
    ahead: ahead === undefined ? undefined : Number(ahead),
    behind: behind === undefined ? undefined : Number(behind),
    files: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

/** Fields before the path, by kind of entry: changed, renamed or unmerged. See git-status(1). */
const FIELDS: Readonly<Record<string, number>> = { 1: 6, 2: 7, u: 8 };

function untracked(path: RepoPath): WorkingFile {
  return { status: 'untracked', path, isStaged: false, isUnstaged: true };
}

/** `xy` are the letters of the index and of the working tree; `.` means unchanged. */
function stateOf(kind: string, xy: string): Omit<WorkingFile, 'path'> {
  const [index = '.', tree = '.'] = xy;
  const letter = kind === 'u' ? 'U' : tree === 'D' || index === '.' ? tree : index;
  return {
    status: statusOfLetter(letter) ?? 'modified',
    isStaged: kind !== 'u' && index !== '.',
    isUnstaged: kind === 'u' || tree !== '.',
  };
}
