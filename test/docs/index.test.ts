/** The pages of the documentation are complete: the index has every page, troubleshooting every error. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ERROR_CODES } from '../../src/base/errors.ts';

const DOCS = join(import.meta.dirname, '../../docs');
const read = (name: string) => readFileSync(join(DOCS, name), 'utf8');

it('docs/README.md links to every page', () => {
  const pages = readdirSync(DOCS).filter((name) => name.endsWith('.md') && name !== 'README.md');
  const index = read('README.md');
  expect(pages.filter((name) => !index.includes(`](${name})`))).toEqual([]);
});

it('docs/troubleshooting.md has a first step for every error code', () => {
  const table = read('troubleshooting.md').split('## By error code')[1] ?? '';
  const codes = [...table.matchAll(/`(GM_\w+)`/g)].map(([, code]) => code);
  expect(codes).toEqual(Object.keys(ERROR_CODES));
});
