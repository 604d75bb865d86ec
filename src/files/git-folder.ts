import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { systemCode } from '../base/system-code.ts';
import { relativeInside } from '../base/system-path.ts';
import { readSmallText } from './small-text.ts';

/** What a project takes from the git repository it lies in. */
export interface GitFolder {
  /** The top of the working tree, absolute. */
  readonly top: string;
  /** Where git keeps what is this working tree's own (HEAD), and what it shares with its siblings. */
  readonly own: string;
  readonly common: string;
  /** The text of info/exclude; empty when there is none. */
  readonly excludes: string;
  /** Whether git ignores case here, as it decides when a repository is made on such a disk. */
  readonly ignoreCase: boolean;
}

/** Finds the repository around a folder, itself included; undefined outside of any. */
export function findGitFolder(folder: string): GitFolder | undefined {
  for (let top = folder; ; top = dirname(top)) {
    const gitPath = join(top, '.git');
    if (existsSync(gitPath)) return describe(top, foldersOf(gitPath));
    if (dirname(top) === top) return undefined;
  }
}

/**
 * The same for all working trees and clones of one repository, at the same folder within: from where it
 * was cloned, or else where git keeps it. Undefined outside of any.
 */
export function repositoryOf(folder: string): string | undefined {
  const git = findGitFolder(folder);
  if (git === undefined) return undefined;
  const config = readTextIfPresent(join(git.common, 'config')) ?? '';
  const origin = /^\[remote "origin"\][^[]*?^\s*url\s*=\s*(.+?)\s*$/ms.exec(config)?.[1];
  return `${origin ?? git.common}\n${relativeInside(git.top, folder) ?? ''}`;
}

type Folders = Pick<GitFolder, 'own' | 'common'>;

function describe(top: string, { own, common }: Folders): GitFolder {
  return {
    top,
    own,
    common,
    excludes: readTextIfPresent(join(common, 'info', 'exclude')) ?? '',
    ignoreCase: /^[ \t]*ignorecase[ \t]*=[ \t]*true[ \t]*$/im.test(
      readTextIfPresent(join(common, 'config')) ?? '',
    ),
  };
}

/**
 * In a worktree or submodule `.git` is a file that names the folder, and a worktree's folder names
 * the one it shares with its siblings, which holds info/exclude (gitrepository-layout(5)).
 */
function foldersOf(gitPath: string): Folders {
  if (statSync(gitPath).isDirectory()) return { own: gitPath, common: gitPath };
  const target = /^gitdir: (.*)/.exec(readTextIfPresent(gitPath) ?? '')?.[1]?.trim();
  if (target === undefined) return { own: gitPath, common: gitPath };
  const own = resolve(dirname(gitPath), target);
  const shared = readTextIfPresent(join(own, 'commondir'))?.trim();
  return { own, common: shared === undefined ? own : resolve(own, shared) };
}

/** Git goes on without such a file when it cannot be had, whatever the reason; so do we. */
export function readTextIfPresent(path: string): string | undefined {
  try {
    return readSmallText(path);
  } catch (error) {
    systemCode(error);
    return undefined;
  }
}
