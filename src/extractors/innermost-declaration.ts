import type { FileFacts } from '../model/facts.ts';

/** Returns the innermost declaration around an offset of the text; −1 for the file. */
export function innermostDeclaration(
  declarations: FileFacts['declarations'],
  offset: number,
): number {
  return declarations.findLastIndex(({ start, end }) => start <= offset && offset < end);
}
