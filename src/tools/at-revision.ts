/** A project as it was at a commit, for tools that answer from one index. */

import { GraphMemoryError } from '../base/errors.ts';
import { getOrCompute } from '../base/memoize.ts';
import { codeView } from '../indexing/code-view.ts';
import { occurrencesOf, refused } from '../indexing/current-file.ts';
import { unresolvedUses } from '../indexing/unresolved-uses.ts';
import type { RepoPath } from '../model/path.ts';
import { CommitHistory } from '../project/commit-history.ts';
import type { Project, ProjectRevision } from '../project/project.ts';
import type { OpenIndex, ToolContext } from './context.ts';

/** Opens an index at a revision. @throws {GraphMemoryError} GM_REVISION; GM_LIMIT. */
export async function openAtRevision(
  open: OpenIndex,
  name: string,
  { onProgress, signal }: ToolContext,
): Promise<OpenIndex> {
  const revision = await open.project.revisions.open(name, { onProgress, signal });
  const project = projectAt(open.project, revision);
  return { project, snapshot: revision.snapshot, commit: revision.commit };
}

/**
 * Returns the project with the members replaced that read its files or its state. A proxy, because
 * all others are those of the project itself, which has private fields.
 */
function projectAt(project: Project, revision: ProjectRevision): Project {
  const { commit, snapshot, paths, isThere, readTexts, readSources } = revision;
  const own: Partial<Project> = {
    ...searchedWith(project, revision),
    isThere,
    snapshot: () => snapshot,
    commit: () => commit,
    files: async () => paths,
    declarationsNow: async () => undefined,
    code: async () => {
      const whole = await project.revisions.whole(revision);
      if (whole !== undefined) return codeView(whole.state, whole.projectScan, await whole.facts());
      throw new GraphMemoryError('GM_BUSY', 'too many revisions are asked about at once', {
        hint: 'Ask again.',
      });
    },
    unresolvedUses: async ({ graph }, node) => {
      if (graph !== snapshot.graph) return undefined;
      const whole = await project.revisions.whole(revision);
      const facts = await whole?.facts();
      const { path } = graph.node(node);
      const own = facts?.get(path, snapshot.manifest.get(path)?.hash)?.facts;
      return whole && own && unresolvedUses(whole.state, own, node);
    },
    readText: async (path) => {
      const source = (await readSources([path])).get(path);
      if (source === undefined) throw notThere(path, commit);
      if ('reason' in source) throw refused(source);
      return source;
    },
    occurrences: async (some, word) =>
      new Map(
        [...(await readTexts(some))].map(([path, text]) => [path, occurrencesOf({ text }, word)]),
      ),
  };
  return new Proxy(project, {
    get(target, name) {
      const member: unknown = Reflect.get(own, name) ?? Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** The parts of a project that searches use beside a snapshot. */
type Searched = Pick<Project, 'commits' | 'sparse' | 'vectors'>;

/** Kept for as long as the revision, because vectors take longer than a search. */
const SEARCHED = new WeakMap<ProjectRevision, Searched>();

/** The words of commits up to the revision, and vectors that begin with those of the current state. */
function searchedWith(project: Project, revision: ProjectRevision): Partial<Searched> {
  const { text, docsText } = revision.snapshot;
  const isCurrent = text === project.snapshot().text && docsText === project.snapshot().docsText;
  const { commits, ...vectors } = getOrCompute(SEARCHED, revision, () => ({
    commits: new CommitHistory({ root: project.root, ...UNSAVED }),
    vectors: project.vectors.passing([text, docsText]),
    sparse: project.sparse.passing([text, docsText]),
  }));
  return isCurrent ? { commits } : { commits, ...vectors };
}

/** The words of the current commit stay stored. */
const UNSAVED = {
  store: { loadCommits: () => Promise.resolve(undefined) },
  write: () => Promise.resolve(),
};

function notThere(path: RepoPath, commit: string | undefined): GraphMemoryError {
  const where = commit?.slice(0, 12) ?? 'the index';
  return new GraphMemoryError('GM_FILE_NOT_FOUND', `${path} is not in ${where}`, {
    hint: 'It may have another path there; search it by its name.',
    details: { path, reason: 'unreadable' },
  });
}
