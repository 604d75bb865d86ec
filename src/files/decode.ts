/** Number of leading bytes searched for NUL; git searches the same number. */
const SNIFF_BYTES = 8192;

/** Byte order marks of the supported encodings. */
const UTF16_LE = [0xff, 0xfe];
const UTF16_BE = [0xfe, 0xff];

/**
 * Decodes a file, or returns undefined if it is binary. The encoding is UTF-8 unless a byte order
 * mark says UTF-16; the mark is not part of the text. Bytes that are not UTF-8 become U+FFFD, so
 * that one invalid comment does not exclude a file.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const encoding = encodingOf(bytes);
  if (encoding === 'utf-8')
    return bytes.subarray(0, SNIFF_BYTES).includes(0) ? undefined : decode(bytes, encoding);
  const text = decode(bytes, encoding);
  // UTF-32 begins with the same two bytes, and ASCII text in it contains NUL in every character.
  return text.slice(0, SNIFF_BYTES).includes('\0') ? undefined : text;
}

function encodingOf(bytes: Uint8Array): string {
  const startsWith = (mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte);
  if (startsWith(UTF16_LE)) return 'utf-16le';
  return startsWith(UTF16_BE) ? 'utf-16be' : 'utf-8';
}

function decode(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes);
}
