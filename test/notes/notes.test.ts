import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Workspace } from '../../src/project/workspace.ts';
import { commitAll, git } from '../git/temp-repository.ts';
import { type TempProject, tempProject, testWriter } from '../project/temp-project.ts';
import { type ToolCaller, toolCaller } from '../tools/temp-context.ts';

const CART = `export class Cart {
  /** Sum in cents. */
  total(items: number[]): number {
    return items.reduce((sum, cents) => sum + cents, 0);
  }
}

export function discount(cents: number): number {
  return Math.floor(cents * 0.9);
}
`;
const GUIDE = '# Guide\n\n## Totals\n\nTotals are in cents.\n';

let temp: TempProject;
let caller: ToolCaller;

beforeEach(async () => {
  temp = await tempProject({
    'src/cart.ts': CART,
    'src/main.ts':
      "import { Cart, discount } from './cart';\nexport function main() {\n  return discount(new Cart().total([1]));\n}\n",
    'docs/guide.md': GUIDE,
  });
  caller = await toolCaller({ temp });
});

async function write(input: Record<string, unknown>) {
  return (await caller.call('memory_write', input)).structured;
}

async function states(id: string): Promise<readonly string[]> {
  const { structured } = await caller.call('memory_get', { id });
  const [note] = structured['results'] as { about: { target: string; state: string }[] }[];
  return (note?.about ?? []).map(({ target, state }) => `${target} ${state}`);
}

function edit(path: string, from: string, to: string): Promise<void> {
  return temp.read(path).then((text) => {
    expect(text).toContain(from);
    return temp.write(path, text.replace(from, to));
  });
}

