import { RecentValues } from '../base/recent-values.ts';
import type { FileFacts } from '../model/facts.ts';

/** Half of the memory for decoded facts in bytes, as estimated here. */
const SIZE_MAX = 10 * 1024 * 1024;

/** Returns a function that reads the facts of a file by number, and keeps those used recently. */
export function recentFacts(
  fileCount: number,
  read: (file: number) => FileFacts,
): (file: number) => FileFacts {
  const recent = new RecentValues(fileCount, read, sizeOf, SIZE_MAX);
  return (file) => recent.get(file);
}

/** Bytes of a declaration with its shape, of a reference or expression, and of a name. */
const DECLARATION_BYTES = 1500;
const NUMBER_BYTES = 4;
const NAME_BYTES = 50;

/** Estimates the memory of a file's facts, in bytes. */
function sizeOf({ declarations, expressions, references, strings }: FileFacts): number {
  return (
    declarations.length * DECLARATION_BYTES +
    (expressions.length + references.length) * NUMBER_BYTES +
    strings.length * NAME_BYTES
  );
}
