/** Names that the code had once, as its history tells. */
import { expect, test } from 'vitest';
import { commitAll, git } from '../git/temp-repository.ts';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

/** What is found after files were committed, one day after another. */
async function removed(...steps: readonly Readonly<Record<string, string>>[]): Promise<string> {
  const temp = await tempProject({});
  git(temp.config.root, 'init');
  for (const [day, files] of steps.entries()) {
    for (const [path, text] of Object.entries(files)) await temp.write(path, text);
    commitAll(temp.config.root, `step ${day}`, `2024-05-0${2 * day + 1}T12:00:00Z`);
  }
  const { call } = await toolCaller({ temp });
  return (await call('docs_drift', { kinds: ['goneName'] })).text.split('\n').slice(1).join('\n');
}

const CODE = 'export function sumCents() {\n  const allCents = 1;\n  return allCents;\n}\n';
const START = { 'src/money.ts': CODE, 'docs/money.md': 'Call `sumCents()` with `allCents`.\n' };
const RENAMED = { 'src/money.ts': CODE.replace('sumCents', 'addCents') };

test('docs_drift reports a renamed function with its new name', async () => {
  expect(await removed(START, RENAMED)).toMatch(
    /^docs\/money.md:1 goneName \(likely\) sumCents\(\): src\/money.ts declared sumCents until \w+, which replaced it with addCents. Did you mean src\/money.ts::addCents\?$/,
  );
});

test('docs_drift reports a removed function', async () => {
  const found = await removed(START, { 'src/money.ts': 'export const other = 1;\n' });
  expect(found).toMatch(/sumCents until \w+, and nothing has that name now$/);
});

test('docs_drift reports the newest of several changes of a name', async () => {
  const again = { 'src/money.ts': CODE.replace('sumCents', 'totalOfCents') };
  expect(await removed(START, RENAMED, START, again)).toMatch(
    /which replaced it with totalOfCents/,
  );
});

test.each([
  ['it is still there', { 'src/other.ts': 'export const other = 1;\n' }],
  ['other code has the word', { ...RENAMED, 'src/old.ts': "export const names = 'sumCents';\n" }],
  ['it was a value inside of something', { 'src/money.ts': CODE.replaceAll('allCents', 'cents') }],
  ['the page says that it is gone', { ...RENAMED, 'docs/money.md': '`sumCents()` was removed.\n' }],
  [
    'the page declares it itself',
    {
      ...RENAMED,
      'docs/money.md': '```ts\nfunction sumCents() {}\nload();\n```\n\n`sumCents()`\n',
    },
  ],
])('docs_drift reports no removed name when %s', async (_, step) => {
  expect(await removed(START, step)).toBe('');
});
