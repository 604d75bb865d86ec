import { statSync } from 'node:fs';
import { systemCode } from '../base/system-code.ts';

/**
 * What tells the folder at an absolute path from any other that takes its place; undefined while none
 * is there. Numbers of files need more than the 53 bits of a plain one.
 */
export function folderMark(path: string): string | undefined {
  try {
    const stats = statSync(path, { bigint: true });
    return stats.isDirectory() ? `${stats.dev}:${stats.ino}` : undefined;
  } catch (error) {
    systemCode(error);
    return undefined;
  }
}
