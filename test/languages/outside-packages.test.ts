import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { extractFile } from '../../src/extract/extract.ts';
import { OUTSIDE_PATH, storedFacts } from '../../src/languages/ecmascript/outside/outside.ts';

const FOLDER = fileURLToPath(new URL('../../config/packages/', import.meta.url));
const GENERATED = new URL('../../src/languages/ecmascript/outside/packages.ts', import.meta.url);

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

/** Characters of one line of the generated file. */
const LINE_LENGTH = 4000;

test('the facts about known packages are those of their declaration files', async () => {
  const text = readdirSync(FOLDER)
    .sort()
    .map((name) => readFileSync(FOLDER + name, 'utf8'))
    .join('\n');
  const source = { path: OUTSIDE_PATH, text, hash: '', sizeBytes: 0, mtimeMs: 0, ctimeMs: 0 };
  const facts = await extractFile(source, { parseMsMax: 3000 });
  if ('reason' in facts) throw new Error(facts.detail);
  expect(facts.diagnostics).toEqual([]);
  const lines = storedFacts(facts).match(new RegExp(`.{1,${LINE_LENGTH}}`, 'g')) ?? [];
  const generated = [
    '// Written by `npm run golden` from the files of config/packages.',
    'export const PACKAGES = {',
    `  declarationCount: ${facts.declarations.length},`,
    '  facts:',
    `${lines.map((line) => `    ${quoted(line)}`).join(' +\n')},`,
    '};',
    '',
  ].join('\n');
  await expect(generated).toMatchFileSnapshot(fileURLToPath(GENERATED));
});
