/** The notes of a snapshot, bound to its graph. */
import { appendTo } from '../base/append-to.ts';
import { compareStrings } from '../base/compare.ts';
import { getOrCompute } from '../base/memoize.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { Pages, PersonalNotes, Snapshot } from '../index/snapshot.ts';
import { PAGE_EDGE_KINDS } from '../model/edge.ts';
import { isNotePath, type NoteFacts, type NoteTarget, type PersonalNote } from '../model/note.ts';
import { Binder, type BindingScope, type BoundTarget, type NoteState, worstState } from './bind.ts';

export interface ProjectNote extends NoteFacts {
  /** Path in the project; of a personal note, absolute. */
  readonly path: string;
  /** Whether it is in the user's own folder, not in the project. */
  readonly isPersonal: boolean;
  /** The node of its page or section; −1 for a file that is no page. */
  readonly node: number;
  /** Body of a file that is no page of the index. */
  readonly body?: string;
  /** Version of a personal note, which can be written. */
  readonly version?: string;
  readonly targets: readonly BoundTarget[];
  /** The worst state of its targets. */
  readonly state: NoteState;
  /** Ids of the notes that replace it. */
  readonly supersededBy: readonly string[];
}

export type NoteScope = Pick<Snapshot, 'graph' | 'pages' | 'entryPoints' | 'personal'>;

/** Notes of snapshots, by graph: a snapshot never changes. */
const NOTES = new WeakMap<
  SymbolGraph,
  { readonly personal: PersonalNotes | undefined; readonly notes: readonly ProjectNote[] }
>();

/** Returns the notes of a snapshot, sorted by path and place; personal notes follow. */
export function notesOf(snapshot: NoteScope): readonly ProjectNote[] {
  const { graph, personal } = snapshot;
  const known = NOTES.get(graph);
  if (known !== undefined && known.personal === personal) return known.notes;
  const notes = bindNotes(snapshot);
  NOTES.set(graph, { personal, notes });
  return notes;
}

/** Returns the notes of a snapshot, whose targets may be in files that were renamed. */
export function bindNotes(
  { graph, pages, entryPoints, personal }: NoteScope,
  renames?: BindingScope['renames'],
): readonly ProjectNote[] {
  const placed = placedNotes(graph, pages, personal?.notes ?? []);
  const noteNodes = new Map(placed.map(({ note, node }) => [note.id, node]));
  const scope = { graph, entryPoints, noteNodes, ...(renames && { renames }) };
  const binder = new Binder(scope, targetsOf(placed));
  const replacedBy = new Map<string, string[]>();
  for (const { note } of placed)
    for (const id of note.supersedes) appendTo(replacedBy, id, note.id);
  return placed.map(({ note, node, path, personal: own }): ProjectNote => {
    const targets =
      note.format === 'note'
        ? note.about.map((target) => binder.bind(target))
        : mentionedTargets(graph, node).map((target) => binder.bind(target));
    const state = stateOf(targets);
    const supersededBy = replacedBy.get(note.id) ?? [];
    const isPersonal = own !== undefined;
    return {
      ...{ ...note, path, isPersonal, node, targets, state, supersededBy },
      ...(isPersonal && { body: own.body, version: own.version }),
    };
  });
}

/** Returns the worst state of some targets. */
export function stateOf(targets: readonly BoundTarget[]): NoteState {
  return worstState(targets.map(({ state }) => state));
}

interface PlacedNote {
  readonly note: NoteFacts;
  readonly path: string;
  readonly node: number;
  readonly personal?: PersonalNote;
}

function placedNotes(
  graph: SymbolGraph,
  pages: Pages,
  personal: readonly PersonalNote[],
): readonly PlacedNote[] {
  const placed: PlacedNote[] = [];
  const seen = new Set<string>();
  // Of notes with the same id, the first by path has it; the others are named by their place.
  const withOwnId = (note: NoteFacts): NoteFacts => {
    const id = seen.has(note.id) ? `${note.id}-${placed.length}` : note.id;
    seen.add(id);
    return { ...note, id };
  };
  for (const [path, { notes = [] }] of pages()) {
    const file = graph.fileNode(path);
    if (file === undefined) continue;
    for (const note of notes)
      placed.push({ note: withOwnId(note), path, node: file + 1 + note.section });
  }
  for (const own of personal)
    placed.push({ note: withOwnId(own.facts), path: own.path, node: -1, personal: own });
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

/**
 * Whether there are notes: of the project, or the user's own. Cached, because every answer about a
 * symbol asks.
 */
export function hasNotes({ graph, personal }: Pick<Snapshot, 'graph' | 'personal'>): boolean {
  if ((personal?.notes.length ?? 0) > 0) return true;
  return getOrCompute(HAS_NOTES, graph, () => graph.paths().some(isNotePath));
}
