import { readRegularFile } from '../base/regular-file.ts';

/**
 * Maximum size. Files of git and of build tools are kilobytes; larger ones were not written for
 * them.
 */
const BYTES_MAX = 1024 * 1024;

/**
 * Reads a small file outside the list of sources; links are followed. Returns undefined if it is
 * too large or no regular file, because a device may have no end. Rethrows system errors.
 */
export function readSmallText(path: string): string | undefined {
  const found = readRegularFile(path, { bytesMax: BYTES_MAX });
  return 'bytes' in found ? found.bytes.toString('utf8') : undefined;
}
