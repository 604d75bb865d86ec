/**
 * Hashes of all code that a folder of checkouts declares, one a line: pairs of the same code are left out
 * of training (`train --exclude`), so that copies of a benchmark's code elsewhere teach nothing.
 *
 *   node training/hashes.mjs CHECKOUTS > HASHES
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { extractFile } from '../dist/extract/extract.js';
import { languageOf } from '../dist/languages/registry.js';
import { codeHash, codeOf } from './code.mjs';
import { isCode } from './words.mjs';

const BYTES_MAX = 400_000;
const seen = new Set();

for (const entry of readdirSync(process.argv[2], { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  const language = languageOf(path);
  if (!entry.isFile() || language === undefined || !isCode(language)) continue;
  if (statSync(path).size > BYTES_MAX) continue;
  const text = readFileSync(path, 'utf8');
  const facts = await extractFile({ path, text }, { parseMsMax: 500 });
  if ('reason' in facts) continue;
  for (const { start, end } of facts.declarations)
    if (end - start >= 40) seen.add(codeHash(codeOf(text.slice(start, end), facts.language)));
}
process.stdout.write(`${[...seen].sort().join('\n')}\n`);
