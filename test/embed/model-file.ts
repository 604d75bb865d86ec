/** The bytes of a model file: words with a row each, all of the same weight. */
export function modelFile(words: Readonly<Record<string, readonly number[]>>): Uint8Array {
  const names = Object.keys(words).sort();
  const dimensions = words[names[0] ?? '']?.length ?? 0;
  const text = names.map((name) => `${name}\n`).join('');
  const padded = text.padEnd(Math.ceil(text.length / 4) * 4, '\n');
  const head = Uint32Array.of(0x4d_56_4d_47, 1, names.length, dimensions, padded.length);
  const weights = new Float32Array(2 * names.length).fill(1);
  const rows = Int8Array.from(names.flatMap((name) => [...(words[name] ?? [])]));
  return Buffer.concat([
    Buffer.from(head.buffer),
    Buffer.from(padded, 'latin1'),
    Buffer.from(weights.buffer),
    Buffer.from(rows.buffer),
  ]);
}
