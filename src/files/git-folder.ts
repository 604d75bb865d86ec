import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { systemCode } from '../base/system-code.ts';
import { readSmallText } from './small-text.ts';

/** What a project takes from the git repository it lies in. */
export interface GitFolder {
  /** The top of the working tree, absolute. */
  readonly top: string;
  /** The text of info/exclude; empty when there is none. */
  readonly excludes: string;
  /** Whether git ignores case here, as it decides when a repository is made on such a disk. */
  readonly ignoreCase: boolean;
}

/** Finds the repository around a folder, itself included; undefined outside of any. */
export function findGitFolder(folder: string): GitFolder | undefined {
  for (let top = folder; ; top = dirname(top)) {
    const gitPath = join(top, '.git');
    if (existsSync(gitPath)) return describe(top, commonFolder(gitPath));
    if (dirname(top) === top) return undefined;
  }
}

function describe(top: string, common: string): GitFolder {
  return {
    top,
    excludes: readTextIfPresent(join(common, 'info', 'exclude')) ?? '',
    ignoreCase: /^\s*ignorecase\s*=\s*true\s*$/im.test(
      readTextIfPresent(join(common, 'config')) ?? '',
    ),
  };
}

/**
 * In a worktree or submodule `.git` is a file that names the folder, and a worktree's folder names
 * the one it shares with its siblings, which holds info/exclude (gitrepository-layout(5)).
 */
function commonFolder(gitPath: string): string {
  if (statSync(gitPath).isDirectory()) return gitPath;
  const target = /^gitdir: (.*)/.exec(readTextIfPresent(gitPath) ?? '')?.[1]?.trim();
  if (target === undefined) return gitPath;
  const folder = resolve(dirname(gitPath), target);
  const shared = readTextIfPresent(join(folder, 'commondir'))?.trim();
  return shared === undefined ? folder : resolve(folder, shared);
}

/** Git goes on without such a file when it cannot be had, whatever the reason; so do we. */
function readTextIfPresent(path: string): string | undefined {
  try {
    return readSmallText(path);
  } catch (error) {
    systemCode(error);
    return undefined;
  }
}
