import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Project } from '../../src/project/project.ts';
import { graphLines } from '../../src/tools/graph-lines.ts';
import { tempProject, tempShop, testWriter } from './temp-project.ts';

const HELLO = {
  'a.ts': 'export function hello() {}\n',
  'b.ts': "import { hello } from './a';\nhello();\n",
};

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
  it('contains the symbols and edges of the files', async () => {
    const project = await (await tempProject(HELLO)).indexed();
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

  it('reports what it did', async () => {
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

  it('is required for a snapshot', async () => {
    const project = await (await tempProject(HELLO)).open();
    expect(() => project.snapshot()).toThrow(expect.objectContaining({ code: 'GM_NOT_INDEXED' }));
    expect(project.status()).toMatchObject({ indexed: false, generation: 0, files: 0 });
  });

  it('is empty for an empty folder', async () => {
    const project = await (await tempProject({})).indexed();
    expect(project.status()).toMatchObject({ indexed: true, files: 0, symbols: 0 });
  });

  it('is refused when the configuration disables it', async () => {
    const project = await (await tempProject(HELLO, { enabled: false })).open();
    await expect(project.index({})).rejects.toMatchObject({
      code: 'GM_NOT_INDEXED',
      hint: expect.stringContaining('graphs.code.enabled'),
    });
  });
});

describe('a second start', () => {
  it('loads the stored index and reads no file again', async () => {
    const temp = await tempShop();
    const first = await temp.indexed();
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

  it('reads only changed files', async () => {
    const temp = await tempProject({ ...HELLO, 'c.ts': 'export const c = 1;\n' });
    await temp.indexed();
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
    await temp.indexed();
    await utimes(join(temp.config.root, 'a.ts'), 1, 1);
    const project = await temp.open();
    expect(await project.index({})).toMatchObject({
      unchanged: 2,
      parsed: 0,
      changedAnything: false,
    });
  });

  it('detects an edit that keeps the size and the modification time', async () => {
    const temp = await tempProject(HELLO);
    const file = join(temp.config.root, 'a.ts');
    await utimes(file, 1, 1);
    await temp.indexed();
    await temp.write('a.ts', 'export function hallo() {}\n');
    await utimes(file, 1, 1);
    const project = await temp.open();
    expect(await project.index({})).toMatchObject({ changed: 1 });
    expect(ids(project)).toContain('a.ts::hallo');
  });

  it('hashes many touched files only once', async () => {
    const names = Array.from({ length: 250 }, (_, index) => `f${index}.ts`);
    const temp = await tempProject(Object.fromEntries(names.map((name) => [name, `// ${name}\n`])));
    await temp.indexed();
    for (const name of names) await utimes(join(temp.config.root, name), 1, 1);
    expect(await (await temp.open()).index({})).toMatchObject({ changedAnything: false });
    const { manifest } = (await temp.open()).snapshot();
    expect([...manifest.values()].every((entry) => entry.mtimeMs === 1000)).toBe(true);
  });

  it('resolves a missing import when its target appears', async () => {
    const temp = await tempProject({ 'b.ts': HELLO['b.ts'] });
    const before = await temp.indexed();
    expect(before.status().unresolved.byClass).toMatchObject({ missing: 1 });
    await temp.write('a.ts', HELLO['a.ts']);
    const project = await temp.open();
    expect(await project.index({})).toMatchObject({ parsed: 1 });
    expect(edgesOf(project, 'calls')).toEqual(['b.ts → a.ts::hello']);
    expect(project.status().unresolved.total).toBe(0);
  });

  it('resolves again without parsing when a tsconfig changed', async () => {
    const temp = await tempShop();
    await temp.indexed();
    await temp.write('tsconfig.json', '{}');
    const project = await temp.open();
    expect(await project.index({})).toMatchObject({ parsed: 0, changed: 0, changedAnything: true });
    expect(edgesOf(project, 'imports')).not.toContain('src/cart/cart.ts → src/shared/money.ts');
    await temp.write('tsconfig.json', '{"compilerOptions":{"paths":{"@/*":["./src/*"]}}}');
    await project.index({});
    expect(edgesOf(project, 'imports')).toContain('src/cart/cart.ts → src/shared/money.ts');
  });

  it('reads every file again with full', async () => {
    const temp = await tempProject(HELLO);
    await temp.indexed();
    const project = await temp.open();
    expect(await project.index({ full: true })).toMatchObject({ parsed: 2, generation: 2 });
  });
});

describe('an unusable store', () => {
  const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
  const flip = (bytes: Buffer) => Buffer.from(bytes).fill(0x5a, bytes.length - 40);
  it.each([
    ['cut off', cut],
    ['changed', flip],
    ['something else', () => Buffer.from('hello')],
    ['empty', () => Buffer.alloc(0)],
  ])('is rebuilt with one notice when the snapshot is %s', async (_, change) => {
    const temp = await tempProject(HELLO);
    const before = ids(await temp.indexed());
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
  ])('causes all files to be read again when the facts are %s', async (_, change) => {
    const temp = await tempProject(HELLO);
    await temp.indexed();
    await temp.damage('facts.gm', change);
    await temp.write('c.ts', 'export const c = 1;\n');
    const project = await temp.open();
    expect(await project.index({})).toMatchObject({ added: 1, unchanged: 2, parsed: 3 });
    expect(ids(project)).toContain('a.ts::hello');
  });

  it('is rebuilt when other limits were in effect', async () => {
    const temp = await tempProject(HELLO);
    await temp.indexed();
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

describe('a second writer', () => {
  const HELD = JSON.stringify({ pid: 2002, host: 'test', startedAt: '2026-01-01T00:00:00.000Z' });
  const others = { isAlive: () => true };

  it('is refused while another process is indexing', async () => {
    const temp = await tempProject(HELLO);
    await temp.indexed();
    await temp.write('a.ts', 'export function bye() {}\n');
    await temp.write('../store/writer.lock', HELD);
    const project = await temp.open([], others);
    await expect(project.index({})).rejects.toMatchObject({ code: 'GM_BUSY' });
  });

  it('answers from the existing index', async () => {
    const temp = await tempProject(HELLO);
    await temp.indexed();
    await temp.write('a.ts', 'export function bye() {}\n');
    await temp.write('../store/writer.lock', HELD);
    const project = await temp.open([], others);
    const notices: string[] = [];
    await project.prepare({ refresh: true, notice: (line) => notices.push(line) });
    expect(notices).toEqual([expect.stringContaining('another process is indexing shop')]);
    expect(ids(project)).toContain('a.ts::hello');
  });

  it('cannot prepare a project without an index', async () => {
    const temp = await tempProject(HELLO);
    await temp.write('../store/writer.lock', HELD);
    const project = await temp.open([], others);
    const prepare = project.prepare({ refresh: true, notice: () => undefined });
    await expect(prepare).rejects.toMatchObject({ code: 'GM_BUSY' });
  });

  it('needs no lock to find that nothing changed', async () => {
    const temp = await tempProject(HELLO);
    await temp.indexed();
    await temp.write('../store/writer.lock', HELD);
    const project = await temp.open([], others);
    expect(await project.index({})).toMatchObject({ changedAnything: false });
  });

  it('leaves only store files behind', async () => {
    const temp = await tempProject(HELLO);
    await temp.indexed();
    expect(await temp.storeFiles()).toEqual(['facts.gm', 'snapshot.gm', 'vectors.gm']);
  });
});

describe('prepare', () => {
  it('builds a missing index once for all callers, and says so', async () => {
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

  it('sees an edit made just before', async () => {
    const temp = await tempProject(HELLO);
    const project = await temp.indexed();
    await temp.write('a.ts', 'export function bye() {}\n');
    const notices: string[] = [];
    await project.prepare({ refresh: true, notice: (line) => notices.push(line) });
    expect(ids(project)).toContain('a.ts::bye');
    expect(ids(project)).not.toContain('a.ts::hello');
    expect(notices).toEqual([
      expect.stringMatching(/^index updated: 0 added, 1 changed, 0 removed/),
    ]);
  });

  it('saves the index that it answered from', async () => {
    const temp = await tempProject(HELLO);
    const project = await temp.indexed();
    await temp.write('a.ts', 'export function bye() {}\n');
    await project.prepare({ refresh: true, notice: () => undefined });
    await project.close();
    expect(ids(await temp.open())).toContain('a.ts::bye');
  });

  it('keeps the stored index when refresh is off', async () => {
    const temp = await tempProject(HELLO);
    const project = await temp.indexed();
    await temp.write('a.ts', 'export function bye() {}\n');
    await project.prepare({ refresh: false, notice: () => undefined });
    expect(ids(project)).toContain('a.ts::hello');
  });
});

it('returns the status while a run is in progress', async () => {
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
  it('changes nothing, and the next run is complete', async () => {
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

  it('are counted by reason and not read again', async () => {
    const temp = await tempProject(FILES);
    const first = await temp.indexed();
    expect(first.status().skipped).toMatchObject({
      total: 2,
      byReason: { binary: 1, minified: 1 },
    });
    const second = await temp.open();
    expect(await second.index({})).toMatchObject({ parsed: 0, changedAnything: false });
    expect(second.status().skipped).toEqual(first.status().skipped);
  });

  it('are indexed once they become readable', async () => {
    const temp = await tempProject(FILES);
    await temp.indexed();
    await temp.write('bin.ts', 'export const b = 1;\n');
    const project = await temp.indexed();
    expect(project.status().skipped.byReason).toEqual({ minified: 1 });
    expect(ids(project)).toContain('bin.ts::b');
  });

  it('are still reported after an update of other files', async () => {
    const temp = await tempProject(FILES);
    await temp.indexed();
    await temp.write('a.ts', 'export function bye() {}\n');
    const project = await temp.open();
    expect(await project.index({})).toMatchObject({ parsed: 1 });
    expect(project.status().skipped.total).toBe(2);
  });
});

describe('readText', () => {
  it('returns the current text, and the hash that tells it from the indexed text', async () => {
    const temp = await tempProject(HELLO);
    const project = await temp.indexed();
    const path = project.snapshot().graph.paths()[0];
    if (path === undefined) throw new Error('no file');
    const { hash } = project.snapshot().manifest.get(path) ?? {};
    expect(await project.readText(path)).toMatchObject({ text: HELLO['a.ts'], hash });
    await temp.write('a.ts', 'other\n');
    const edited = await project.readText(path);
    expect(edited.text).toBe('other\n');
    expect(edited.hash).not.toBe(hash);
    await temp.remove('a.ts');
    await expect(project.readText(path)).rejects.toMatchObject({ code: 'GM_FILE_NOT_FOUND' });
  });
});

describe('secrets', () => {
  it('appear neither in the graph nor in the text index', async () => {
    const key = `AKIA${'IOSFODNN7EXAMPLX'}`;
    const temp = await tempProject({
      'a.ts': `/** Uses ${key}. */\nexport const key = '${key}';\n`,
    });
    const project = await temp.indexed();
    const { graph } = project.snapshot();
    const node = graph.node(graph.find('a.ts::key') ?? 0);
    expect(node.doc).not.toContain(key);
    expect(node.signature).not.toContain(key);
    expect((await project.readText(node.path)).text).not.toContain(key);
  });
});

describe('progress', () => {
  it('reports the phases in order and counts the files', async () => {
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
