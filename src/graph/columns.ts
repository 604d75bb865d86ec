/** The columns with one entry per node; a new column is one entry here. */
export const NODE_COLUMNS = {
  /** Code of the kind in SYMBOL_KINDS. */
  nodeKind: Uint8Array,
  nodeName: Uint32Array,
  /**
   * If n ≥ 0, the id is the parent's id, `::` and string n. If n < 0, the id is string ~n. Ids
   * repeat their path and their parents, so storing tails takes a tenth of the space.
   */
  nodeId: Int32Array,
  /** Parent node, always smaller than the child and in the same file; −1 for files. */
  nodeParent: Int32Array,
  nodeSignature: Uint32Array,
  nodeDoc: Uint32Array,
  nodeStart: Uint32Array,
  nodeEnd: Uint32Array,
  nodeBodyStart: Uint32Array,
  nodeStartLine: Uint32Array,
  nodeEndLine: Uint32Array,
  /** Bit 0: exported. Bits 1 and 2: code in VISIBILITIES. */
  nodeFlags: Uint8Array,
  nodeModifiers: Uint32Array,
  /** Hashes of the texts up to the body and of the body; see extract/fingerprints.ts. */
  nodeHead: Uint32Array,
  nodeBody: Uint32Array,
} as const;

export type NodeColumns = {
  readonly [Name in keyof typeof NODE_COLUMNS]: (typeof NODE_COLUMNS)[Name]['prototype'];
};

/**
 * The symbol graph as columns: one typed array per property, one entry per node or edge. Every
 * string is stored once in one table. The columns are both the in-memory and the stored form of the
 * graph, so opening a saved graph only checks numbers instead of creating 100,000 objects.
 *
 * "String" below means a position in `strings`; "node" and "edge" are dense numbers from 0.
 */
export interface GraphColumns extends NodeColumns {
  readonly strings: readonly string[];

  /** Language of each file (string). Files are sorted by path. */
  readonly fileLanguage: Uint32Array;
  /**
   * First node of each file, plus one final entry. File f owns the nodes from entry f up to entry f
   * + 1.
   */
  readonly fileNode: Uint32Array;

  /**
   * First edge of each node, plus one final entry. Edges are sorted by source, kind and target,
   * without duplicates.
   */
  readonly outStart: Uint32Array;
  readonly edgeTarget: Uint32Array;
  /** Codes in EDGE_KINDS, EVIDENCE and EDGE_FORMS. */
  readonly edgeKind: Uint8Array;
  readonly edgeEvidence: Uint8Array;
  readonly edgeForm: Uint8Array;
  /** Offset of each edge's lines in `lines`, plus one final entry. Lines ascend within an edge. */
  readonly lineStart: Uint32Array;
  readonly lines: Uint32Array;
  /**
   * Offset of each edge's names (strings) in `names`, plus one final entry. Names are sorted within
   * an edge.
   */
  readonly nameStart: Uint32Array;
  readonly names: Uint32Array;
}
