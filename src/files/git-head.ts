/** The commit that is checked out, read from git's own files: no process is started for it. */
import { join } from 'node:path';
import { findGitFolder, readTextIfPresent } from './git-folder.ts';

const COMMIT = /^[0-9a-f]{40}([0-9a-f]{24})?$/;

/** Full hash; undefined outside of a repository, before its first commit, or where git stores it otherwise. */
export function headCommit(folder: string): string | undefined {
  const git = findGitFolder(folder);
  if (git === undefined) return undefined;
  const head = readTextIfPresent(join(git.own, 'HEAD'))?.trim() ?? '';
  const ref = /^ref: (refs\/\S+)$/.exec(head)?.[1];
  return commitIn(ref === undefined ? head : refText(git.own, git.common, ref));
}

/** A worktree has refs of its own (bisect); all others are in the folder that it shares. */
function refText(own: string, common: string, ref: string): string | undefined {
  return (
    readTextIfPresent(join(own, ref)) ??
    readTextIfPresent(join(common, ref)) ??
    packedRef(readTextIfPresent(join(common, 'packed-refs')) ?? '', ref)
  );
}

/** gitrepository-layout(5): `<hash> <ref>` a line, `^<hash>` below annotated tags. */
function packedRef(text: string, ref: string): string | undefined {
  const line = text.split('\n').find((one) => one.endsWith(` ${ref}`));
  return line?.slice(0, line.indexOf(' '));
}

function commitIn(text: string | undefined): string | undefined {
  const hash = text?.trim();
  return hash !== undefined && COMMIT.test(hash) ? hash : undefined;
}
