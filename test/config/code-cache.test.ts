import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

/** As V8 counts it: of all that this process has compiled. */
const v8 = vi.hoisted(() => ({ bytecodeBytes: 0, tag: 0 }));
vi.mock('node:v8', () => ({
  setFlagsFromString: () => undefined,
  cachedDataVersionTag: () => v8.tag,
  getHeapCodeStatistics: () => ({ bytecode_and_metadata_size: v8.bytecodeBytes }),
}));

/** What scripts were made with. */
const scripts = vi.hoisted(() => ({ made: [] as { given: boolean; rejected: unknown }[] }));
vi.mock('node:vm', async (load) => {
  const original = await load<typeof import('node:vm')>();
  class Script extends original.Script {
    constructor(code: string, options: import('node:vm').ScriptOptions) {
      super(code, options);
      const given = options.cachedData !== undefined;
      scripts.made.push({ given, rejected: this.cachedDataRejected });
    }
  }
  return { ...original, Script };
});

const { loadProgram } = await import('../../src/config/code-cache.ts');

beforeEach(() => {
  scripts.made.length = 0;
  v8.bytecodeBytes = 1000;
  v8.tag = 0xabc;
});

const PROGRAM = [
  "const { basename } = require('node:path');",
  'exports.name = () => basename(__filename);',
  'exports.folder = __dirname;',
  '',
].join('\n');

function folderWith(program: string) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'graph-memory-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'program.cjs');
  writeFileSync(path, program);
  const kept = join(folder, '.graph-memory', 'compiled');
  const load = (name = 'here', uid = process.geteuid?.()) =>
    loadProgram<{ name(): string; folder: string }>(path, { homeDir: folder, name, uid });
  const files = () => (existsSync(kept) ? readdirSync(kept).sort() : []);
  const bytesOf = (name = files()[0] ?? '') => readFileSync(join(kept, name));
  return { folder, path, kept, load, files, bytesOf };
}

test('a script has the same environment as a module, compiled or cached', () => {
  const { folder, load } = folderWith(PROGRAM);
  for (const given of [false, true]) {
    const { exports, keep } = load();
    expect(scripts.made.at(-1)).toEqual({ given, rejected: given ? false : undefined });
    expect(exports.name()).toBe('program.cjs');
    expect(exports.folder).toBe(folder);
    keep();
  }
});

test('the code cache is replaced after significant growth', () => {
  const { load, bytesOf } = folderWith(PROGRAM);
  load().keep();
  const first = bytesOf();
  v8.bytecodeBytes = 1040;
  load().keep();
  expect(bytesOf()).toEqual(first);
  const early = load();
  v8.bytecodeBytes = 2000;
  load().keep();
  const second = bytesOf();
  expect(second).not.toEqual(first);
  // One that was started before, and ends later with less.
  v8.bytecodeBytes = 1500;
  early.keep();
  expect(bytesOf()).toEqual(second);
});

test('a code cache is used only for the same name and the same V8 flags', () => {
  const { load, files } = folderWith(PROGRAM);
  load().keep();
  load('elsewhere').keep();
  expect(scripts.made.at(-1)?.given).toBe(false);
  v8.tag = 0xdef;
  const other = load();
  expect(scripts.made.at(-1)?.given).toBe(false);
  v8.tag = 0xabc;
  other.keep();
  expect(files()).toEqual([
    expect.stringMatching(/^elsewhere-abc-[0-9a-f]{8}\.bin$/),
    expect.stringMatching(/^here-abc-[0-9a-f]{8}\.bin$/),
  ]);
});

test.skipIf(process.platform === 'win32')(
  'a cache that others could have written is neither used nor overwritten',
  () => {
    const { folder, kept, load, files } = folderWith(PROGRAM);
    load().keep();
    const [name = ''] = files();
    const isUsed = () => {
      load();
      return scripts.made.at(-1)?.given;
    };
    expect(isUsed()).toBe(true);
    for (const path of [join(kept, name), kept, join(folder, '.graph-memory')]) {
      const { mode } = statSync(path);
      chmodSync(path, mode | 0o020);
      expect(isUsed()).toBe(false);
      chmodSync(path, mode);
    }
    expect(isUsed()).toBe(true);
    const uid = (process.geteuid?.() ?? 0) + 1;
    v8.bytecodeBytes = 9000;
    load('here', uid).keep();
    expect(scripts.made.at(-1)?.given).toBe(false);
    load('theirs', uid).keep();
    expect(files()).toEqual([name]);
  },
);

test('a cache that cannot be written is no error', () => {
  const { folder, load, files } = folderWith(PROGRAM);
  writeFileSync(join(folder, '.graph-memory'), '');
  const { exports, keep } = load();
  keep();
  expect(exports.name()).toBe('program.cjs');
  rmSync(join(folder, '.graph-memory'));
  // A folder where the file is to be.
  keep();
  const [name = ''] = files();
  rmSync(join(folder, '.graph-memory', 'compiled', name));
  mkdirSync(join(folder, '.graph-memory', 'compiled', name, 'full'), { recursive: true });
  keep();
  expect(files()).toEqual([name]);
});

test('caches older than a month are removed when another is written', () => {
  const { kept, load, files } = folderWith(PROGRAM);
  load().keep();
  writeFileSync(join(kept, 'old-1-2.bin.3.tmp'), '');
  const longAgo = new Date(statSync(kept).mtimeMs - 31 * 24 * 60 * 60 * 1000);
  utimesSync(join(kept, 'old-1-2.bin.3.tmp'), longAgo, longAgo);
  load('other').keep();
  expect(files()).toHaveLength(2);
  expect(files().join()).not.toContain('tmp');
});

test('the cache of another program is not used, even if it has the same length', () => {
  const { path, load } = folderWith("exports.name = () => 'one';\n");
  load().keep();
  writeFileSync(path, "exports.name = () => 'two';\n");
  const other = load();
  expect(scripts.made.at(-1)?.given).toBe(false);
  expect(other.exports.name()).toBe('two');
  other.keep();
  expect(load().exports.name()).toBe('two');
  expect(scripts.made.at(-1)).toEqual({ given: true, rejected: false });
});
