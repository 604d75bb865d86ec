import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { Snapshot } from '../index/snapshot.ts';
import { type EntryPoint, entryTitle } from '../model/entry-point.ts';
import {
  documentedRoute,
  isDocumentation,
  type RouteRequest,
  requestedRoute,
} from '../model/route-request.ts';
import type { Setting } from '../model/setting.ts';
import { type NoteScope, notesOf, type ProjectNote } from '../notes/project-notes.ts';

/** The parts of a snapshot that its graph does not hold. */
interface BesidesGraph {
  readonly entryPoints?: readonly EntryPoint[];
  readonly requests?: readonly RouteRequest[];
  readonly notes?: readonly ProjectNote[];
  readonly settings?: readonly Setting[];
}

/**
 * Yields a graph as JSON lines, nodes first. Edges refer to nodes by id; a file's id is its path.
 * Entry points are nodes, with an edge to their handlers and edges from the symbols that request or
 * document them. Settings are nodes, with edges from the symbols that read them. A note adds
 * fields to the node of its page.
 */
export function* graphLines(
  graph: SymbolGraph,
  { entryPoints = [], requests = [], notes = [], settings = [] }: BesidesGraph = {},
): Generator<string> {
  const noteOf = new Map(notes.map((note) => [note.node, note]));
  for (let index = 0; index < graph.nodeCount; index++) {
    const note = noteOf.get(index);
    const { id, kind, path, name, startLine, endLine, exported, language } = graph.node(index);
    yield JSON.stringify({
      ...{ type: 'node', id, kind, path, name, startLine, endLine, exported, language },
      ...(note && { note: note.id, note_kind: note.kind, note_state: note.state }),
    });
  }
  for (const entry of entryPoints) yield entryLine(entry);
  for (const { id, name, form } of settings)
    yield JSON.stringify({ type: 'setting', id, name, form });
  for (let index = 0; index < graph.nodeCount; index++) {
    const source = graph.node(index).id;
    for (const edge of graph.outgoing(index)) {
      const target = graph.node(edge.target);
      // A `contains` edge has no line of its own; the line where the contained symbol begins is
      // used.
      const line = edge.lines[0] ?? target.startLine;
      const { kind, evidence } = edge;
      yield edgeLine(kind, source, target.id, line, evidence);
    }
  }
  for (const { id, reads } of settings) {
    for (const { symbol, line } of reads) yield edgeLine('reads', symbol, id, line);
  }
  for (const request of requests) {
    const isDocument = isDocumentation(request);
    const find = isDocument ? documentedRoute : requestedRoute;
    const found = find(request, entryPoints);
    if (found === undefined) continue;
    const kind = isDocument ? 'documents' : 'requests';
    yield edgeLine(kind, request.symbol, found.entry.id, request.line, found.evidence);
  }
  for (const { id, handler, line, evidence } of entryPoints) {
    if (handler !== '') yield edgeLine('handles', id, handler, line, evidence);
  }
}

/** Yields all that a snapshot knows as JSON lines; see {@link graphLines}. */
export function snapshotLines(
  snapshot: NoteScope & Pick<Snapshot, 'settings' | 'requests'>,
): Generator<string> {
  const { graph, entryPoints, requests, settings } = snapshot;
  return graphLines(graph, { entryPoints, requests, notes: notesOf(snapshot), settings });
}

function edgeLine(
  kind: string,
  source: string,
  target: string,
  line: number,
  evidence?: string,
): string {
  return JSON.stringify({ type: 'edge', kind, source, target, line, evidence });
}

function entryLine(entry: EntryPoint): string {
  const { id, path, line, type, framework, route, methods, middleware, evidence } = entry;
  return JSON.stringify({
    type: 'entrypoint',
    id,
    path,
    name: entryTitle(entry),
    startLine: line,
    endLine: entry.handler === '' ? entry.bodyEnd : line,
    entry_type: type,
    framework,
    route_or_command: route,
    methods,
    middleware,
    evidence,
  });
}
