import { z } from 'zod';
import { at } from '../../base/assert.ts';
import type { OpenIndex } from '../context.ts';

/** What an answer was made from, so that it can be made again. */
export const indexShape = {
  project: z.string(),
  index_generation: z.int(),
  /** What was checked out when the disk was last looked at; there may be edits beside it. */
  index_commit: z.string().optional(),
} as const;

/** The same of an answer that several projects may have given. */
export const indexesShape = {
  ...indexShape,
  /** Of each, where there are several; their generations add up to that of the answer. */
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

/** Of a result. */
export const itemProjectShape = {
  /** Where several were searched. */
  project: z.string().optional(),
} as const;

/** The project of a result, where several were searched. */
export function itemProject(
  all: readonly OpenIndex[],
  { project }: OpenIndex,
): { readonly project?: string } {
  return all.length === 1 ? {} : { project: project.name };
}

/** A place in the text of an answer begins so. */
export function projectPrefix({ project }: { readonly project?: string | undefined }): string {
  return project === undefined ? '' : `${project}: `;
}

/** What is to be said of each, below its name where there are several. */
export function notesOfEach<Opened extends OpenIndex>(
  all: readonly Opened[],
  notesOf: (opened: Opened) => readonly string[],
): string[] {
  return all.flatMap((opened) =>
    notesOf(opened).map((note) => projectPrefix(itemProject(all, opened)) + note),
  );
}

/** A number that only ever rises, and does when one of them changes. */
export function generationOf(all: readonly OpenIndex[]): number {
  return all.reduce((sum, { snapshot }) => sum + snapshot.generation, 0);
}

export function indexFields({ project, snapshot }: OpenIndex) {
  const commit = project.commit();
  return {
    project: project.name,
    index_generation: snapshot.generation,
    ...(commit === undefined ? {} : { index_commit: commit }),
  };
}
