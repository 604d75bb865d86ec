import { at } from '../../base/assert.ts';
import type { TextIndex } from '../../index/text-index.ts';
import { literalFiles } from '../../query/literal/literal-files.ts';
import { isTelling, type Literal } from '../../query/literal/literals.ts';
import type { Sources } from '../answer/sources.ts';

/** Maximum number of files to read for one query; others are left out, and the answer says so. */
const FILES_READ_MAX = 5000;
/** Share for text that only looks like code, compared with text that was meant literally. */
const CODE_LIKE_SHARE = 0.5;

export interface ExactText {
  /** Value per file, 0–1: 1 if it contains text that was meant literally. */
  readonly values: Float64Array;
  /**
   * Value per file with a telling text, 0–1: the rarer the text, the higher. Undefined if no file
   * contains one.
   */
  readonly rare: Float64Array | undefined;
  /** By file: length of the longest telling text that no other file contains. */
  readonly only: ReadonlyMap<number, number>;
  /** Number of files in scope that contain any of the texts. */
  readonly fileCount: number;
  /** Whether some files that may contain a text were not read. */
  readonly isPartial: boolean;
}

/** Finds the files in scope that contain the literal parts of a query exactly. */
export async function exactText(
  index: TextIndex,
  literals: readonly Literal[],
  inScope: Uint8Array,
  sources: Sources,
): Promise<ExactText> {
  const values = new Float64Array(index.fileCount);
  const rare = new Float64Array(index.fileCount);
  const only = new Map<number, number>();
  const codeLikeCount = literals.filter(({ isDeliberate }) => !isDeliberate).length;
  let filesRead = 0;
  for (const literal of literals) {
    const { text, isDeliberate } = literal;
    const holders: number[] = [];
    const worth = isDeliberate ? 1 : CODE_LIKE_SHARE / codeLikeCount;
    const { files, unsure } = literalFiles(index, text);
    for (const file of files) {
      if (inScope[file] === 0 || values[file] === 1) continue;
      if (unsure.has(file)) {
        if (++filesRead > FILES_READ_MAX) break;
        const source = sources.indexedText(at(index.data.paths, file));
        if (!(typeof source === 'string' ? source : await source).includes(text)) continue;
      }
      values[file] = isDeliberate ? 1 : Math.min(1, at(values, file) + worth);
      holders.push(file);
    }
    if (!isTelling(literal)) continue;
    for (const file of holders) {
      rare[file] = Math.max(at(rare, file), 1 / Math.log2(1 + holders.length));
    }
    const [first, ...others] = holders;
    if (first === undefined || others.length > 0) continue;
    only.set(first, Math.max(only.get(first) ?? 0, text.length));
  }
  return {
    values,
    rare: rare.some((value) => value > 0) ? rare : undefined,
    only,
    fileCount: values.reduce((count, value) => count + (value > 0 ? 1 : 0), 0),
    isPartial: filesRead > FILES_READ_MAX,
  };
}
