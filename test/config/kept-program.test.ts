import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

/** As V8 counts it: of all that this process has compiled. */
const v8 = vi.hoisted(() => ({ bytecodeBytes: 0 }));
vi.mock('node:v8', () => ({
  setFlagsFromString: () => undefined,
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

const { loadProgram } = await import('../../src/config/kept-program.ts');

beforeEach(() => {
  scripts.made.length = 0;
  v8.bytecodeBytes = 1000;
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
  const file = join(folder, '.graph-memory', 'compiled', 'here.bin');
  const load = (runtime = 'here') =>
    loadProgram<{ name(): string; folder: string }>(path, {
      homeDir: folder,
      runtime,
    });
  return { folder, path, file, load };
}

test('a script has what modules have, compiled anew or kept', () => {
  const { folder, load } = folderWith(PROGRAM);
  for (const given of [false, true]) {
    const { exports, keep } = load();
    expect(scripts.made.at(-1)).toEqual({ given, rejected: given ? false : undefined });
    expect(exports.name()).toBe('program.cjs');
    expect(exports.folder).toBe(folder);
    keep();
  }
});

test('what is kept is replaced when there is a good deal more, and serves one runtime', () => {
  const { file, load } = folderWith(PROGRAM);
  load().keep();
  const first = readFileSync(file);
  v8.bytecodeBytes = 1040;
  load().keep();
  expect(readFileSync(file)).toEqual(first);
  v8.bytecodeBytes = 1060;
  load().keep();
  expect(readFileSync(file)).not.toEqual(first);
  load('elsewhere').keep();
  expect(scripts.made.at(-1)?.given).toBe(false);
  expect(readdirSync(join(file, '..')).sort()).toEqual(['elsewhere.bin', 'here.bin']);
});

test('what is kept of another program is not used, though it be as long', () => {
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
