import { at } from '../../base/assert.ts';
import type { TextIndex } from '../../index/text-index.ts';
import { literalFiles } from '../../query/literal/literal-files.ts';
import { isTelling, type Literal } from '../../query/literal/literals.ts';
import type { Sources } from '../answer/sources.ts';

/** Files whose text may have to be read for one question; more are left out, and the answer says so. */
const FILES_READ_MAX = 5000;
/** What is in more files than these tells none of them apart. */
const TELLING_FILES_MAX = 3;
/** What a text that only looks like code is worth beside one that was meant as text. */
const CODE_LIKE_SHARE = 0.5;

export interface ExactText {
  /** Per file, 0–1: 1 where a text that was meant as such stands. */
  readonly values: Float64Array;
  /** Per file, 0–1, the rarer the more: where a telling text stands. Undefined when none does. */
  readonly rare: Float64Array | undefined;
  /** Files that hold one that is in hardly any other. */
  readonly telling: ReadonlySet<number>;
  /** Files in scope with any of the texts. */
  readonly fileCount: number;
  /** Not every file that may hold a text was read. */
  readonly isPartial: boolean;
}

/** Which files in scope hold the literal parts of a question, exactly. */
export async function exactText(
  index: TextIndex,
  literals: readonly Literal[],
  inScope: Uint8Array,
  sources: Sources,
): Promise<ExactText> {
  const values = new Float64Array(index.fileCount);
  const rare = new Float64Array(index.fileCount);
  const telling = new Set<number>();
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
        const source = await sources.of(at(index.data.paths, file));
        if (!source.text.includes(text)) continue;
      }
      values[file] = isDeliberate ? 1 : Math.min(1, at(values, file) + worth);
      holders.push(file);
    }
    if (!isTelling(literal)) continue;
    for (const file of holders) {
      rare[file] = Math.max(at(rare, file), 1 / Math.log2(1 + holders.length));
      if (holders.length <= TELLING_FILES_MAX) telling.add(file);
    }
  }
  return {
    values,
    rare: rare.some((value) => value > 0) ? rare : undefined,
    telling,
    fileCount: values.reduce((count, value) => count + (value > 0 ? 1 : 0), 0),
    isPartial: filesRead > FILES_READ_MAX,
  };
}
