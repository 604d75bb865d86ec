/** Finds everything outdated in the pages of a project. */
import { compareStrings } from '../../../base/compare.ts';
import {
  type Drift,
  type DriftInput,
  type DriftKind,
  driftOf,
  LINK_KINDS,
} from '../../../doclinks/drift/drift.ts';
import { callDrift } from '../../../doclinks/drift/drift-calls.ts';
import { calleePaths } from '../../../doclinks/drift/drift-snippets.ts';
import type { RepoPath } from '../../../model/path.ts';
import { Sources } from '../../answer/sources.ts';
import type { OpenIndex, ToolContext } from '../../context.ts';
import { pathGlobFilter } from '../../input/path-globs.ts';
import { asOwn, codeOf, type Tie } from '../about.ts';
import { leftAlone } from './leave-alone.ts';
import { olderSections } from './older-sections.ts';
import { removedNames } from './removed-names.ts';

export interface DriftRequest {
  readonly kinds: readonly DriftKind[];
  /** Selects the pages to check. */
  readonly isIncluded: (path: RepoPath) => boolean;
}

/** Returns the findings page by page, from top to bottom. */
export async function findDrift(
  context: ToolContext,
  index: OpenIndex,
  { kinds, isIncluded }: DriftRequest,
): Promise<readonly Drift[]> {
  const { project, snapshot } = index;
  const isUnchecked = pathGlobFilter(project.driftExclude) ?? (() => false);
  const isChecked = (path: RepoPath): boolean => isIncluded(path) && !isUnchecked(path);
  const code = await project.code(context.signal);
  const isThere = (path: RepoPath): boolean => project.isThere(path);
  const own = { graph: snapshot.graph, pages: snapshot.pages(), code, isThere };
  const isByHistory = kinds.includes('goneName');
  const all = [...(await checkedAgainst(index, own, isByHistory))];
  for (const tie of await codeOf(context, index)) {
    all.push(...(await checkedAgainstTied(tie, isByHistory)));
  }
  if (kinds.includes('olderThanCode')) all.push(...(await olderSections(index, isChecked)));
  const found = all.filter(({ kind, path }) => kinds.includes(kind) && isChecked(path));
  const sources = new Sources(index);
  const leaves = new Map<RepoPath, ReturnType<typeof leftAlone>>();
  for (const path of new Set(found.map((drift) => drift.path))) {
    leaves.set(path, leftAlone((await sources.of(path)).lines));
  }
  return found
    .filter((drift) => leaves.get(drift.path)?.(drift) !== true)
    .sort((a, b) => compareStrings(a.path, b.path) || a.line - b.line);
}

/** Returns the findings of pages compared with code; `open` is the project of the code. */
async function checkedAgainst(
  open: OpenIndex,
  input: DriftInput,
  isByHistory: boolean,
): Promise<readonly Drift[]> {
  const { drifts, calls, unknown } = driftOf(input);
  const { graph } = input.code;
  const removed = isByHistory ? await removedNames(open.project, graph, unknown) : [];
  const sources = new Sources(open);
  const texts = new Map<RepoPath, string>();
  for (const path of calleePaths(input.code, calls)) {
    const { isStale, text } = await sources.of(path);
    if (!isStale) texts.set(path, text);
  }
  return [...drifts, ...removed, ...callDrift(graph, calls, (path) => texts.get(path))];
}

/**
 * Returns the findings of pages about another project's code. Links are left out, because they are
 * checked in the pages' own project.
 */
async function checkedAgainstTied(
  { docs, code, joined }: Tie,
  isByHistory: boolean,
): Promise<readonly Drift[]> {
  const { graph, pages, prefix } = joined;
  const isThere = (path: RepoPath): boolean =>
    path.startsWith(prefix)
      ? docs.project.isThere(path.slice(prefix.length) as RepoPath)
      : code.project.isThere(path);
  const input = { graph, pages, code: joined.code, isThere };
  const found = await checkedAgainst(code, input, isByHistory);
  return found.flatMap((drift): readonly Drift[] => {
    const { id, path } = asOwn(graph.node(drift.node), joined);
    const node = docs.snapshot.graph.find(id);
    return node === undefined || LINK_KINDS.includes(drift.kind) ? [] : [{ ...drift, node, path }];
  });
}
