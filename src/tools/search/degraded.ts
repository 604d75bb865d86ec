import { z } from 'zod';

/** Signals that should have been used but were not available. */
const DEGRADED = ['dense', 'sparse', 'rerank'] as const;
export type Degraded = (typeof DEGRADED)[number];

export const degradedSchema = z.array(z.enum(DEGRADED)).optional();

/** Returns the field of an answer, in a fixed order; nothing if no signal is missing. */
export function degradedField(all: readonly { readonly degraded: readonly Degraded[] }[]): {
  degraded?: Degraded[];
} {
  const degraded = DEGRADED.filter((one) => all.some((part) => part.degraded.includes(one)));
  return degraded.length === 0 ? {} : { degraded };
}
