/** The parts of the tools' answers that the page shows. */

interface Place {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
}

export interface ProjectItem {
  readonly name: string;
  readonly root: string;
  readonly indexed: boolean;
  readonly files: number;
  readonly symbols: number;
  readonly languages: Readonly<Record<string, number>>;
}

export interface SearchItem extends Place {
  readonly symbol?: string;
  readonly kind?: string;
  readonly line?: number;
  readonly lang?: string;
  readonly score: number;
  readonly reasons: readonly string[];
  readonly signature?: string;
  readonly snippet?: string;
  readonly snippet_start_line?: number;
}

export interface SearchAnswer {
  readonly project?: string;
  readonly confidence: string;
  readonly results: readonly SearchItem[];
  readonly total_count: number;
  readonly notes: readonly string[];
}

export interface EdgeItem extends Place {
  readonly direction: 'in' | 'out';
  readonly edge: string;
  readonly symbol: string;
  readonly kind: string;
  readonly evidence: string;
  readonly site_path: string;
  readonly site_lines: readonly number[];
  readonly code?: string;
}

export interface SymbolAnswer {
  readonly project: string;
  readonly symbol: Place & {
    readonly id: string;
    readonly kind: string;
    readonly name: string;
    readonly language: string;
    readonly parent?: string;
    readonly signature?: string;
    readonly doc?: string;
    readonly visibility?: string;
  };
  readonly body: {
    readonly text: string;
    readonly start_line: number;
    readonly truncated: boolean;
  };
  readonly stale: boolean;
  /** Numbers of edges by direction and kind: `in.calls`. */
  readonly edge_counts: Readonly<Record<string, number>>;
  readonly edges: { readonly items: readonly EdgeItem[]; readonly total_count: number };
  readonly others: {
    readonly items: readonly (Place & { readonly id: string; readonly kind: string })[];
  };
  readonly entry_points: readonly string[];
  readonly entry_points_total: number;
  /** Notes about the symbol; absent if there are none. */
  readonly memory?: readonly string[];
  readonly history?: SymbolHistory;
  readonly notes: readonly string[];
}

interface SymbolHistory {
  readonly change_count: number;
  readonly complete: boolean;
  readonly uncommitted: boolean;
  readonly last_change?: {
    readonly date: string;
    readonly author: string;
    readonly subject: string;
  };
  readonly authors: readonly { readonly author: string; readonly commit_count: number }[];
}

export interface ReferenceItem extends Place {
  readonly group: string;
  readonly symbol: string;
  readonly kind: string;
  readonly lines: readonly number[];
  readonly snippet?: string;
}

export interface Step {
  readonly depth: number;
  readonly direction: 'in' | 'out';
  readonly edge: string;
  readonly symbol: string;
  readonly kind: string;
  readonly at?: string;
}

export interface TraverseAnswer {
  readonly symbol: Place & { readonly id: string; readonly kind: string };
  readonly steps: readonly Step[];
  readonly total_count: number;
  readonly truncated: boolean;
}

interface IdAndKind {
  readonly id: string;
  readonly kind: string;
}

export interface PathAnswer {
  readonly from: IdAndKind;
  readonly to: IdAndKind;
  readonly paths: readonly {
    readonly hops: readonly {
      readonly edge: string;
      readonly source: string;
      readonly symbol: string;
    }[];
  }[];
  readonly total_count: number;
}

export interface ImpactAnswer {
  readonly declarations: readonly IdAndKind[];
  readonly uses: List<{
    readonly symbol: string;
    readonly target: string;
    readonly kind: string;
    readonly distance: number;
  }>;
}

export interface DriftAnswer {
  readonly results: readonly {
    readonly drift: string;
    readonly path: string;
    readonly line: number;
    readonly section: string;
    readonly detail: string;
  }[];
  readonly total_count: number;
}

export interface TocItem {
  readonly symbol?: string;
  readonly title?: string;
  readonly path?: string;
  readonly start_line: number;
  readonly depth?: number;
}

export interface SectionAnswer {
  readonly section: Place & { readonly id: string };
  readonly parent?: string;
  readonly body: {
    readonly text: string;
    readonly start_line: number;
    readonly truncated: boolean;
  };
  readonly about: readonly string[];
}

export interface StatusAnswer {
  readonly project: string;
  readonly root: string;
  readonly generation: number;
  readonly indexed_at: string;
  readonly store: { readonly bytes: number; readonly problem: string };
  readonly freshness: {
    readonly mode: string;
    readonly watched_folders: number;
    readonly pending_changes: number;
    readonly problem: string;
  };
  readonly [key: string]: unknown;
}

export interface EntryPointsAnswer {
  readonly entrypoints: readonly {
    readonly id: string;
    readonly type: string;
    readonly framework: string;
    readonly route: string;
    readonly methods: readonly string[];
    readonly handler: string;
    readonly path: string;
    readonly line: number;
  }[];
  readonly total_count: number;
}

export interface List<Item> {
  readonly items: readonly Item[];
  readonly total_count: number;
}

interface Lines {
  readonly path: string;
  readonly lines: readonly number[];
}

export interface ChangesAnswer {
  readonly from: { readonly name: string };
  readonly to: { readonly name: string };
  readonly files: List<{ readonly path: string }>;
  readonly findings: List<
    Lines & { readonly finding: string; readonly symbol: string; readonly detail: string }
  >;
  readonly symbols: List<{
    readonly change: string;
    readonly risk: string;
    readonly id: string;
    readonly kind: string;
    readonly reasons: readonly string[];
  }>;
  readonly affected: List<
    Lines & {
      readonly id: string;
      readonly kind: string;
      readonly edge: string;
      readonly uses: string;
    }
  >;
  readonly tests: List<{ readonly path: string; readonly reason: string }>;
  readonly documentation: List<Lines & { readonly section: string; readonly symbol: string }>;
}

export interface ProjectMapAnswer {
  readonly folders: readonly {
    readonly path: string;
    readonly files: number;
    readonly symbols: number;
    readonly layer: number;
    readonly cycle?: number;
    readonly x: number;
    readonly y: number;
  }[];
  readonly total_count: number;
  readonly dependency_total: number;
  readonly dependencies: readonly {
    readonly source: string;
    readonly target: string;
    readonly count: number;
    readonly violation?: true;
  }[];
  readonly cycles: readonly (readonly string[])[];
}