describe('the state of a note', () => {
  it('is fresh while nothing that it is about changes', async () => {
    const written = await write({ title: 'Cents', kind: 'decision', about: ['Cart.total'] });
    expect(written).toMatchObject({ id: 'cents', outcome: 'created' });
    await edit('src/cart.ts', 'Math.floor', 'Math.round');
    expect(await states('cents')).toEqual(['src/cart.ts::Cart::total fresh']);
  });

  it('is changed, with the parts that differ, after an edit', async () => {
    await write({ title: 'Cents', about: ['Cart.total', 'discount', 'docs/guide.md'] });
    await edit('src/cart.ts', '(items: number[])', '(items: readonly number[])');
    await edit('src/cart.ts', '0.9', '0.8');
    await edit('docs/guide.md', 'Totals are', 'All totals are');
    const { structured } = await caller.call('memory_get', { id: 'cents' });
    expect(structured['results']).toMatchObject([
      {
        state: 'changed',
        about: [
          { target: 'src/cart.ts::Cart::total', changed: ['signature'] },
          { target: 'src/cart.ts::discount', changed: ['body'] },
          { target: 'docs/guide.md', state: 'changed' },
        ],
      },
    ]);
  });

  it('is changed if only the doc comment differs', async () => {
    await write({ title: 'Cents', about: ['Cart.total'] });
    await edit('src/cart.ts', 'Sum in cents', 'Sum in euros');
    expect(await states('cents')).toEqual(['src/cart.ts::Cart::total changed']);
  });

  it('follows a symbol to another file, and to another name', async () => {
    await write({ title: 'Discounts', about: ['discount'] });
    const moved = CART.slice(CART.indexOf('export function'));
    await temp.write('src/cart.ts', CART.replace(moved, ''));
    await temp.write('src/deep/prices.ts', moved.replaceAll('discount', 'reduced'));
    const { structured, text } = await caller.call('memory_get', { id: 'discounts' });
    expect(structured['results']).toMatchObject([
      { state: 'moved', about: [{ now: 'src/deep/prices.ts::reduced' }] },
    ]);
    expect(text).toContain('src/deep/prices.ts::reduced (was src/cart.ts::discount)');
    await write({ action: 'confirm', id: 'discounts' });
    expect(await states('discounts')).toEqual(['src/deep/prices.ts::reduced fresh']);
  });

  it('is orphaned when the symbol is gone, and proposes the most similar one', async () => {
    await write({ title: 'Discounts', about: ['discount'] });
    await edit('src/cart.ts', CART.slice(CART.indexOf('export function')), '');
    await temp.write('src/b.ts', 'export function discount(): string {\n  return "none";\n}\n');
    const { structured } = await caller.call('memory_get', { id: 'discounts' });
    expect(structured['results']).toMatchObject([
      { state: 'orphaned', about: [{ did_you_mean: 'src/b.ts::discount' }] },
    ]);
  });

  it('follows a file that git renamed, although the symbol was edited as well', async () => {
    const { root } = temp.config;
    git(root, 'init');
    commitAll(root, 'first');
    await write({ title: 'Discounts', about: ['discount'] });
    await temp.write('src/basket.ts', CART.replace('0.9', '0.8'));
    await temp.remove('src/cart.ts');
    commitAll(root, 'second');
    const { text } = await caller.call('memory_get', { id: 'discounts' });
    expect(text).toContain('src/basket.ts::discount: body changed since it was written');
    expect(text).toContain('-   return Math.floor(cents * 0.9);'.replace('-   ', '- '));
  });

  it('is that of the code on disk when it is written, also in a project that takes long to list', async () => {
    let time = Date.now();
    const now = () => {
      time += 1000;
      return time;
    };
    const config = { projects: [temp.config] };
    const workspace = await Workspace.open(config, { writer: testWriter({ now }) });
    const slow = await toolCaller({ temp, workspace });
    await slow.call('memory_search', {});
    await edit('src/cart.ts', '0.9', '0.8');
    const { structured } = await slow.call('memory_write', { title: 'Cut', about: ['discount'] });
    expect(structured).toMatchObject({ notes: [], about: [{ state: 'fresh' }] });
    expect(await states('cut')).toEqual(['src/cart.ts::discount fresh']);
  });

  it('shows what changed in code that was committed after the note was written', async () => {
    const { root } = temp.config;
    git(root, 'init');
    commitAll(root, 'first');
    await edit('src/cart.ts', '0.9', '0.8');
    await write({ title: 'Discounts', about: ['discount'] });
    commitAll(root, 'second');
    await edit('src/cart.ts', '0.8', '0.7');
    const { text } = await caller.call('memory_get', { id: 'discounts' });
    expect(text).toContain('- return Math.floor(cents * 0.8);');
    expect(text).toContain('+ return Math.floor(cents * 0.7);');
  });

  it('follows a file that is renamed in the index of git', async () => {
    const { root } = temp.config;
    git(root, 'init');
    commitAll(root, 'first');
    await write({ title: 'Discounts', about: ['discount'] });
    git(root, 'mv', 'src/cart.ts', 'src/basket.ts');
    await temp.write('src/basket.ts', CART.replace('0.9', '0.8'));
    expect(await states('discounts')).toEqual(['src/cart.ts::discount changed']);
  });

  it('is unbound if nothing says what its target was like', async () => {
    await temp.write(
      '.graph-memory/notes/by-hand.md',
      '---\nabout: [src/cart.ts::Cart]\n---\nWhy.\n',
    );
    expect(await states('by-hand')).toEqual(['src/cart.ts::Cart unbound']);
  });

  it('covers uses, sections and other notes', async () => {
    await write({ title: 'First', about: ['docs/guide.md::Guide::Totals'] });
    await write({ title: 'Second', about: ['note:first', 'main -> discount'] });
    expect(await states('second')).toEqual([
      'note:first fresh',
      'src/main.ts::main -> src/cart.ts::discount fresh',
    ]);
    await edit('src/main.ts', 'discount(new Cart().total([1]))', 'new Cart().total([1])');
    await edit('.graph-memory/notes/first.md', 'First', 'Premier');
    expect(await states('second')).toEqual([
      'note:first changed',
      'src/main.ts::main -> src/cart.ts::discount orphaned',
    ]);
  });
});

