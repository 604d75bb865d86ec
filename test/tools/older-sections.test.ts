/** Sections by age: what git says of their lines against those of the code that they explain. */
import { expect, test } from 'vitest';
import { commitAll, git } from '../git/temp-repository.ts';
import { type TempProject, tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const CODE =
  'export function pay(sum: number) {\n  return sum;\n}\n\nexport function shutTill() {\n  return 1;\n}\n';
const PAGE =
  '# Till\n\n## `pay()`\n\nPays.\n\n## Others\n\n`shutTill()` and `shutTill()` shuts.\n\n```ts\nshutTill();\n```\n';

/** Files as they are committed, one day after another. */
async function history(
  ...steps: readonly Readonly<Record<string, string>>[]
): Promise<TempProject> {
  const temp = await tempProject({});
  git(temp.config.root, 'init');
  for (const [day, files] of steps.entries()) {
    for (const [path, text] of Object.entries(files)) await temp.write(path, text);
    commitAll(temp.config.root, `step ${day}`, `2024-05-0${2 * day + 1}T12:00:00Z`);
  }
  return temp;
}

async function older(temp: TempProject): Promise<string> {
  const { call } = await toolCaller({ temp });
  return (await call('docs_drift', { kinds: ['olderThanCode'] })).text
    .split('\n')
    .slice(1)
    .join('\n');
}

const START = { 'src/till.ts': CODE, 'docs/till.md': PAGE };

test('docs_drift reports a section that is older than the function in its heading', async () => {
  const temp = await history(START, { 'src/till.ts': CODE.replace('sum: number', 'sum: bigint') });
  expect(await older(temp)).toMatch(
    /^docs\/till.md:3 olderThanCode \(likely\) pay\(\): last edited 2024-05-01; since then src\/till.ts::pay changed its signature on 2024-05-03 \(\w{8} step 1\)$/,
  );
});

test('docs_drift reports a change of the body as weaker than a change of the signature', async () => {
  const temp = await history(START, { 'src/till.ts': CODE.replace('return sum', 'return -sum') });
  expect(await older(temp)).toMatch(/^docs\/till.md:3 olderThanCode \(weak\) .*::pay changed on/);
});

test.each([
  ['the section was edited since', { 'docs/till.md': PAGE.replace('Pays.', 'Pays it.') }],
  ['only what is around the code changed', { 'src/till.ts': `const a = 1;\n${CODE}` }],
  ['the code was indented', { 'src/till.ts': CODE.replaceAll('  return', '    return') }],
])('docs_drift reports no outdated section when %s', async (_, step) => {
  const first = { ...START, 'src/till.ts': CODE };
  expect(await older(await history(first, step))).toBe('');
});

test('docs_drift does not expect a changelog to follow code changes', async () => {
  const start = { 'src/till.ts': CODE, 'CHANGELOG.md': PAGE };
  const step = { 'src/till.ts': CODE.replace('sum: number', 'sum: bigint') };
  expect(await older(await history(start, step))).toBe('');
});

test('docs_drift reports no age for uncommitted changes or without git', async () => {
  const temp = await history(START);
  await temp.write('src/till.ts', CODE.replace('sum: number', 'sum: bigint'));
  expect(await older(temp)).toBe('');
  expect(await older(await tempProject(START))).toBe('');
});

test('docs_drift checks ages only on request', async () => {
  const temp = await history(START, { 'src/till.ts': CODE.replace('sum: number', 'sum: bigint') });
  const { call } = await toolCaller({ temp });
  expect((await call('docs_drift', {})).structured).toMatchObject({ results: [], wrong_count: 0 });
  const requested = await call('docs_drift', { kinds: ['olderThanCode'] });
  expect(requested.structured).toMatchObject({ total_count: 1, wrong_count: 0 });
});

test('code_get_symbol notes that a section explains code that changed since', async () => {
  const changed = CODE.replace('sum: number', 'sum: bigint').replace('return 1', 'return 2');
  const temp = await history(START, { 'src/till.ts': changed });
  const { call } = await toolCaller({ temp });
  const notes = async (name: string, input: Record<string, string>) =>
    (await call(name, input)).structured['notes'];
  const pay =
    'docs/till.md::Till::pay() explains a function that changed since: last edited 2024-05-01, the signature of src/till.ts::pay on 2024-05-03';
  const shut =
    'docs/till.md::Till::Others explains a function that changed since: last edited 2024-05-01, src/till.ts::shutTill on 2024-05-03';
  expect(await notes('code_get_symbol', { symbol: 'pay' })).toEqual([pay]);
  expect(await notes('docs_cross_references', { symbol: 'pay' })).toEqual([pay]);
  expect(await notes('docs_get_section', { section: 'docs/till.md::Till::pay()' })).toEqual([pay]);
  // The block of code below shows a use that is as good as before.
  expect(await notes('docs_get_section', { section: 'docs/till.md::Till::Others' })).toEqual([
    shut,
  ]);
});
