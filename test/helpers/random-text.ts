import { createHash } from 'node:crypto';

/** Characters in an order that depends on the seed alone, each equally likely. */
export function randomText(seed: string, characters: string, length: number): string {
  let text = '';
  for (let block = 0; text.length < length; block++) {
    const bytes = createHash('sha256').update(`${seed} ${block}`).digest();
    text += [...bytes].map((byte) => characters[byte % characters.length]).join('');
  }
  return text.slice(0, length);
}
