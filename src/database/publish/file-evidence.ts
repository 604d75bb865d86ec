/** Terms and meanings of files, which choose the projects that a question concerns. */
import { appendTo } from '../../base/append-to.ts';
import { at } from '../../base/assert.ts';
import type { TextIndex } from '../../index/text-index.ts';
import type { RepoPath } from '../../model/path.ts';
import { chunkKeys } from '../../vector/chunk-keys.ts';
import { reuseRows } from '../../vector/reuse.ts';
import type { VectorSet } from '../../vector/vector-set.ts';

/** Returns the sorted terms of some files, in one pass over the index. */
export function termsOfFiles(
  { data, chunkFiles }: TextIndex,
  paths: ReadonlySet<string>,
): ReadonlyMap<RepoPath, readonly string[]> {
  const isWanted = data.paths.map((path) => paths.has(path));
  const found = new Map<number, string[]>();
  for (const [term, text] of data.terms.entries()) {
    const files = new Set<number>();
    const add = (file: number): void => {
      if (isWanted[file] === true) files.add(file);
    };
    for (let row = at(data.postingStarts, term); row < at(data.postingStarts, term + 1); row++)
      add(at(chunkFiles, at(data.postingChunks, row)));
    for (let row = at(data.fileStarts, term); row < at(data.fileStarts, term + 1); row++)
      add(at(data.fileFiles, row));
    for (const file of files) appendTo(found, file, text);
  }
  return new Map([...found].map(([file, terms]) => [at(data.paths, file), terms]));
}

/** Returns the mean of the vectors of a file's chunks as a literal of pgvector, for some files. */
export function meaningsOfFiles(
  { data }: TextIndex,
  set: VectorSet,
  paths: ReadonlySet<string>,
): ReadonlyMap<RepoPath, string> {
  const { dimensions } = set;
  const { rows } = reuseRows(set, chunkKeys(data), dimensions);
  const meanings = new Map<RepoPath, string>();
  for (const [file, path] of data.paths.entries()) {
    if (!paths.has(path)) continue;
    const sums = new Float64Array(dimensions);
    for (let chunk = at(data.chunkStarts, file); chunk < at(data.chunkStarts, file + 1); chunk++) {
      const row = rows.subarray(chunk * dimensions, (chunk + 1) * dimensions);
      const length = Math.hypot(...row) || 1;
      for (let place = 0; place < dimensions; place++)
        sums[place] = at(sums, place) + at(row, place) / length;
    }
    const length = Math.hypot(...sums);
    if (length > 0)
      meanings.set(path, `[${Array.from(sums, (sum) => (sum / length).toFixed(4)).join(',')}]`);
  }
  return meanings;
}
