import { compareStrings } from '../base/compare.ts';
import type { Task } from '../base/cooperative.ts';
import type { IndexReport } from '../index/snapshot.ts';
import type { Diagnostic, SkippedFile } from '../model/diagnostic.ts';
import { type FileLinks, summaryOf } from '../resolve/links.ts';
import { UNRESOLVED_SAMPLES_MAX } from '../workers/limits.ts';

/** Input of a report, besides the result of resolving. */
export interface Findings {
  /** Number of files found, including skipped ones. */
  readonly filesTotal: number;
  /** In any order; each path occurs once. */
  readonly skipped: readonly SkippedFile[];
  /** Sorted by path. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reports what indexing could not use. `links` are the links of all files, sorted by path. */
export function* reportSteps(
  { filesTotal, skipped, diagnostics }: Findings,
  links: readonly FileLinks[],
  unboundByName: IndexReport['unboundByName'],
): Task<IndexReport> {
  const byClass: Record<string, number> = { external: 0, missing: 0, unsupported: 0 };
  const { unresolved, unboundReferences } = summaryOf(links);
  for (const { class: kind } of unresolved) byClass[kind] = (byClass[kind] ?? 0) + 1;
  yield;
  // Failures that should have resolved come first. An import of a package outside the project is
  // expected.
  const samples = [
    ...unresolved.filter((one) => one.class !== 'external'),
    ...unresolved.filter((one) => one.class === 'external'),
  ];
  yield;
  return {
    filesTotal,
    skipped: skipped.toSorted((a, b) => compareStrings(a.path, b.path)),
    diagnostics,
    unresolved: {
      total: unresolved.length,
      byClass,
      samples: samples.slice(0, UNRESOLVED_SAMPLES_MAX),
    },
    unboundReferences,
    unboundByName,
  };
}
