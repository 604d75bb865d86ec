import type { Project } from '../project/project.ts';
import type { ToolContext } from './context.ts';

/** A project whose first index is still being made. */
export interface UnreadyProject {
  readonly project: Project;
  /** How far the index is, e.g. `63 % of the files read`. */
  readonly progress: string;
}

/**
 * Returns the project that a request names if its first index is not ready after the wait that an
 * answer may take. Requests that name several projects wait for all of them.
 */
export async function unreadyProject(
  context: ToolContext,
  names: string | undefined,
): Promise<UnreadyProject | undefined> {
  const [project, ...others] = context.workspace.projectsOf(names);
  if (project === undefined || others.length > 0) return undefined;
  const { refresh, notice, onProgress, signal } = context;
  const progress = await project.firstIndex({ refresh, notice, onProgress, signal });
  return progress === undefined ? undefined : { project, progress };
}
