/**
 * Scripts that only call something else of their name: `bin/serve` before `src/serve.ts`. Their names
 * say all of a question and their few words nothing else, so that they would outrank what does the work.
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

/** Terms of a script that does nothing of its own: an interpreter, a folder, a program, its arguments. */
const TERMS_MAX = 40;
/** What does the work is so many times as long. */
const LONGER_MIN = 3;
/** In these a script of any language is one that is called by its name. */
const SCRIPT_FOLDERS: ReadonlySet<string> = new Set(['bin', 'sbin', 'exe', 'script', 'scripts']);
const WORKING_KINDS: readonly SymbolKind[] = ['function', 'method', 'class'];
const WORKING_BITS = WORKING_KINDS.reduce(
  (bits, kind) => bits | (1 << SYMBOL_KINDS.indexOf(kind)),
  0,
);

/** Over files: 1 for a script that names a far longer file, which is called as it is. Cost: O(files). */
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
  // First of all, since nearly all files have more to say.
  if (end - first !== 1 || (at(fileKinds, file) & WORKING_BITS) !== 0) return false;
  const isScript =
    languageById(at(languages, at(fileLanguages, file)))?.isShell === true ||
    SCRIPT_FOLDERS.has(at(paths, file).split('/').at(-2) ?? '');
  return isScript && termCount(index, file) <= TERMS_MAX;
}

/** Of all chunks, names that are declared there counted as they stand in the text. */
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
