import { at } from '../base/assert.ts';
import type { GraphColumns } from './columns.ts';

/** Unused strings are removed when their share exceeds this. */
const UNUSED_SHARE_MAX = 0.25;

/** Columns, and the most strings of theirs that can be unused. */
interface Compacted {
  readonly columns: GraphColumns;
  readonly unusedMax: number;
}

/**
 * Returns the columns without the unused strings that updates leave behind, if there are many. They
 * are counted only if more than `unusedMax` permits can be unused; undefined if that is not known.
 */
export function compactStrings(columns: GraphColumns, unusedMax: number | undefined): Compacted {
  const permitted = columns.strings.length * UNUSED_SHARE_MAX;
  if (unusedMax !== undefined && unusedMax <= permitted) return { columns, unusedMax };
  const numbers = new Int32Array(columns.strings.length);
  const texts = [columns.fileLanguage, columns.nodeName, columns.nodeSignature, columns.nodeDoc];
  for (const column of [...texts, columns.names]) for (const text of column) numbers[text] = 1;
  for (const part of columns.nodeId) numbers[part < 0 ? ~part : part] = 1;
  let used = 0;
  for (let text = 0; text < numbers.length; text++)
    numbers[text] = numbers[text] === 1 ? used++ : -1;
  if (numbers.length - used <= permitted) return { columns, unusedMax: numbers.length - used };
  const renumber = (column: Uint32Array): Uint32Array => column.map((text) => at(numbers, text));
  const compacted = {
    ...columns,
    strings: columns.strings.filter((_, text) => at(numbers, text) >= 0),
    fileLanguage: renumber(columns.fileLanguage),
    nodeName: renumber(columns.nodeName),
    nodeSignature: renumber(columns.nodeSignature),
    nodeDoc: renumber(columns.nodeDoc),
    names: renumber(columns.names),
    nodeId: columns.nodeId.map((part) => (part < 0 ? ~at(numbers, ~part) : at(numbers, part))),
  };
  return { columns: compacted, unusedMax: 0 };
}
