/** What a diff touches and breaks, from both of its revisions. */
import { chmod, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Workspace } from '../../src/project/workspace.ts';
import { commitAll, committedProject, git } from '../git/temp-repository.ts';
import { type TempProject, tempProject, testWriter } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const FILES: Readonly<Record<string, string>> = {
  'src/price.ts': [
    '/** The price of a thing. */',
    'export function price(amount: number): number {',
    '  return amount * 100;',
    '}',
    'export function obsolete(): string {',
    "  return 'old';",
    '}',
    'export interface Priced {',
    '  readonly amount: number;',
    '}',
    'export class Shop implements Priced {',
    '  readonly amount = 1;',
    '  /** The sum. */',
    '  total(): number {',
    '    const parts = [this.amount, price(this.amount)];',
    '    return parts.reduce((sum, one) => sum + one, 0);',
    '  }',
    '}',
    '',
  ].join('\n'),
  'src/use.ts': [
    "import { obsolete, price, Shop } from './price';",
    'export function sell(): number {',
    '  return price(1) + new Shop().total();',
    '}',
    'export function report(): string {',
    '  return obsolete();',
    '}',
    '',
  ].join('\n'),
  'test/use.test.ts': "import { sell } from '../src/use';\nsell();\n",
  'test/other.test.ts': 'export const nothing = 1;\n',
  'docs/guide.md': '# Guide\n\nCall `price()` of [price.ts](../src/price.ts), or `obsolete()`.\n',
};

async function changesOf(temp: TempProject, input: Record<string, unknown> = {}) {
  const { call } = await toolCaller({ temp });
  return call('changes', { max_tokens: 20_000, ...input });
}

type Counts = Readonly<Record<'returned_count' | 'total_count', number>>;
type Items = readonly Readonly<Record<string, unknown>>[];

function items(structured: Readonly<Record<string, unknown>>, list: string): Items {
  return (structured[list] as { items: Items }).items;
}

/** `changed body src/a.ts::f` per symbol. */
function symbolsIn(structured: Readonly<Record<string, unknown>>): string[] {
  return items(structured, 'symbols').map(({ change, aspects, id, old_id }) =>
    [change, ...(aspects as string[]), id, ...(old_id === undefined ? [] : [`was ${old_id}`])].join(
      ' ',
    ),
  );
}

async function edit(temp: TempProject, path: string, from: string, to: string): Promise<void> {
  const text = await temp.read(path);
  expect(text).toContain(from);
  await temp.write(path, text.replace(from, to));
}

