/**
 * Pages of one project beside the code of another that they are about: one graph, made of both, in which
 * every question about pages and code can be asked as if they were one project. Nothing of it is stored:
 * it is a function of the two snapshots, and as new as they are.
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

/** A project by what is needed of it here. */
interface Side {
  readonly name: string;
  /** Absolute. */
  readonly root: string;
  readonly snapshot: Snapshot;
}

export interface AttachedDocs {
  /** The code as it is, and the pages with all their paths and ids behind {@link prefix}. */
  readonly graph: SymbolGraph;
  readonly pages: ReadonlyMap<RepoPath, PageFacts>;
  readonly code: Code;
  readonly prefix: string;
}

/** `code` is the view of `codeSide`. */
export function attachDocsProject(codeSide: Side, code: Code, docs: Side): AttachedDocs {
  // No file is called so: a colon ends a drive, and nothing else.
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

/** A link that leaves the pages' own project for the code's counts from the code's root. */
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

/** A page as the graph has it, under another path. */
function pageFile(graph: SymbolGraph, path: RepoPath, prefix: string): GraphFile {
  const file = graph.fileNode(path) ?? -1;
  const { language, endLine, doc } = graph.node(file);
  const declarations = graph.symbolsOf(path).map((index) => {
    const node = graph.node(index);
    return { ...node, id: `${prefix}${node.id}` as SymbolId, parent: node.parent - file - 1 };
  });
  return { path: `${prefix}${path}` as RepoPath, language, lineCount: endLine, doc, declarations };
}
