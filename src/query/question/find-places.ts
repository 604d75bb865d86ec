/** Finds the files of the index that a question names by path, or in a stack frame. */
import type { TextIndex } from '../../index/text-index.ts';
import { basenameOf } from '../../model/path.ts';
import type { NamedPlace } from './stack-frames.ts';

/** A place of a question that lies in the project. */
export interface FoundPlace {
  readonly file: number;
  readonly line: number | undefined;
  readonly name: string;
}

const FILES_BY_NAME = new WeakMap<TextIndex, ReadonlyMap<string, readonly number[]>>();

/**
 * Returns the places that lie in the project, in order. Paths may begin anywhere (another machine,
 * an installed package), so they are compared from their ends. Two components must agree, or all
 * that one of the paths has: `utils.py` alone is no evidence for `src/app/utils.py` if the frame
 * is of `lib/python3/site-packages/six/utils.py`.
 */
export function findPlaces(index: TextIndex, named: readonly NamedPlace[]): readonly FoundPlace[] {
  return named.flatMap(({ path, line, name }) => {
    const file = fileOf(index, path, line);
    return file === undefined ? [] : [{ file, line, name }];
  });
}

function fileOf(index: TextIndex, path: string, line: number | undefined): number | undefined {
  // A bare name is any file of that name: the reader's own `setup.py`, most often.
  if (!path.includes('/') && line === undefined) return undefined;
  const written = path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
  const candidates = filesByName(index).get(basenameOf(path)) ?? [];
  let best: number | undefined;
  let bestCount = 0;
  let isTie = false;
  for (const file of candidates) {
    const own = (index.data.paths[file] ?? '').split('/');
    const count = commonEnd(own, written);
    if (count < Math.min(2, own.length, written.length)) continue;
    if (count === bestCount) isTie = true;
    if (count <= bestCount) continue;
    [best, bestCount, isTie] = [file, count, false];
  }
  return isTie ? undefined : best;
}

function commonEnd(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a.at(-1 - count) === b.at(-1 - count)) count++;
  return count;
}

function filesByName(index: TextIndex): ReadonlyMap<string, readonly number[]> {
  const known = FILES_BY_NAME.get(index);
  if (known !== undefined) return known;
  const files = new Map<string, number[]>();
  for (const [file, path] of index.data.paths.entries()) {
    const name = basenameOf(path);
    const list = files.get(name);
    if (list === undefined) files.set(name, [file]);
    else list.push(file);
  }
  FILES_BY_NAME.set(index, files);
  return files;
}
