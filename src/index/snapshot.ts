import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { Diagnostic, SkippedFile } from '../model/diagnostic.ts';
import type { Manifest } from '../model/manifest.ts';
import type { PageFacts } from '../model/page.ts';
import type { RepoPath } from '../model/path.ts';
import type { TextIndex } from './text-index.ts';

/** What the pages of a project say, by path, in the order of paths. Made when first asked for. */
export type Pages = () => ReadonlyMap<RepoPath, PageFacts>;

/**
 * One immutable searchable state of a project. Readers keep the one they have while a new one is made.
 * The graph holds the files of both text indexes, and declarations of a file in the same order.
 */
export interface Snapshot {
  /** Counts up by one with every change; results can name the state they came from. */
  readonly generation: number;
  readonly manifest: Manifest;
  readonly graph: SymbolGraph;
  /** Of code; pages are searched apart, so that they do not change what a word in code is worth. */
  readonly text: TextIndex;
  /** Of pages. */
  readonly docsText: TextIndex;
  readonly pages: Pages;
  readonly report: IndexReport;
}

/** `external`: another package. `missing`: should be in the project. `unsupported`: not understood. */
type UnresolvedClass = 'external' | 'missing' | 'unsupported';

interface UnresolvedImport {
  readonly path: RepoPath;
  readonly line: number;
  readonly specifier: string;
  readonly class: UnresolvedClass;
}

/** What indexing could not use, for `status`. */
export interface IndexReport {
  /** Files found, skipped ones included. */
  readonly filesTotal: number;
  readonly skipped: readonly SkippedFile[];
  readonly diagnostics: readonly Diagnostic[];
  readonly unresolved: {
    readonly total: number;
    readonly byClass: Readonly<Record<string, number>>;
    readonly samples: readonly UnresolvedImport[];
  };
  /** References for which no declaration was found. */
  readonly unboundReferences: number;
  /** The same by name, for names that symbols have. Keys are data: ask with Object.hasOwn. */
  readonly unboundByName: Readonly<Record<string, number>>;
}
