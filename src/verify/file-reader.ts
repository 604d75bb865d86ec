import type ts from 'typescript';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { RepoPath } from '../model/path.ts';
import type { SymbolLookup } from './symbol-lookup.ts';

/** The context for reading the parts of a file. */
export interface FileReader {
  readonly path: RepoPath;
  readonly file: ts.SourceFile;
  readonly graph: SymbolGraph;
  readonly lookup: SymbolLookup;
  /** Returns the 1-based line of an offset. */
  lineAt(offset: number): number;
}
