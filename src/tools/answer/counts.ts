import { z } from 'zod';

/** The counts of every list: how many items are shown, how many exist, and whether any were cut. */
export const countsShape = {
  returned_count: z.int(),
  total_count: z.int(),
  truncated: z.boolean(),
} as const;

export interface Counts {
  readonly returned_count: number;
  readonly total_count: number;
  readonly truncated: boolean;
}

export function countsOf(returnedCount: number, totalCount: number): Counts {
  return {
    returned_count: returnedCount,
    total_count: totalCount,
    truncated: returnedCount < totalCount,
  };
}

/** Creates the schema of a list inside an answer, with its counts. */
export function listSchema<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ items: z.array(item), ...countsShape });
}
