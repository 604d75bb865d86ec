import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { systemCode } from '../base/system-code.ts';
import { relativeInside } from '../base/system-path.ts';
import { readSmallText } from './small-text.ts';

/** Where the repository that contains a project is. */
export interface GitFolders {
  /** The top of the working tree, absolute. */
  readonly top: string;
  /** Git folders of this working tree (HEAD) and shared with its sibling working trees. */
  readonly own: string;
  readonly common: string;
}

/** Git data of the repository that contains a project. */
export interface GitFolder extends GitFolders {
  /** Text of info/exclude; empty if there is none. */
  readonly excludes: string;
  /** Whether git ignores case here. Git decides this when a repository is created, by the disk. */
  readonly ignoreCase: boolean;
}

/** Finds the repository that contains a folder or is rooted at it; undefined outside any. */
export function findGitFolder(folder: string): GitFolder | undefined {
  const found = findGitFolders(folder);
  return found && describe(found);
}

/** Finds only the folders of the repository, without reading its settings. */
export function findGitFolders(folder: string): GitFolders | undefined {
  for (let top = folder; ; top = dirname(top)) {
    const gitPath = join(top, '.git');
    if (existsSync(gitPath)) return { top, ...foldersOf(gitPath) };
    if (dirname(top) === top) return undefined;
  }
}

/**
 * Returns an identifier shared by all working trees and clones of one repository, at the same
 * folder within it: the URL it was cloned from, otherwise its git folder. Undefined outside any
 * repository.
 */
export function repositoryOf(folder: string): string | undefined {
  const git = findGitFolder(folder);
  if (git === undefined) return undefined;
  const config = readTextIfPresent(join(git.common, 'config')) ?? '';
  const origin = /^\[remote "origin"\][^[]*?^\s*url\s*=\s*(.+?)\s*$/ms.exec(config)?.[1];
  return `${origin ?? git.common}\n${relativeInside(git.top, folder) ?? ''}`;
}

function describe(folders: GitFolders): GitFolder {
  const { common } = folders;
  return {
    ...folders,
    excludes: readTextIfPresent(join(common, 'info', 'exclude')) ?? '',
    ignoreCase: /^[ \t]*ignorecase[ \t]*=[ \t]*true[ \t]*$/im.test(
      readTextIfPresent(join(common, 'config')) ?? '',
    ),
  };
}

/**
 * Returns the git folders. In a worktree or submodule `.git` is a file that names the folder. A
 * worktree's folder names the one shared with its siblings, which contains info/exclude
 * (gitrepository-layout(5)).
 */
function foldersOf(gitPath: string): Omit<GitFolders, 'top'> {
  if (statSync(gitPath).isDirectory()) return { own: gitPath, common: gitPath };
  const target = /^gitdir: (.*)/.exec(readTextIfPresent(gitPath) ?? '')?.[1]?.trim();
  if (target === undefined) return { own: gitPath, common: gitPath };
  const own = resolve(dirname(gitPath), target);
  const shared = readTextIfPresent(join(own, 'commondir'))?.trim();
  return { own, common: shared === undefined ? own : resolve(own, shared) };
}

/**
 * Returns the text of a file; undefined if it cannot be read for any reason. Git also continues
 * without it.
 */
export function readTextIfPresent(path: string): string | undefined {
  try {
    return readSmallText(path);
  } catch (error) {
    systemCode(error);
    return undefined;
  }
}
