/**
 * The symbol graph as columns: one typed array per property, one entry per node or edge, and every
 * string once in one table. This is the graph's memory and its stored form at the same time, so that
 * opening a saved graph is a matter of checking numbers, not of making 100,000 objects.
 *
 * "String" below means a position in `strings`; "node" and "edge" are dense numbers from 0.
 */
export interface GraphColumns {
  readonly strings: readonly string[];

  /** Per file, sorted by path: its language (string). */
  readonly fileLanguage: Uint32Array;
  /** Per file and one more: its first node. File f owns the nodes from entry f up to entry f + 1. */
  readonly fileNode: Uint32Array;

  /** Code in SYMBOL_KINDS. */
  readonly nodeKind: Uint8Array;
  readonly nodeName: Uint32Array;
  /**
   * n ≥ 0: the id is the parent's id, `::` and string n. n < 0: the id is string ~n, whole.
   * Ids repeat their path and their parents, so tails take a tenth of the room.
   */
  readonly nodeId: Int32Array;
  /** Node, always smaller than the child and of the same file; −1 for files. */
  readonly nodeParent: Int32Array;
  readonly nodeSignature: Uint32Array;
  readonly nodeDoc: Uint32Array;
  readonly nodeStart: Uint32Array;
  readonly nodeEnd: Uint32Array;
  readonly nodeBodyStart: Uint32Array;
  readonly nodeStartLine: Uint32Array;
  readonly nodeEndLine: Uint32Array;
  /** Bit 0: exported. Bits 1 and 2: code in VISIBILITIES. */
  readonly nodeFlags: Uint8Array;
  readonly nodeModifiers: Uint32Array;

  /** Per node and one more: its first edge. Edges are sorted by source, kind and target, without repeats. */
  readonly outStart: Uint32Array;
  readonly edgeTarget: Uint32Array;
  /** Codes in EDGE_KINDS, EVIDENCE and EDGE_FORMS. */
  readonly edgeKind: Uint8Array;
  readonly edgeEvidence: Uint8Array;
  readonly edgeForm: Uint8Array;
  /** Per edge and one more: where its lines begin in `lines`; ascending within an edge. */
  readonly lineStart: Uint32Array;
  readonly lines: Uint32Array;
  /** Per edge and one more: where its names (strings) begin in `names`; sorted within an edge. */
  readonly nameStart: Uint32Array;
  readonly names: Uint32Array;
}
