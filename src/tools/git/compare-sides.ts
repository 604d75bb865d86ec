/** Opens both sides of a comparison: a revision, and another one or the working tree. */

import { GraphMemoryError } from '../../base/errors.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import { isFileRefused } from '../../indexing/current-file.ts';
import type { RepoPath } from '../../model/path.ts';
import { type OpenIndex, openIndex, type ToolContext } from '../context.ts';

/** The name of the files on disk, where a revision is expected. */
export const WORKING_TREE = 'worktree';

export interface Side {
  /** The name as given. */
  readonly name: string;
  /** Full hash; undefined for the working tree. */
  readonly commit: string | undefined;
  readonly snapshot: Snapshot;
  /** Texts of files with secrets masked; those that may not be shown are left out. */
  readonly readTexts: (paths: Iterable<RepoPath>) => Promise<ReadonlyMap<RepoPath, string>>;
}

/**
 * Opens the index for a comparison of two names. For one with the working tree it has the files as
 * they are now: in an older index, what changed since would look like changes that nobody made.
 * @throws {GraphMemoryError} GM_BUSY if another process keeps the index from being refreshed.
 */
export function openToCompare(
  context: ToolContext,
  projectName: string | undefined,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<OpenIndex> {
  const isOfDisk = from === WORKING_TREE || to === WORKING_TREE;
  if (!isOfDisk || context.refresh === false) return openIndex(context, projectName);
  const outdated = (project: string, reason: string) => {
    throw new GraphMemoryError('GM_BUSY', `the index of ${project} is older than its files`, {
      hint: 'Try again when the other process has ended, or compare two commits.',
      details: { project, reason },
    });
  };
  return openIndex({ ...context, refresh: 'always', outdated }, projectName);
}

/** Opens a revision of an opened project, or its working tree. @throws {GraphMemoryError} GM_REVISION. */
export async function openSide(
  { project, snapshot }: OpenIndex,
  name: string,
  { onProgress, signal }: ToolContext,
  lacking: { readonly mayLackPageEdges?: boolean; readonly mayLackText?: boolean } = {},
): Promise<Side> {
  if (name !== WORKING_TREE) {
    const options = { onProgress, signal, ...lacking };
    return { name, ...(await project.revisions.open(name, options)) };
  }
  const readTexts = async (paths: Iterable<RepoPath>) => {
    const texts = new Map<RepoPath, string>();
    for (const path of new Set(paths)) {
      try {
        texts.set(path, (await project.readText(path)).text);
      } catch (error) {
        if (!isFileRefused(error)) throw error;
      }
    }
    return texts;
  };
  return { name, commit: undefined, snapshot, readTexts };
}

export async function openSides(
  context: ToolContext,
  projectName: string | undefined,
  names: { readonly from: string; readonly to: string },
) {
  const open = await openToCompare(context, projectName, names);
  const lacking = { mayLackText: true };
  const to = await openSide(open, names.to, context, lacking);
  return { open, to, from: await openSide(open, names.from, context, lacking) };
}

/** Whether a file has the same content on both sides. */
export function isSameFile(from: Snapshot, to: Snapshot): (path: RepoPath) => boolean {
  return (path) => {
    const hash = from.manifest.get(path)?.hash;
    return hash !== undefined && hash === to.manifest.get(path)?.hash;
  };
}
