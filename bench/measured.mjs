import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('measure.mjs', import.meta.url));

/** Runs one operation of measure.mjs in a process of its own. */
export function measure(operation, root, home) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, operation, root, home], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`${operation} on ${root} failed: ${stderr}`);
  return JSON.parse(stdout.trim().split('\n').at(-1));
}
