/** Finds every line of the indexed files that holds a name. */
import { at } from '../../base/assert.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import type { TextIndex } from '../../index/text-index.ts';
import { wordsOf } from '../../index/tokenize.ts';
import type { CurrentOccurrences } from '../../indexing/current-file.ts';
import type { RepoPath } from '../../model/path.ts';
import { literalFiles } from '../../query/literal/literal-files.ts';
import type { OpenIndex } from '../context.ts';

/** A name in more files is not counted: reading them would take longer than the answer is worth. */
const FILES_MAX = 400;

/** A file that holds the name. */
export interface FileOccurrences extends CurrentOccurrences {
  readonly path: RepoPath;
  readonly isPage: boolean;
}

/** Returns the files that hold a name, by path, or the number of files that may if they are too many. */
export async function filesWithName(
  { project, snapshot }: OpenIndex,
  name: string,
): Promise<readonly FileOccurrences[] | number> {
  const candidates = candidatesOf(snapshot, name);
  if (candidates.length > FILES_MAX) return candidates.length;
  const paths = candidates.map(({ path }) => path);
  const byPath = await project.occurrences(paths, name, snapshot);
  return candidates.flatMap(({ path, isPage }) => {
    const own = byPath.get(path);
    return own === undefined || own.occurrences.length === 0 ? [] : [{ ...own, path, isPage }];
  });
}

function candidatesOf({ text, docsText }: Snapshot, name: string) {
  return [
    ...filesOf(text, name).map((path) => ({ path, isPage: false })),
    ...filesOf(docsText, name).map((path) => ({ path, isPage: true })),
  ];
}

function filesOf(index: TextIndex, name: string): readonly RepoPath[] {
  const [word, ...others] = wordsOf(name);
  const isWord = word === name && others.length === 0;
  const files = isWord ? filesWithWhole(index, name) : literalFiles(index, name).files;
  return files.map((file) => at(index.data.paths, file));
}

function filesWithWhole({ words }: TextIndex, name: string): readonly number[] {
  const files = new Set<number>(words.longerFiles);
  words.filesWithWhole(name, (file) => files.add(file));
  return [...files].sort((a, b) => a - b);
}