describe('memory_write', () => {
  it('does the same once if it is called twice', async () => {
    const note = { title: 'Cents', body: 'No floats.', about: ['Cart.total'] };
    const first = await write(note);
    expect(await write(note)).toMatchObject({ outcome: 'unchanged', version: first['version'] });
    await expect(write({ ...note, body: 'Other.' })).rejects.toMatchObject({
      code: 'GM_NOTE_CONFLICT',
    });
  });

  it('refuses to overwrite what another wrote meanwhile', async () => {
    const { version } = await write({ title: 'Cents', body: 'No floats.' });
    await write({ action: 'update', id: 'cents', version, body: 'Never floats.' });
    await expect(
      write({ action: 'update', id: 'cents', version, body: 'Floats.' }),
    ).rejects.toMatchObject({ code: 'GM_NOTE_CONFLICT' });
    expect(await temp.read('.graph-memory/notes/cents.md')).toContain('Never floats.');
  });

  it('keeps comments and keys of front matter that it does not know', async () => {
    await temp.write(
      '.graph-memory/notes/own.md',
      '---\n# Ours.\nreviewed: true\ntitle: Own\n---\n\nText.\n',
    );
    await write({ action: 'resolve', id: 'own' });
    const text = await temp.read('.graph-memory/notes/own.md');
    expect(text).toBe('---\n# Ours.\nreviewed: true\ntitle: Own\nstatus: resolved\n---\n\nText.\n');
  });

  it('replaces a note by another, which is an edge', async () => {
    await write({ title: 'Floats', kind: 'decision', about: ['Cart.total'] });
    await write({ action: 'supersede', id: 'floats', title: 'Cents' });
    const { text } = await caller.call('memory_search', {});
    expect(text).toContain('decision floats "Floats" [fresh] (superseded) (superseded by cents)');
    const { structured } = await caller.call('graph_traverse', {
      symbol: '.graph-memory/notes/cents.md',
      direction: 'out',
      edge_kinds: ['about', 'supersedes'],
    });
    expect(JSON.stringify(structured)).toContain('src/cart.ts::Cart::total');
    expect(JSON.stringify(structured)).toContain('.graph-memory/notes/floats.md');
  });

  it('refuses secrets', async () => {
    const body = `The token is ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}.`;
    await expect(write({ title: 'Deploy', body })).rejects.toMatchObject({ code: 'GM_USAGE' });
    await expect(readdir(join(temp.config.root, '.graph-memory/notes'))).resolves.toEqual([]);
  });

  it.each(['../x', '/etc/x', 'a/b', '.x', 'A', ''.padEnd(90, 'a')])(
    'refuses the id %j',
    async (id) => {
      await expect(write({ title: 'X', id })).rejects.toMatchObject({ code: 'GM_USAGE' });
    },
  );

  it('does not follow links out of the project', async () => {
    const outside = join(temp.config.storeDir, '..', 'outside');
    await mkdir(outside);
    await mkdir(join(temp.config.root, '.graph-memory'));
    await symlink(outside, join(temp.config.root, '.graph-memory/notes'));
    await expect(write({ title: 'X' })).rejects.toMatchObject({ code: 'GM_USAGE' });
    expect(await readdir(outside)).toEqual([]);
  });

  it('writes nothing if the configuration says read-only', async () => {
    const config = { projects: [{ ...temp.config, memory: 'read-only' as const }] };
    const workspace = await Workspace.open(config, { writer: testWriter() });
    const readOnly = await toolCaller({ temp, workspace });
    await expect(readOnly.call('memory_write', { title: 'X' })).rejects.toMatchObject({
      code: 'GM_USAGE',
    });
  });
});

