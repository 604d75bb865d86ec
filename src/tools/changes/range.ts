/** Parses what a change is relative to. */
import { GraphMemoryError } from '../../base/errors.ts';
import { isFirstCommit, mergeBase, resolveCommit } from '../../git/revisions.ts';
import { workingTree } from '../../git/working-tree.ts';
import { NO_FILES, type Project, STAGED } from '../../project/project.ts';
import { WORKING_TREE } from '../git/compare-sides.ts';

export interface ChangeRange {
  /** Name or hash of the old revision. */
  readonly from: string;
  /** Name of the new revision, or {@link WORKING_TREE}. */
  readonly to: string;
  /** The range in words. */
  readonly text: string;
  /** Hashes of the names, if they are known. */
  readonly hashes?: ReadonlyMap<string, string>;
}

/**
 * Parses a range: nothing or `worktree` is HEAD to the files on disk, `staged` is HEAD to git's
 * index, `A..B` is A to B, `A...B` begins where B left A, and one revision is what that commit
 * changed. Without B, the range ends with the files on disk.
 * @throws {GraphMemoryError} GM_REVISION; GM_USAGE when it cannot be parsed.
 */
export async function parseRange(project: Project, range: string): Promise<ChangeRange> {
  const { root } = project;
  if (range === '' || range === WORKING_TREE || range === 'staged') {
    const to = range === 'staged' ? STAGED : WORKING_TREE;
    const what = range === 'staged' ? 'staged changes' : 'working tree';
    const isBeforeFirst =
      (await resolveCommit(root, 'HEAD')) === undefined && (await workingTree(root)) !== undefined;
    return isBeforeFirst
      ? { from: NO_FILES, to, text: `${what}, before the first commit` }
      : { from: 'HEAD', to, text: `${what} against HEAD` };
  }
  const parts = /^(.*?)(\.{2,3})(.*)$/.exec(range);
  if (parts === null) {
    const { commit, parent } = await project.revisions.withParent(range);
    const isFirst = parent === undefined && (await isFirstCommit(root, commit));
    const from = isFirst ? NO_FILES : `${range}~1`;
    return {
      from,
      to: range,
      text: `commit ${range}`,
      hashes: new Map([
        [range, commit],
        [from, parent ?? from],
      ]),
    };
  }
  const [, left, dots, right] = parts;
  const from = left === '' || left === undefined ? 'HEAD' : left;
  const to = right === '' || right === undefined ? WORKING_TREE : right;
  if (from.includes('..') || to.includes('..')) throw unparsable(range);
  if (dots === '..') return { from, to, text: `${from} to ${to}` };
  const head = to === WORKING_TREE ? 'HEAD' : to;
  const [a, b] = [await project.revisions.commit(from), await project.revisions.commit(head)];
  const base = await mergeBase(project.root, a, b);
  if (base === undefined) {
    throw new GraphMemoryError('GM_REVISION', `${from} and ${head} have no common commit`, {
      hint: 'In a shallow clone, fetch more history: git fetch --unshallow.',
      details: { range },
    });
  }
  return { from: base, to, text: `${to} since it left ${from} at ${base.slice(0, 12)}` };
}

function unparsable(range: string): GraphMemoryError {
  return new GraphMemoryError('GM_USAGE', `"${range}" is no range of revisions`, {
    hint: 'Examples: HEAD~3..HEAD, main...HEAD, v1.2..., a1b2c3d; nothing for uncommitted changes.',
    details: { range },
  });
}
