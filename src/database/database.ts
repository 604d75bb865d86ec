/** A PostgreSQL database: a pool of connections with limits. */
import { createRequire } from 'node:module';
import type pg from 'pg';
import { GraphMemoryError } from '../base/errors.ts';
import type { DatabaseAddress } from './address.ts';
import { databaseError, isConnectionLost } from './database-error.ts';

/** Values of a statement: what the client converts by itself. */
export type SqlValue = string | number | boolean | null | Uint8Array | readonly SqlValue[];

export type Rows = readonly Readonly<Record<string, unknown>>[];

/** Runs one statement and returns its rows. */
export type RunSql = (sql: string, values?: readonly SqlValue[]) => Promise<Rows>;

export interface DatabaseLimits {
  /** Maximum number of connections. */
  readonly connectionsMax: number;
  /** Time limit of a statement in ms. */
  readonly statementMs: number;
  /** Time limit of connecting in ms. */
  readonly connectMs?: number;
}

/** Limits of programs that answer questions. */
export const READER_LIMITS: DatabaseLimits = { connectionsMax: 8, statementMs: 15_000 };
/** Limits of programs that publish: one transaction, whose statements carry many rows. */
export const WRITER_LIMITS: DatabaseLimits = { connectionsMax: 2, statementMs: 120_000 };

const CONNECT_MS = 10_000;
/** Idle connections are closed, because a server of a team has few of them to give. */
const IDLE_MS = 30_000;

export class Database {
  readonly address: DatabaseAddress;
  readonly #pool: pg.Pool;

  /** Connects with the first statement. @throws {GraphMemoryError} GM_INSTALLATION without `pg`. */
  constructor(address: DatabaseAddress, limits: DatabaseLimits) {
    this.address = address;
    const { connectionsMax, statementMs, connectMs = CONNECT_MS } = limits;
    const { Pool } = loadClient();
    this.#pool = new Pool({
      connectionString: address.url,
      max: connectionsMax,
      connectionTimeoutMillis: connectMs,
      idleTimeoutMillis: IDLE_MS,
      statement_timeout: statementMs,
      // Longer than the server's own limit, for a server that no longer answers.
      query_timeout: statementMs + CONNECT_MS,
      application_name: 'graph-memory',
      keepAlive: true,
      allowExitOnIdle: true,
    });
    // A lost idle connection is replaced by the next statement.
    this.#pool.on('error', () => undefined);
  }

  /**
   * Runs a statement that only reads; once more if the connection is lost.
   * @throws {GraphMemoryError} GM_DATABASE.
   */
  async read(sql: string, values: readonly SqlValue[] = []): Promise<Rows> {
    return this.#retried(async () => (await this.#pool.query(sql, [...values])).rows);
  }

  /**
   * Runs statements in one transaction, which readers see as a whole or not at all. Never repeated:
   * whether a lost commit took place is unknown.
   * @throws {GraphMemoryError} GM_DATABASE; any error of `work`.
   */
  async transaction<Result>(work: (run: RunSql) => Promise<Result>): Promise<Result> {
    try {
      return await this.#transaction(work);
    } catch (error) {
      throw databaseError(error, this.address);
    }
  }

  async #retried<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      return await run().catch((error: unknown) => {
        if (!isConnectionLost(error)) throw error;
        return run();
      });
    } catch (error) {
      throw databaseError(error, this.address);
    }
  }

  async #transaction<Result>(work: (run: RunSql) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    let failure: Error | undefined;
    // Without a listener, a connection lost between two statements would end the process.
    const onError = (error: Error): void => {
      failure = error;
    };
    client.on('error', onError);
    try {
      await client.query('begin');
      const result = await work(async (sql, values = []) => {
        return (await client.query(sql, [...values])).rows;
      });
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((lost: Error) => {
        failure ??= lost;
      });
      throw error;
    } finally {
      client.off('error', onError);
      client.release(failure);
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** Loads the client, which is not part of the package: few users need it. */
function loadClient(): typeof pg {
  const load = createRequire(import.meta.url);
  try {
    return load('pg') as typeof pg;
  } catch (error) {
    const isMissing =
      error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND';
    if (!isMissing) throw error;
    throw new GraphMemoryError('GM_INSTALLATION', 'the PostgreSQL client is not installed', {
      hint: 'Install it beside graph-memory: npm install pg',
    });
  }
}
