/** Publishes the state of a project: readers see the new one as a whole, or the previous one. */
import { GraphMemoryError } from '../../base/errors.ts';
import { contentHash } from '../../base/hash.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import type { PackageUses } from '../../indexing/package-uses.ts';
import type { RepoPath } from '../../model/path.ts';
import type { VectorSet } from '../../vector/vector-set.ts';
import type { Database, RunSql } from '../database.ts';
import { requireSchema } from '../migrate.ts';
import type { PublishedSettings } from '../settings.ts';
import { meaningsOfFiles, termsOfFiles } from './file-evidence.ts';
import {
  chunkRows,
  type DerivedRows,
  fingerprintByFile,
  packageUseRows,
  type Row,
  rowsByFile,
} from './file-rows.ts';
import { type StoredFile, uploadStore } from './upload-store.ts';

/** A state to publish, and the files of the index that hold it. */
export interface PublishedState {
  readonly name: string;
  /** Identifies the program and the settings that made it. */
  readonly engine: string;
  readonly commit: string | undefined;
  readonly settings: PublishedSettings;
  readonly snapshot: Snapshot;
  readonly vectors: VectorSet | undefined;
  readonly storeFiles: ReadonlyMap<string, Uint8Array>;
  readonly packageUses: PackageUses;
  /** Returns the text of a file of the state, with secrets masked. */
  readText(path: RepoPath): Promise<string>;
}

export interface Publication {
  readonly revision: string;
  /** Whether this state had been published before. */
  readonly isUnchanged: boolean;
  readonly filesTotal: number;
  readonly filesWritten: number;
  readonly filesRemoved: number;
}

/** First key of the advisory locks that let one process publish a project at a time. */
const PUBLISH_LOCK = 7_021_034;

/** Names are shown in answers, and are keys of an index of the database. */
const NAME = /^[^\p{Cc}\p{Cf}]{1,200}$/u;

/**
 * Publishes a state.
 * @throws {GraphMemoryError} GM_DATABASE, GM_DATABASE_VERSION, GM_USAGE; any error of `readText`.
 */
export async function publish(database: Database, state: PublishedState): Promise<Publication> {
  if (!NAME.test(state.name)) throw unusableName(state.name);
  const { hasVectors } = await requireSchema(database);
  const projectId = await projectIdOf(database, state.name);
  const store = await uploadStore(database, projectId, state.storeFiles);
  return database.transaction(async (run) => {
    await run('select pg_advisory_xact_lock($1, hashtext($2))', [PUBLISH_LOCK, state.name]);
    const known = await sameRevision(run, projectId, state, store);
    if (known !== undefined) return known;
    const changes = await changedFiles(run, projectId, state);
    const written = changes.changed.map(({ path }) => path);
    await removeFiles(run, projectId, [...written, ...changes.removed]);
    await writeFiles(
      run,
      projectId,
      { ...state, ...(hasVectors ? {} : { vectors: undefined }) },
      changes.changed,
    );
    await replacePackages(run, projectId, state.packageUses);
    const revision = await addRevision(run, projectId, state, store);
    return {
      revision,
      isUnchanged: false,
      filesTotal: state.snapshot.manifest.size,
      filesWritten: written.length,
      filesRemoved: changes.removed.length,
    };
  });
}

async function projectIdOf(database: Database, name: string): Promise<string> {
  const find = 'select project_id from graph_memory.projects where name = $1';
  const insert = 'insert into graph_memory.projects (name) values ($1) on conflict do nothing';
  const found = await database.read(find, [name]);
  const [row] =
    found.length > 0
      ? found
      : await database.transaction(async (run) => {
          await run(insert, [name]);
          return run(find, [name]);
        });
  return String(row?.['project_id']);
}

/** Returns the published revision if it is this very state. */
async function sameRevision(
  run: RunSql,
  projectId: string,
  { engine, commit, snapshot }: PublishedState,
  store: readonly StoredFile[],
): Promise<Publication | undefined> {
  const [head] = await run(
    `select revision_id, store_hash, commit_id from graph_memory.heads
     join graph_memory.revisions using (project_id, revision_id)
     where project_id = $1 and heads.engine = $2`,
    [projectId, engine],
  );
  if (head?.['store_hash'] !== storeHash(store)) return undefined;
  if ((head['commit_id'] ?? undefined) !== commit) return undefined;
  const filesTotal = snapshot.manifest.size;
  const revision = String(head['revision_id']);
  return { revision, isUnchanged: true, filesTotal, filesWritten: 0, filesRemoved: 0 };
}

interface ChangedFile {
  readonly path: RepoPath;
  readonly rowsHash: string;
  readonly rows: DerivedRows;
}

/** Compares every file with what was published of it. */
async function changedFiles(
  run: RunSql,
  projectId: string,
  { engine, snapshot, vectors }: PublishedState,
): Promise<{ readonly changed: readonly ChangedFile[]; readonly removed: readonly string[] }> {
  const sql = 'select path, rows_hash from graph_memory.files where project_id = $1';
  const published = new Map(
    (await run(sql, [projectId])).map((row) => [String(row['path']), String(row['rows_hash'])]),
  );
  const rowsOf = rowsByFile(snapshot);
  const fingerprintOf = fingerprintByFile(snapshot, [engine, vectors?.model ?? '']);
  const changed: ChangedFile[] = [];
  for (const path of snapshot.manifest.keys()) {
    const rowsHash = fingerprintOf(path);
    if (published.get(path) !== rowsHash) changed.push({ path, rowsHash, rows: rowsOf(path) });
    published.delete(path);
  }
  return { changed, removed: [...published.keys()] };
}

