/** Opens both sides of a comparison: a revision, and another one or the working tree. */

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
  const open = await openIndex(context, projectName);
  const lacking = { mayLackText: true };
  const from = await openSide(open, names.from, context, lacking);
  return { open, from, to: await openSide(open, names.to, context, lacking) };
}

/** Whether a file has the same content on both sides. */
export function isSameFile(from: Snapshot, to: Snapshot): (path: RepoPath) => boolean {
  return (path) => {
    const hash = from.manifest.get(path)?.hash;
    return hash !== undefined && hash === to.manifest.get(path)?.hash;
  };
}
