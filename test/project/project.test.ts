import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Project } from '../../src/project/project.ts';
import { graphLines } from '../../src/tools/graph-lines.ts';
import { type TempProject, tempProject, tempShop, testWriter } from './temp-project.ts';

const HELLO = {
  'a.ts': 'export function hello() {}\n',
  'b.ts': "import { hello } from './a';\nhello();\n",
};

async function indexed(temp: TempProject): Promise<Project> {
  const project = await temp.open();
  await project.index({});
  return project;
}

function ids(project: Project): string[] {
  const { graph } = project.snapshot();
  return Array.from({ length: graph.nodeCount }, (_, index) => graph.node(index).id);
}

function edgesOf(project: Project, kind: string): string[] {
  return [...graphLines(project.snapshot().graph)]
    .map((line) => JSON.parse(line))
    .filter((row) => row.type === 'edge' && row.kind === kind)
    .map((row) => `${row.source} → ${row.target}`);
}

describe('a first index', () => {
  it('holds the symbols and edges of the files', async () => {
    const project = await indexed(await tempProject(HELLO));
    expect(ids(project)).toEqual(['a.ts', 'a.ts::hello', 'b.ts']);
    expect(edgesOf(project, 'imports')).toEqual(['b.ts → a.ts']);
    expect(edgesOf(project, 'calls')).toEqual(['b.ts → a.ts::hello']);
    expect(project.status()).toMatchObject({
      indexed: true,
      generation: 1,
      files: 2,
      symbols: 1,
      languages: { typescript: 2 },
    });
  });

  it('says what it did', async () => {
    const project = await (await tempProject(HELLO)).open();
    expect(await project.index({})).toMatchObject({
      generation: 1,
      added: 2,
      changed: 0,
      removed: 0,
      unchanged: 0,
      parsed: 2,
      changedAnything: true,
    });
  });

  it('is what questions need: before it there is no snapshot', async () => {
    const project = await (await tempProject(HELLO)).open();
    expect(() => project.snapshot()).toThrow(expect.objectContaining({ code: 'GM_NOT_INDEXED' }));
    expect(project.status()).toMatchObject({ indexed: false, generation: 0, files: 0 });
  });

  it('of an empty folder is empty', async () => {
    const project = await indexed(await tempProject({}));
    expect(project.status()).toMatchObject({ indexed: true, files: 0, symbols: 0 });
  });

  it('is refused when the configuration says so', async () => {
    const project = await (await tempProject(HELLO, { enabled: false })).open();
    await expect(project.index({})).rejects.toMatchObject({
      code: 'GM_NOT_INDEXED',
      hint: expect.stringContaining('graphs.code.enabled'),
    });
  });
});

