/** A project as it was at a commit, for tools that answer from one index. */

import { GraphMemoryError } from '../base/errors.ts';
import { contentHash } from '../base/hash.ts';
import { occurrencesOf } from '../indexing/current-file.ts';
import type { RepoPath } from '../model/path.ts';
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
  const { commit, snapshot, readTexts } = revision;
  const own: Partial<Project> = {
    snapshot: () => snapshot,
    commit: () => commit,
    files: async () => snapshot.graph.paths(),
    isThere: (path) => snapshot.graph.fileNode(path) !== undefined,
    declarationsNow: async () => undefined,
    readText: async (path) => {
      const text = (await readTexts([path])).get(path);
      if (text === undefined) throw notThere(path, commit);
      const entry = snapshot.manifest.get(path);
      const { hash = contentHash(text), sizeBytes = Buffer.byteLength(text) } = entry ?? {};
      return { text, hash, sizeBytes };
    },
    occurrences: async (paths, word) =>
      new Map(
        [...(await readTexts(paths))].map(([path, text]) => [path, occurrencesOf({ text }, word)]),
      ),
  };
  return new Proxy(project, {
    get(target, name) {
      const member: unknown = Reflect.get(own, name) ?? Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

function notThere(path: RepoPath, commit: string | undefined): GraphMemoryError {
  const where = commit?.slice(0, 12) ?? 'the index';
  return new GraphMemoryError('GM_FILE_NOT_FOUND', `${path} is not in ${where}`, {
    hint: 'It may have another path there; search it by its name.',
    details: { path, reason: 'unreadable' },
  });
}
