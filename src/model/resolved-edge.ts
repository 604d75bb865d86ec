import { at } from '../base/assert.ts';
import {
  EDGE_FORMS,
  EDGE_KINDS,
  type EdgeForm,
  type EdgeKind,
  EVIDENCE,
  type Evidence,
} from './edge.ts';
import type { RepoPath } from './path.ts';
import type { Declaration } from './symbol.ts';

/** The facts of one file that the graph needs. */
export interface GraphFile {
  readonly path: RepoPath;
  readonly language: string;
  readonly lineCount: number;
  readonly doc: string;
  readonly declarations: readonly Declaration[];
  /** Hashes of the file and of its declarations; see {@link FileFacts.fingerprints}. */
  readonly fingerprints?: Uint32Array;
}

/**
 * One occurrence of an edge between two files' declarations, before occurrences of the same edge
 * are merged. Files are indexes into the resolved list (sorted by path); declaration −1 is the file
 * itself.
 */
export interface ResolvedEdge {
  readonly sourceFile: number;
  readonly source: number;
  readonly targetFile: number;
  readonly target: number;
  /** Never `contains`: that follows from {@link Declaration.parent}. */
  readonly kind: EdgeKind;
  readonly evidence: Evidence;
  readonly form: EdgeForm;
  readonly line: number;
  /** For `imports`: imported names. */
  readonly names: readonly string[];
}

/** Integers of an edge in {@link ResolvedEdges}. */
const EDGE_WIDTH = 6;
const EDGES_FIRST = 1024;

/** Many edges in a fifth of the memory that objects take. */
export class ResolvedEdges implements Iterable<ResolvedEdge> {
  length = 0;
  #rows = new Int32Array(EDGES_FIRST * EDGE_WIDTH);
  /** Names of the edges that have any, by position. */
  readonly #names = new Map<number, readonly string[]>();

  add(edge: ResolvedEdge): void {
    const row = this.length * EDGE_WIDTH;
    if (row === this.#rows.length) {
      const grown = new Int32Array(2 * row);
      grown.set(this.#rows);
      this.#rows = grown;
    }
    const rows = this.#rows;
    rows[row] = edge.sourceFile;
    rows[row + 1] = edge.source;
    rows[row + 2] = edge.targetFile;
    rows[row + 3] = edge.target;
    rows[row + 4] = edge.line;
    rows[row + 5] =
      (EDGE_KINDS.indexOf(edge.kind) << 16) |
      (EVIDENCE.indexOf(edge.evidence) << 8) |
      EDGE_FORMS.indexOf(edge.form);
    if (edge.names.length > 0) this.#names.set(this.length, edge.names);
    this.length++;
  }

  *[Symbol.iterator](): Iterator<ResolvedEdge> {
    for (let index = 0; index < this.length; index++) {
      const row = index * EDGE_WIDTH;
      const [sourceFile = 0, source = 0, targetFile = 0, target = 0, line = 0, codes = 0] =
        this.#rows.subarray(row, row + EDGE_WIDTH);
      yield {
        sourceFile,
        source,
        targetFile,
        target,
        line,
        kind: at(EDGE_KINDS, codes >> 16),
        evidence: at(EVIDENCE, (codes >> 8) & 255),
        form: at(EDGE_FORMS, codes & 255),
        names: this.#names.get(index) ?? [],
      };
    }
  }
}