describe('a second start', () => {
  it('loads what was stored and reads nothing again', async () => {
    const temp = await tempShop();
    const first = await indexed(temp);
    const second = await temp.open();
    expect([...graphLines(second.snapshot().graph)]).toEqual([
      ...graphLines(first.snapshot().graph),
    ]);
    // Loading is not looking.
    expect(second.status()).toEqual({ ...first.status(), checkedAt: undefined });
    expect(await second.index({})).toMatchObject({
      parsed: 0,
      changedAnything: false,
      generation: 1,
    });
  });

  it('reads only what changed', async () => {
    const temp = await tempProject({ ...HELLO, 'c.ts': 'export const c = 1;\n' });
    await indexed(temp);
    await temp.write('a.ts', 'export function hello() {}\nexport function bye() {}\n');
    await temp.write('d.ts', 'export const d = 1;\n');
    await temp.remove('c.ts');
    const project = await temp.open();
    expect(await project.index({})).toMatchObject({
      added: 1,
      changed: 1,
      removed: 1,
      unchanged: 1,
      parsed: 2,
      generation: 2,
    });
    expect(ids(project)).toEqual(['a.ts', 'a.ts::hello', 'a.ts::bye', 'b.ts', 'd.ts', 'd.ts::d']);
  });

  it('hashes files that were only touched, and changes nothing', async () => {
    const temp = await tempProject(HELLO);
    await indexed(temp);
    await utimes(join(temp.config.root, 'a.ts'), 1, 1);
    const project = await temp.open();
    expect(await project.index({})).toMatchObject({
      unchanged: 2,
      parsed: 0,
      changedAnything: false,
    });
  });

  it('finds an edit that keeps the size and the modification time', async () => {
    const temp = await tempProject(HELLO);
    const file = join(temp.config.root, 'a.ts');
    await utimes(file, 1, 1);
    await indexed(temp);
    await temp.write('a.ts', 'export function hallo() {}\n');
    await utimes(file, 1, 1);
    const project = await temp.open();
    expect(await project.index({})).toMatchObject({ changed: 1 });
    expect(ids(project)).toContain('a.ts::hallo');
  });

  it('does not hash many touched files a second time', async () => {
    const names = Array.from({ length: 250 }, (_, index) => `f${index}.ts`);
    const temp = await tempProject(Object.fromEntries(names.map((name) => [name, `// ${name}\n`])));
    await indexed(temp);
    for (const name of names) await utimes(join(temp.config.root, name), 1, 1);
    expect(await (await temp.open()).index({})).toMatchObject({ changedAnything: false });
    const { manifest } = (await temp.open()).snapshot();
    expect([...manifest.values()].every((entry) => entry.mtimeMs === 1000)).toBe(true);
  });

  it('binds what was missing when its target appears', async () => {
    const temp = await tempProject({ 'b.ts': HELLO['b.ts'] });
    const before = await indexed(temp);
    expect(before.status().unresolved.byClass).toMatchObject({ missing: 1 });
    await temp.write('a.ts', HELLO['a.ts']);
    const project = await temp.open();
    expect(await project.index({})).toMatchObject({ parsed: 1 });
    expect(edgesOf(project, 'calls')).toEqual(['b.ts → a.ts::hello']);
    expect(project.status().unresolved.total).toBe(0);
  });

  it('resolves again, without parsing, when a tsconfig changed', async () => {
    const temp = await tempShop();
    await indexed(temp);
    await temp.write('tsconfig.json', '{}');
    const project = await temp.open();
    expect(await project.index({})).toMatchObject({ parsed: 0, changed: 0, changedAnything: true });
    expect(edgesOf(project, 'imports')).not.toContain('src/cart/cart.ts → src/shared/money.ts');
    await temp.write('tsconfig.json', '{"compilerOptions":{"paths":{"@/*":["./src/*"]}}}');
    await project.index({});
    expect(edgesOf(project, 'imports')).toContain('src/cart/cart.ts → src/shared/money.ts');
  });

  it('reads everything again with full', async () => {
    const temp = await tempProject(HELLO);
    await indexed(temp);
    const project = await temp.open();
    expect(await project.index({ full: true })).toMatchObject({ parsed: 2, generation: 2 });
  });
});

describe('a store that cannot be used', () => {
  const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
  const flip = (bytes: Buffer) => Buffer.from(bytes).fill(0x5a, bytes.length - 40);
  it.each([
    ['cut off', cut],
    ['changed', flip],
    ['something else', () => Buffer.from('hello')],
    ['empty', () => Buffer.alloc(0)],
  ])('is rebuilt with one line when the snapshot is %s', async (_, change) => {
    const temp = await tempProject(HELLO);
    const before = ids(await indexed(temp));
    await temp.damage('snapshot.gm', change);
    const notices: string[] = [];
    const project = await temp.open(notices);
    expect(notices).toEqual([
      expect.stringMatching(/stored index of shop cannot be used .*rebuilding/),
    ]);
    expect(() => project.snapshot()).toThrow();
    await project.index({});
    expect(ids(project)).toEqual(before);
    expect(ids(await temp.open())).toEqual(before);
  });

  it.each([
    ['cut off', cut],
    ['changed', flip],
  ])('reads all files again when the facts are %s', async (_, change) => {
    const temp = await tempProject(HELLO);
    await indexed(temp);
    await temp.damage('facts.gm', change);
    await temp.write('c.ts', 'export const c = 1;\n');
    const project = await temp.open();
    expect(await project.index({})).toMatchObject({ added: 1, unchanged: 2, parsed: 3 });
    expect(ids(project)).toContain('a.ts::hello');
  });

  it('is rebuilt when other limits made it', async () => {
    const temp = await tempProject(HELLO);
    await indexed(temp);
    const notices: string[] = [];
    const config = { ...temp.config, code: { ...temp.config.code, parseMsMax: 1 } };
    const project = await Project.open(config, {
      writer: testWriter(),
      notice: (line) => notices.push(line),
    });
    expect(notices).toEqual([expect.stringContaining('other limits')]);
    expect(project.status().indexed).toBe(false);
  });
});

