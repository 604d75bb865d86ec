import { z } from 'zod';
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
  const [own] = indexes;
  if (own !== undefined && indexes.length === 1) return own;
  return {
    project: indexes.map(({ project }) => project).join(', '),
    index_generation: generationOf(all),
    indexes,
  };
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