describe('changes', () => {
  it('tells a changed body, signature, doc comment, visibility and base apart', async () => {
    const temp = await committedProject(FILES);
    await edit(temp, 'src/price.ts', 'amount * 100', 'amount * 119');
    await edit(temp, 'src/price.ts', '/** The sum. */', '/** The sum of all. */');
    await edit(temp, 'src/price.ts', 'obsolete(): string', 'obsolete(): string | undefined');
    await edit(temp, 'src/price.ts', 'class Shop implements Priced', 'class Shop');
    await edit(temp, 'src/use.ts', 'export function report', 'function report');
    expect(symbolsIn((await changesOf(temp)).structured).toSorted()).toEqual([
      'changed body src/price.ts::price',
      'changed doc src/price.ts::Shop::total',
      'changed signature bases src/price.ts::Shop',
      'changed signature src/price.ts::obsolete',
      'changed signature visibility src/use.ts::report',
    ]);
  });

  it('reports nothing for code that only moved down, or was indented', async () => {
    const temp = await committedProject(FILES);
    await temp.write('src/price.ts', `\n\n${await temp.read('src/price.ts')}`);
    const { structured, text } = await changesOf(temp);
    expect(symbolsIn(structured)).toEqual([]);
    expect(text).toContain('1 file, 0 changed symbols');
  });

  it('recognizes renamed and moved symbols, with what they contain', async () => {
    const temp = await committedProject(FILES);
    await edit(temp, 'src/price.ts', 'function price(', 'function cost(');
    await edit(temp, 'src/price.ts', 'price(this.amount)', 'cost(this.amount)');
    const text = await temp.read('src/price.ts');
    const shop = text.slice(text.indexOf('export class Shop'));
    await temp.write('src/price.ts', text.replace(shop, ''));
    await temp.write('src/shop.ts', `import { cost, type Priced } from './price';\n${shop}`);
    await temp.write('src/use.ts', (await temp.read('src/use.ts')).replaceAll('price(', 'cost('));
    const symbols = symbolsIn((await changesOf(temp)).structured);
    expect(symbols).toContain('renamed src/price.ts::cost was src/price.ts::price');
    expect(symbols).toContain('moved src/shop.ts::Shop was src/price.ts::Shop');
    expect(symbols.filter((line) => line.includes('Shop::'))).toEqual([
      'changed body src/shop.ts::Shop::total was src/price.ts::Shop::total',
    ]);
  });

  it('lists uses of a removed symbol that are still there, the most risky first', async () => {
    const temp = await committedProject(FILES);
    await edit(
      temp,
      'src/price.ts',
      "export function obsolete(): string {\n  return 'old';\n}\n",
      '',
    );
    const { structured, text } = await changesOf(temp);
    expect(items(structured, 'symbols')[0]).toMatchObject({
      change: 'removed',
      id: 'src/price.ts::obsolete',
      risk: 'high',
      broken_count: 2,
    });
    expect(items(structured, 'findings')).toMatchObject([
      { finding: 'removedStillUsed', path: 'src/use.ts', lines: [1], in: 'src/use.ts' },
      { finding: 'removedStillUsed', path: 'src/use.ts', lines: [6], in: 'src/use.ts::report' },
      { finding: 'documentationNowWrong', path: 'docs/guide.md', lines: [3] },
    ]);
    expect(structured['finding_counts']).toMatchObject({
      removedStillUsed: 2,
      documentationNowWrong: 1,
      argumentsNoLongerFit: 0,
    });
    expect(text).toContain('[high] removed function src/price.ts::obsolete');
  });

  it('lists uses of a renamed or moved symbol that still have the former name or place', async () => {
    const renamed = await committedProject(FILES);
    await edit(renamed, 'src/price.ts', 'function obsolete(', 'function outdated(');
    expect(items((await changesOf(renamed)).structured, 'findings')).toMatchObject([
      {
        finding: 'removedStillUsed',
        path: 'src/use.ts',
        lines: [1],
        detail: 'imports obsolete, which is renamed to outdated',
      },
      { finding: 'removedStillUsed', path: 'src/use.ts', lines: [6], in: 'src/use.ts::report' },
      { finding: 'documentationNowWrong' },
    ]);
    const moved = await committedProject(FILES);
    const declaration = "export function obsolete(): string {\n  return 'old';\n}\n";
    await edit(moved, 'src/price.ts', declaration, '');
    await moved.write('src/old.ts', declaration);
    expect(items((await changesOf(moved)).structured, 'findings')).toMatchObject([
      { path: 'src/use.ts', lines: [1], detail: expect.stringContaining('moved to src/old.ts') },
      { path: 'src/use.ts', lines: [6] },
    ]);
  });

  it('lists imports of a moved file that still have its former path', async () => {
    const temp = await committedProject(FILES);
    git(temp.config.root, 'mv', 'src/price.ts', 'src/cost.ts');
    expect(items((await changesOf(temp)).structured, 'findings')).toContainEqual(
      expect.objectContaining({
        finding: 'removedStillUsed',
        path: 'src/use.ts',
        lines: [1],
        detail: 'imports price.ts, which is renamed to cost.ts',
      }),
    );
    await edit(temp, 'src/use.ts', './price', './cost');
    const { structured } = await changesOf(temp);
    expect(structured['finding_counts']).toMatchObject({ removedStillUsed: 0 });
  });

  it('reports no broken use of a renamed symbol that is exported under its former name', async () => {
    const temp = await committedProject(FILES);
    await edit(temp, 'src/price.ts', 'function obsolete(', 'function outdated(');
    await temp.write(
      'src/price.ts',
      `${await temp.read('src/price.ts')}export { outdated as obsolete };\n`,
    );
    const { structured } = await changesOf(temp);
    expect(symbolsIn(structured)).toContainEqual(expect.stringContaining('renamed'));
    expect(structured['finding_counts']).toMatchObject({ removedStillUsed: 0 });
  });

  it('reports no broken use where the use was removed as well, or leads to a replacement', async () => {
    const temp = await committedProject(FILES);
    await edit(
      temp,
      'src/price.ts',
      "export function obsolete(): string {\n  return 'old';\n}\n",
      '',
    );
    await temp.write('src/new.ts', 'export function obsolete(): number {\n  return 2 + 3;\n}\n');
    await edit(temp, 'src/use.ts', 'import { obsolete, price, Shop }', 'import { price, Shop }');
    await temp.write(
      'src/use.ts',
      `import { obsolete } from './new';\n${await temp.read('src/use.ts')}`,
    );
    expect(
      items((await changesOf(temp)).structured, 'findings').map(({ finding }) => finding),
    ).not.toContain('removedStillUsed');
  });

  it('lists calls whose arguments no longer fit a new signature', async () => {
    const temp = await committedProject(FILES);
    await edit(
      temp,
      'src/price.ts',
      'price(amount: number)',
      'price(amount: number, rate: number)',
    );
    const findings = items((await changesOf(temp)).structured, 'findings');
    expect(findings).toMatchObject(
      [
        {
          finding: 'argumentsNoLongerFit',
          path: 'src/use.ts',
          lines: [3],
          detail: 'calls price: it needs rate, which is not given',
        },
        { finding: 'argumentsNoLongerFit', path: 'src/price.ts', lines: [15] },
      ].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    );
  });

  it('takes a parameter of a type with undefined for required, and one with void for optional', async () => {
    const temp = await committedProject(FILES);
    const listed = async (type: string) => {
      await temp.write(
        'src/price.ts',
        FILES['src/price.ts']?.replace(
          'price(amount: number)',
          `price(amount: number, rate: ${type})`,
        ) ?? '',
      );
      return items((await changesOf(temp)).structured, 'findings').map(({ path }) => path);
    };
    expect(await listed('number | undefined')).toContain('src/use.ts');
    expect(await listed('number | void')).toEqual([]);
  });

  it('lists affected callers by distance, tests that reach the change, and sections', async () => {
    const temp = await committedProject(FILES);
    await edit(temp, 'src/price.ts', 'amount * 100', 'amount * 119');
    const { structured } = await changesOf(temp, { depth: 3 });
    expect(items(structured, 'affected').map(({ id, distance }) => `${distance} ${id}`)).toEqual([
      '1 src/price.ts::Shop::total',
      '1 src/use.ts::sell',
      '2 test/use.test.ts',
    ]);
    expect(items(structured, 'tests')[0]).toMatchObject({ path: 'test/use.test.ts', distance: 2 });
    expect(items(structured, 'documentation')).toMatchObject([
      { path: 'docs/guide.md', symbol: 'src/price.ts::price', change: 'changed' },
    ]);
  });

  it('names at most a quarter of many tests, the nearest, and all that changed themselves', async () => {
    const temp = await committedProject(FILES);
    for (let number = 0; number < 12; number++) {
      const module = number === 7 ? 'price' : 'use';
      const name = number === 7 ? 'price' : 'sell';
      await temp.write(
        `test/case-${number}.test.ts`,
        `import { ${name} } from '../src/${module}';\n${name}(${number});\n`,
      );
    }
    commitAll(temp.config.root, 'tests');
    await temp.write('src/price.ts', (FILES['src/price.ts'] ?? '').replace('* 100', '* 10'));
    const { structured } = await changesOf(temp);
    expect(structured['tests']).toMatchObject({ all_count: 14, total_count: 3 });
    const paths = items(structured, 'tests').map(({ path }) => path);
    expect(paths).toContain('test/case-7.test.ts');
    for (const number of [1, 2, 3, 4])
      await temp.write(`test/case-${number}.test.ts`, `export const own = ${number};\n`);
    const { structured: edited } = await changesOf(temp);
    expect(items(edited, 'tests').map(({ reason }) => reason)).toEqual(
      Array.from({ length: 4 }, () => 'changed itself'),
    );
  });

  it('does not call a page wrong whose name leads to a symbol elsewhere now', async () => {
    const temp = await committedProject(FILES);
    const own = FILES['src/price.ts'] ?? '';
    await temp.write('src/price.ts', own.replace(/export function obsolete[^}]*\}\n/, ''));
    const { structured } = await changesOf(temp);
    const wrong = (answer: Readonly<Record<string, unknown>>) =>
      items(answer, 'findings').filter(({ finding }) => finding === 'documentationNowWrong');
    expect(wrong(structured)).toHaveLength(1);
    await temp.write(
      'src/later.ts',
      'export class Later {\n  started = false;\n}\nexport function obsolete(times: number) {\n  return new Later().started || times > 3;\n}\n',
    );
    const { structured: replaced } = await changesOf(temp);
    expect(wrong(replaced)).toEqual([]);
  });

  it('does not call a page wrong whose type has another declaration now', async () => {
    const temp = await committedProject(FILES);
    await temp.write('src/types.ts', 'export interface Store {\n  open(): void;\n}\n');
    await temp.write(
      'src/store.ts',
      'class _Store {\n  open() {\n    return 1;\n  }\n}\nexport const made = new _Store();\n',
    );
    await temp.write('docs/store.md', '# Store\n\nCall `Store.open()` first.\n');
    commitAll(temp.config.root, 'store');
    await temp.write('src/types.ts', 'export const nothing = 1;\n');
    await temp.write(
      'src/store.ts',
      'export class Store {\n  open() {\n    return 1;\n  }\n}\nexport const made = new Store();\n',
    );
    const { structured } = await changesOf(temp);
    const kinds = items(structured, 'findings').map(({ finding }) => finding);
    expect(kinds).not.toContain('documentationNowWrong');
  });

  it('names files that usually change together with changed ones, and recent authors', async () => {
    const temp = await committedProject(FILES);
    for (const step of [1, 2, 3]) {
      await edit(
        temp,
        'src/price.ts',
        /amount \* \d+/.exec(await temp.read('src/price.ts'))?.[0] ?? '',
        `amount * ${step}`,
      );
      await temp.write('src/use.ts', `${await temp.read('src/use.ts')}// ${step}\n`);
      commitAll(temp.config.root, `step ${step}`);
    }
    await edit(temp, 'src/price.ts', 'amount * 3', 'amount * 4');
    const { structured } = await changesOf(temp);
    expect(items(structured, 'usually_together')).toEqual([
      { path: 'src/use.ts', with: 'src/price.ts', together_count: 4, commit_count: 4 },
    ]);
    expect(items(structured, 'owners')).toMatchObject([{ author: 'a', commit_count: 4 }]);
  });

  it('lists five of the authors, and does not advise a larger budget for them', async () => {
    const temp = await committedProject(FILES);
    const { root } = temp.config;
    for (const author of ['b', 'c', 'd', 'e', 'f']) {
      await temp.write('src/price.ts', `${await temp.read('src/price.ts')}// ${author}\n`);
      git(root, 'commit', '--all', '--message=step', `--author=${author} <${author}@example.org>`);
    }
    await temp.write('src/price.ts', `${await temp.read('src/price.ts')}// edited\n`);
    const { structured, text } = await changesOf(temp);
    expect(items(structured, 'owners')).toHaveLength(5);
    expect(structured['owners']).toMatchObject({ total_count: 6, truncated: true });
    expect(text).not.toContain('cut to');
  });

  it('reports an import that closes a new cycle', async () => {
    const temp = await committedProject(FILES);
    await temp.write(
      'src/price.ts',
      `import { sell } from './use';\n${await temp.read('src/price.ts')}\nsell();\n`,
    );
    const findings = items((await changesOf(temp)).structured, 'findings');
    expect(findings).toMatchObject([
      {
        finding: 'cycleIntroduced',
        path: 'src/price.ts',
        detail: expect.stringContaining('src/use.ts'),
      },
    ]);
  });

  it('compares commits, ranges, and a branch with where it left another', async () => {
    const temp = await committedProject(FILES);
    const { root } = temp.config;
    git(root, 'checkout', '-b', 'feature');
    await edit(temp, 'src/price.ts', 'amount * 100', 'amount * 119');
    commitAll(root, 'on the branch');
    git(root, 'checkout', 'main');
    await temp.write('src/main-only.ts', 'export const mainOnly = 1;\n');
    commitAll(root, 'on main');
    const body = 'changed body src/price.ts::price';
    expect(symbolsIn((await changesOf(temp, { range: 'main...feature' })).structured)).toEqual([
      body,
    ]);
    expect(symbolsIn((await changesOf(temp, { range: 'feature' })).structured)).toEqual([body]);
    const both = symbolsIn((await changesOf(temp, { range: 'main..feature' })).structured);
    expect(both).toEqual(expect.arrayContaining([body, 'removed src/main-only.ts::mainOnly']));
    await expect(changesOf(temp, { range: 'none..main' })).rejects.toMatchObject({
      code: 'GM_REVISION',
    });
  });

  it('compares what is staged, whatever else was edited', async () => {
    const temp = await committedProject(FILES);
    await edit(temp, 'src/price.ts', 'amount * 100', 'amount * 119');
    git(temp.config.root, 'add', '--all');
    await edit(temp, 'src/price.ts', "return 'old'", "return 'older'");
    const { structured } = await changesOf(temp, { range: 'staged' });
    expect(symbolsIn(structured)).toEqual(['changed body src/price.ts::price']);
    expect(items(structured, 'files')).toMatchObject([
      { status: 'modified', path: 'src/price.ts' },
    ]);
  });

  it('has everything as added before the first commit and in it', async () => {
    const temp = await tempProject(FILES);
    git(temp.config.root, 'init', '--initial-branch=main');
    git(temp.config.root, 'add', 'src');
    const added = ['added src/price.ts', 'added src/use.ts'];
    const filesOf = async (range: string) => {
      const { structured } = await changesOf(temp, { range });
      expect(symbolsIn(structured)).toContain('added src/use.ts::sell');
      return items(structured, 'files').map(({ status, path }) => `${status} ${path}`);
    };
    expect(await filesOf('')).toEqual([
      ...['untracked docs/guide.md', ...added],
      ...['untracked test/other.test.ts', 'untracked test/use.test.ts'],
    ]);
    expect(await filesOf('staged')).toEqual(added);
    commitAll(temp.config.root, 'first');
    expect(await filesOf('HEAD')).toContain('added docs/guide.md');
  });

  it('says of a shallow clone that it lacks older commits', async () => {
    const temp = await committedProject(FILES);
    const { root } = temp.config;
    await edit(temp, 'src/price.ts', 'amount * 100', 'amount * 119');
    commitAll(root, 'second');
    git(root, 'clone', '--bare', '--depth=1', pathToFileURL(root).href, 'shallow.git');
    await rm(join(root, '.git'), { recursive: true });
    await rename(join(root, 'shallow.git'), join(root, '.git'));
    git(root, 'config', 'core.bare', 'false');
    await expect(changesOf(temp, { range: 'HEAD' })).rejects.toMatchObject({
      code: 'GM_REVISION',
      hint: expect.stringContaining('--unshallow'),
    });
  });

  it('counts a file whose mode alone changed as indexed', async () => {
    const temp = await committedProject(FILES);
    await chmod(join(temp.config.root, 'src/use.ts'), 0o755);
    const { structured, text } = await changesOf(temp);
    expect(items(structured, 'files')).toMatchObject([{ path: 'src/use.ts', symbol_count: 0 }]);
    expect(text).not.toContain('not indexed');
  });

  it('fits a comment of a pull request, and names what is left out', async () => {
    const temp = await committedProject(FILES);
    const name = 'a_very_long_name_'.repeat(8);
    const functions = Array.from(
      { length: 500 },
      (_, n) => `export function ${name}${n}() {\n  return ${n};\n}\n`,
    );
    await temp.write('src/many.ts', functions.join(''));
    const { call } = await toolCaller({ temp, channel: 'text' });
    const input = { format: 'markdown', max_tokens: 40_000 };
    const { structured, text } = await call('changes', input);
    expect(text.length).toBeGreaterThan(40_000);
    expect(text.length).toBeLessThanOrEqual(65_536);
    const { returned_count: shown, total_count: total } = structured['symbols'] as Counts;
    expect(shown).toBeLessThan(total);
    expect(text).toContain(`### Symbols by risk (${shown} of ${total})`);
    expect(text).toContain(`cut to the size of a comment: ${shown} of ${total} symbols`);
  });

  it('writes Markdown in which names of the project are no markup', async () => {
    const temp = await committedProject(FILES);
    await temp.write('src/__init__.ts', 'export const a_b_c = 1;\n');
    const { text } = await changesOf(temp, { format: 'markdown' });
    expect(text).toContain('### Symbols by risk (');
    expect(text).toContain('a\\_b\\_c');
  });
});

