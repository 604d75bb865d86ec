// Writes the files that are generated from the program itself. Run by `npm run docs`, after a build;
// tests fail when one of them is not current.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configJsonSchema } from '../dist/config/json-schema.js';
import { LANGUAGES } from '../dist/languages/registry.js';
import { toolPages } from '../dist/tools/markdown.js';
import { withLanguageTable } from './language-table.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Each generated file, by its path from the root, with the function that gives its text. */
const GENERATED = [
  ['config/graph-memory.schema.json', configJsonSchema],
  ...[...toolPages()].map(([path, text]) => [path, () => text]),
  ['README.md', () => withLanguageTable(readFileSync(join(root, 'README.md'), 'utf8'), LANGUAGES)],
];

for (const [path, textOf] of GENERATED) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), textOf());
  console.log(`wrote ${path}`);
}
