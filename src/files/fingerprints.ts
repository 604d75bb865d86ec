import { type BigIntStats, statSync } from 'node:fs';
import { systemCode } from '../base/system-code.ts';

/**
 * Returns a fingerprint that distinguishes the folder at an absolute path from any other folder
 * that replaces it; undefined if there is none. File numbers need more than the 53 bits of a
 * number.
 */
export function folderFingerprint(path: string): string | undefined {
  const stats = statsOf(path);
  return stats?.isDirectory() === true ? `${stats.dev}:${stats.ino}` : undefined;
}

/**
 * Returns a fingerprint that distinguishes the file at an absolute path from another file, and from
 * itself before an edit.
 */
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
