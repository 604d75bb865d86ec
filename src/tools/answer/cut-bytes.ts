/** The beginning of a text that takes at most so many bytes of UTF-8, never cut inside of a character. */
export function cutToBytes(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return text;
  let end = Math.max(0, bytesMax);
  // A byte that goes on with a character begins with the bits 10.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end).toString();
}
