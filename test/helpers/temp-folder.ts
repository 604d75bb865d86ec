import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** The real path of a folder that is removed when the test has finished. */
export async function tempFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'graph-memory-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 9, retryDelay: 50 }));
  return folder;
}
