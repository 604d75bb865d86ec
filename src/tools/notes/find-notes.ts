/** Finds notes by their ids, their fields, or by what they are about. */
import { nearestNames } from '../../base/edit-distance.ts';
import { GraphMemoryError } from '../../base/errors.ts';
import { symbolGroup } from '../../graph/symbol-groups.ts';
import { NOTE_ID } from '../../model/note.ts';
import { bindNotes, notesOf, type ProjectNote } from '../../notes/project-notes.ts';
import type { OpenIndex } from '../context.ts';
import { getSymbol } from '../input/get-symbol.ts';
import { tourNotes } from './tours.ts';

const NEAR_MAX = 3;

/** Returns all notes of a project: its own, and files that are read as notes. */
export async function currentNotes(open: OpenIndex): Promise<readonly ProjectNote[]> {
  return [...(await pageNotes(open)), ...(await tourNotes(open))];
}

/**
 * Returns the notes that are pages. If any of them lost a target, files that git shows as renamed
 * since the note was written are followed.
 */
async function pageNotes({ project, snapshot }: OpenIndex): Promise<readonly ProjectNote[]> {
  const notes = notesOf(snapshot);
  const commits = new Set(
    notes.flatMap(({ state, commit }) => (state === 'orphaned' && commit !== '' ? [commit] : [])),
  );
  const renames = new Map<string, string>();
  for (const commit of commits)
    for (const [path, now] of await project.revisions.renamesSince(commit)) renames.set(path, now);
  return renames.size === 0 ? notes : bindNotes(snapshot, renames);
}

/** @throws {GraphMemoryError} GM_NOTE_NOT_FOUND with near ids. */
export function noteById(notes: readonly ProjectNote[], id: string): ProjectNote {
  const found = notes.find((note) => note.id === id);
  if (found !== undefined) return found;
  const ids = notes.map((note) => note.id);
  const near = NOTE_ID.test(id) ? nearestNames(id, ids, NEAR_MAX) : [];
  throw new GraphMemoryError('GM_NOTE_NOT_FOUND', `no note "${id}"`, {
    hint: near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'memory_search lists them.',
    details: { id, near },
  });
}

/** Returns the notes whose target is what some words name, or something in it. */
export async function notesOn(
  open: OpenIndex,
  notes: readonly ProjectNote[],
  words: string,
): Promise<readonly ProjectNote[]> {
  const { graph } = open.snapshot;
  const { node } = await getSymbol(open, words);
  const inside = new Set(symbolGroup(graph, node));
  const { path, startLine, endLine, kind } = graph.node(node);
  const isInside = (other: number): boolean => {
    const symbol = graph.node(other);
    const isWithin = symbol.startLine >= startLine && symbol.endLine <= endLine;
    return symbol.path === path && (kind === 'file' || isWithin);
  };
  return notes.filter(({ targets }) =>
    targets.some((target) => target.nodes.some((one) => inside.has(one) || isInside(one))),
  );
}
