import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Files of git and of build tools are kilobytes; what is larger was not written for them. */
const BYTES_MAX = 1024 * 1024;

/** A pipe in the file's place must not be waited for. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The text of a small file outside of the list of sources; links are followed. Undefined when it is no
 * regular file, for a device may have no end, or too large. Throws the system's refusals as they are.
 */
export function readSmallText(path: string): string | undefined {
  const file = openSync(path, OPEN_FLAGS);
  try {
    const stats = fstatSync(file);
    return stats.isFile() && stats.size <= BYTES_MAX ? readFileSync(file, 'utf8') : undefined;
  } finally {
    closeSync(file);
  }
}
