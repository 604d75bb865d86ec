import type { EdgeForm, EdgeKind, Evidence } from '../model/edge.ts';

/** The kinds of edges that a compiler can confirm. */
export const VERIFIED_KINDS = [
  'imports',
  'extends',
  'implements',
  'calls',
  'references',
] as const satisfies readonly EdgeKind[];
export type VerifiedKind = (typeof VERIFIED_KINDS)[number];

/** A place where the code uses something, according to the compiler. */
export interface CompilerSite {
  readonly kind: VerifiedKind;
  readonly path: string;
  readonly line: number;
  readonly form: EdgeForm;
  /** The name as written in the code. */
  readonly name: string;
  /**
   * How the compiler judges an edge at this place.
   *
   * - required: a missing edge is a miss
   * - optional: the edge may be present or absent
   * - unknown: the compiler knows no symbol here, so it can neither confirm nor refute an edge
   */
  readonly requirement: 'required' | 'optional' | 'unknown';
  /**
   * Nodes of which any is correct; empty if the symbol is missing in the graph. For `imports` they
   * are files.
   */
  readonly targets: readonly number[];
  /** Location of the target's declaration: `path:line`. */
  readonly place: string;
}

/** Matches every name, because an unresolved import may provide anything. */
export const ANY_NAME = '*';

/** One line of one of our edges; for imports, all lines together. */
export interface OwnSite {
  readonly kind: VerifiedKind;
  readonly path: string;
  readonly line: number;
  /** Form of the edge's first line. */
  readonly form: EdgeForm;
  readonly source: number;
  readonly target: number;
  readonly evidence: Evidence;
}
