import { GraphMemoryError } from '../base/errors.ts';
import type { Database, RunSql } from './database.ts';
import { migrationsFor, SCHEMA_VERSION } from './migrations.ts';

/** Key of the advisory lock that lets one process change the tables at a time. */
const MIGRATION_LOCK = 7_021_033;

export interface Migrated {
  readonly from: number;
  readonly to: number;
  readonly hasVectors: boolean;
}

/**
 * Creates or updates the tables.
 * @throws {GraphMemoryError} GM_DATABASE; GM_DATABASE_VERSION if they are newer than this program.
 */
export async function migrate(database: Database): Promise<Migrated> {
  return database.transaction(async (run) => {
    await run('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await run('create schema if not exists graph_memory');
    await run(
      'create table if not exists graph_memory.schema_versions (version integer primary key, has_vectors boolean not null, migrated_at timestamptz not null default now())',
    );
    const before = await schemaOf(run);
    if (before.version > SCHEMA_VERSION) throw newerSchema(before.version);
    const hasVectors = before.version > 0 ? before.hasVectors : await createVectors(run);
    for (const { version, sql } of migrationsFor(hasVectors)) {
      if (version <= before.version) continue;
      await run(sql);
      await run('insert into graph_memory.schema_versions (version, has_vectors) values ($1, $2)', [
        version,
        hasVectors,
      ]);
    }
    return { from: before.version, to: SCHEMA_VERSION, hasVectors };
  });
}

/** Returns whether the server has pgvector, which is created in the database if need be. */
async function createVectors(run: RunSql): Promise<boolean> {
  const [found] = await run("select 1 from pg_available_extensions where name = 'vector'");
  if (found === undefined) return false;
  await run('create extension if not exists vector');
  return true;
}

export interface Schema {
  /** 0 without tables. */
  readonly version: number;
  /** Whether the server has pgvector. Without it, projects are chosen by words alone. */
  readonly hasVectors: boolean;
}

/** Returns the state of the tables; version 0 if there are none. */
async function schemaOf(run: RunSql): Promise<Schema> {
  const [newest] = await run(
    'select version, has_vectors from graph_memory.schema_versions order by version desc limit 1',
  );
  return {
    version: Number(newest?.['version'] ?? 0),
    hasVectors: newest?.['has_vectors'] === true,
  };
}

/**
 * Checks that this program knows the tables.
 * @throws {GraphMemoryError} GM_DATABASE without tables; GM_DATABASE_VERSION for other ones.
 */
export async function requireSchema(database: Database): Promise<Schema> {
  const schema = await schemaOf((sql, values) => database.read(sql, values));
  if (schema.version > SCHEMA_VERSION) throw newerSchema(schema.version);
  if (schema.version < SCHEMA_VERSION)
    throw new GraphMemoryError(
      'GM_DATABASE_VERSION',
      `the tables have version ${schema.version}, this program needs ${SCHEMA_VERSION}`,
      { hint: 'Update them: graph-memory database migrate' },
    );
  return schema;
}

function newerSchema(version: number): GraphMemoryError {
  return new GraphMemoryError(
    'GM_DATABASE_VERSION',
    `the tables have version ${version}, this program knows ${SCHEMA_VERSION}`,
    { hint: 'Update this program; a newer one has migrated the tables.' },
  );
}
