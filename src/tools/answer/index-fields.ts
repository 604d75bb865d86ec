import { z } from 'zod';
import type { OpenIndex } from '../context.ts';

/** What an answer was made from, so that it can be made again. */
export const indexShape = {
  project: z.string(),
  index_generation: z.int(),
  /** What was checked out when the disk was last looked at; there may be edits beside it. */
  index_commit: z.string().optional(),
} as const;

export function indexFields({ project, snapshot }: OpenIndex) {
  const commit = project.commit();
  return {
    project: project.name,
    index_generation: snapshot.generation,
    ...(commit === undefined ? {} : { index_commit: commit }),
  };
}
