import type ts from 'typescript';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { RepoPath } from '../model/path.ts';
import type { SymbolLookup } from './symbol-lookup.ts';

/** What the parts of a file are read with. */
export interface FileReader {
  readonly path: RepoPath;
  readonly file: ts.SourceFile;
  readonly graph: SymbolGraph;
  readonly lookup: SymbolLookup;
  /** 1-based line of an offset. */
  lineAt(offset: number): number;
}
