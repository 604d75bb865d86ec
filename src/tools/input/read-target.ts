import type { RepoPath } from '../../model/path.ts';
import type { Project } from '../../project/project.ts';
import { parseStableRef, type StableRef } from '../answer/stable-ref.ts';
import type { OpenIndex } from '../context.ts';
import { findPath, fromRoot, noSuchFile } from './find-file.ts';
import { getSymbol } from './get-symbol.ts';

/** The target of a read: a file, some of its lines, or a symbol, wherever it is now. */
export interface ReadTarget {
  readonly path: RepoPath;
  /** Id of the symbol; undefined when lines are read. */
  readonly symbol: string | undefined;
  /** Lines of the symbol when it was indexed, or the lines given with the path. */
  readonly range: { readonly startLine: number; readonly endLine: number } | undefined;
  readonly ref: StableRef | undefined;
}

/** Finds a symbol. @throws {GraphMemoryError} GM_SYMBOL_NOT_FOUND with near matches. */
export async function symbolTarget(open: OpenIndex, words: string): Promise<ReadTarget> {
  const { node: index } = await getSymbol(open, words);
  const node = open.snapshot.graph.node(index);
  return {
    path: node.path,
    symbol: node.kind === 'file' ? undefined : node.id,
    range: node.kind === 'file' ? undefined : node,
    ref: parseStableRef(words),
  };
}

/**
 * Finds a file by its path, by the end of its path if that is unique, or as `path:12-30`.
 * @throws {GraphMemoryError} GM_FILE_NOT_FOUND with near matches.
 */
export async function pathTarget(
  project: Project,
  words: string,
  signal: AbortSignal | undefined,
): Promise<ReadTarget> {
  const ref = parseStableRef(words);
  const given = ref === undefined || ref.symbol !== '' ? words : ref.path;
  const named = fromRoot(project.root, given);
  const files = await project.files(signal);
  const whole = findPath(files, named);
  if (whole !== undefined) return { path: whole, symbol: undefined, range: undefined, ref };
  const parts = /^(.+?):(\d+)(?:-(\d+))?$/.exec(named);
  const path = parts === null ? undefined : findPath(files, parts[1] ?? '');
  if (parts === null || path === undefined) {
    const message = `no file "${named}" in the project`;
    throw noSuchFile(files, named, { message, hint: 'ignored files are not read.' });
  }
  const startLine = lineOf(parts[2]);
  const endLine = parts[3] === undefined ? startLine : lineOf(parts[3]);
  return { path, symbol: undefined, range: { startLine, endLine }, ref };
}

/** Beyond the last line of any file, but still a finite number. */
const LINE_MAX = 1_000_000_000;

function lineOf(digits: string | undefined): number {
  return Math.min(Math.max(1, Number(digits)), LINE_MAX);
}
