import { at } from '../../base/assert.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import type { RepoPath } from '../../model/path.ts';
import { chunksOfFile } from '../occurrences.ts';
import type { LineRange } from '../shown-place.ts';
import { enclosingDeclaration } from './file-declarations.ts';

/**
 * Returns the blocks of a file, in order: the code blocks of a page, or the chunks of a code file in
 * which no declaration begins and that no declaration encloses.
 */
export function blocksOf(snapshot: Snapshot, path: RepoPath): readonly LineRange[] {
  const page = snapshot.pages().get(path);
  if (page !== undefined) return page.codeBlocks ?? [];
  const { chunkStartLines, chunkEndLines, chunkDeclarations } = snapshot.text.data;
  const { first, end } = chunksOfFile(snapshot.text, snapshot.text.fileNumber(path));
  const blocks: LineRange[] = [];
  for (let chunk = first; chunk < end; chunk++) {
    const lines = {
      startLine: at(chunkStartLines, chunk),
      endLine: at(chunkEndLines, chunk),
    };
    if (at(chunkDeclarations, chunk) >= 0) continue;
    if (enclosingDeclaration(snapshot, path, lines) === undefined) blocks.push(lines);
  }
  return blocks;
}
