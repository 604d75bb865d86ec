/** The errors of questions about revisions. */
import { GraphMemoryError } from '../../base/errors.ts';
import { resolveCommit } from '../../git/revisions.ts';

export function noRepository(
  project: string,
  revision: string,
  commit: string | undefined,
): GraphMemoryError {
  const state = commit === undefined ? 'its published state' : `commit ${commit.slice(0, 12)}`;
  return new GraphMemoryError('GM_REVISION', `${project} is published without its history`, {
    hint: `Only ${state} can be asked about: leave the revision out, or ask in a clone.`,
    details: { revision, ...(commit === undefined ? {} : { commit }) },
  });
}

export async function unknownRevision(root: string, name: string): Promise<GraphMemoryError> {
  const isRepository = (await resolveCommit(root, 'HEAD')) !== undefined;
  return new GraphMemoryError(
    'GM_REVISION',
    isRepository
      ? `no commit, tag or branch "${name}"`
      : `no git repository with a commit at ${root}`,
    {
      hint: isRepository
        ? 'Give a name that git rev-parse knows, such as HEAD~1, main or a hash. A shallow clone lacks older commits: git fetch --unshallow.'
        : 'Revisions need git and a repository; answers about the working tree do not.',
      details: { revision: name },
    },
  );
}

export function unreadable(commit: string): GraphMemoryError {
  return new GraphMemoryError('GM_REVISION', `git cannot read the files of ${commit}`, {
    hint: 'Fetch the missing objects (git fetch --refetch); a partial clone does not have all.',
    details: { commit },
  });
}
