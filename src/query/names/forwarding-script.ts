/**
 * Detects scripts that only call another file of the same name: `bin/serve` before `src/serve.ts`.
 * Their names match a whole question and their few words add nothing else, so they would outrank
 * the real implementation.
 */
import { appendTo } from '../../base/append-to.ts';
import { at } from '../../base/assert.ts';
import { stemOfPath } from '../../index/path-words.ts';
import type { TextIndex } from '../../index/text-index.ts';
import { CHUNK_FIELD_COUNT } from '../../index/text-index-data.ts';
import { termsOf } from '../../index/tokenize.ts';
import { languageById } from '../../languages/registry.ts';
import { SYMBOL_KINDS, type SymbolKind } from '../../model/symbol.ts';
import { chunksOfFile, chunksWithTerm } from '../occurrences.ts';
import { pathClasses } from './path-class.ts';

/**
 * Maximum number of terms in a script that only forwards: an interpreter, a folder, a program and
 * its arguments.
 */
const TERMS_MAX = 40;
/** Minimum factor by which the implementation is longer than the script. */
const LONGER_MIN = 3;
/** In these folders a file of any language counts as a script. */
const SCRIPT_FOLDERS: ReadonlySet<string> = new Set(['bin', 'sbin', 'exe', 'script', 'scripts']);
const WORKING_KINDS: readonly SymbolKind[] = ['function', 'method', 'class'];
const WORKING_BITS = WORKING_KINDS.reduce(
  (bits, kind) => bits | (1 << SYMBOL_KINDS.indexOf(kind)),
  0,
);

/**
 * Returns 1, per file, for a script that mentions a much longer file of the same name. Cost:
 * O(files).
 */
export function forwardingScripts(index: TextIndex): Float64Array {
  const { paths } = index.data;
  const found = new Float64Array(paths.length);
  const scripts = paths.flatMap((_, file) => (isTinyScript(index, file) ? [file] : []));
  if (scripts.length === 0) return found;
  const byName = new Map<string, number[]>();
  const names = paths.map((path) => termsOf(stemOfPath(path)).join(' '));
  for (const [file, name] of names.entries()) appendTo(byName, name, file);
  for (const file of scripts) {
    const name = at(names, file);
    const namesakes = byName.get(name) ?? [];
    if (name === '' || namesakes.length < 2) continue;
    const longerMin = LONGER_MIN * termCount(index, file);
    const isReal = (other: number) =>
      termCount(index, other) >= longerMin && pathClasses(at(paths, other), 0).length === 0;
    if (namesakes.some(isReal) && containsAll(index, file, name.split(' '))) found[file] = 1;
  }
  return found;
}

function isTinyScript(index: TextIndex, file: number): boolean {
  const { fileKinds, fileLanguages, languages, paths } = index.data;
  const { first, end } = chunksOfFile(index, file);
  // Checked first because it excludes nearly all files.
  if (end - first !== 1 || (at(fileKinds, file) & WORKING_BITS) !== 0) return false;
  const isScript =
    languageById(at(languages, at(fileLanguages, file)))?.isShell === true ||
    SCRIPT_FOLDERS.has(at(paths, file).split('/').at(-2) ?? '');
  return isScript && termCount(index, file) <= TERMS_MAX;
}

/**
 * Returns the number of terms in all chunks. Names declared there count as often as they occur in
 * the text.
 */
function termCount({ data }: TextIndex, file: number): number {
  let count = 0;
  const end = at(data.chunkStarts, file + 1);
  for (let chunk = at(data.chunkStarts, file); chunk < end; chunk++) {
    count += at(data.chunkLengths, chunk * CHUNK_FIELD_COUNT);
  }
  return count;
}

function containsAll(index: TextIndex, file: number, terms: readonly string[]): boolean {
  const range = chunksOfFile(index, file);
  return terms.every((term) => {
    const number = index.termNumber(term);
    return number >= 0 && chunksWithTerm(index, number, range, [0]).length > 0;
  });
}
