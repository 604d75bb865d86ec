import { type BigIntStats, statSync } from 'node:fs';
import { systemCode } from '../base/system-code.ts';

/**
 * What tells the folder at an absolute path from any other that takes its place; undefined while none
 * is there. Numbers of files need more than the 53 bits of a plain one.
 */
export function folderFingerprint(path: string): string | undefined {
  const stats = statsOf(path);
  return stats?.isDirectory() === true ? `${stats.dev}:${stats.ino}` : undefined;
}

/** What tells the file that an absolute path leads to from another, and from itself before an edit. */
export function fileFingerprint(path: string): string {
  const stats = statsOf(path);
  return stats === undefined
    ? ''
    : [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(':');
}

function statsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch (error) {
    systemCode(error);
    return undefined;
  }
}
