import type { EdgeForm, EdgeKind, Evidence } from '../model/edge.ts';

/** The kinds of edge that a compiler can confirm. */
export const VERIFIED_KINDS = [
  'imports',
  'extends',
  'implements',
  'calls',
  'references',
] as const satisfies readonly EdgeKind[];
export type VerifiedKind = (typeof VERIFIED_KINDS)[number];

/** A place where the code uses something, as the compiler knows it. */
export interface CompilerSite {
  readonly kind: VerifiedKind;
  readonly path: string;
  readonly line: number;
  readonly form: EdgeForm;
  /** As the code spells it. */
  readonly name: string;
  /**
   * required: an edge is missing where there is none. optional: an edge is right, and none is right, too.
   * unknown: the compiler knows no symbol here, so it can confirm nothing and refute nothing.
   */
  readonly requirement: 'required' | 'optional' | 'unknown';
  /** Nodes, any of which is right; none when the graph has not the symbol. Of files for `imports`. */
  readonly targets: readonly number[];
  /** Where the target is declared: `path:line`. */
  readonly place: string;
}

/** Matches every name: an unresolved import may stand for anything. */
export const ANY_NAME = '*';

/** One line of one edge of ours; all lines of an import. */
export interface OwnSite {
  readonly kind: VerifiedKind;
  readonly path: string;
  readonly line: number;
  /** Of the edge's first line. */
  readonly form: EdgeForm;
  readonly source: number;
  readonly target: number;
  readonly evidence: Evidence;
}
