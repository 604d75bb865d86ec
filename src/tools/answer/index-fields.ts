import { z } from 'zod';
import { at } from '../../base/assert.ts';
import { headBranch, headCommit } from '../../files/git-head.ts';
import type { OpenIndex } from '../context.ts';

/** Identifies the index that an answer was made from, so that the answer can be reproduced. */
export const indexShape = {
  project: z.string(),
  index_generation: z.int(),
  /**
   * The commit that was checked out when the answering index was made or last compared with the
   * disk; there may be uncommitted changes.
   */
  index_commit: z.string().optional(),
  /** The branch that is checked out at this commit, if there is one. */
  index_branch: z.string().optional(),
} as const;

/** Identifies the indexes that an answer was made from, which may belong to several projects. */
export const indexesShape = {
  ...indexShape,
  /** The index of each project, if there are several; their generations add up to the answer's. */
  indexes: z.array(z.strictObject(indexShape)).optional(),
} as const;

export function indexesFields(all: readonly OpenIndex[]) {
  const indexes = all.map(indexFields);
  if (indexes.length === 1) return at(indexes, 0);
  return { project: namesOf(all), index_generation: generationOf(all), indexes };
}

export function namesOf(all: readonly OpenIndex[]): string {
  return all.map(({ project }) => project.name).join(', ');
}

/** The project field of a result. */
export const itemProjectShape = {
  /** Set if several projects were searched. */
  project: z.string().optional(),
} as const;

/** Returns the project field of a result, if several projects were searched. */
export function itemProject(
  all: readonly OpenIndex[],
  { project }: OpenIndex,
): { readonly project?: string } {
  return all.length === 1 ? {} : { project: project.name };
}

/** Returns the prefix of a location in an answer's text. */
export function projectPrefix({ project }: { readonly project?: string | undefined }): string {
  return project === undefined ? '' : `${project}: `;
}

/** Returns the notes of each project, prefixed with its name if there are several. */
export function notesOfEach<Opened extends OpenIndex>(
  all: readonly Opened[],
  notesOf: (opened: Opened) => readonly string[],
): string[] {
  return all.flatMap((opened) =>
    notesOf(opened).map((note) => projectPrefix(itemProject(all, opened)) + note),
  );
}

/** Returns a number that never falls, and rises whenever one of the indexes changes. */
export function generationOf(all: readonly OpenIndex[]): number {
  return all.reduce((sum, { snapshot }) => sum + snapshot.generation, 0);
}

/** Returns the checked-out branch; undefined if another commit is checked out by now. */
export function branchAt(root: string, commit: string | undefined): string | undefined {
  return commit !== undefined && headCommit(root) === commit ? headBranch(root) : undefined;
}

export function indexFields({ project, snapshot, commit }: OpenIndex) {
  const branch = branchAt(project.root, commit);
  return {
    project: project.name,
    index_generation: snapshot.generation,
    ...(commit === undefined ? {} : { index_commit: commit }),
    ...(branch === undefined ? {} : { index_branch: branch }),
  };
}