describe('memory_review', () => {
  it('reports broken front matter with its line and column', async () => {
    await temp.write('.graph-memory/notes/bad.md', '---\ntitle: x\nabout: [a\n---\n\nText.\n');
    const { structured } = await caller.call('memory_review', {});
    expect(structured).toMatchObject({
      failing_count: 1,
      results: [{ finding: 'broken', path: '.graph-memory/notes/bad.md', line: 4 }],
    });
    expect(JSON.stringify(structured)).toMatch(/column \d+/);
  });

  it('fails for decisions and conventions whose code changed, not for other notes', async () => {
    await write({ title: 'Cents', kind: 'decision', about: ['Cart.total'] });
    await write({ title: 'Slow', kind: 'gotcha', about: ['Cart.total'] });
    await edit('src/cart.ts', 'sum + cents', 'cents + sum');
    const { structured } = await caller.call('memory_review', {});
    expect(structured).toMatchObject({
      failing_count: 1,
      results: [
        { finding: 'changed', note: 'cents', fails: true },
        { finding: 'changed', note: 'slow', fails: false },
      ],
    });
  });

  it('finds notes that repeat or contradict each other', async () => {
    await write({ title: 'Cents', kind: 'decision', about: ['Cart.total'] });
    await write({ title: 'Floats', kind: 'decision', about: ['Cart.total'] });
    await write({ title: 'floats!', id: 'floats-2', about: ['discount'] });
    const { structured } = await caller.call('memory_review', {});
    const results = structured['results'] as { finding: string; note: string }[];
    expect(results.map(({ finding, note }) => `${finding} ${note}`)).toEqual([
      'duplicate floats',
      'contradictory floats',
    ]);
  });
});

describe('memory_search', () => {
  it('ranks notes by words, and selects by what they are about', async () => {
    await write({ title: 'Money', body: 'Rounding of floats loses pennies.', about: ['Cart'] });
    await write({ title: 'Tests', body: 'Run them twice, they are flaky.', about: ['discount'] });
    const ids = async (input: unknown) =>
      ((await caller.call('memory_search', input)).structured['results'] as { id: string }[]).map(
        ({ id }) => id,
      );
    expect((await ids({ query: 'flaky tests' }))[0]).toBe('tests');
    // The newest comes first, if the clock has moved between the two.
    expect((await ids({ about: 'src/cart.ts' })).sort()).toEqual(['money', 'tests']);
    expect(await ids({ about: 'discount' })).toEqual(['tests']);
  });

  it('reads decision records and instructions as notes', async () => {
    await temp.write(
      'docs/adr/0001-use-cents.md',
      '# 1. Use cents\n\nDate: 2024-05-01\n\n## Status\n\nAccepted\n\n## Context\n\n`discount` lost cents.\n',
    );
    await temp.write(
      'docs/decisions/0002-queue.md',
      '---\nstatus: rejected\ndate: 2025-01-02\n---\n\n# Use a queue\n\nNo.\n',
    );
    await temp.write('AGENTS.md', '# Agents\n\n## Style\n\nCall `discount()` last.\n');
    const { structured } = await caller.call('memory_search', {});
    expect(structured['results']).toMatchObject([
      { id: 'adr-0001-use-cents', title: 'Use cents', status: 'active', created: '2024-05-01' },
      { id: 'agents-agents', kind: 'convention' },
      { id: 'agents-style', about: [{ target: 'src/cart.ts::discount', state: 'unbound' }] },
      { id: 'adr-0002-queue', status: 'rejected', created: '2025-01-02' },
    ]);
  });
});

it('reads CodeTour files as notes', async () => {
  const steps = [{ file: 'src/cart.ts', line: 4, description: 'Sums.' }, { title: 'End' }];
  await temp.write('.tours/start.tour', JSON.stringify({ title: 'Start here', steps }));
  await temp.write('.tours/broken.tour', '{');
  const { structured } = await caller.call('memory_search', { query: 'start' });
  expect(structured['results']).toMatchObject([
    { id: 'tour-start', kind: 'howto', about: [{ target: 'src/cart.ts::Cart::total' }] },
  ]);
  const { text } = await caller.call('memory_get', { id: 'tour-start' });
  expect(text).toContain('Sums.');
});

it('a note survives a copy of its folder', async () => {
  await write({ title: 'Cents', about: ['Cart.total'] });
  const text = await readFile(join(temp.config.root, '.graph-memory/notes/cents.md'), 'utf8');
  expect(text).toMatch(/^---\nid: cents\nkind: note\ntitle: Cents\n/);
  expect(text).toMatch(/fingerprint: "?[\da-f]{24}/);
});
