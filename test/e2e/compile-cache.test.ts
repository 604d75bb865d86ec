/** What the program keeps compiled between its starts, where Node can. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { environment, makeSandbox, PROGRAM, type Sandbox } from './program.ts';

const CAN_KEEP = 'enableCompileCache' in module;
/** Most of the program's modules; those that are loaded before the first line of its entry are few. */
const MODULES_MIN = 50;

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await makeSandbox();
});
afterEach(() => sandbox.remove());

test(`a start leaves ${CAN_KEEP ? 'its modules compiled' : 'nothing'} in the home folder`, async () => {
  await mkdir(sandbox.home);
  expect((await sandbox.run(['--version'])).status).toBe(0);
  const folder = join(sandbox.home, '.graph-memory', 'compiled');
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true }) : [];
  if (CAN_KEEP) expect(files.length).toBeGreaterThan(MODULES_MIN);
  else expect(files).toEqual([]);
  // Whoever makes it first: names of projects are nobody else's business.
  expect((await sandbox.run(['index'])).status).toBe(0);
  expect(statSync(dirname(folder)).mode & 0o077).toBe(0);
});

test('without an absolute home folder nothing is kept, least of all in the current one', async () => {
  const options = { cwd: sandbox.project, env: environment('') };
  await promisify(execFile)(process.execPath, [PROGRAM, '--version'], options);
  expect(existsSync(join(sandbox.project, '.graph-memory'))).toBe(false);
});

test('a home folder that cannot be written keeps no command from its answer', async () => {
  await writeFile(sandbox.home, '');
  const run = await sandbox.run(['--version']);
  expect(run).toMatchObject({ status: 0, stderr: '' });
});
