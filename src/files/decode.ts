/** How much of a file is looked at for NUL bytes; git looks at as much. */
const SNIFF_BYTES = 8192;

/** Byte order marks, with the encoding they announce. */
const UTF16_LE = [0xff, 0xfe];
const UTF16_BE = [0xfe, 0xff];

/**
 * The text of a file, or undefined when it is binary. UTF-8 unless a byte order mark says UTF-16; the
 * mark is not part of the text. Bytes that are not UTF-8 become U+FFFD: one odd comment should not
 * cost a file.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const encoding = encodingOf(bytes);
  if (encoding === 'utf-8')
    return bytes.subarray(0, SNIFF_BYTES).includes(0) ? undefined : decode(bytes, encoding);
  const text = decode(bytes, encoding);
  // UTF-32 begins with the same two bytes, and then has a NUL in every character.
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
