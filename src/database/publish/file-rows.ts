/** The rows of one file: what its facts and its edges are in the tables. */
import { appendTo } from '../../base/append-to.ts';
import { at } from '../../base/assert.ts';
import { contentHash } from '../../base/hash.ts';
import { lowerBound } from '../../base/lower-bound.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import type { TextIndex } from '../../index/text-index.ts';
import { type PackageUse, packageNamesOf } from '../../indexing/package-uses.ts';
import type { RepoPath } from '../../model/path.ts';

/** A row, with the columns of its table as keys. */
export type Row = Readonly<Record<string, unknown>>;

/** Rows of a file that follow from the index alone. */
export interface DerivedRows {
  readonly symbols: readonly Row[];
  readonly edges: readonly Row[];
  readonly entryPoints: readonly Row[];
  readonly requests: readonly Row[];
}

export function rowsByFile({ graph, ...snapshot }: Snapshot): (path: RepoPath) => DerivedRows {
  const entryPoints = byPath(snapshot.entryPoints);
  const requests = byPath(snapshot.requests);
  return (path) => ({
    ...graphRows(graph, path),
    entryPoints: (entryPoints.get(path) ?? []).map((entry, ordinal) => {
      const { id, type, framework, route, methods, handler, line } = entry;
      return { path, ordinal, entry_point: id, type, framework, route, methods, handler, line };
    }),
    requests: (requests.get(path) ?? []).map(({ symbol, ...request }, ordinal) => ({
      ...request,
      ordinal,
      source: symbol,
    })),
  });
}

function byPath<Item extends { readonly path: RepoPath }>(items: readonly Item[]) {
  const byFile = new Map<RepoPath, Item[]>();
  for (const item of items) appendTo(byFile, item.path, item);
  return byFile;
}

/** Returns the rows of a file's symbols, and of the edges that start in it. */
function graphRows(graph: SymbolGraph, path: RepoPath): Pick<DerivedRows, 'symbols' | 'edges'> {
  const edges = nodesOf(graph, path).flatMap((node) => graph.outgoing(node));
  return {
    symbols: graph.symbolsOf(path).map((index, ordinal) => {
      const { id, kind, name, signature, doc, exported, startLine, endLine } = graph.node(index);
      const lines = { start_line: startLine, end_line: endLine };
      return { path, ordinal, symbol: id, kind, name, signature, doc, exported, ...lines };
    }),
    edges: edges.map(({ source, target, kind, evidence, form, lines }, ordinal) => ({
      ...{ path, ordinal, kind, evidence, form, lines },
      source: graph.node(source).id,
      target: graph.node(target).id,
    })),
  };
}

/** Raised when the same state gives other rows. */
const ROWS_VERSION = 3;

/**
 * Returns a function that returns a value that changes with any row of a file. Symbols and text
 * follow from the file and from what made the index (`origin`); the rest depends on other files. Rows
 * are not made for it, because nearly all files are as they were published.
 */
export function fingerprintByFile(
  snapshot: Snapshot,
  origin: readonly string[],
): (path: RepoPath) => string {
  const { graph, manifest } = snapshot;
  const entryPoints = byPath(snapshot.entryPoints);
  const requests = byPath(snapshot.requests);
  const ids: string[] = [];
  const idOf = (node: number): string => {
    ids[node] ??= graph.node(node).id;
    return ids[node];
  };
  return (path) => {
    const parts = [`${ROWS_VERSION}`, ...origin, manifest.get(path)?.hash ?? ''];
    for (const node of nodesOf(graph, path))
      for (const { target, kind, evidence, form, lines } of graph.outgoing(node))
        parts.push(idOf(node), idOf(target), kind, evidence, form, lines.join());
    parts.push(JSON.stringify([entryPoints.get(path), requests.get(path)]));
    return contentHash(parts.join('\n'));
  };
}

function nodesOf(graph: SymbolGraph, path: RepoPath): readonly number[] {
  const file = graph.fileNode(path);
  return file === undefined ? [] : [file, ...graph.symbolsOf(path)];
}

/** Returns the rows of a file's uses of other packages. */
export function packageUseRows(path: RepoPath, uses: readonly PackageUse[]): readonly Row[] {
  return uses.map(({ source, kind, from, name, lines }, ordinal) => ({
    ...{ path, ordinal, source, kind, name, lines },
    specifier: from,
    packages: packageNamesOf(from),
  }));
}

/**
 * Returns the rows of a file's text. Together, in order, they are the text exactly: where lines of
 * the index do not tile it, there is one row.
 */
export function chunkRows(snapshot: Snapshot, path: RepoPath, text: string): readonly Row[] {
  const index = [snapshot.text, snapshot.docsText].find((one) => one.fileNumber(path) >= 0);
  const layer = index === snapshot.docsText ? 'D0_DOC_CHUNKS' : 'C0_SOURCE_CHUNKS';
  const pieces = index === undefined ? [] : piecesOf(index, path, text);
  const isTiled = pieces.map((piece) => piece.text).join('') === text;
  const whole = { start_line: 1, end_line: text.split('\n').length, text };
  return (isTiled ? pieces : [whole]).map((piece, ordinal) => ({ path, ordinal, layer, ...piece }));
}

interface Piece {
  readonly start_line: number;
  readonly end_line: number;
  readonly text: string;
}

function piecesOf({ data }: TextIndex, path: RepoPath, text: string): readonly Piece[] {
  const file = lowerBound(data.paths, path);
  const lines = text.split('\n');
  const first = at(data.chunkStarts, file);
  const end = at(data.chunkStarts, file + 1);
  return Array.from({ length: end - first }, (_, position) => {
    const start = at(data.chunkStartLines, first + position);
    // The last chunk has what follows the last line break.
    const last =
      first + position === end - 1 ? lines.length : at(data.chunkEndLines, first + position);
    const isEnd = last === lines.length;
    const own = lines.slice(start - 1, last).join('\n');
    return { start_line: start, end_line: last, text: isEnd ? own : `${own}\n` };
  });
}
