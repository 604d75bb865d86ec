/** Tables of what specifiers mean: rows of importing file, specifier and target. */
import { expect, test } from 'vitest';
import { moduleTarget, type Sources } from '../helpers/check.ts';

/** Paths of files whose text does not matter. */
export function files(...paths: readonly string[]): Sources {
  return Object.fromEntries(paths.map((path) => [path, '']));
}

export function json(value: unknown): string {
  return JSON.stringify(value);
}

export type Rows = readonly (readonly [from: string, specifier: string, target: string])[];

/** One test per row, all in one project. */
export function checkTargets(project: Sources, rows: Rows): void {
  test.each(rows)('in %s: %s → %s', (from, specifier, target) => {
    expect(moduleTarget(project, from, specifier)).toBe(target);
  });
}
