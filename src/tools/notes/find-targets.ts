/** Finds what the words of a writer mean, as targets of a note with their fingerprints. */
import { GraphMemoryError } from '../../base/errors.ts';
import { entryTitle } from '../../model/entry-point.ts';
import { Binder, type BoundTarget } from '../../notes/bind.ts';
import type { ProjectNote } from '../../notes/project-notes.ts';
import type { OpenIndex } from '../context.ts';
import { getSymbol } from '../input/get-symbol.ts';
import { isRouteWords, routeFilter } from '../input/route-words.ts';

const RIVALS_SHOWN_MAX = 5;
const USE = / ?-> ?/;

/** @throws {GraphMemoryError} GM_SYMBOL_NOT_FOUND; GM_USAGE if words mean several symbols. */
export async function findTargets(
  open: OpenIndex,
  notes: readonly ProjectNote[],
  all: readonly string[],
): Promise<readonly BoundTarget[]> {
  const found: string[] = [];
  for (const words of all) found.push(...(await targetsOf(open, words.trim())));
  return boundNow(open, notes, [...new Set(found)]);
}

/** Binds targets to the project as it is now. @throws {GraphMemoryError} GM_SYMBOL_NOT_FOUND. */
export function boundNow(
  { snapshot }: OpenIndex,
  notes: readonly ProjectNote[],
  targets: readonly string[],
): readonly BoundTarget[] {
  const noteNodes = new Map(notes.map(({ id, node }) => [id, node]));
  const written = targets.map((target) => ({ target, fingerprint: '', line: 1 }));
  const binder = new Binder({ ...snapshot, noteNodes }, written);
  return written.map((target) => {
    const bound = binder.bind(target);
    if (bound.state !== 'orphaned') return bound;
    throw new GraphMemoryError('GM_SYMBOL_NOT_FOUND', `nothing is called "${target.target}"`, {
      hint: 'A use needs an edge from the first symbol to the second; a note needs its id.',
      details: { symbol: target.target },
    });
  });
}

async function targetsOf(open: OpenIndex, words: string): Promise<readonly string[]> {
  if (words.startsWith('note:')) return [words];
  const route = words.replace(/^route:\s*/, '');
  if (route !== words || isRouteWords(words)) {
    const matches = routeFilter(route);
    const titles = open.snapshot.entryPoints
      .filter((entry) => entryTitle(entry) === route || matches(entry))
      .map((entry) => `route:${entryTitle(entry)}`);
    if (titles.length > 0 || route !== words) return titles.length > 0 ? titles : [words];
  }
  const ends = words.split(USE);
  if (ends.length === 2) {
    const ids = [];
    for (const end of ends) ids.push(await idOf(open, end));
    return [ids.join(' -> ')];
  }
  return [await idOf(open, words)];
}

async function idOf(open: OpenIndex, words: string): Promise<string> {
  const { graph } = open.snapshot;
  const { node, rivals } = await getSymbol(open, words);
  if (rivals.length === 0) return graph.node(node).id;
  const ids = [node, ...rivals].slice(0, RIVALS_SHOWN_MAX).map((one) => graph.node(one).id);
  throw new GraphMemoryError('GM_USAGE', `"${words}" is ambiguous: ${rivals.length + 1} symbols`, {
    hint: `Give an id: ${ids.join(', ')}.`,
    details: { symbol: words, near: ids },
  });
}