const FILE_TABLES = [
  'files',
  'chunks',
  'symbols',
  'edges',
  'entry_points',
  'package_uses',
  'requests',
] as const;

async function removeFiles(
  run: RunSql,
  projectId: string,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return;
  for (const table of FILE_TABLES)
    await run(`delete from graph_memory.${table} where project_id = $1 and path = any($2)`, [
      projectId,
      paths,
    ]);
}

async function writeFiles(
  run: RunSql,
  projectId: string,
  state: PublishedState,
  changed: readonly ChangedFile[],
): Promise<void> {
  const { snapshot, vectors } = state;
  const { graph, manifest } = snapshot;
  const paths = new Set<string>(changed.map(({ path }) => path));
  const indexes = [snapshot.text, snapshot.docsText];
  const terms = new Map(indexes.flatMap((index) => [...termsOfFiles(index, paths)]));
  const meanings = new Map(
    vectors && indexes.flatMap((index) => [...meaningsOfFiles(index, vectors, paths)]),
  );
  const write = (table: string, rows: readonly Row[]) => insertRows(run, projectId, table, rows);
  await write(
    'files',
    changed.map(({ path, rowsHash: hashOfRows }) => {
      const { hash, sizeBytes } = manifest.get(path) ?? { hash: '', sizeBytes: 0 };
      const node = graph.fileNode(path);
      const language = node === undefined ? '' : graph.node(node).language;
      const own = { terms: terms.get(path) ?? [], meaning: meanings.get(path) ?? null };
      return { path, hash, size_bytes: sizeBytes, language, rows_hash: hashOfRows, ...own };
    }),
  );
  await write(
    'symbols',
    changed.flatMap(({ rows }) => rows.symbols),
  );
  await write(
    'edges',
    changed.flatMap(({ rows }) => rows.edges),
  );
  await write(
    'entry_points',
    changed.flatMap(({ rows }) => rows.entryPoints),
  );
  await write(
    'requests',
    changed.flatMap(({ rows }) => rows.requests),
  );
  await write(
    'package_uses',
    changed.flatMap(({ path }) => packageUseRows(path, state.packageUses.usesIn(path))),
  );
  const chunks: Row[] = [];
  for (const { path } of changed)
    chunks.push(...chunkRows(snapshot, path, await state.readText(path)));
  await write('chunks', chunks);
}

async function replacePackages(
  run: RunSql,
  projectId: string,
  { folders }: PackageUses,
): Promise<void> {
  await run('delete from graph_memory.packages where project_id = $1', [projectId]);
  const rows = Array.from(folders, ([name, folder]) => ({ name, folder }));
  await insertRows(run, projectId, 'packages', rows);
}

async function addRevision(
  run: RunSql,
  projectId: string,
  { engine, commit, settings, snapshot }: PublishedState,
  store: readonly StoredFile[],
): Promise<string> {
  const [row] = await run(
    `insert into graph_memory.revisions
       (project_id, engine, commit_id, settings, store, store_hash, files)
     values ($1, $2, $3, $4, $5, $6, $7) returning revision_id`,
    [
      projectId,
      engine,
      commit ?? null,
      JSON.stringify(settings),
      JSON.stringify(store),
      storeHash(store),
      snapshot.manifest.size,
    ],
  );
  const revision = String(row?.['revision_id']);
  await run(
    `insert into graph_memory.heads (project_id, engine, revision_id) values ($1, $2, $3)
     on conflict (project_id, engine) do update set revision_id = excluded.revision_id`,
    [projectId, engine, revision],
  );
  return revision;
}

function storeHash(store: readonly StoredFile[]): string {
  return contentHash(JSON.stringify(store));
}

/** Length of one statement's rows in UTF-16 units; bounds the memory of both sides. */
const BATCH_LENGTH_MAX = 4_000_000;

/** Inserts the rows of a project into a table, many with each statement. */
async function insertRows(
  run: RunSql,
  projectId: string,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  const insert = (batch: readonly string[]) =>
    run(
      `insert into graph_memory.${table}
       select * from json_populate_recordset(null::graph_memory.${table}, $1::json)`,
      [`[${batch.join(',')}]`],
    );
  let batch: string[] = [];
  let length = 0;
  for (const row of rows) {
    const text = JSON.stringify({ project_id: projectId, ...row });
    if (length + text.length > BATCH_LENGTH_MAX && batch.length > 0) {
      await insert(batch);
      batch = [];
      length = 0;
    }
    batch.push(text);
    length += text.length;
  }
  if (batch.length > 0) await insert(batch);
}

function unusableName(name: string): GraphMemoryError {
  return new GraphMemoryError('GM_USAGE', `a project cannot be published as "${name}"`, {
    hint: 'A name has 1 to 200 characters, and no control characters.',
    details: { name },
  });
}
