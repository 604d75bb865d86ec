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
import { graphMatch } from './graph/graph-match.ts';
import { graphNeighbors } from './graph/graph-neighbors.ts';
import { graphPath } from './graph/graph-path.ts';
import { graphTraverse } from './graph/graph-traverse.ts';
import { impact } from './impact.ts';
import { indexStatus } from './index-status.ts';
import { ToolCatalog } from './lifecycle/catalog.ts';
import { createToolSearch } from './lifecycle/tool-search.ts';
import { listProjects } from './list-projects.ts';
import { projectMap } from './map/project-map.ts';
import { memoryGet } from './notes/memory-get.ts';
import { memoryReview } from './notes/memory-review.ts';
import { memorySearch } from './notes/memory-search.ts';
import { memoryWrite } from './notes/memory-write.ts';
import { overview } from './overview/overview.ts';
import { reindex } from './reindex.ts';
import { retrieve } from './retrieve/retrieve.ts';
import type { Tool } from './tool.ts';

/** The same tool under a name that some agents know. */
const codebaseSearch: Tool = { ...codeSearch, name: 'codebase_search' };

export const toolSearch = createToolSearch(() => CATALOG);

/** Every tool and its state; those used first come first. A new tool is one line here. */
export const CATALOG: ToolCatalog = new ToolCatalog([
  { tool: codeSearch, state: 'active' },
  { tool: explain, state: 'active' },
  { tool: codeGetSymbol, state: 'active' },
  { tool: codeGetFileSymbols, state: 'active' },
  { tool: codeReferences, state: 'active' },
  { tool: impact, state: 'active' },
  { tool: docsCrossReferences, state: 'active' },
  { tool: graphTraverse, state: 'active' },
  { tool: toolSearch, state: 'active' },
  { tool: graphPath, state: 'deferred' },
  { tool: graphMatch, state: 'deferred' },
  { tool: overview, state: 'deferred' },
  { tool: entrypoints, state: 'deferred' },
  { tool: projectMap, state: 'deferred' },
  { tool: retrieve, state: 'deferred' },
  { tool: changes, state: 'deferred' },
  { tool: gitSummary, state: 'deferred' },
  { tool: gitChangedFiles, state: 'deferred' },
  { tool: gitChangedSnippets, state: 'deferred' },
  { tool: graphDiff, state: 'deferred' },
  { tool: docsSearch, state: 'deferred' },
  { tool: docsGetSection, state: 'deferred' },
  { tool: docsGetToc, state: 'deferred' },
  { tool: docsDrift, state: 'deferred' },
  { tool: codebaseSearchText, state: 'deferred' },
  { tool: codebaseSearchSymbol, state: 'deferred' },
  { tool: codebaseRead, state: 'deferred' },
  { tool: memorySearch, state: 'deferred' },
  { tool: memoryGet, state: 'deferred' },
  { tool: memoryWrite, state: 'deferred' },
  { tool: memoryReview, state: 'deferred' },
  { tool: listProjects, state: 'deferred' },
  { tool: indexStatus, state: 'deferred' },
  { tool: reindex, state: 'deferred' },
  { tool: graphNeighbors, state: 'hidden' },
  { tool: codebaseSearch, state: 'hidden' },
]);

/** Tools that are listed as well where notes are enabled or exist. */
export const MEMORY_TOOLS: readonly Tool[] = [memorySearch, memoryGet, memoryWrite, memoryReview];

/** The tools that are listed by default. */
export const TOOLS: readonly Tool[] = CATALOG.inState('active');

/** The tools that answer but are not listed by default. */
export const UNLISTED_TOOLS: readonly Tool[] = CATALOG.inState('deferred', 'hidden', 'deprecated');

export function findTool(name: string): Tool | undefined {
  return CATALOG.find(name);
}
