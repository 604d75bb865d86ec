import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { GraphMemoryError } from '../base/errors.ts';
import { systemCode } from '../base/system-code.ts';
import { decodeText } from './decode.ts';

const BYTES_MAX = 64 * 1024 * 1024;

/** A pipe in the file's place must not be waited for. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The text of a file that the user named on the command line, relative to `folder`; links are followed.
 * @throws {GraphMemoryError} GM_USAGE when there is no such text file.
 */
export function readUserFile(folder: string, path: string): string {
  const refusal = (why: string, cause?: unknown): GraphMemoryError =>
    new GraphMemoryError('GM_USAGE', `${path}: ${why}`, {
      hint: 'Name a text file; its path is relative to the folder the command runs in.',
      details: { path },
      cause,
    });
  const bytes = readBytes(resolve(folder, path), refusal);
  const text = decodeText(bytes);
  if (text === undefined) throw refusal('is no text file');
  return text;
}

function readBytes(
  absolute: string,
  refusal: (why: string, cause?: unknown) => GraphMemoryError,
): Uint8Array {
  let file: number | undefined;
  try {
    file = openSync(absolute, OPEN_FLAGS);
    const stats = fstatSync(file);
    if (!stats.isFile()) throw refusal('is no file');
    if (stats.size > BYTES_MAX) throw refusal(`is larger than ${BYTES_MAX} bytes`);
    return readFileSync(file);
  } catch (error) {
    if (error instanceof GraphMemoryError) throw error;
    throw refusal(`cannot be read (${systemCode(error)})`, error);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
