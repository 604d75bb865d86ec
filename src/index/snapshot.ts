import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { Diagnostic, SkippedFile } from '../model/diagnostic.ts';
import type { EntryPoint } from '../model/entry-point.ts';
import type { Manifest } from '../model/manifest.ts';
import type { PersonalNote } from '../model/note.ts';
import type { PageFacts } from '../model/page.ts';
import type { RepoPath } from '../model/path.ts';
import type { RouteRequest } from '../model/route-request.ts';
import type { Setting } from '../model/setting.ts';
import type { TextIndex } from './text-index.ts';

/**
 * Returns the facts of the project's documentation pages by path, in path order. Created lazily.
 */
export type Pages = () => ReadonlyMap<RepoPath, PageFacts>;

/**
 * One immutable searchable state of a project. Readers keep their snapshot while a new one is made.
 * The graph contains the files of both text indexes, with the declarations of each file in the same
 * order.
 */
export interface Snapshot {
  /** Increases by one with every change; results can identify the snapshot they came from. */
  readonly generation: number;
  readonly manifest: Manifest;
  readonly graph: SymbolGraph;
  /**
   * Text index of code. Pages have their own index, so that they do not change the weight of words
   * in code.
   */
  readonly text: TextIndex;
  /** Text index of documentation pages. */
  readonly docsText: TextIndex;
  readonly pages: Pages;
  /** Sorted by route. */
  readonly entryPoints: readonly EntryPoint[];
  /** The calls of HTTP clients, sorted by place. */
  readonly requests: readonly RouteRequest[];
  /** Sorted by name. */
  readonly settings: readonly Setting[];
  readonly report: IndexReport;
  /** Attached when a question is answered: no index has them. */
  readonly personal?: PersonalNotes;
}

/** The notes of the user's own folder, and the files of it that cannot be read as notes. */
export interface PersonalNotes {
  readonly notes: readonly PersonalNote[];
  readonly broken: readonly { path: string; line: number; message: string }[];
}

/**
 * Reason why an import is unresolved. `external`: another package. `missing`: should be in the
 * project. `unsupported`: a form that is not supported.
 */
type UnresolvedClass = 'external' | 'missing' | 'unsupported';

interface UnresolvedImport {
  readonly path: RepoPath;
  readonly line: number;
  readonly specifier: string;
  readonly class: UnresolvedClass;
}

/** Files and references that indexing could not use, for `status`. */
export interface IndexReport {
  /** Number of files found, including skipped ones. */
  readonly filesTotal: number;
  readonly skipped: readonly SkippedFile[];
  readonly diagnostics: readonly Diagnostic[];
  readonly unresolved: {
    readonly total: number;
    readonly byClass: Readonly<Record<string, number>>;
    readonly samples: readonly UnresolvedImport[];
  };
  /** Number of references without a known declaration. */
  readonly unboundReferences: number;
  /**
   * Unbound references by name, for names that symbols have. Keys are data: check them with
   * Object.hasOwn.
   */
  readonly unboundByName: Readonly<Record<string, number>>;
}
