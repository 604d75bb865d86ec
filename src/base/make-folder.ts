import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCode } from './system-code.ts';

/**
 * Makes a folder, and those above it that are not there, all with `mode`. Not by Node's own `recursive`:
 * where a file system answers ENOENT though the folder above is there, as /proc and some network mounts
 * do, that tries for ever (Node 20 to 26).
 * @throws {Error} the system's: what is there is no folder, or nothing may be made.
 */
export async function makeFolder(path: string, mode: number): Promise<void> {
  try {
    await makeOne(path, mode);
  } catch (error) {
    const above = dirname(path);
    if (systemCode(error) !== 'ENOENT' || above === path) throw error;
    await makeFolder(above, mode);
    await makeOne(path, mode);
  }
}

async function makeOne(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const isThere = systemCode(error) === 'EEXIST' && (await stat(path)).isDirectory();
    if (!isThere) throw error;
  }
}
