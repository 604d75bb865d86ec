import { isGraphMemoryError } from '../base/errors.ts';
import type { Snapshot } from '../index/snapshot.ts';
import type { PrepareOptions, Progress, Project } from '../project/project.ts';
import { ALL_PROJECTS, type Workspace } from '../project/workspace.ts';
import type { Channel } from './answer/budget.ts';
import { withPersonalNotes } from './notes/personal-notes.ts';
import type { SessionLog } from './session-log.ts';

/** The environment of a tool call. */
export interface ToolContext {
  readonly workspace: Workspace;
  /** If false, answers come from the stored index even if files have changed since. */
  readonly refresh: PrepareOptions['refresh'];
  /** The parts of an answer that are sent and therefore count towards its budget. */
  readonly channel: Channel;
  /** The files that the agent has worked with; undefined for a single command-line call. */
  readonly session: SessionLog | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  /** Receives lines to show beside the answer, not inside it, e.g. "built the index first: …". */
  readonly notice: (line: string) => void;
  /**
   * Receives the name of a project whose snapshot may be older than the disk, and the reason. The
   * frame of a tool puts both into its answer; elsewhere the reason is a notice.
   */
  readonly outdated?: (project: string, reason: string) => void;
  /** Receives the name of the revision that the answer is made from, and its full hash. */
  readonly openedAt?: (revision: string, commit: string | undefined) => void;
  /** Receives each index that the answer is made from. */
  readonly opened?: (index: OpenIndex) => void;
}

/** A project and one state of its index, which an answer uses throughout. */
export interface OpenIndex {
  readonly project: Project;
  readonly snapshot: Snapshot;
  /** The commit of the snapshot; see {@link Project.commit}. */
  readonly commit: string | undefined;
}

/** Finds a project and returns its index, refreshed as far as needed to answer a request. */
export async function openIndex(
  context: ToolContext,
  projectName: string | undefined,
): Promise<OpenIndex> {
  return openProject(context, context.workspace.project(projectName));
}

/**
 * Opens the indexes of several projects: all for `*`, or the names in a comma-separated list. With
 * `*`, projects that cannot be opened are left out, and a notice explains why.
 */
export async function openIndexes(
  context: ToolContext,
  names: string | undefined,
): Promise<readonly OpenIndex[]> {
  const projects = context.workspace.projectsOf(names);
  if (names === ALL_PROJECTS) {
    for (const { name, path } of context.workspace.missing) {
      context.notice(`${name} is left out: its folder is missing: ${path}`);
    }
  }
  if (projects.length === 1 || names !== ALL_PROJECTS) {
    const opened: OpenIndex[] = [];
    for (const project of projects) opened.push(await openProject(context, project));
    return opened;
  }
  const opened: OpenIndex[] = [];
  let refusal: unknown;
  for (const project of projects) {
    try {
      opened.push(await openProject(context, project));
    } catch (error) {
      if (!isGraphMemoryError(error) || error.code === 'GM_CANCELLED') throw error;
      refusal ??= error;
      context.notice(`${project.name} is left out: ${error.message}`);
    }
  }
  if (opened.length === 0) throw refusal;
  return opened;
}

/** Returns the index of a project, refreshed as far as needed to answer a request. */
export async function openProject(context: ToolContext, project: Project): Promise<OpenIndex> {
  const { outdated } = context;
  const edited = await project.prepare({
    ...(outdated && { outdated: (reason: string) => outdated(project.name, reason) }),
    refresh: context.refresh,
    notice: context.notice,
    onProgress: context.onProgress,
    signal: context.signal,
  });
  for (const path of edited) context.session?.touch(project.name, path, 'edited');
  const snapshot = await withPersonalNotes(project, project.snapshot());
  const index = { project, snapshot, commit: project.commit() };
  context.opened?.(index);
  return index;
}
