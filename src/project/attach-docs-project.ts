/**
 * Attaches the pages of one project to the code of another project that they describe. The result
 * is one graph, which answers every question about pages and code as if they were one project.
 * Nothing of it is stored: it is a function of the two snapshots and as fresh as they are.
 */

import { join } from 'node:path';
import { compareStrings } from '../base/compare.ts';
import { relativeInside } from '../base/system-path.ts';
import type { Code } from '../doclinks/lookup/module-exports.ts';
import { pageEdges } from '../doclinks/page-edges.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import { updateGraph } from '../graph/update.ts';
import type { Snapshot } from '../index/snapshot.ts';
import type { PageFacts } from '../model/page.ts';
import { dirnameOf, type RepoPath } from '../model/path.ts';
import type { GraphFile } from '../model/resolved-edge.ts';
import type { SymbolId } from '../model/symbol.ts';

/** The data needed of each of the two projects. */
interface Side {
  readonly name: string;
  /** Absolute path. */
  readonly root: string;
  readonly snapshot: Snapshot;
}

export interface AttachedDocs {
  /** The unchanged code, and the pages with {@link prefix} before all their paths and ids. */
  readonly graph: SymbolGraph;
  readonly pages: ReadonlyMap<RepoPath, PageFacts>;
  readonly code: Code;
  readonly prefix: string;
}

/** Builds the joint graph. `code` is the code view of `codeSide`. */
export function attachDocsProject(codeSide: Side, code: Code, docs: Side): AttachedDocs {
  // No real path starts like this: a colon can only follow a drive letter.
  const prefix = `${docs.name}:/`;
  const inJoined = (path: string): RepoPath => `${prefix}${path}` as RepoPath;
  const pages = new Map(
    Array.from(docs.snapshot.pages(), ([path, page]) => {
      const links = page.links.map((link) => ({
        ...link,
        target: targetInCode(codeSide.root, docs.root, path, link.target),
      }));
      return [inJoined(path), { ...page, links }];
    }),
  );
  const files = new Map(
    Array.from(docs.snapshot.pages().keys(), (path) => [
      inJoined(path),
      pageFile(docs.snapshot.graph, path, prefix),
    ]),
  );
  const paths = [...code.graph.paths(), ...files.keys()].sort(compareStrings);
  const renumbered = new Map();
  const none = new Map(Array.from(files.keys(), (path) => [path, []]));
  const bare = updateGraph(code.graph, { paths, files, edges: none, renumbered });
  const edges = pageEdges({ ...code, graph: bare }, pages);
  const graph = updateGraph(bare, { paths, files: new Map(), edges, renumbered });
  return { graph, pages, code: { ...code, graph }, prefix };
}

/**
 * Rewrites a link target that leaves the pages' own project for the code project: it becomes
 * relative to the code's root.
 */
function targetInCode(codeRoot: string, docsRoot: string, page: string, target: string): string {
  if (!target.startsWith('.')) return target;
  const end = target.search(/[?#]|$/);
  const path = join(docsRoot, dirnameOf(page), target.slice(0, end));
  const wayInCode = relativeInside(codeRoot, path);
  const isOfCode = wayInCode !== undefined && wayInCode !== '';
  return isOfCode && relativeInside(docsRoot, path) === undefined
    ? `/${wayInCode}${target.slice(end)}`
    : target;
}

/** Returns a page of the graph under a prefixed path. */
function pageFile(graph: SymbolGraph, path: RepoPath, prefix: string): GraphFile {
  const file = graph.fileNode(path) ?? -1;
  const { language, endLine, doc } = graph.node(file);
  const declarations = graph.symbolsOf(path).map((index) => {
    const node = graph.node(index);
    return { ...node, id: `${prefix}${node.id}` as SymbolId, parent: node.parent - file - 1 };
  });
  return { path: `${prefix}${path}` as RepoPath, language, lineCount: endLine, doc, declarations };
}
