/** PostgreSQL for tests: embedded, behind a real socket; and the installed server, where there is one. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { onTestFinished } from 'vitest';
import { databaseAddress } from '../../src/database/address.ts';
import { Database, READER_LIMITS } from '../../src/database/database.ts';

export interface TestServer {
  /** Address of an empty database. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts embedded PostgreSQL, by default with pgvector. */
export async function embeddedServer({ hasVectors = true } = {}): Promise<TestServer> {
  const db = await PGlite.create(hasVectors ? { extensions: { vector } } : {});
  const port = await freePort();
  const server = new PGLiteSocketServer({ db, port, maxConnections: 20 });
  await server.start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop();
      await db.close();
    },
  };
}

export interface InstalledServer extends TestServer {
  /** Ends the server at once, as a crash does. */
  kill(): void;
  start(): void;
}

const DEBIAN = '/usr/lib/postgresql';

/** Returns the folder of the installed server's programs; undefined if there is none. */
export function installedPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort() : [];
  return versions
    .map((version) => join(DEBIAN, version, 'bin'))
    .findLast((folder) => existsSync(join(folder, 'initdb')));
}

/** Whether pgvector is installed beside the server. */
export function isVectorInstalled(programs: string): boolean {
  const shared = execFileSync(join(programs, 'pg_config'), ['--sharedir'], { encoding: 'utf8' });
  return existsSync(join(shared.trim(), 'extension', 'vector.control'));
}

/** Starts the installed server with an empty cluster, as the user `postgres` if this one is root. */
export function installedServer(programs: string): InstalledServer {
  const folder = mkdtempSync('/tmp/gm-postgres-');
  const data = join(folder, 'data');
  const isRoot = process.getuid?.() === 0;
  const run = (program: string, ...args: readonly string[]) => {
    const command = [join(programs, program), ...args];
    const [file = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command;
    return execFileSync(file, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
  };
  chmodSync(folder, 0o755);
  if (isRoot) spawnSync('chown', ['postgres', folder]);
  run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--no-sync');
  const port = 20_000 + (process.pid % 20_000);
  const start = () => {
    const options = `-p ${port} -k ${folder} -c listen_addresses= -c fsync=off`;
    run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start');
  };
  const kill = () => {
    run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
  };
  start();
  return {
    url: `postgres:///postgres?host=${folder}&port=${port}&user=postgres`,
    start,
    kill,
    async stop() {
      kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Mounts a small disk that the server may use; undefined if this user may not. */
export function smallDisk(
  megabytes: number,
): { readonly folder: string; grow(megabytes: number): void } | undefined {
  const folder = mkdtempSync('/tmp/gm-disk-');
  const mount = (options: string) =>
    spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;
  const isMounted = mount(`size=${megabytes}m,mode=0777`);
  onTestFinished(() => {
    if (isMounted) spawnSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  if (!isMounted) return undefined;
  // Only root mounts, and then the server runs as another user; see `installedServer`.
  spawnSync('chown', ['postgres', folder]);
  return { folder, grow: (size) => mount(`remount,size=${size}m`) };
}

/** Connects until the test ends. */
export function connected(url: string, limits = READER_LIMITS): Database {
  const database = new Database(
    databaseAddress(url, () => undefined),
    limits,
  );
  onTestFinished(() => database.close());
  return database;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
