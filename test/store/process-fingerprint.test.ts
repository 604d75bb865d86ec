import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { processFingerprint } from '../../src/store/process-fingerprint.ts';

const hasProc = existsSync('/proc/self/stat');

test('a process fingerprint is stable, differs between processes and is undefined after exit', async () => {
  const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
  const pid = other.pid ?? 0;
  const own = processFingerprint(process.pid);
  const its = processFingerprint(pid);
  expect(own === undefined).toBe(!hasProc);
  expect(processFingerprint(process.pid)).toBe(own);
  if (hasProc) expect(its).not.toBe(own);
  const ended = new Promise((resolve) => other.once('exit', resolve));
  other.kill('SIGKILL');
  await ended;
  expect(processFingerprint(pid)).toBe(undefined);
});
