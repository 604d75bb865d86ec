/** Tools that answer from a commit instead of the files on disk. */
import { describe, expect, it } from 'vitest';
import { resolveCommit } from '../../src/git/revisions.ts';
import { CATALOG } from '../../src/tools/registry.ts';
import { commitAll, git } from '../git/temp-repository.ts';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

/** A project whose tag `v1` has files that are gone since. */
async function caller(gone: Readonly<Record<string, string>> = {}) {
  const temp = await tempProject({
    ...gone,
    'src/price.ts': '/** In cents. */\nexport function price(): number {\n  return 1;\n}\n',
    'src/use.ts': "import { price } from './price';\nexport const sum = () => price();\n",
  });
  const { root } = temp.config;
  git(root, 'init');
  commitAll(root, 'first');
  git(root, 'tag', 'v1');
  await temp.write('src/price.ts', 'export function cost(): number {\n  return 2;\n}\n');
  await temp.write('src/use.ts', 'export const none = 1;\n');
  for (const path of Object.keys(gone)) await temp.remove(path);
  return { ...(await toolCaller({ temp })), temp };
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

  it('finds code and pages of a commit by words and by meaning', async () => {
    const { call } = await caller({ 'docs/cost.md': '# Fees\n\nWhat an order costs.\n' });
    const { structured, text } = await call('code_search', { query: 'price in cents', ref: 'v1' });
    expect(text).toContain('1. src/price.ts');
    expect(text).toContain('return 1;');
    expect(structured).toMatchObject({ backend: expect.stringContaining('dense') });
    expect(structured).not.toHaveProperty('degraded');
    expect((await call('code_search', { query: 'price' })).text).not.toContain('return 1;');
    const pages = await call('docs_search', { query: 'fees', ref: 'v1' });
    expect(pages.text).toContain('docs/cost.md');
    expect(pages.structured).not.toHaveProperty('degraded');
    expect((await call('docs_search', { query: 'fees' })).text).not.toContain('cost.md');
  });

  it('is named in the answer with the commit that it leads to', async () => {
    const { call, temp } = await caller();
    const commit = await resolveCommit(temp.config.root, 'v1');
    const note = `answered from commit ${commit?.slice(0, 12)} (v1), not from the files on disk`;
    for (const [tool, input] of [
      ['code_search', { query: 'price' }],
      ['code_get_symbol', { symbols: ['price'] }],
      ['codebase_read', { path: 'src/price.ts' }],
      ['overview', {}],
    ] as const) {
      const { structured } = await call(tool, { ...input, ref: 'v1' });
      expect(structured).toMatchObject({ index_commit: commit, notes: [note] });
    }
  });

  it('is taken by every tool that reads code or pages', () => {
    const without = CATALOG.all().filter((tool) => !('revision' in tool.input.shape));
    expect(without.map(({ name }) => name).toSorted()).toEqual([
      // These compare revisions, or are about the working tree.
      ...['changes', 'git_changed_files', 'git_changed_snippets', 'git_summary', 'graph_diff'],
      ...['index_status', 'list_projects', 'memory_write', 'reindex', 'tool_search'],
    ]);
  });

  it('checks the pages of a commit against its code, files and folders', async () => {
    const { call } = await caller({
      'docs/a.md': '# A\n\n[src](../src), [logo](../logo.png), [none](../none.png), `lost()`\n',
      'logo.png': 'a\0b',
    });
    const { structured } = await call('docs_drift', { ref: 'v1' });
    expect(structured['results']).toMatchObject([{ drift: 'missingFile', text: '../none.png' }]);
  });

  it('searches files of a commit that are not indexed, and says why others are not shown', async () => {
    const { call } = await caller({ 'data.xyz': 'a price\n', 'logo.png': 'a\0b', '.env': 'A=1\n' });
    const { text, structured } = await call('codebase_search_text', {
      query: 'a price',
      ref: 'v1',
    });
    expect(text).toContain('data.xyz');
    expect(structured['skipped']).toMatchObject({ binary: 1 });
    await expect(call('codebase_read', { path: '.env', ref: 'v1' })).rejects.toMatchObject({
      code: 'GM_FILE_WITHHELD',
    });
  });

  it('lists what a symbol of a commit used of other packages', async () => {
    const { call } = await caller({
      'src/read.ts':
        "import { readFile } from 'node:fs/promises';\nexport const read = () => readFile('a');\n",
    });
    const { structured } = await call('code_get_symbol', { symbol: 'read', ref: 'v1' });
    expect(structured['unresolved']).toMatchObject({ items: [{ name: 'readFile' }] });
  });

  it('is refused if there is no such commit', async () => {
    const { call } = await caller();
    await expect(call('code_get_symbol', { symbol: 'cost', ref: 'v2' })).rejects.toMatchObject({
      code: 'GM_REVISION',
    });
  });
});
