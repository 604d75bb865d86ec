/** The history of a symbol: who changed its lines, how often and when. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lineHistory } from '../../src/git/line-history.ts';
import { commitAll, git } from '../git/temp-repository.ts';
import { type TempProject, tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const price = (factor: number) => `export function price(): number {\n  return ${factor};\n}\n`;
const OTHER = 'export function other(): number {\n  return 0;\n}\n';

/** Three commits, of which two changed `price`. */
async function project(): Promise<TempProject> {
  const temp = await tempProject({ 'src/price.ts': price(1) + OTHER });
  const { root } = temp.config;
  git(root, 'init', '--initial-branch=main');
  commitAll(root, 'first price', '2020-01-01T12:00:00Z');
  await temp.write('src/price.ts', price(2) + OTHER);
  commitAll(root, 'second price', '2021-02-03T12:00:00Z');
  await temp.write('src/price.ts', price(2) + OTHER.replace('0', '7'));
  commitAll(root, 'another function', '2022-01-01T12:00:00Z');
  return temp;
}

async function historyOf(temp: TempProject, input: Record<string, unknown> = {}) {
  const { call } = await toolCaller({ temp });
  const { structured, text } = await call('code_get_symbol', {
    ...{ symbol: 'price', history: true, ...input },
  });
  return { history: structured['history'], notes: structured['notes'], text };
}

describe('code_get_symbol with history', () => {
  it('counts the commits that changed the lines of the symbol, and names the last', async () => {
    const { history, text } = await historyOf(await project());
    expect(history).toEqual({
      change_count: 2,
      complete: true,
      uncommitted: false,
      last_change: {
        hash: expect.stringMatching(/^[0-9a-f]{40}$/),
        date: '2021-02-03',
        author: 'a',
        subject: 'second price',
      },
      first_date: '2020-01-01',
      authors: [{ author: 'a', commit_count: 2, last_date: '2021-02-03' }],
    });
    expect(text).toContain('history: 2 changes since 2020-01-01; last 2021-02-03');
  });

  it('has no history unless it is asked for', async () => {
    expect((await historyOf(await project(), { history: false })).history).toBeUndefined();
  });

  it('follows lines that uncommitted edits moved down or changed', async () => {
    const temp = await project();
    await temp.write('src/price.ts', `// one\n// two\n\n${price(2)}${OTHER}`);
    expect((await historyOf(temp)).history).toMatchObject({ change_count: 2, uncommitted: false });
    await temp.write('src/price.ts', `// one\n// two\n\n${price(3)}${OTHER}`);
    expect((await historyOf(temp)).history).toMatchObject({ change_count: 2, uncommitted: true });
  });

  it('follows a file to its former name', async () => {
    const temp = await project();
    git(temp.config.root, 'mv', 'src/price.ts', 'src/cost.ts');
    commitAll(temp.config.root, 'rename');
    expect((await historyOf(temp)).history).toMatchObject({
      first_date: '2020-01-01',
      last_change: { subject: 'second price' },
    });
  });

  it('ends at the revision that the answer is for', async () => {
    const { history } = await historyOf(await project(), { ref: 'HEAD~2' });
    expect(history).toMatchObject({ change_count: 1, last_change: { subject: 'first price' } });
  });

  it('says that a new symbol, or one without git, has no history', async () => {
    const temp = await project();
    const text = await temp.read('src/price.ts');
    await temp.write('src/price.ts', `${text}export function fresh(): void {\n  price();\n}\n`);
    expect((await historyOf(temp, { symbol: 'fresh' })).history).toMatchObject({
      change_count: 0,
      uncommitted: true,
    });
    const plain = await historyOf(await tempProject({ 'src/price.ts': price(1) }));
    expect(plain.notes).toContainEqual('no history: there is no git history here');
  });

  it('tells a history that goes on beyond the limit from a whole one', async () => {
    const { root } = (await project()).config;
    const place = { path: 'src/price.ts', start: 1, end: 3 };
    const some = await lineHistory(root, 'HEAD', place, { commitsMax: 1, timeoutMs: 20_000 });
    expect(some).toMatchObject({ commits: [{ subject: 'second price' }], isComplete: false });
    const all = await lineHistory(root, 'HEAD', place, { commitsMax: 2, timeoutMs: 20_000 });
    expect(all?.isComplete).toBe(true);
  });

  it('masks secrets in the subject of a commit', async () => {
    const temp = await project();
    await temp.write('src/price.ts', price(4) + OTHER);
    commitAll(temp.config.root, `use ${['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')}`);
    const { text } = await historyOf(temp);
    expect(text).not.toContain('a1B2c3D4e5F6');
    expect(text).toContain('3 changes');
  });

  it('reads a project that is a folder of its repository', async () => {
    const temp = await tempProject({ 'src/price.ts': price(1) });
    const { root } = temp.config;
    const outer = join(root, '..');
    await mkdir(join(outer, 'elsewhere'), { recursive: true });
    git(outer, 'init');
    commitAll(outer, 'all');
    expect((await historyOf(temp)).history).toMatchObject({ change_count: 1 });
  });
});
