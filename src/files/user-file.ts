import { resolve } from 'node:path';
import { GraphMemoryError } from '../base/errors.ts';
import { readRegularFile } from '../base/regular-file.ts';
import { systemCode } from '../base/system-code.ts';
import { decodeText } from './decode.ts';

const BYTES_MAX = 64 * 1024 * 1024;

/**
 * Reads a text file that the user named on the command line, relative to `folder`; links are
 * followed.
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
  if (text === undefined) throw refusal('is not a text file');
  return text;
}

function readBytes(
  absolute: string,
  refusal: (why: string, cause?: unknown) => GraphMemoryError,
): Uint8Array {
  try {
    const found = readRegularFile(absolute, { bytesMax: BYTES_MAX });
    if ('bytes' in found) return found.bytes;
    throw refusal(
      found.refusal === 'notAFile' ? 'is not a file' : `is larger than ${BYTES_MAX} bytes`,
    );
  } catch (error) {
    if (error instanceof GraphMemoryError) throw error;
    throw refusal(`cannot be read (${systemCode(error)})`, error);
  }
}
