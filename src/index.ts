/** The public API: everything that a program embedding Graph Memory needs, and nothing else. */
export {
  ERROR_CODES,
  type ErrorCode,
  GraphMemoryError,
  isGraphMemoryError,
} from './base/errors.ts';
export { processWriter } from './cli/process-writer.ts';
export { loadConfig, type ProjectConfig, type ResolvedConfig } from './config/load.ts';
export { toGraphology } from './graph/graphology.ts';
export { SymbolGraph, type SymbolNode } from './graph/symbol-graph.ts';
export { type TraverseAnswer, type TraverseRequest, traverse } from './graph/traverse.ts';
export type { IndexReport, Snapshot } from './index/snapshot.ts';
export { EDGE_KINDS, type Edge, type EdgeKind, EVIDENCE, type Evidence } from './model/edge.ts';
export { SYMBOL_KINDS, type SymbolId, type SymbolKind } from './model/symbol.ts';
export {
  type IndexRun,
  type PrepareOptions,
  type Progress,
  Project,
  type ProjectStatus,
} from './project/project.ts';
export { Workspace } from './project/workspace.ts';
export { type SearchAnswer, type SearchHit, type SearchRequest, search } from './query/search.ts';
export { callTool } from './tools/call.ts';
export type { ToolContext } from './tools/context.ts';
export { findTool, TOOLS } from './tools/registry.ts';
export type { Tool, ToolAnswer } from './tools/tool.ts';
