/**
 * Finds files in a git folder that git would wait for or read without end. Git opens them without
 * looking at what they are, and reads them into memory as a whole.
 */
import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../base/system-code.ts';
import { findGitFolders, readTextIfPresent } from './git-folder.ts';

/** Files that git reads as a whole (gitrepository-layout(5)). It maps all others into memory. */
const READ_WHOLE = [
  'HEAD',
  'commondir',
  'config',
  'config.worktree',
  'gitdir',
  'shallow',
  'info/attributes',
  'info/exclude',
  'info/grafts',
  'info/sparse-checkout',
  'objects/info/alternates',
];
const MAPPED = ['index', 'packed-refs', 'objects/info/commit-graph'];
/** Largest file that git is left to read. Attributes and shallow commits of large repositories are smaller. */
const BYTES_MAX = 64 * 1024 * 1024;
/** More entries below `refs` are not looked at; repositories with as many pack their refs. */
const REFS_MAX = 20_000;

/**
 * Returns the path of a file in the git folder of a project that is a pipe, a device or far too
 * large; undefined without one. Links are followed, as git does.
 */
export function endlessGitFile(folder: string): string | undefined {
  const git = findGitFolders(folder);
  if (git === undefined) return undefined;
  for (const part of new Set([git.own, git.common])) {
    const found =
      READ_WHOLE.find((name) => isEndless(join(part, name), BYTES_MAX)) ??
      MAPPED.find((name) => isEndless(join(part, name))) ??
      checkedOutRef(part, git.own) ??
      irregularRef(part);
    if (found !== undefined) return join(part, found);
  }
  return undefined;
}

/**
 * Whether a folder is the top of the working tree that a project is in. A repository can name any
 * other folder as its working tree, whose files git would list.
 */
export function isTopOf(project: string, folder: string): boolean {
  const git = findGitFolders(project);
  try {
    return git !== undefined && realpathSync.native(git.top) === realpathSync.native(folder);
  } catch (error) {
    systemCode(error);
    return false;
  }
}

function isEndless(path: string, bytesMax = Number.POSITIVE_INFINITY): boolean {
  const stats = statsOf(path);
  return stats !== undefined && !stats.isDirectory() && (!stats.isFile() || stats.size > bytesMax);
}

/** A ref is a line; the one that is checked out is read for every question. */
function checkedOutRef(part: string, own: string): string | undefined {
  const ref = /^ref: (refs\/\S+)/.exec(readTextIfPresent(join(own, 'HEAD')) ?? '')?.[1];
  return ref !== undefined && isEndless(join(part, ref), BYTES_MAX) ? ref : undefined;
}

function irregularRef(part: string): string | undefined {
  const open = ['refs'];
  let left = REFS_MAX;
  for (let name = open.pop(); name !== undefined && left > 0; name = open.pop()) {
    const entries = entriesOf(join(part, name));
    left -= entries.length;
    for (const entry of entries) {
      const path = `${name}/${entry.name}`;
      if (entry.isDirectory()) open.push(path);
      else if (!entry.isFile() && isEndless(join(part, path))) return path;
    }
  }
  return undefined;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    systemCode(error);
    return [];
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    systemCode(error);
    return undefined;
  }
}
