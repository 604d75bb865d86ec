import type { FileContent } from '../../src/store/directory.ts';

/** Returns a copy of the bytes of a file in one piece. */
export function wholeOf(content: FileContent): Uint8Array {
  return Uint8Array.from(
    content instanceof Uint8Array
      ? content
      : Buffer.concat(Array.from(content.pieces, (piece) => Uint8Array.from(piece))),
  );
}
