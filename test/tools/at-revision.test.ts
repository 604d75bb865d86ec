/** Tools that answer from a commit instead of the files on disk. */
import { describe, expect, it } from 'vitest';
import { commitAll, git } from '../git/temp-repository.ts';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

async function caller() {
  const temp = await tempProject({
    'src/price.ts': '/** In cents. */\nexport function price(): number {\n  return 1;\n}\n',
    'src/use.ts': "import { price } from './price';\nexport const sum = () => price();\n",
  });
  const { root } = temp.config;
  git(root, 'init');
  commitAll(root, 'first');
  git(root, 'tag', 'v1');
  await temp.write('src/price.ts', 'export function cost(): number {\n  return 2;\n}\n');
  await temp.write('src/use.ts', 'export const none = 1;\n');
  return toolCaller({ temp });
}

describe('the parameter revision, or ref,', () => {
  it('shows a symbol as it was at a commit, and who used it', async () => {
    const { call } = await caller();
    await expect(call('code_get_symbol', { symbol: 'price' })).rejects.toMatchObject({
      code: 'GM_SYMBOL_NOT_FOUND',
    });
    const { text } = await call('code_get_symbol', { symbol: 'price', ref: 'v1' });
    expect(text).toContain('return 1;');
    const uses = await call('code_references', { symbol: 'price', ref: 'HEAD' });
    expect(JSON.stringify(uses.structured)).toContain('src/use.ts::sum');
    const outline = await call('code_get_file_symbols', { path: 'src/price.ts', revision: 'v1' });
    expect(outline.text).toContain('price');
    expect(outline.text).not.toContain('cost');
  });

  it('accounts for the lines of a commit, not of the files on disk', async () => {
    const { call } = await caller();
    const { structured } = await call('code_references', { symbol: 'price', ref: 'v1' });
    expect(structured['account']).toMatchObject({
      line_count: 3,
      file_count: 2,
      lines: { calls: 1, imports: 1, declarations: 1 },
    });
  });

  it('walks the graph of a commit', async () => {
    const { call } = await caller();
    const { text } = await call('graph_traverse', { symbol: 'price', direction: 'in', ref: 'v1' });
    expect(text).toContain('sum');
  });

  it('reads and searches files as they were at a commit', async () => {
    const { call } = await caller();
    const read = await call('codebase_read', { path: 'src/price.ts', revision: 'v1' });
    expect(read.structured).toMatchObject({
      state: 'same',
      text: expect.stringContaining('In cents'),
    });
    const lines = await call('codebase_search_text', { query: 'price', ref: 'v1' });
    expect(lines.text).toContain('src/use.ts');
    expect((await call('codebase_search_text', { query: 'price' })).text).not.toContain('use.ts');
    const symbols = await call('codebase_search_symbol', { symbol: 'sum', ref: 'v1' });
    expect(symbols.text).toContain('src/use.ts');
  });

  it('is refused if there is no such commit', async () => {
    const { call } = await caller();
    await expect(call('code_get_symbol', { symbol: 'cost', ref: 'v2' })).rejects.toMatchObject({
      code: 'GM_REVISION',
    });
  });
});
