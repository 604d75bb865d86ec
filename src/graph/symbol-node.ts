import type { RepoPath } from '../model/path.ts';
import type { SymbolId, SymbolKind, Visibility } from '../model/symbol.ts';

/** The properties of a node: a file or a symbol. */
export interface SymbolNode {
  readonly index: number;
  readonly id: SymbolId;
  readonly kind: SymbolKind;
  /** For a file, the last part of its path. */
  readonly name: string;
  readonly path: RepoPath;
  readonly language: string;
  /** Node number; −1 for files. */
  readonly parent: number;
  /** For a file, its path. */
  readonly signature: string;
  readonly doc: string;
  /** UTF-16 offsets, half-open. All 0 for files: the graph does not know their length. */
  readonly start: number;
  readonly end: number;
  readonly bodyStart: number;
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly exported: boolean;
  readonly visibility: Visibility;
  /** Bit set of MODIFIERS. */
  readonly modifiers: number;
}
