/** The tests that `changes` names for a diff, and their order. */
import { describe, expect, it } from 'vitest';
import { commitAll, committedProject } from '../git/temp-repository.ts';
import type { TempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const PRICE = 'export function price(): number {\n  return 1;\n}\n';

const FILES: Readonly<Record<string, string>> = {
  'src/price.ts': PRICE,
  'src/registry.ts':
    "import * as found from './price';\nexport const all = Object.values(found);\n",
  'src/other.ts': 'export const other = 1;\n',
  'src/beside.test.ts': "it('works', () => {});\n",
  'test/direct.test.ts': "import { price } from '../src/price';\nit('works', () => price());\n",
  'test/dynamic.test.ts': "import { all } from '../src/registry';\nit('works', () => all);\n",
  'test/far.test.ts': "it('works', () => {});\n",
  'test/other.test.ts': "import { other } from '../src/other';\nit('works', () => other);\n",
};

async function testsFor(temp: TempProject, range = '') {
  const { call } = await toolCaller({ temp });
  const { structured } = await call('changes', { range, max_tokens: 20_000 });
  const { items } = structured['tests'] as {
    readonly items: readonly { readonly path: string; readonly reason: string }[];
  };
  return items.map(({ path, reason }) => `${path}: ${reason}`);
}

/** Commits files that change together, so that the first commit of all files counts less. */
async function changeTogether(temp: TempProject, paths: readonly string[], times: number) {
  for (let time = 0; time < times; time++) {
    for (const path of paths) await temp.write(path, `${await temp.read(path)}// ${time}\n`);
    commitAll(temp.config.root, `change ${time}`);
  }
}

describe('the tests to run', () => {
  it('are at most three of a few: those that use a change, lie beside it, or import it', async () => {
    const temp = await committedProject(FILES);
    await temp.write('src/price.ts', PRICE.replace('1', '2'));
    expect(await testsFor(temp)).toEqual([
      'test/direct.test.ts: uses a changed symbol, changed with it in 1 commit',
      'src/beside.test.ts: is beside a changed file, changed with it in 1 commit',
      'test/dynamic.test.ts: imports a changed file over 2 imports, changed with it in 1 commit',
    ]);
  });

  it('name a test that requests the route of a changed handler', async () => {
    const temp = await committedProject(FILES);
    const app = (name: string) =>
      `import express from 'express';\nconst app = express();\napp.get('/items', list);\nfunction list() {\n  return ${name};\n}\n`;
    await temp.write('server/app.ts', app('1'));
    await temp.write('test/far.test.ts', "it('lists', () => request(url).get('/items'));\n");
    commitAll(temp.config.root, 'server');
    await temp.write('server/app.ts', app('2'));
    expect(await testsFor(temp)).toEqual([
      'test/far.test.ts: uses a changed symbol, changed with it in 1 commit',
    ]);
  });

  it('name a test first that changed itself', async () => {
    const temp = await committedProject(FILES);
    await temp.write('src/price.ts', PRICE.replace('1', '2'));
    await temp.write('test/far.test.ts', "it('fails', () => {});\n");
    expect((await testsFor(temp))[0]).toBe('test/far.test.ts: changed itself');
  });

  it('name a test before those beside the code that changed with it often', async () => {
    const temp = await committedProject(FILES);
    await changeTogether(temp, ['src/price.ts', 'test/far.test.ts'], 9);
    await temp.write('src/price.ts', PRICE.replace('1', '2'));
    expect((await testsFor(temp))[1]).toBe('test/far.test.ts: changed with it in 10 commits');
  });

  it('name a test before those beside the code that has rare words of the changed lines', async () => {
    const temp = await committedProject(FILES);
    await temp.write('test/far.test.ts', "it('adds', () => set('surcharge_rate', 2));\n");
    commitAll(temp.config.root, 'surcharge');
    await temp.write('src/price.ts', PRICE.replace('1', "get('surcharge_rate')"));
    expect((await testsFor(temp))[1]).toBe(
      'test/far.test.ts: changed with it in 1 commit, has rare words of the changed lines',
    );
  });

  it('do not count lines as changed whose indentation alone differs', async () => {
    const temp = await committedProject(FILES);
    await temp.write('test/far.test.ts', "it('adds', () => set('surcharge_rate', 2));\n");
    await temp.write('src/price.ts', PRICE.replace('return', "set('surcharge_rate');\n  return"));
    commitAll(temp.config.root, 'surcharge');
    const line = "set('surcharge_rate');\n";
    const text = await temp.read('src/price.ts');
    await temp.write('src/price.ts', text.replace(line, `if (1) {\n    ${line}  }\n`));
    const reasons = (await testsFor(temp)).filter((reason) => reason.includes('rare words'));
    expect(reasons).toEqual([]);
  });

  it('name a test before others that the message of the commit names', async () => {
    const temp = await committedProject(FILES);
    await temp.write('test/rounding.test.ts', FILES['test/direct.test.ts'] ?? '');
    await temp.write('test/zero.test.ts', FILES['test/direct.test.ts'] ?? '');
    commitAll(temp.config.root, 'more tests');
    await temp.write('src/price.ts', PRICE.replace('1', '2'));
    commitAll(temp.config.root, 'Make zero prices valid');
    expect((await testsFor(temp, 'HEAD')).slice(1)).toEqual([
      'test/zero.test.ts: uses a changed symbol, is named in the message',
      'test/rounding.test.ts: uses a changed symbol',
    ]);
  });

  it('name a test that reaches the change by its name in a text only', async () => {
    const temp = await committedProject(FILES);
    await temp.write('test/cli.test.ts', "it('works', () => run('price --all'));\n");
    commitAll(temp.config.root, 'cli');
    await temp.write('src/price.ts', PRICE.replace('1', '2'));
    expect(await testsFor(temp)).toContain('test/cli.test.ts: names what changed');
  });

  it('do not depend on pages and data that change with everything', async () => {
    const temp = await committedProject(FILES);
    await temp.write('CHANGELOG.md', '# Changelog\n');
    await changeTogether(temp, ['CHANGELOG.md', 'test/other.test.ts'], 9);
    await temp.write('CHANGELOG.md', '# Changelog\n\n- Other prices\n');
    await temp.write('src/price.ts', PRICE.replace('1', '2'));
    const tests = await testsFor(temp);
    expect(tests).toHaveLength(3);
    expect(tests.join()).not.toContain('test/other.test.ts');
  });
});
