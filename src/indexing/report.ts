import { compareStrings } from '../base/compare.ts';
import type { Task } from '../base/cooperative.ts';
import type { IndexReport } from '../index/snapshot.ts';
import type { Diagnostic, SkippedFile } from '../model/diagnostic.ts';
import { type FileLinks, summaryOf } from '../resolve/links.ts';
import type { ReplacedLinks } from '../resolve/update.ts';
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

/** The part of a report that follows from the links of all files. */
type LinksReport = Pick<IndexReport, 'unresolved' | 'unboundReferences'>;

/** Reports what could not be resolved. `links` are the links of all files, sorted by path. */
export function* linksReportSteps(links: readonly FileLinks[]): Task<LinksReport> {
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
    unresolved: {
      total: unresolved.length,
      byClass,
      samples: samples.slice(0, UNRESOLVED_SAMPLES_MAX),
    },
    unboundReferences,
  };
}

/** Does the same after a change. Most changes leave the unresolved imports as they are. */
export function* linksReportAfter(
  before: LinksReport,
  replaced: readonly ReplacedLinks[] | undefined,
  links: readonly FileLinks[],
): Task<LinksReport> {
  const sides = replaced?.map((own) => [summaryOf([own.before]), summaryOf([own.now])] as const);
  const isSame = sides?.every(
    ([old, now]) => JSON.stringify(old.unresolved) === JSON.stringify(now.unresolved),
  );
  if (sides === undefined || isSame !== true) return yield* linksReportSteps(links);
  const { unresolved, unboundReferences } = before;
  const added = sides.reduce(
    (sum, [old, now]) => sum + now.unboundReferences - old.unboundReferences,
    0,
  );
  return { unresolved, unboundReferences: unboundReferences + added };
}

/** Reports what indexing could not use. */
export function reportOf(
  { filesTotal, skipped, diagnostics }: Findings,
  { unresolved, unboundReferences }: LinksReport,
  unboundByName: IndexReport['unboundByName'],
): IndexReport {
  return {
    filesTotal,
    skipped: skipped.toSorted((a, b) => compareStrings(a.path, b.path)),
    diagnostics,
    unresolved,
    unboundReferences,
    unboundByName,
  };
}
