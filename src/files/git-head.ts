/** Reads the checked-out commit from git's own files, without starting a process. */
import { join } from 'node:path';
import { findGitFolders, type GitFolders, readTextIfPresent } from './git-folder.ts';

const COMMIT = /^[0-9a-f]{40}([0-9a-f]{24})?$/;

/**
 * Returns the full hash; undefined outside a repository, before its first commit, or if git stores
 * it in another way.
 */
export function headCommit(folder: string): string | undefined {
  const git = findGitFolders(folder);
  if (git === undefined) return undefined;
  const { head, ref } = headOf(git);
  return commitIn(ref === undefined ? head : refText(git.own, git.common, ref));
}

/** Returns the name of the checked-out branch; undefined outside a repository and without a branch. */
export function headBranch(folder: string): string | undefined {
  const git = findGitFolders(folder);
  return git && /^refs\/heads\/(.+)$/.exec(headOf(git).ref ?? '')?.[1];
}

function headOf({ own }: GitFolders): { readonly head: string; readonly ref: string | undefined } {
  const head = readTextIfPresent(join(own, 'HEAD'))?.trim() ?? '';
  return { head, ref: /^ref: (refs\/\S+)$/.exec(head)?.[1] };
}

/** A worktree has its own refs (bisect); all others are in the shared folder. */
function refText(own: string, common: string, ref: string): string | undefined {
  return (
    readTextIfPresent(join(own, ref)) ??
    readTextIfPresent(join(common, ref)) ??
    packedRef(readTextIfPresent(join(common, 'packed-refs')) ?? '', ref)
  );
}

/** Format (gitrepository-layout(5)): `<hash> <ref>` per line, `^<hash>` below annotated tags. */
function packedRef(text: string, ref: string): string | undefined {
  const line = text.split('\n').find((one) => one.endsWith(` ${ref}`));
  return line?.slice(0, line.indexOf(' '));
}

function commitIn(text: string | undefined): string | undefined {
  const hash = text?.trim();
  return hash !== undefined && COMMIT.test(hash) ? hash : undefined;
}
