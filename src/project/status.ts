import { getOrCompute } from '../base/memoize.ts';
import type { KindCounts, SymbolGraph } from '../graph/symbol-graph.ts';
import type { IndexReport } from '../index/snapshot.ts';
import type { IndexState } from '../indexing/stored-index.ts';
import type { Diagnostic, SkippedFile } from '../model/diagnostic.ts';
import { EDGE_KINDS, type EdgeKind } from '../model/edge.ts';
import { SYMBOL_KINDS, type SymbolKind } from '../model/symbol.ts';
import type { Reranker, RerankStatus } from '../semantic/reranker.ts';
import type { VectorService } from '../semantic/vector-service.ts';
import type { VectorStatus } from '../semantic/vector-status.ts';
import type { Freshness } from './freshness.ts';

/** Results of deriving files again while idle. */
export interface Rechecks {
  readonly turns: number;
  readonly files: number;
  /** Descriptions of differences from the index, oldest first. */
  readonly mismatches: readonly string[];
}

/** Number of example locations; a location is more useful than a count. */
const DIAGNOSTIC_SAMPLES_MAX = 3;

/** The contents of a project's index, and what is missing from it. */
export interface ProjectStatus {
  readonly name: string;
  readonly root: string;
  readonly storeDir: string;
  readonly indexed: boolean;
  readonly generation: number;
  /** Number of files in the graph. */
  readonly files: number;
  /** Number of symbols, without files. */
  readonly symbols: number;
  readonly edges: Readonly<Record<EdgeKind, number>>;
  /** Symbols by kind, without files. */
  readonly symbolKinds: Readonly<Record<SymbolKind, number>>;
  /** Number of files per language. */
  readonly languages: Readonly<Record<string, number>>;
  readonly skipped: {
    readonly total: number;
    readonly byReason: Readonly<Record<string, number>>;
    readonly files: readonly SkippedFile[];
  };
  readonly unresolved: IndexReport['unresolved'];
  readonly unboundReferences: number;
  readonly diagnostics: number;
  /** The first few diagnostics. */
  readonly diagnosticSamples: readonly Diagnostic[];
  /** Timestamp in ISO 8601. */
  readonly indexedAt: string | undefined;
  readonly storeBytes: number;
  /** Error that keeps the current index from being stored; empty if there is none. */
  readonly storeProblem: string;
  readonly rechecks: Rechecks;
  readonly freshness: Freshness;
  /** Time of the last scan, in ISO 8601. */
  readonly checkedAt: string | undefined;
  readonly vectors: VectorStatus;
  /** Undefined unless a sparse model is configured. */
  readonly sparse: VectorStatus | undefined;
  /** Undefined unless a cross-encoder is configured. */
  readonly rerank: RerankStatus | undefined;
}

/** The fields of a status that need no index. */
type Place = Omit<ProjectStatus, keyof typeof NOTHING>;

/** Returns the status of a project's models; undefined for those that are not configured. */
export function modelStatus({ vectors, sparse, reranker }: ProjectModels) {
  return {
    vectors: vectors.status(),
    sparse: sparse.isIncluded ? sparse.status() : undefined,
    rerank: reranker.status(),
  };
}

interface ProjectModels {
  readonly vectors: VectorService;
  readonly sparse: VectorService;
  readonly reranker: Reranker;
}

/** Counts of a graph, which never changes. */
interface GraphCounts extends KindCounts {
  readonly languages: Readonly<Record<string, number>>;
}

const COUNTED = new WeakMap<SymbolGraph, GraphCounts>();

function countsOf(graph: SymbolGraph): GraphCounts {
  return getOrCompute(COUNTED, graph, () => ({
    ...graph.countByKind(),
    languages: countLanguages(graph),
  }));
}

/** Returns the status of a project. Cost: O(nodes + edges) once per snapshot. */
export function statusOf(place: Place, state: IndexState | undefined): ProjectStatus {
  if (state === undefined) return { ...place, ...NOTHING };
  const { graph, report, generation } = state.snapshot;
  const counts = countsOf(graph);
  const files = graph.paths().length;
  return {
    ...place,
    indexed: true,
    generation,
    files,
    symbols: graph.nodeCount - files,
    edges: counts.edges,
    symbolKinds: { ...counts.nodes, file: 0 },
    languages: counts.languages,
    skipped: {
      total: report.skipped.length,
      byReason: countBy(report.skipped.map((file) => file.reason)),
      files: report.skipped,
    },
    unresolved: report.unresolved,
    unboundReferences: report.unboundReferences,
    diagnostics: report.diagnostics.length,
    diagnosticSamples: report.diagnostics.slice(0, DIAGNOSTIC_SAMPLES_MAX),
    indexedAt: state.indexedAt,
  };
}

/** Returns the number of files of each language. */
export function countLanguages(graph: SymbolGraph): Record<string, number> {
  const languages: string[] = [];
  for (const path of graph.paths()) {
    const node = graph.fileNode(path);
    if (node !== undefined) languages.push(graph.node(node).language);
  }
  return countBy(languages);
}

/** Counts words; the result is sorted by word. */
export function countBy(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words.toSorted()) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

function zeros<Kind extends string>(kinds: readonly Kind[]): Record<Kind, number> {
  return Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
}

const NOTHING = {
  indexed: false,
  generation: 0,
  files: 0,
  symbols: 0,
  edges: zeros(EDGE_KINDS),
  symbolKinds: zeros(SYMBOL_KINDS),
  languages: {},
  skipped: { total: 0, byReason: {}, files: [] },
  unresolved: { total: 0, byClass: {}, samples: [] },
  unboundReferences: 0,
  diagnostics: 0,
  diagnosticSamples: [],
  indexedAt: undefined,
} as const;
