/** The edges of a project's own notes, for the graph. */
import { lowerBound } from '../base/lower-bound.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { Pages } from '../index/snapshot.ts';
import type { EntryPoint } from '../model/entry-point.ts';
import type { RepoPath } from '../model/path.ts';
import type { ResolvedEdge } from '../model/resolved-edge.ts';
import { bindNotes, hasNotes } from './project-notes.ts';

const KINDS = ['about', 'supersedes'] as const;

/** Returns the edges of each note to what it is about, and to notes that it replaces. */
export function noteEdges(
  graph: SymbolGraph,
  pages: Pages,
  entryPoints: readonly EntryPoint[],
): ReadonlyMap<RepoPath, readonly ResolvedEdge[]> {
  if (!hasNotes({ graph })) return new Map();
  const notes = bindNotes({ graph, pages, entryPoints }).filter(({ format }) => format === 'note');
  const byId = new Map(notes.map((note) => [note.id, note.node]));
  const edgeOf = (
    path: RepoPath,
    kind: (typeof KINDS)[number],
    node: number,
    line: number,
  ): ResolvedEdge => {
    const to = graph.pathOf(node);
    return {
      kind,
      evidence: 'exact',
      line,
      sourceFile: lowerBound(graph.paths(), path),
      source: -1,
      targetFile: lowerBound(graph.paths(), to),
      target: node - (graph.fileNode(to) ?? node) - 1,
      form: 'plain',
      names: [],
    };
  };
  return new Map(
    notes.map(({ node: own, targets, supersedes }) => {
      const { path } = graph.node(own);
      const about = targets.flatMap(({ nodes, line }) =>
        nodes.map((node) => edgeOf(path, 'about', node, line)),
      );
      const replaced = supersedes.flatMap((id) => {
        const node = byId.get(id);
        return node === undefined ? [] : [edgeOf(path, 'supersedes', node, 1)];
      });
      return [path, [...about, ...replaced]];
    }),
  );
}

/** Whether the edges of notes in a graph are those that its notes have now. */
export function hasCurrentNoteEdges(
  graph: SymbolGraph,
  pages: Pages,
  entryPoints: readonly EntryPoint[],
): boolean {
  for (const [path, edges] of noteEdges(graph, pages, entryPoints)) {
    const file = graph.fileNode(path);
    if (file === undefined) return false;
    const known = graph
      .outgoing(file, KINDS)
      .flatMap(({ kind, target, lines }) => lines.map((line) => `${kind} ${target} ${line}`));
    const own = edges.flatMap(({ kind, targetFile, target, line }) => {
      const node = (graph.fileNode(graph.paths()[targetFile] ?? '') ?? 0) + 1 + target;
      return node === file ? [] : [`${kind} ${node} ${line}`];
    });
    if ([...new Set(own)].sort().join() !== known.sort().join()) return false;
  }
  return true;
}