describe('one writer', () => {
  const HELD = JSON.stringify({ pid: 2002, host: 'test', startedAt: '2026-01-01T00:00:00.000Z' });
  const others = { isAlive: () => true };

  it('refuses to index while another process does', async () => {
    const temp = await tempProject(HELLO);
    await indexed(temp);
    await temp.write('a.ts', 'export function bye() {}\n');
    await temp.write('../store/writer.lock', HELD);
    const project = await temp.open([], others);
    await expect(project.index({})).rejects.toMatchObject({ code: 'GM_BUSY' });
  });

  it('answers from what was indexed before', async () => {
    const temp = await tempProject(HELLO);
    await indexed(temp);
    await temp.write('a.ts', 'export function bye() {}\n');
    await temp.write('../store/writer.lock', HELD);
    const project = await temp.open([], others);
    const notices: string[] = [];
    await project.prepare({ refresh: true, notice: (line) => notices.push(line) });
    expect(notices).toEqual([expect.stringContaining('another process is indexing shop')]);
    expect(ids(project)).toContain('a.ts::hello');
  });

  it('cannot prepare without any index', async () => {
    const temp = await tempProject(HELLO);
    await temp.write('../store/writer.lock', HELD);
    const project = await temp.open([], others);
    const prepare = project.prepare({ refresh: true, notice: () => undefined });
    await expect(prepare).rejects.toMatchObject({ code: 'GM_BUSY' });
  });

  it('needs no lock to find that nothing changed', async () => {
    const temp = await tempProject(HELLO);
    await indexed(temp);
    await temp.write('../store/writer.lock', HELD);
    const project = await temp.open([], others);
    expect(await project.index({})).toMatchObject({ changedAnything: false });
  });

  it('leaves only its files behind', async () => {
    const temp = await tempProject(HELLO);
    await indexed(temp);
    expect(await temp.storeFiles()).toEqual(['facts.gm', 'snapshot.gm', 'vectors.gm']);
  });
});

describe('prepare', () => {
  it('builds a missing index, once for all who wait, and says so', async () => {
    const project = await (await tempProject(HELLO)).open();
    const notices: string[] = [];
    const request = { refresh: true, notice: (line: string) => notices.push(line) };
    await Promise.all([project.prepare(request), project.prepare(request)]);
    expect(notices).toEqual([
      'shop is not indexed yet; building the index',
      expect.stringMatching(/^indexed 2 files in/),
    ]);
    expect(project.status().generation).toBe(1);
  });

  it('sees an edit of a moment ago', async () => {
    const temp = await tempProject(HELLO);
    const project = await indexed(temp);
    await temp.write('a.ts', 'export function bye() {}\n');
    const notices: string[] = [];
    await project.prepare({ refresh: true, notice: (line) => notices.push(line) });
    expect(ids(project)).toContain('a.ts::bye');
    expect(ids(project)).not.toContain('a.ts::hello');
    expect(notices).toEqual([
      expect.stringMatching(/^index updated: 0 added, 1 changed, 0 removed/),
    ]);
  });

  it('saves what it has answered from', async () => {
    const temp = await tempProject(HELLO);
    const project = await indexed(temp);
    await temp.write('a.ts', 'export function bye() {}\n');
    await project.prepare({ refresh: true, notice: () => undefined });
    await project.close();
    expect(ids(await temp.open())).toContain('a.ts::bye');
  });

  it('without refresh keeps to the stored index', async () => {
    const temp = await tempProject(HELLO);
    const project = await indexed(temp);
    await temp.write('a.ts', 'export function bye() {}\n');
    await project.prepare({ refresh: false, notice: () => undefined });
    expect(ids(project)).toContain('a.ts::hello');
  });
});

