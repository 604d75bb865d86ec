import { at } from '../base/assert.ts';
import type { Snapshot } from '../index/snapshot.ts';
import type { Evidence } from './evidence/evidence.ts';
import type { WeightedQuery } from './evidence/query-terms.ts';
import type { SearchTables } from './evidence/tables.ts';
import { chunkAt } from './occurrences.ts';
import type { PlaceWeights, QuestionNames } from './place/place-score.ts';
import { isRestricted, type PlaceKind, type TestsMode } from './scope.ts';

/** Input for choosing a place inside a file. */
export interface ShowRequest {
  readonly snapshot: Snapshot;
  readonly tables: SearchTables;
  readonly weighted: WeightedQuery;
  readonly evidence: Evidence;
  readonly names: QuestionNames;
  readonly placeWeights: PlaceWeights;
  /** Kinds of places that may be shown; any kind if empty. */
  readonly kinds: readonly PlaceKind[];
  readonly includeTests: TestsMode;
}

/** Whether inline tests of the file are ranked behind the code they test. */
export function putsTestsBehind({ includeTests, tables }: ShowRequest, file: number): boolean {
  const isWanted = includeTests === 'allow' || includeTests === 'only';
  return !isWanted && tables.pathPenalties.testPath[file] !== 1;
}

export function isOfKind(request: ShowRequest, { kind }: { readonly kind: PlaceKind }): boolean {
  return !isRestricted(request) || request.kinds.includes(kind);
}

/** Returns the content score of the chunk that contains a line. */
export function contentAt({ snapshot, evidence }: ShowRequest, file: number, line: number): number {
  const chunk = chunkAt(snapshot.text, file, line);
  return chunk < 0 ? 0 : at(evidence.lexical.content, chunk);
}
