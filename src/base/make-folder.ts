import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCode } from './system-code.ts';

/**
 * Creates a folder and its missing parents with `mode`. Node's `recursive` option is not used: it
 * loops forever if a file system answers ENOENT although the parent exists, as /proc and some
 * network mounts do (Node 20 to 26).
 * @throws {Error} the system error, when the existing entry is no folder or creation is not
 * permitted.
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
