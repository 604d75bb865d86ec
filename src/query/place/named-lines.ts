/**
 * Places of a file that the question itself names: the function of a stack frame, or a line of a
 * path. A trace may be of another revision, so a function is found by its name before its line.
 */
import { at } from '../../base/assert.ts';
import type { TextIndex } from '../../index/text-index.ts';
import { OUTER_FRAME_FACTOR } from '../evidence/named-files.ts';
import { chunksOfFile } from '../occurrences.ts';
import type { ShowRequest } from '../show-request.ts';
import { type FileDeclaration, fileDeclarations } from './file-declarations.ts';

/** 1-based, inclusive lines with the node of their declaration; −1 for lines outside of any. */
export interface NamedLines {
  readonly node: number;
  readonly startLine: number;
  readonly endLine: number;
  /** Added to the score of the place, in log-odds. */
  readonly bonus: number;
}

const BEFORE_LINES = 5;
const AFTER_LINES = 14;
const PLACE_BONUS = 8;
const FRAME_BONUS = 2;

export function namedLines(
  request: ShowRequest,
  file: number,
  path: string,
): readonly NamedLines[] {
  const { frames, places } = request.evidence.named;
  if (frames.length === 0 && places.length === 0) return [];
  const lineCount = lineCountOf(request.snapshot.text, file);
  const declarations = fileDeclarations(request.snapshot, path);
  const numberOf = (name: string) => (name === '' ? -1 : request.snapshot.text.nameNumber(name));
  const found: NamedLines[] = [];
  const add = (line: number | undefined, name: number, bonus: number): void => {
    const declaration = outermost(declarations, declarationOf(declarations, line, name));
    if (declaration === undefined && (line === undefined || line > lineCount)) return;
    found.push({ ...linesAround(declaration, line, lineCount), bonus });
  };
  for (const place of places) {
    if (place.file === file && place.line !== undefined) add(place.line, -1, PLACE_BONUS);
  }
  for (const [depth, frame] of frames.entries()) {
    if (frame.file !== file) continue;
    add(frame.line, numberOf(frame.name), FRAME_BONUS * OUTER_FRAME_FACTOR ** depth);
  }
  return found;
}

function lineCountOf(index: TextIndex, file: number): number {
  const { end } = chunksOfFile(index, file);
  return end === 0 ? 1 : at(index.data.chunkEndLines, end - 1);
}

/** Returns the innermost declaration of the line, with the name if one has it. */
function declarationOf(
  declarations: readonly FileDeclaration[],
  line: number | undefined,
  name: number,
): FileDeclaration | undefined {
  const holds = ({ startLine, endLine }: FileDeclaration) =>
    line !== undefined && startLine <= line && line <= endLine;
  const named = declarations.filter((one) => name >= 0 && one.name === name);
  return named.findLast(holds) ?? named[0] ?? declarations.findLast(holds);
}

/** Returns the function around a nested one: it is what a reader would open and change. */
function outermost(
  declarations: readonly FileDeclaration[],
  declaration: FileDeclaration | undefined,
): FileDeclaration | undefined {
  if (declaration === undefined || !isCallable(declaration)) return declaration;
  const { startLine, endLine } = declaration;
  return declarations.find(
    (one) => isCallable(one) && one.startLine <= startLine && endLine <= one.endLine,
  );
}

function isCallable({ role }: FileDeclaration): boolean {
  return role === 'function' || role === 'constructor';
}

/** Returns the beginning of the declaration if it shows the line, otherwise the lines around it. */
function linesAround(
  declaration: FileDeclaration | undefined,
  line: number | undefined,
  lineCount: number,
): { readonly node: number; readonly startLine: number; readonly endLine: number } {
  const { node, startLine, endLine } = declaration ?? {
    node: -1,
    startLine: 1,
    endLine: lineCount,
  };
  const isInside = line !== undefined && startLine <= line && line <= endLine;
  const first = isInside ? Math.max(startLine, line - BEFORE_LINES) : startLine;
  const isNearStart = first - startLine <= AFTER_LINES - BEFORE_LINES;
  const start = declaration !== undefined && isNearStart ? startLine : first;
  return { node, startLine: start, endLine: Math.min(endLine, start + BEFORE_LINES + AFTER_LINES) };
}
