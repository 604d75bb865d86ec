import { nearestNames } from '../base/edit-distance.ts';
import { changes } from './changes/changes.ts';
import { codeGetFileSymbols } from './code-get-file-symbols.ts';
import { codeGetSymbol } from './code-get-symbol.ts';
import { codeReferences } from './code-references.ts';
import { codeSearch } from './code-search.ts';
import { codebaseRead } from './codebase-read.ts';
import { codebaseSearchSymbol } from './codebase-search-symbol.ts';
import { codebaseSearchText } from './codebase-search-text.ts';
import { docsCrossReferences } from './docs/docs-cross-references.ts';
import { docsDrift } from './docs/docs-drift.ts';
import { docsGetSection } from './docs/docs-get-section.ts';
import { docsGetToc } from './docs/docs-get-toc.ts';
import { docsSearch } from './docs/docs-search.ts';
import { entrypoints } from './entry-points/entrypoints.ts';
import { explain } from './explain.ts';
import { gitChangedFiles } from './git/git-changed-files.ts';
import { gitChangedSnippets } from './git/git-changed-snippets.ts';
import { gitSummary } from './git/git-summary.ts';
import { graphDiff } from './git/graph-diff.ts';
import { graphNeighbors } from './graph-neighbors.ts';
import { graphPath } from './graph-path.ts';
import { graphTraverse } from './graph-traverse.ts';
import { impact } from './impact.ts';
import { indexStatus } from './index-status.ts';
import { listProjects } from './list-projects.ts';
import { memoryGet } from './notes/memory-get.ts';
import { memoryReview } from './notes/memory-review.ts';
import { memorySearch } from './notes/memory-search.ts';
import { memoryWrite } from './notes/memory-write.ts';
import { reindex } from './reindex.ts';
import type { Tool } from './tool.ts';

/** All listed tools, in the order of `tools/list`: those used first come first. */
export const TOOLS: readonly Tool[] = [
  codeSearch,
  explain,
  codeGetSymbol,
  codeGetFileSymbols,
  codeReferences,
  impact,
  docsCrossReferences,
  graphTraverse,
  graphPath,
  listProjects,
  indexStatus,
  reindex,
];

/** Tools that are listed only where notes are enabled or exist. */
export const MEMORY_TOOLS: readonly Tool[] = [memorySearch, memoryGet, memoryWrite, memoryReview];

/** The same tool under a name that some agents know. */
const codebaseSearch: Tool = { ...codeSearch, name: 'codebase_search' };

/**
 * Tools that are answered but not in `tools/list`, because listing costs tokens in every session.
 * Listed tools do the same, or agents have their own.
 */
export const UNLISTED_TOOLS: readonly Tool[] = [
  codebaseSearch,
  codebaseSearchText,
  codebaseSearchSymbol,
  codebaseRead,
  graphNeighbors,
  entrypoints,
  docsSearch,
  docsGetSection,
  docsGetToc,
  docsDrift,
  changes,
  gitSummary,
  gitChangedFiles,
  gitChangedSnippets,
  graphDiff,
  ...MEMORY_TOOLS,
];

export function findTool(name: string): Tool | undefined {
  return [...TOOLS, ...UNLISTED_TOOLS].find((tool) => tool.name === name);
}

/** Returns names close to one that does not exist, or all names if none is close. */
export function nearTools(name: string): readonly string[] {
  const names = TOOLS.map((tool) => tool.name);
  const near = nearestNames(name, names, 3);
  return near.length === 0 ? names : near;
}
