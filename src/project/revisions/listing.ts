/** The files of a revision, and how they differ from those of a snapshot. */
import { contentHash } from '../../base/hash.ts';
import { getOrCompute } from '../../base/memoize.ts';
import { changedOnDisk } from '../../files/changed-on-disk.ts';
import { listIndex, listTree, type TreeFile } from '../../git/revisions.ts';
import { workingTree } from '../../git/working-tree.ts';
import type { Manifest } from '../../model/manifest.ts';
import type { RepoPath } from '../../model/path.ts';
import { unreadable } from './errors.ts';

/** The name of git's index, where a revision is expected: the files that would be committed. */
export const STAGED = ':staged';

/** The name of the state before the first commit, where a revision is expected. */
export const NO_FILES = ':none';

export const EMPTY_LISTING: Listing = { key: NO_FILES, commit: undefined, near: '', files: [] };

/** The files of a revision. */
export interface Listing {
  /** Equal for equal contents. */
  readonly key: string;
  readonly commit: string | undefined;
  /** The commit that the files are compared with, to find those that may differ from the disk. */
  readonly near: string;
  readonly files: readonly TreeFile[];
}

export async function commitListing(root: string, commit: string): Promise<Listing> {
  const files = await listTree(root, commit);
  if (files === undefined) throw unreadable(commit);
  return { key: commit, commit, near: commit, files };
}

/** The content of the index is identified by the ids of its files. */
export async function stagedListing(root: string, head = ''): Promise<Listing> {
  const files = await listIndex(root);
  if (files === undefined) throw unreadable('the index');
  const ids = files.map(({ path, oid }) => `${oid} ${path}`);
  return { key: `staged ${contentHash(ids.join('\n'))}`, commit: undefined, near: head, files };
}

/** How a manifest differs from a commit. */
export interface Disk {
  readonly head: string;
  /** Paths that differ between the manifest and the disk, or between the disk and HEAD. */
  readonly differing: ReadonlySet<RepoPath>;
}

export async function readDisk(root: string, manifest: Manifest): Promise<Disk | undefined> {
  const tree = await workingTree(root);
  if (tree?.commit === undefined) return undefined;
  // After the question to git: a file that is still that of the manifest was so when git read it.
  const differing = new Set(changedOnDisk(root, manifest));
  for (const { path, oldPath = path } of tree.files) differing.add(path).add(oldPath);
  return { head: tree.commit, differing };
}

/**
 * Returns the paths whose content in the index may differ from files of a revision. `head` lists the
 * commit that is checked out, if the files are not compared with it. Undefined if that is not known.
 */
export function pathsThatDiffer(
  files: readonly TreeFile[],
  head: Listing | undefined,
  disk: Disk | undefined,
): ReadonlySet<RepoPath> | undefined {
  if (disk === undefined || head === undefined) return disk?.differing;
  return new Set([...disk.differing, ...differingPaths(head.files, files)]);
}

/** Returns the paths of files that differ between two listings, or are in one of the two only. */
export function differingPaths(
  before: readonly TreeFile[],
  files: readonly TreeFile[],
): ReadonlySet<RepoPath> {
  const [old, now] = [idsOf(before), idsOf(files)];
  const differing = new Set<RepoPath>();
  for (const { path, oid } of files) if (old.get(path) !== oid) differing.add(path);
  for (const { path } of before) if (!now.has(path)) differing.add(path);
  return differing;
}

/** Cached because a listing is compared with those of all states that are there. */
const IDS = new WeakMap<readonly TreeFile[], ReadonlyMap<RepoPath, string>>();

function idsOf(files: readonly TreeFile[]): ReadonlyMap<RepoPath, string> {
  return getOrCompute(IDS, files, () => new Map(files.map(({ path, oid }) => [path, oid])));
}
