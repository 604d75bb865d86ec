import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const CHARACTERS_PER_TOKEN = 3.3;

/**
 * Returns a function that counts the tokens of a text. `TOKENIZER` is the path of a module with an
 * `encode`, such as `gpt-tokenizer/esm/encoding/o200k_base.js`; without it a token is 3.3 characters.
 */
export async function tokenCounter() {
  const path = process.env.TOKENIZER;
  if (path === undefined) return (text) => Math.ceil(text.length / CHARACTERS_PER_TOKEN);
  const { encode } = await import(pathToFileURL(resolve(path)));
  return (text) => encode(text).length;
}
