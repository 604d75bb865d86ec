import { appendTo } from '../base/append-to.ts';
import { indentOf } from '../base/indent-of.ts';
import { lineChanges } from '../base/line-diff.ts';
import type { SymbolGraph, SymbolNode } from '../graph/symbol-graph.ts';
import { commentLines } from '../index/comments.ts';
import type { RepoPath } from '../model/path.ts';

/** A graph and the texts of the files that are compared. */
export interface ComparedSide {
  readonly graph: SymbolGraph;
  readonly texts: ReadonlyMap<RepoPath, string>;
}

/** The text of a symbol without the symbols that it contains, which are compared on their own. */
export interface OwnText {
  /** Up to the body. */
  readonly head: string;
  readonly body: string;
}

/** Reads the own texts of the symbols of one side. */
export class OwnTexts {
  readonly #side: ComparedSide;
  readonly #children = new Map<RepoPath, ReadonlyMap<number, readonly SymbolNode[]>>();

  constructor(side: ComparedSide) {
    this.#side = side;
  }

  /** Returns the own text of a node; of a file everything outside of its symbols. */
  of(node: SymbolNode): OwnText {
    const text = this.#side.texts.get(node.path) ?? '';
    const isFile = node.kind === 'file';
    const [start, end] = isFile ? [0, text.length] : [node.start, node.end];
    const bodyStart = isFile ? 0 : node.bodyStart;
    const inner = this.#childrenOf(node);
    return {
      head: normalized(without(text, start, bodyStart, inner)),
      body: normalized(without(text, bodyStart, end, inner)),
    };
  }

  /** Returns the whole text of a symbol. */
  whole({ path, start, end }: SymbolNode): string {
    return (this.#side.texts.get(path) ?? '').slice(start, end).replaceAll('\r\n', '\n');
  }

  #childrenOf(node: SymbolNode): readonly SymbolNode[] {
    let children = this.#children.get(node.path);
    if (children === undefined) {
      children = childrenByParent(this.#side.graph, node.path);
      this.#children.set(node.path, children);
    }
    return children.get(node.index) ?? [];
  }
}

function childrenByParent(
  graph: SymbolGraph,
  path: RepoPath,
): ReadonlyMap<number, readonly SymbolNode[]> {
  const children = new Map<number, SymbolNode[]>();
  for (const index of graph.symbolsOf(path)) {
    const node = graph.node(index);
    appendTo(children, node.parent, node);
  }
  return children;
}

/** Returns a range of a text without the ranges of some symbols, which are in source order. */
function without(text: string, start: number, end: number, inner: readonly SymbolNode[]): string {
  const parts: string[] = [];
  let position = start;
  for (const child of inner) {
    if (child.end <= position || child.start >= end) continue;
    // Comments before a symbol are its own, not those of what contains it.
    parts.push(withoutComments(text.slice(position, Math.max(position, child.start))));
    position = child.end;
  }
  if (position < end) parts.push(text.slice(position, end));
  return parts.join('\n');
}

/** Returns a text without the lines that hold only comments. */
export function withoutComments(text: string): string {
  const lines = text.split('\n');
  const comments = new Set(commentLines(lines));
  return comments.size === 0 ? text : lines.filter((_, row) => !comments.has(row)).join('\n');
}

/** Returns a text that does not depend on line ends, on blank lines, or on how far it is indented. */
function normalized(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd());
  const [first = '', ...rest] = lines.filter((line) => line !== '');
  const indent = rest.reduce(
    (least, line) => Math.min(least, indentOf(line)),
    Number.POSITIVE_INFINITY,
  );
  return [first.trimStart(), ...rest.map((line) => line.slice(indent))].join('\n');
}

/** Whether a line has a name that is not a part of a longer one. */
export function hasWord(line: string, name: string): boolean {
  if (!/^[\w$]+$/.test(name)) return line.includes(name);
  return new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(line);
}

const EXPORT_LIST = /\bexport\s*(?:type\s*)?\{[^}]*\}|\bexports\s*=\s*\{[^}]*\}/g;
/** A line that exports the name that it declares. */
const EXPORTED_DECLARATION =
  /\bexport\s+(?:(?:declare|default|abstract|async)\s+)*(?:const|let|var|function|class|interface|type|enum|namespace)\s+[\w$*]/;

/** Whether a module may export a name that it does not declare: in a list, or by assignment. */
export function mayExport(text: string, name: string): boolean {
  const lines = text
    .split('\n')
    .filter((line) => /\bexports?\b/.test(line) && !EXPORTED_DECLARATION.test(line));
  return [...(text.match(EXPORT_LIST) ?? []), ...lines].some((one) => hasWord(one, name));
}

/** Returns the text of the statement that begins on a line, up to where its brackets are closed. */
export function statementAt(lines: readonly string[], line: number): string {
  let depth = 0;
  for (let row = line - 1; row < lines.length; row++) {
    for (const character of lines[row] ?? '') {
      if ('([{'.includes(character)) depth++;
      else if (')]}'.includes(character)) depth--;
    }
    if (depth <= 0) return lines.slice(line - 1, row + 1).join('\n');
  }
  return lines[line - 1] ?? '';
}

/** Returns the whole text of a symbol; empty if the text of its file was not read. */
export function declarationText({ texts }: ComparedSide, { path, start, end }: SymbolNode): string {
  return texts.get(path)?.slice(start, end) ?? '';
}

/** Maps the lines, 1-based, that two texts have in common. */
export function unchangedLines(
  oldLines: readonly string[],
  newLines: readonly string[],
): ReadonlyMap<number, number> {
  const map = new Map<number, number>();
  let [old, now] = [0, 0];
  const ends = { oldStart: oldLines.length, oldEnd: 0, newStart: newLines.length, newEnd: 0 };
  for (const change of [...lineChanges(oldLines, newLines), ends]) {
    for (; old < change.oldStart; old++, now++) map.set(old + 1, now + 1);
    [old, now] = [change.oldEnd, change.newEnd];
  }
  return map;
}
