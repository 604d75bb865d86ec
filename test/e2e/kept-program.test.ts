/** What the program keeps compiled between its starts. */
import { isAscii } from 'node:buffer';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contentHash } from '../../src/base/hash.ts';
import { environment, makeSandbox, PROGRAM, type Sandbox } from './program.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await makeSandbox();
  await mkdir(sandbox.home);
});
afterEach(() => sandbox.remove());

const folderIn = (home: string): string => join(home, '.graph-memory', 'compiled');

const nodeIs = `${process.version}-${process.platform}-${process.arch}-`;

/** Undefined when none is kept. */
function keptPath(what: 'program' | 'thread'): string | undefined {
  const folder = folderIn(sandbox.home);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const own = names.filter((name) => name.startsWith(`${what}-${nodeIs}`));
  expect(own.length).toBeLessThan(2);
  return own[0] === undefined ? undefined : join(folder, own[0]);
}

/** The file that is kept, and what tells one from another. */
function keptFile() {
  const path = keptPath('program') ?? '';
  return { path, inode: statSync(path).ino, bytes: readFileSync(path) };
}

test('starts cache the compiled program in the home folder, for the user alone, until it stops growing', async () => {
  expect((await sandbox.run(['--version'])).status).toBe(0);
  const first = keptFile();
  expect(statSync(first.path).mode & 0o077).toBe(0);
  expect((await sandbox.run(['--version'])).status).toBe(0);
  expect(keptFile().inode).toBe(first.inode);
  expect((await sandbox.run(['index'])).status).toBe(0);
  const second = keptFile();
  expect(second.bytes.length).toBeGreaterThan(first.bytes.length);
  expect((await sandbox.run(['--version'])).status).toBe(0);
  expect(keptFile().inode).toBe(second.inode);
  // Whoever makes it first: names of projects are nobody else's business.
  expect(statSync(dirname(folderIn(sandbox.home))).mode & 0o077).toBe(0);
});

test('a question about an unchanged project loads neither the parser nor modules of HTTP', async () => {
  const hook = join(sandbox.folder, 'loaded.cjs');
  const listing = `process.on('exit', () => {
    const paths = Object.keys(require('node:module')._cache);
    process.stderr.write([...process.moduleLoadList, ...paths].join('\\n'));
  });`;
  await writeFile(hook, listing);
  const loadedBy = async (...args: string[]): Promise<string[]> => {
    const options = { cwd: sandbox.project, env: environment(sandbox.home) };
    const command = ['--require', hook, PROGRAM, ...args];
    const { stderr } = await promisify(execFile)(process.execPath, command, options);
    return stderr.split('\n').filter((name) => /NativeModule http|web-tree-sitter/.test(name));
  };
  expect(await loadedBy('index')).not.toEqual([]);
  expect(await loadedBy('search', 'price')).toEqual([]);
});

test('the scripts are ASCII, which takes V8 half of the memory and no decoding', () => {
  for (const name of ['program.cjs', 'extract-thread.cjs'])
    expect(isAscii(readFileSync(join(dirname(PROGRAM), name)))).toBe(true);
});

test('threads of an index from scratch cache their code, until it stops growing', async () => {
  const filler = `// ${'words of a comment '.repeat(3000)}\n`;
  for (let index = 0; index < 60; index++) {
    const text = `export function f${index}() { return ${index}; }\n${filler}`;
    await writeFile(join(sandbox.project, `f${index}.ts`), text);
  }
  const index = async () => {
    const run = await sandbox.run(['index']);
    expect(run.status).toBe(0);
    const { counts, store } = JSON.parse((await sandbox.run(['status', '--json'])).stdout);
    await rm(store.path, { recursive: true });
    return counts.files;
  };
  const files = await index();
  // With one processor there are no threads.
  const path = keptPath('thread');
  expect(path !== undefined).toBe(availableParallelism() > 1);
  if (path === undefined) return;
  const kept = () => {
    const [, header = '{}'] = readFileSync(path, 'latin1').split('\n', 2);
    return { inode: statSync(path).ino, ...JSON.parse(header) };
  };
  const first = kept();
  expect(await index()).toBe(files);
  // Files are shared out by chance, so a second run may have compiled more; it never writes the same again.
  const second = kept();
  if (second.inode !== first.inode)
    expect(second.bytecodeBytes).toBeGreaterThanOrEqual(1.05 * first.bytecodeBytes);
});

test.each([
  ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['with a byte that is another', (bytes: Buffer) => Buffer.from(bytes).fill(0x55, 70_000, 70_001)],
  ['empty', () => Buffer.alloc(0)],
  [
    'of another V8',
    (bytes: Buffer) => {
      const [sum, head] = [bytes.indexOf('\n'), bytes.indexOf('\n', bytes.indexOf('\n') + 1)];
      const rest = Buffer.from(bytes.subarray(sum + 1)).fill(0, head - sum, head - sum + 16);
      return Buffer.concat([Buffer.from(`${contentHash(rest)}\n`), rest]);
    },
  ],
  ['of something else', () => Buffer.from('nothing\nof\nthe kind\n')],
])('a cache file %s is not used but replaced', async (_, damage) => {
  const fresh = await sandbox.run(['--help']);
  const { path, bytes } = keptFile();
  await writeFile(path, damage(bytes));
  expect(await sandbox.run(['--help'])).toEqual(fresh);
  expect(keptFile().bytes.length).toBeGreaterThan(bytes.length / 2);
  expect(keptFile().bytes.subarray(0, 100)).not.toEqual(damage(bytes).subarray(0, 100));
});

test('without an absolute home folder nothing is cached, and nothing in the current folder', async () => {
  const options = { cwd: sandbox.project, env: environment('') };
  await promisify(execFile)(process.execPath, [PROGRAM, '--version'], options);
  expect(existsSync(join(sandbox.project, '.graph-memory'))).toBe(false);
});

test('nothing is cached if the environment disables it', async () => {
  const env = { ...environment(sandbox.home), NODE_DISABLE_COMPILE_CACHE: '1' };
  await promisify(execFile)(process.execPath, [PROGRAM, '--version'], {
    cwd: sandbox.project,
    env,
  });
  expect(existsSync(folderIn(sandbox.home))).toBe(false);
});

test('an unusable home folder does not prevent a command from answering', async () => {
  await sandbox.remove();
  sandbox = await makeSandbox();
  await writeFile(sandbox.home, '');
  const run = await sandbox.run(['--version']);
  expect(run).toMatchObject({ status: 0, stderr: '' });
});
