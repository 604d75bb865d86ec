/** The file of tokens that open the HTTP server, and the projects that each may read. */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GraphMemoryError } from '../base/errors.ts';
import { makeFolder } from '../base/make-folder.ts';
import { readRegularFile } from '../base/regular-file.ts';
import { systemCode } from '../base/system-code.ts';
import { homeFolder } from './home-folder.ts';

/** A token and the names of the projects that it may read; undefined for all. */
export interface AccessToken {
  readonly token: string;
  readonly projects: ReadonlySet<string> | undefined;
}

const BYTES_MAX = 64 * 1024;
/** Shorter tokens can be guessed. */
const LENGTH_MIN = 16;

/**
 * Reads a token file: one token per line, then the names of the projects it may read, all if none
 * is named. Empty lines and lines that begin with `#` are skipped.
 * @throws {GraphMemoryError} GM_USAGE for a malformed file, without quoting it; GM_IO.
 */
export function readTokenFile(path: string): readonly AccessToken[] {
  const text = readText(path);
  const tokens = text.split(/\r?\n/).flatMap((line, index) => {
    const [token = '', ...projects] = line.trim().split(/\s+/);
    if (token === '' || token.startsWith('#')) return [];
    if (token.length < LENGTH_MIN)
      throw malformed(path, `line ${index + 1} has a token of fewer than ${LENGTH_MIN} characters`);
    return [{ token, projects: projects.length === 0 ? undefined : new Set(projects) }];
  });
  if (tokens.length === 0) throw malformed(path, 'it has no token');
  return tokens;
}

/**
 * Returns the path of the user's own token file, and creates it with a new token on first use. Only
 * its owner may read it.
 * @throws {GraphMemoryError} GM_IO.
 */
export async function ownTokenFile(homeDir: string, newToken: () => string): Promise<string> {
  const path = join(homeFolder(homeDir), 'http-token');
  try {
    await makeFolder(dirname(path), 0o700);
    await writeFile(path, `${newToken()}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw unreadable(path, error);
  }
  return path;
}

function readText(path: string): string {
  try {
    const found = readRegularFile(path, { bytesMax: BYTES_MAX });
    if ('bytes' in found) return found.bytes.toString('utf8');
  } catch (error) {
    throw unreadable(path, error);
  }
  throw malformed(path, `it is not a regular file of at most ${BYTES_MAX} bytes`);
}

function malformed(path: string, problem: string): GraphMemoryError {
  return new GraphMemoryError('GM_USAGE', `${path} is not a token file: ${problem}`, {
    hint: `Write one token of at least ${LENGTH_MIN} characters per line, then the projects it may read.`,
    details: { path },
  });
}

function unreadable(path: string, cause: unknown): GraphMemoryError {
  return new GraphMemoryError('GM_IO', `cannot read ${path} (${systemCode(cause)})`, {
    hint: 'Check the path and its permissions.',
    details: { path },
    cause,
  });
}
