import { readRegularFile } from '../base/regular-file.ts';

/** Files of git and of build tools are kilobytes; what is larger was not written for them. */
const BYTES_MAX = 1024 * 1024;

/**
 * The text of a small file outside of the list of sources; links are followed. Undefined when it is no
 * regular file, for a device may have no end, or too large. Throws the system's refusals as they are.
 */
export function readSmallText(path: string): string | undefined {
  const found = readRegularFile(path, { bytesMax: BYTES_MAX });
  return 'bytes' in found ? found.bytes.toString('utf8') : undefined;
}
