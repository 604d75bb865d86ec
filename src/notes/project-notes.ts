/** The notes of a snapshot, bound to its graph. */
import { compareStrings } from '../base/compare.ts';
import { getOrCompute } from '../base/memoize.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { Pages, Snapshot } from '../index/snapshot.ts';
import { PAGE_EDGE_KINDS } from '../model/edge.ts';
import { isNotePath, type NoteFacts, type NoteTarget } from '../model/note.ts';
import type { RepoPath } from '../model/path.ts';
import { Binder, type BindingScope, type BoundTarget, type NoteState, worstState } from './bind.ts';

export interface ProjectNote extends NoteFacts {
  readonly path: RepoPath;
  /** The node of its page or section; −1 for a file that is no page. */
  readonly node: number;
  /** Text of a file that is no page. */
  readonly body?: string;
  readonly targets: readonly BoundTarget[];
  /** The worst state of its targets. */
  readonly state: NoteState;
  /** Ids of the notes that replace it. */
  readonly supersededBy: readonly string[];
}

export type NoteScope = Pick<Snapshot, 'graph' | 'pages' | 'entryPoints'>;

/** Notes of snapshots, by graph: a snapshot never changes. */
const NOTES = new WeakMap<SymbolGraph, readonly ProjectNote[]>();

/** Returns the notes of a snapshot, sorted by path and place. */
export function notesOf(snapshot: NoteScope): readonly ProjectNote[] {
  const known = NOTES.get(snapshot.graph);
  if (known !== undefined) return known;
  const notes = bindNotes(snapshot);
  NOTES.set(snapshot.graph, notes);
  return notes;
}

/** Returns the notes of a snapshot, whose targets may be in files that were renamed. */
export function bindNotes(
  { graph, pages, entryPoints }: NoteScope,
  renames?: BindingScope['renames'],
): readonly ProjectNote[] {
  const placed = placedNotes(graph, pages);
  const noteNodes = new Map(placed.map(({ note, node }) => [note.id, node]));
  const scope = { graph, entryPoints, noteNodes, ...(renames && { renames }) };
  const binder = new Binder(scope, targetsOf(placed));
  const replacedBy = new Map<string, string[]>();
  for (const { note } of placed)
    for (const id of note.supersedes) {
      const by = replacedBy.get(id) ?? [];
      replacedBy.set(id, [...by, note.id]);
    }
  return placed.map(({ note, node, path }): ProjectNote => {
    const targets =
      note.format === 'note'
        ? note.about.map((target) => binder.bind(target))
        : mentionedTargets(graph, node).map((target) => binder.bind(target));
    const state = stateOf(targets);
    return { ...note, path, node, targets, state, supersededBy: replacedBy.get(note.id) ?? [] };
  });
}

/** Returns the worst state of some targets. */
export function stateOf(targets: readonly BoundTarget[]): NoteState {
  return worstState(targets.map(({ state }) => state));
}

interface PlacedNote {
  readonly note: NoteFacts;
  readonly path: RepoPath;
  readonly node: number;
}

function placedNotes(graph: SymbolGraph, pages: Pages): readonly PlacedNote[] {
  const placed: PlacedNote[] = [];
  const seen = new Set<string>();
  for (const [path, { notes = [] }] of pages()) {
    const file = graph.fileNode(path);
    if (file === undefined) continue;
    for (const note of notes) {
      // Of notes with the same id, the first by path has it; the others are named by their place.
      const id = seen.has(note.id) ? `${note.id}-${placed.length}` : note.id;
      seen.add(id);
      placed.push({ note: { ...note, id }, path, node: file + 1 + note.section });
    }
  }
  return placed;
}

function* targetsOf(placed: readonly PlacedNote[]): Generator<NoteTarget> {
  for (const { note } of placed) yield* note.about;
}

const MENTIONED_MAX = 50;

/** Returns what the page or section of an imported note names or links to. */
function mentionedTargets(graph: SymbolGraph, node: number): readonly NoteTarget[] {
  const inside = graph.node(node);
  const nodes = [node, ...graph.symbolsOf(inside.path)].filter((other) => {
    const { startLine, endLine } = graph.node(other);
    return startLine >= inside.startLine && endLine <= inside.endLine;
  });
  const lines = new Map<string, number>();
  for (const source of new Set(nodes))
    for (const edge of graph.outgoing(source, PAGE_EDGE_KINDS)) {
      const target = graph.node(edge.target).id;
      if (edge.evidence !== 'nameOnly' && !lines.has(target))
        lines.set(target, edge.lines[0] ?? inside.startLine);
    }
  return Array.from(lines, ([target, line]) => ({ target, fingerprint: '', line }))
    .sort((a, b) => a.line - b.line || compareStrings(a.target, b.target))
    .slice(0, MENTIONED_MAX);
}

const HAS_NOTES = new WeakMap<SymbolGraph, boolean>();

/** Whether the project has notes of its own. Cached, because every answer about a symbol asks. */
export function hasNotes({ graph }: Pick<Snapshot, 'graph'>): boolean {
  return getOrCompute(HAS_NOTES, graph, () => graph.paths().some(isNotePath));
}
