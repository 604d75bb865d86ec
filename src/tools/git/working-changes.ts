/** The files that differ from HEAD; without git, those that differ from the last snapshot. */
import { z } from 'zod';
import { maskSecrets } from '../../files/secrets/mask-secrets.ts';
import { FILE_STATUSES } from '../../git/changed-files.ts';
import { type WorkingTree, workingTree } from '../../git/working-tree.ts';
import { languageOf } from '../../languages/registry.ts';
import type { Project } from '../../project/project.ts';
import type { ToolContext } from '../context.ts';

/** The base of the changes: the commit HEAD, or the last snapshot of the index. */
const SOURCES = ['git', 'fingerprint'] as const;

/** The fields of {@link sourceFields}. */
export const sourceShape = {
  project: z.string(),
  in_git_repo: z.boolean(),
  source: z.enum(SOURCES),
} as const;

/** The fields of {@link fileFields}. */
export const fileShape = {
  status: z.enum(FILE_STATUSES),
  path: z.string(),
  old_path: z.string().optional(),
  staged: z.boolean(),
  unstaged: z.boolean(),
  language: z.string().optional(),
} as const;

type WorkingFile = WorkingTree['files'][number];

export interface WorkingChanges {
  readonly project: Project;
  /** Undefined without git. */
  readonly tree: WorkingTree | undefined;
  readonly files: readonly WorkingFile[];
  /** Facts that the reader must know about these changes. */
  readonly notes: readonly string[];
}

/** Returns the fields of an answer that say what the changes are compared with. */
export function sourceFields({ project, tree }: WorkingChanges) {
  const inRepository = tree !== undefined;
  return {
    project: project.name,
    in_git_repo: inRepository,
    source: SOURCES[inRepository ? 0 : 1],
  };
}

/** Finds the changed files of a project. */
export async function workingChanges(
  context: ToolContext,
  projectName: string | undefined,
): Promise<WorkingChanges> {
  const project = context.workspace.project(projectName);
  const tree = await workingTree(project.root);
  if (tree !== undefined) return { project, tree, files: tree.files, notes: [] };
  // Not refreshed: the last snapshot is what the files are compared with.
  await project.load(context.notice);
  const { indexed, generation, indexedAt = 'an unknown time' } = project.status();
  if (!indexed) {
    const note = 'no git repository and no index here, so there is nothing to compare with';
    return { project, tree, files: [], notes: [note] };
  }
  const changes = await project.changesSinceSnapshot(context.signal);
  return {
    project,
    tree,
    files: changes.map((change) => ({ ...change, isStaged: false, isUnstaged: true })),
    notes: [
      `no git repository here; these are the changes since snapshot ${generation}, indexed at ${indexedAt}`,
    ],
  };
}

/** The fields of a file that every answer about changes has. */
export function fileFields({ status, path, oldPath, isStaged, isUnstaged }: WorkingFile) {
  const language = languageOf(path)?.id;
  return {
    status,
    path: shownPath(path),
    ...(oldPath === undefined ? {} : { old_path: shownPath(oldPath) }),
    staged: isStaged,
    unstaged: isUnstaged,
    ...(language === undefined ? {} : { language }),
  };
}

/** A file may be named like a token. */
export function shownPath(path: string): string {
  return maskSecrets(path).text;
}

/** One line about a file: its status, its path and whether it is staged. */
export function fileLine({ status, path, oldPath, isStaged, isUnstaged }: WorkingFile): string {
  const from = oldPath === undefined ? '' : ` (was ${shownPath(oldPath)})`;
  const staged = isStaged ? (isUnstaged ? ', partly staged' : ', staged') : '';
  return `${status} ${shownPath(path)}${from}${staged}`;
}
