/**
 * Returns the start of a text that takes at most `bytesMax` bytes in UTF-8, never cut inside a
 * character.
 */
export function cutToBytes(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return text;
  let end = Math.max(0, bytesMax);
  // A UTF-8 continuation byte starts with the bits 10.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end).toString();
}
