import type { RepoPath } from '../model/path.ts';
import type { Declaration } from '../model/symbol.ts';

/**
 * The properties of a node: a symbol or a file. A file has the last part of its path as name and
 * the whole path as signature. Its offsets are 0: the graph does not know its length.
 */
export interface SymbolNode extends Declaration {
  readonly index: number;
  readonly path: RepoPath;
  readonly language: string;
  /** Node number; −1 for files. */
  readonly parent: number;
}