const OBSOLETE = "export function obsolete(): string {\n  return 'old';\n}\n";

/** Commits the removal of a function and of all of its uses. */
async function commitRemoval(temp: TempProject): Promise<void> {
  await edit(temp, 'src/price.ts', OBSOLETE, '');
  await edit(temp, 'src/use.ts', 'obsolete, price, Shop', 'price, Shop');
  await edit(temp, 'src/use.ts', 'return obsolete();', "return '';");
  await edit(temp, 'docs/guide.md', ', or `obsolete()`', '');
  commitAll(temp.config.root, 'second');
}

async function workspaceOf(temp: TempProject, options: Parameters<typeof Workspace.open>[1]) {
  return Workspace.open({ projects: [temp.config] }, options);
}

describe('a comparison with the working tree', () => {
  it('has the files as they are now, also where an answer does not wait for the index', async () => {
    const temp = await committedProject(FILES);
    const { call, context } = await toolCaller({
      temp,
      workspace: await workspaceOf(temp, { writer: testWriter(), answerWaitMs: 0 }),
    });
    await call('reindex', {});
    await commitRemoval(temp);
    const { structured } = await call('changes', {});
    expect(structured).toMatchObject({ files: { items: [] }, findings: { items: [] } });
    git(temp.config.root, 'checkout', 'HEAD~1');
    const diff = await call('graph_diff', {});
    expect(diff.structured).toMatchObject({ results: [] });
    await context.workspace.close();
  });

  it('is refused while another process keeps the index from being refreshed', async () => {
    const temp = await committedProject(FILES);
    await changesOf(temp);
    await commitRemoval(temp);
    const lock = { pid: 2002, host: 'test', startedAt: '2026-01-01' };
    await temp.write('../store/writer.lock', JSON.stringify(lock));
    const writer = testWriter({ isAlive: () => true });
    const { call } = await toolCaller({ temp, workspace: await workspaceOf(temp, { writer }) });
    await expect(call('changes', {})).rejects.toMatchObject({
      code: 'GM_BUSY',
      hint: expect.stringContaining('compare two commits'),
    });
    const { structured } = await call('changes', { range: 'HEAD~1..HEAD' });
    expect(symbolsIn(structured)).toContain('removed src/price.ts::obsolete');
    expect(items(structured, 'findings')).toEqual([]);
  });

  it('equals that with the commit of a clean working tree', async () => {
    const temp = await committedProject(FILES);
    await edit(temp, 'src/price.ts', OBSOLETE, '');
    await edit(temp, 'src/price.ts', 'amount * 100', 'amount * 119');
    commitAll(temp.config.root, 'second');
    const { to: disk, ...worktree } = (await changesOf(temp, { range: 'HEAD~1..' })).structured;
    const { to: head, ...commits } = (await changesOf(temp, { range: 'HEAD~1..HEAD' })).structured;
    expect([disk, head]).toMatchObject([{ name: 'worktree' }, { name: 'HEAD' }]);
    expect(worktree).toEqual(commits);
    expect(items(worktree, 'findings')).not.toEqual([]);
  });
});
