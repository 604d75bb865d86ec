/** Operations on the database as a whole: status, removal of what no reader needs, checks. */
import { GraphMemoryError } from '../base/errors.ts';
import type { Database, RunSql } from './database.ts';
import { requireSchema } from './migrate.ts';

export interface PublishedStatus {
  readonly name: string;
  readonly commit: string | undefined;
  readonly publishedAt: string;
  readonly files: number;
  readonly revisions: number;
  readonly storeBytes: number;
}

/** Lists the published projects. @throws {GraphMemoryError} as {@link requireSchema}. */
export async function publishedStatus(database: Database): Promise<readonly PublishedStatus[]> {
  await requireSchema(database);
  const rows = await database.read(
    `select p.name, r.commit_id, r.published_at, r.files,
       (select count(*) from graph_memory.revisions a where a.project_id = p.project_id) as revisions,
       (select coalesce(sum(length(s.bytes)), 0) from graph_memory.store_pages s
          where s.project_id = p.project_id) as store_bytes
     from graph_memory.projects p
     join lateral (select * from graph_memory.revisions n where n.project_id = p.project_id
       order by n.revision_id desc limit 1) r on true
     order by p.name`,
  );
  return rows.map((row) => ({
    name: String(row['name']),
    commit: row['commit_id'] === null ? undefined : String(row['commit_id']),
    publishedAt: (row['published_at'] as Date).toISOString(),
    files: Number(row['files']),
    revisions: Number(row['revisions']),
    storeBytes: Number(row['store_bytes']),
  }));
}

export interface Removed {
  readonly revisions: number;
  readonly pages: number;
  /** Shared facts. */
  readonly facts: number;
}

/** Days after which shared facts are removed that no `index --share` has found or written. */
const SHARED_DAYS = 30;

/**
 * Removes revisions beyond the newest `keep` of each project and program version, and pages that no
 * revision lists. Recent pages stay: they may belong to a publication that is under way. Shared
 * facts go when they have not been used for long.
 */
export async function collectGarbage(database: Database, keep: number): Promise<Removed> {
  await requireSchema(database);
  return database.transaction(async (run) => {
    const revisions = await run(
      `delete from graph_memory.revisions r using (
         select project_id, revision_id,
           row_number() over (partition by project_id, engine order by revision_id desc) as age
         from graph_memory.revisions) old
       where old.project_id = r.project_id and old.revision_id = r.revision_id and old.age > $1
       returning 1`,
      [keep],
    );
    const pages = await run(
      `delete from graph_memory.store_pages p
       where p.created_at < now() - interval '1 hour' and not exists (
         select 1 from graph_memory.revisions r, jsonb_array_elements(r.store) f
         where r.project_id = p.project_id and f->>'hash' = p.hash)
       returning 1`,
    );
    const facts = await run(
      `delete from graph_memory.shared_facts
       where used_at < now() - interval '${SHARED_DAYS} days' returning 1`,
    );
    return { revisions: revisions.length, pages: pages.length, facts: facts.length };
  });
}

const PROJECT_TABLES = [
  'chunks',
  'symbols',
  'edges',
  'entry_points',
  'package_uses',
  'requests',
  'projects',
] as const;

/**
 * Removes a published project.
 * @throws {GraphMemoryError} GM_PROJECT_NOT_FOUND.
 */
export async function removeProject(database: Database, name: string): Promise<void> {
  await requireSchema(database);
  await database.transaction(async (run) => {
    const id = await projectId(run, name);
    for (const table of PROJECT_TABLES)
      await run(`delete from graph_memory.${table} where project_id = $1`, [id]);
  });
}

async function projectId(run: RunSql, name: string): Promise<string> {
  const rows = await run('select project_id, name from graph_memory.projects');
  const found = rows.find((row) => row['name'] === name);
  if (found !== undefined) return String(found['project_id']);
  const names = rows.map((row) => String(row['name'])).sort();
  throw new GraphMemoryError('GM_PROJECT_NOT_FOUND', `no published project "${name}"`, {
    hint: names.length === 0 ? 'None is published.' : `Published: ${names.join(', ')}.`,
  });
}

/** One result of a check. */
export interface Finding {
  readonly isProblem: boolean;
  readonly text: string;
}

/** Checks what makes a database slow, unsafe or unusable. @throws {GraphMemoryError} GM_DATABASE. */
export async function examine(database: Database): Promise<readonly Finding[]> {
  const read = async (sql: string) => (await database.read(sql))[0] ?? {};
  const { version } = await read("select current_setting('server_version') as version");
  const schema = await requireSchema(database);
  const { encrypted } = await read(
    'select coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted',
  );
  const { local } = await read('select inet_client_addr() is null as local');
  const { orphans } = await read(
    `select count(*) as orphans from graph_memory.heads h where not exists (
       select 1 from graph_memory.revisions r
       where r.project_id = h.project_id and r.revision_id = h.revision_id)`,
  );
  const { missing } = await read(
    `select count(*) as missing from graph_memory.heads h
     join graph_memory.revisions r on r.project_id = h.project_id and r.revision_id = h.revision_id
     cross join lateral jsonb_array_elements(r.store) f
     where (f->>'bytes')::bigint <> (select coalesce(sum(length(s.bytes)), 0)
       from graph_memory.store_pages s where s.project_id = r.project_id and s.hash = f->>'hash')`,
  );
  const ok = (isProblem: boolean, problem: string, fine: string): Finding => ({
    isProblem,
    text: isProblem ? problem : fine,
  });
  return [
    {
      isProblem: false,
      text: `PostgreSQL ${String(version)}, tables of version ${schema.version}`,
    },
    ok(
      !schema.hasVectors,
      'pgvector is not installed: words alone choose the projects of a question',
      'pgvector is installed',
    ),
    ok(
      encrypted !== true && local !== true,
      'the connection is not encrypted: add ?sslmode=verify-full to the address',
      'the connection is encrypted or stays on this machine',
    ),
    ok(
      Number(orphans) > 0,
      `${String(orphans)} projects without their revision: publish again`,
      'every project has its revision',
    ),
    ok(
      Number(missing) > 0,
      `${String(missing)} files of indexes are incomplete: publish again`,
      'all files of indexes are complete',
    ),
  ];
}
