/**
 * Lists the reaches of a configuration outside of its own folder, and those that the user allows. A
 * configuration comes with a clone, so it alone must not decide to read other folders or to send code.
 */
import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { GraphMemoryError } from '../base/errors.ts';
import { makeFolder } from '../base/make-folder.ts';
import { readRegularFile } from '../base/regular-file.ts';
import { systemCode } from '../base/system-code.ts';
import { homeFolder } from './home-folder.ts';
import type { Problem } from './problem.ts';
import { realPathSoFar } from './project-folders.ts';

/** A consent of the user: one configuration may reach one folder or server. */
export interface Consent {
  /** The configuration file: the real path of its folder, then its name. */
  readonly config: string;
  /** The real path of a folder, or the address of a server. */
  readonly reach: string;
}

/** A folder or server outside that a configuration names, with the position in the file. */
export interface Reach extends Omit<Problem, 'message'> {
  readonly reach: string;
}

const BYTES_MAX = 1024 * 1024;

/** The consents that the user has given; none when there is no list. @throws {GraphMemoryError} GM_IO. */
export function readConsents(homeDir: string): readonly Consent[] {
  const path = listPath(homeDir);
  try {
    const found = readRegularFile(path, { bytesMax: BYTES_MAX });
    const list: unknown = 'bytes' in found ? JSON.parse(found.bytes.toString('utf8')) : undefined;
    if (Array.isArray(list) && list.every(isConsent)) return list;
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      const code = systemCode(error);
      if (code === 'ENOENT' || code === 'ENOTDIR') return [];
      throw refusedDisk(path, 'read', error);
    }
  }
  throw new GraphMemoryError('GM_IO', `${path} is not a valid list of trusted configurations`, {
    hint: 'Remove the file, and give consent again with "graph-memory trust".',
    details: { path },
  });
}

/** Replaces the list; only its owner may read it. @throws {GraphMemoryError} GM_IO. */
export async function writeConsents(homeDir: string, consents: readonly Consent[]): Promise<void> {
  const path = listPath(homeDir);
  const temporary = `${path}.tmp`;
  try {
    await makeFolder(dirname(path), 0o700);
    await rm(temporary, { force: true });
    const text = `${JSON.stringify(consents, undefined, 2)}\n`;
    await writeFile(temporary, text, { mode: 0o600, flag: 'wx' });
    await rename(temporary, path);
  } catch (error) {
    throw refusedDisk(path, 'write', error);
  }
}

/** Returns the name of a configuration file in the list of consents. */
export async function configIdentity(path: string): Promise<string> {
  return join(await realPathSoFar(dirname(path)), basename(path));
}

/** @throws {GraphMemoryError} GM_UNTRUSTED naming what is reached without the user's consent. */
export function requireConsent(
  config: string,
  reaches: readonly Reach[],
  consents: readonly Consent[],
): void {
  const missing = reaches.filter(
    ({ reach }) => !consents.some((one) => one.config === config && one.reach === reach),
  );
  if (missing.length === 0) return;
  const lines = missing.map(
    ({ line, column, keyPath, reach }) => `  line ${line}, column ${column}: ${keyPath}: ${reach}`,
  );
  const what = 'reaches outside of its folder without the consent of the user';
  throw new GraphMemoryError('GM_UNTRUSTED', [`${config} ${what}`, ...lines].join('\n'), {
    hint: `Only the user can allow it, by running: graph-memory trust ${shellQuoted(config)}`,
    details: { path: config, reaches: [...new Set(missing.map(({ reach }) => reach))] },
  });
}

/** Path of the list of consents. */
export function listPath(homeDir: string): string {
  return join(homeFolder(homeDir), 'trusted.json');
}

/**
 * Quotes a path for a shell, because a file name must not become a command when the hint is pasted.
 */
function shellQuoted(path: string): string {
  return /^[\w./:\\@+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

function isConsent(value: unknown): value is Consent {
  const { config, reach } = Object(value) as Partial<Record<keyof Consent, unknown>>;
  return typeof config === 'string' && typeof reach === 'string';
}

function refusedDisk(path: string, attempt: string, cause: unknown): GraphMemoryError {
  return new GraphMemoryError('GM_IO', `cannot ${attempt} ${path} (${systemCode(cause)})`, {
    hint: 'Check the permissions of the file and of its folder.',
    details: { path },
    cause,
  });
}
