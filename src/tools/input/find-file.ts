import { isAbsolute } from 'node:path';
import { appendTo } from '../../base/append-to.ts';
import { nearestNames } from '../../base/edit-distance.ts';
import { GraphMemoryError } from '../../base/errors.ts';
import { relativeInside } from '../../base/system-path.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import { withheld } from '../../indexing/current-file.ts';
import { basenameOf, type RepoPath } from '../../model/path.ts';

export interface FileMatch {
  readonly node: number;
  readonly path: RepoPath;
}

const NEAR_MAX = 5;

/** Finds a file by its path, or by the end of its path if that is unique. */
export function findFile(graph: SymbolGraph, words: string): FileMatch | undefined {
  const included = normalized(words);
  const exact = graph.fileNode(included);
  if (exact !== undefined) return { node: exact, path: graph.pathOf(exact) };
  const only = findPath(graph.paths(), included);
  const node = only === undefined ? undefined : graph.fileNode(only);
  return only === undefined || node === undefined ? undefined : { node, path: only };
}

/** Returns the path from a list that matches: the exact path, or the only one with that ending. */
export function findPath(paths: readonly RepoPath[], words: string): RepoPath | undefined {
  const included = normalized(words);
  if (included === '') return undefined;
  const exact = paths.find((path) => path === included);
  if (exact !== undefined) return exact;
  const ends = paths.filter((path) => path.endsWith(`/${included}`));
  return ends.length === 1 ? ends[0] : undefined;
}

/** Returns a path relative to the project, even if it was given with the project's folder. */
export function fromRoot(root: string, words: string): string {
  return (isAbsolute(words) ? relativeInside(root, words) : undefined) ?? words;
}

/** @throws {GraphMemoryError} GM_FILE_NOT_FOUND: why it is not in the index, or near matches; GM_FILE_WITHHELD. */
export function getFile(snapshot: Snapshot, root: string, words: string): FileMatch {
  const relative = fromRoot(root, words);
  const found = findFile(snapshot.graph, relative);
  if (found !== undefined) return found;
  const included = normalized(relative);
  const skipped = snapshot.report.skipped.find((file) => file.path === included);
  if (skipped?.reason === 'secret') throw withheld(skipped);
  if (skipped !== undefined) {
    throw new GraphMemoryError(
      'GM_FILE_NOT_FOUND',
      `${included} is not in the index: ${skipped.reason} (${skipped.detail})`,
      { hint: 'Read the file itself; index_status lists all skipped files.', details: { skipped } },
    );
  }
  throw noSuchFile(snapshot.graph.paths(), relative, {
    message: `no file "${words}" in the index`,
    hint: 'code_search finds files by content.',
  });
}

/** Returns the error for a path that is not in a list, with near matches or else a hint. */
export function noSuchFile(
  paths: readonly RepoPath[],
  words: string,
  { message, hint }: { readonly message: string; readonly hint: string },
): GraphMemoryError {
  const near = nearFiles(paths, words);
  const suggestion = `Did you mean ${near.join(' or ')}?`;
  return new GraphMemoryError('GM_FILE_NOT_FOUND', message, {
    hint: near.length === 0 ? `Paths are relative to the project; ${hint}` : suggestion,
    details: { path: words, near },
  });
}

/** Returns files in the named folder, then files with a similar ending, then similar base names. */
export function nearFiles(paths: readonly RepoPath[], words: string): string[] {
  const included = normalized(words);
  const inside = paths.filter((path) => path.startsWith(`${included}/`));
  const ends = paths.filter((path) => path.endsWith(`/${included}`));
  const byBase = new Map<string, string[]>();
  for (const path of paths) appendTo(byBase, basenameOf(path), path);
  const similar = nearestNames(basenameOf(included), byBase.keys(), NEAR_MAX);
  const alike = similar.flatMap((base) => byBase.get(base) ?? []);
  return [...new Set([...inside, ...ends, ...alike])].slice(0, NEAR_MAX);
}

function normalized(words: string): string {
  return words
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(\.\/)+/, '')
    .replace(/\/+$/, '');
}
