/** All that is behind in the pages of a project. */
import { compareStrings } from '../../../base/compare.ts';
import { type Drift, type DriftKind, driftOf } from '../../../crossref/drift.ts';
import { callDrift } from '../../../crossref/drift-calls.ts';
import { calleePaths } from '../../../crossref/drift-snippets.ts';
import type { RepoPath } from '../../../model/path.ts';
import { Sources } from '../../answer/sources.ts';
import type { OpenIndex } from '../../context.ts';
import { pathGlobFilter } from '../../input/path-globs.ts';
import { leftAlone } from './leave-alone.ts';
import { olderSections } from './older-sections.ts';

export interface DriftRequest {
  readonly kinds: readonly DriftKind[];
  /** Which pages are looked at. */
  readonly isWanted: (path: RepoPath) => boolean;
}

/** Page by page, from top to bottom. */
export async function findDrift(
  index: OpenIndex,
  { kinds, isWanted }: DriftRequest,
  signal: AbortSignal | undefined,
): Promise<readonly Drift[]> {
  const { project, snapshot } = index;
  const { graph } = snapshot;
  const code = await project.code(signal);
  const { drifts, calls } = driftOf({
    graph,
    pages: snapshot.pages(),
    code,
    isThere: (path) => project.isThere(path),
  });
  const sources = new Sources(project);
  const texts = new Map<RepoPath, string>();
  for (const path of calleePaths(code, calls)) {
    const { isStale, text } = await sources.of(path);
    if (!isStale) texts.set(path, text);
  }
  const isUnchecked = pathGlobFilter(project.driftExclude) ?? (() => false);
  const isChecked = (path: RepoPath): boolean => isWanted(path) && !isUnchecked(path);
  const older = kinds.includes('olderThanCode') ? await olderSections(index, isChecked) : [];
  const all = [...drifts, ...callDrift(code.graph, calls, (path) => texts.get(path)), ...older];
  const found = all.filter(({ kind, path }) => kinds.includes(kind) && isChecked(path));
  const leaves = new Map<RepoPath, ReturnType<typeof leftAlone>>();
  for (const path of new Set(found.map((drift) => drift.path))) {
    leaves.set(path, leftAlone((await sources.of(path)).lines));
  }
  return found
    .filter((drift) => leaves.get(drift.path)?.(drift) !== true)
    .sort((a, b) => compareStrings(a.path, b.path) || a.line - b.line);
}
