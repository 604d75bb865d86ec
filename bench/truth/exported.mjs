// What the scripts that compare our graph with answer keys share.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** The file in `scratch` that the built program's export of a checkout is written to. */
export function exportOf(checkout, scratch) {
  const file = join(scratch, 'export.jsonl');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [MAIN, 'export', '--format', 'jsonl'],
    {
      cwd: checkout,
      env: { ...process.env, HOME: scratch },
      encoding: 'utf8',
      maxBuffer: 1 << 30,
    },
  );
  if (status !== 0) throw new Error(`export of ${checkout} failed: ${stderr}`);
  writeFileSync(file, stdout);
  return file;
}

/** In percent, with one place; `–` where there is nothing to count. */
export const percent = (value) =>
  value === null || value === undefined ? '–' : (100 * value).toFixed(1);
