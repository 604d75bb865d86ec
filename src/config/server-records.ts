/**
 * Running servers, as files in the home folder that only the user can read. `graph-memory mcp` finds
 * them there. A file may outlive its server, so it proves nothing.
 */
import { readdirSync, rmSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../base/make-folder.ts';
import { readRegularFile } from '../base/regular-file.ts';
import { systemCode } from '../base/system-code.ts';
import { homeFolder } from './home-folder.ts';

export interface ServerRecord {
  readonly version: string;
  readonly host: string;
  readonly port: number;
  /** Known to the server and to who can read the file; new at each start. */
  readonly secret: string;
}

const BYTES_MAX = 4096;
/** More servers than anyone runs; the rest are old files. */
const RECORDS_MAX = 32;

/** Writes the record of a server; returns the function that removes it. */
export async function writeServerRecord(
  homeDir: string,
  record: ServerRecord,
): Promise<() => void> {
  const folder = folderOf(homeDir);
  await makeFolder(folder, 0o700);
  const path = join(folder, `${record.port}.json`);
  const draft = `${path}.new`;
  rmSync(draft, { force: true });
  await writeFile(draft, `${JSON.stringify(record)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, path);
  return () => rmSync(path, { force: true });
}

/** Returns the records of servers of a version. What cannot be read is no server. */
export function readServerRecords(homeDir: string, version: string): readonly ServerRecord[] {
  const folder = folderOf(homeDir);
  return namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .slice(0, RECORDS_MAX)
    .flatMap((name) => readRecord(join(folder, name)) ?? [])
    .filter((record) => record.version === version);
}

function folderOf(homeDir: string): string {
  return join(homeFolder(homeDir), 'servers');
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    systemCode(error);
    return [];
  }
}

function readRecord(path: string): ServerRecord | undefined {
  try {
    const found = readRegularFile(path, { bytesMax: BYTES_MAX, followLinks: false });
    if (!('bytes' in found)) return undefined;
    const record = JSON.parse(found.bytes.toString('utf8')) as Partial<ServerRecord> | null;
    const { version, host, port, secret } = record ?? {};
    const isWhole =
      typeof version === 'string' &&
      typeof host === 'string' &&
      typeof port === 'number' &&
      typeof secret === 'string';
    return isWhole ? { version, host, port, secret } : undefined;
  } catch (error) {
    // A half-written or foreign file.
    if (!(error instanceof SyntaxError)) systemCode(error);
    return undefined;
  }
}
