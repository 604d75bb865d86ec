/** Verbs from subject to object. The order is the stored code, so new kinds go last. */
export const EDGE_KINDS = [
  'contains',
  'imports',
  'extends',
  'implements',
  'calls',
  'references',
  // Edges from documentation pages to code and to other pages.
  'links',
  'mentions',
  'demonstrates',
  // Edges from notes to what they are about, and to the notes that they replace.
  'about',
  'supersedes',
  // From the symbol around the call of an HTTP client to the handler of the route. Derived when a
  // tool needs them: a stored graph has none.
  'requests',
] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];

/** Edges whose source is a documentation page. All other edges come from code. */
export const PAGE_EDGE_KINDS = [
  'links',
  'mentions',
  'demonstrates',
  'about',
  'supersedes',
] as const satisfies readonly EdgeKind[];
export type PageEdgeKind = (typeof PAGE_EDGE_KINDS)[number];

/** Edges between code, the default for questions about code. */
export const CODE_EDGE_KINDS: readonly EdgeKind[] = EDGE_KINDS.filter(
  (kind) => !PAGE_EDGE_KINDS.some((other) => other === kind),
);

/**
 * How an edge was found, strongest first.
 * exact: by the language's binding rules. scoped: by inferred types or one unverified step.
 * nameOnly: the only symbol of that name in the package; left out of default answers.
 */
export const EVIDENCE = ['exact', 'scoped', 'nameOnly'] as const;
export type Evidence = (typeof EVIDENCE)[number];

/** The syntax that made the edge; order is the stored code, so new forms go last. */
export const EDGE_FORMS = [
  'plain',
  'new',
  'jsx',
  'decorator',
  'tagged',
  'super',
  'type',
  'value',
  'dynamic',
  'require',
  'reexport',
  'mixin',
  // The type that a member is declared on, outside of that type: the receiver of a Go method.
  'receiver',
] as const;
export type EdgeForm = (typeof EDGE_FORMS)[number];

/** One edge per source, target and kind. Nodes are numbers of one SymbolGraph. */
export interface Edge {
  readonly source: number;
  readonly target: number;
  readonly kind: EdgeKind;
  readonly evidence: Evidence;
  readonly form: EdgeForm;
  /** Every line of the source's file that makes the edge, 1-based, ascending. Empty for `contains`. */
  readonly lines: readonly number[];
  /** For `imports`: the imported names, sorted; `*` for the namespace. Empty otherwise. */
  readonly names: readonly string[];
}