it('status can be asked while a run goes on', async () => {
  const project = await (await tempShop()).open();
  const seen: boolean[] = [];
  await project.index({
    onProgress: ({ phase }) => {
      if (phase !== 'index') return;
      void project.load(() => undefined).then(() => seen.push(project.status().indexed));
    },
  });
  expect(seen).toEqual([false]);
});

describe('a cancelled run', () => {
  it('changes nothing, and the next one is complete', async () => {
    const temp = await tempShop();
    const project = await temp.open();
    const stop = new AbortController();
    const run = project.index({
      signal: stop.signal,
      onProgress: ({ phase }) => {
        if (phase === 'extract') stop.abort();
      },
    });
    await expect(run).rejects.toMatchObject({ code: 'GM_CANCELLED' });
    expect(project.status().indexed).toBe(false);
    expect((await temp.open()).status().indexed).toBe(false);
    expect(await project.index({})).toMatchObject({ added: 15, parsed: 15 });
  });
});

describe('skipped files', () => {
  const MINIFIED = `var a=1;${'a=a+1;'.repeat(4000)}\n`;
  const FILES = { ...HELLO, 'min.js': MINIFIED, 'bin.ts': 'a\0b' };

  it('are counted by reason and not tried again', async () => {
    const temp = await tempProject(FILES);
    const first = await indexed(temp);
    expect(first.status().skipped).toMatchObject({
      total: 2,
      byReason: { binary: 1, minified: 1 },
    });
    const second = await temp.open();
    expect(await second.index({})).toMatchObject({ parsed: 0, changedAnything: false });
    expect(second.status().skipped).toEqual(first.status().skipped);
  });

  it('come back when they can be read', async () => {
    const temp = await tempProject(FILES);
    await indexed(temp);
    await temp.write('bin.ts', 'export const b = 1;\n');
    const project = await temp.open();
    await project.index({});
    expect(project.status().skipped.byReason).toEqual({ minified: 1 });
    expect(ids(project)).toContain('bin.ts::b');
  });

  it('stay known after an update of other files', async () => {
    const temp = await tempProject(FILES);
    await indexed(temp);
    await temp.write('a.ts', 'export function bye() {}\n');
    const project = await temp.open();
    expect(await project.index({})).toMatchObject({ parsed: 1 });
    expect(project.status().skipped.total).toBe(2);
  });
});

describe('readText', () => {
  it('gives the file as it is now, and says when that is not what was indexed', async () => {
    const temp = await tempProject(HELLO);
    const project = await indexed(temp);
    const path = project.snapshot().graph.paths()[0];
    if (path === undefined) throw new Error('no file');
    expect(await project.readText(path)).toMatchObject({ text: HELLO['a.ts'], stale: false });
    await temp.write('a.ts', 'other\n');
    expect(await project.readText(path)).toMatchObject({ text: 'other\n', stale: true });
    await temp.remove('a.ts');
    await expect(project.readText(path)).rejects.toMatchObject({ code: 'GM_FILE_NOT_FOUND' });
  });
});

describe('secrets', () => {
  it('reach neither graph nor text', async () => {
    const key = `AKIA${'IOSFODNN7EXAMPLX'}`;
    const temp = await tempProject({
      'a.ts': `/** Uses ${key}. */\nexport const key = '${key}';\n`,
    });
    const project = await indexed(temp);
    const { graph } = project.snapshot();
    const node = graph.node(graph.find('a.ts::key') ?? 0);
    expect(node.doc).not.toContain(key);
    expect(node.signature).not.toContain(key);
    expect((await project.readText(node.path)).text).not.toContain(key);
  });
});

describe('progress', () => {
  it('names the phases in order and counts the files', async () => {
    const project = await (await tempShop()).open();
    const seen: string[] = [];
    await project.index({
      onProgress: ({ phase, done, total }) => seen.push(`${phase} ${done}/${total}`),
    });
    expect([...new Set(seen.map((entry) => entry.split(' ')[0]))]).toEqual([
      'discover',
      'extract',
      'index',
      'resolve',
      'embed',
      'save',
    ]);
    expect(seen).toContain('extract 0/15');
    expect(seen).toContain('extract 15/15');
  });
});
