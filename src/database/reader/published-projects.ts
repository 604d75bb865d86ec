/** The projects of a database, as the configuration of a workspace. */
import type { ProjectConfig } from '../../config/load.ts';
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import { cacheKeyOf } from '../../indexing/stored-index.ts';
import type { PublishedSnapshot } from '../../project/published-snapshot.ts';
import type { ProjectQuestion, UseElsewhere } from '../../project/workspace.ts';
import type { Database, Rows } from '../database.ts';
import { requireSchema } from '../migrate.ts';
import type { StoredFile } from '../publish/upload-store.ts';
import { type PublishedSettings, publishedConfig } from '../settings.ts';
import { ProjectChooser } from './choose-projects.ts';
import { PublishedDirectory } from './published-directory.ts';
import { PublishedTexts } from './published-texts.ts';

/** A project at its newest revision that this program can read, or else at its newest. */
interface Head {
  readonly config: ProjectConfig;
  readonly projectId: string;
  readonly commit: string | undefined;
  readonly store: readonly StoredFile[];
  /** Whether this version of the program can read it. */
  readonly isReadable: boolean;
}

const HEADS = `select p.project_id, p.name, h.engine, h.revision_id, r.commit_id, r.settings, r.store
  from graph_memory.projects p
  join graph_memory.heads h using (project_id)
  join graph_memory.revisions r on r.project_id = h.project_id and r.revision_id = h.revision_id
  order by p.name, h.revision_id desc`;

/** Changes with every publication: a new head has a higher number, and a removed one is not counted. */
const VERSION = 'select count(*), sum(revision_id) from graph_memory.heads';

/**
 * Bytes of index files whose projects are held in memory. In memory an index takes some five times
 * as much.
 */
const LOADED_BYTES_MAX = 1_500_000_000;

export class PublishedProjects {
  readonly #database: Database;
  readonly #chooser: ProjectChooser;
  #heads = new Map<string, Head>();
  /** The {@link VERSION} of the heads; empty if they have to be listed again. */
  #version = '';
  /** Bytes of the index files of loaded projects by name, the least recently loaded first. */
  readonly #loaded = new Map<string, number>();
  /** Number of times that a project was released. */
  readonly #released = new Map<string, number>();

  private constructor(database: Database, chooser: ProjectChooser) {
    this.#database = database;
    this.#chooser = chooser;
  }

  /** Lists the projects. @throws {GraphMemoryError} GM_DATABASE, GM_DATABASE_VERSION. */
  static async open(database: Database, now: () => number): Promise<PublishedProjects> {
    const { hasVectors } = await requireSchema(database);
    const chooser = new ProjectChooser(database, hasVectors, now);
    const projects = new PublishedProjects(database, chooser);
    await projects.renew();
    return projects;
  }

  /** Configurations, sorted by name. One that differs from before stands for a newer revision. */
  get configs(): readonly ProjectConfig[] {
    return [...this.#heads.values()].map(({ config }) => config);
  }

  /**
   * Lists the projects again if one was published, and releases those that memory has no room for.
   * Returns whether any configuration differs from before.
   */
  async renew(): Promise<boolean> {
    this.#release();
    const version = JSON.stringify(await this.#database.read(VERSION));
    if (version === this.#version) return false;
    this.#heads = headsOf(await this.#database.read(HEADS), this.#database.address.shown);
    for (const [name, count] of this.#released) {
      const head = this.#heads.get(name);
      // Another configuration, so that the workspace opens the project anew.
      const storeDir = `${head?.config.storeDir}, opened ${count + 1} times`;
      if (head !== undefined)
        this.#heads.set(name, { ...head, config: { ...head.config, storeDir } });
    }
    this.#version = version;
    return true;
  }

  #release(): void {
    let bytes = [...this.#loaded.values()].reduce((sum, own) => sum + own, 0);
    for (const [name, own] of this.#loaded) {
      if (bytes <= LOADED_BYTES_MAX) return;
      this.#version = '';
      bytes -= own;
      this.#loaded.delete(name);
      this.#released.set(name, (this.#released.get(name) ?? 0) + 1);
    }
  }

  /** Returns the projects among the named that a question concerns, best first. */
  choose(question: ProjectQuestion, names: readonly string[]): Promise<readonly string[]> {
    const ids = names.flatMap((name) => {
      const head = this.#heads.get(name);
      return head?.isReadable === true ? [[name, head.projectId] as const] : [];
    });
    return this.#chooser.choose(question, new Map(ids));
  }

  /** Returns the uses of a symbol of a project in other projects. */
  async usesElsewhere(project: string, symbol: SymbolNode): Promise<readonly UseElsewhere[]> {
    const head = this.#heads.get(project);
    return head === undefined ? [] : usesElsewhere(this.#database, head.projectId, symbol);
  }

  /** Opens the state that a configuration stands for. */
  publishedOf({ name }: ProjectConfig): PublishedSnapshot | undefined {
    const head = this.#heads.get(name);
    if (head === undefined) return undefined;
    const { projectId, commit, store } = head;
    const texts = new PublishedTexts(this.#database, projectId);
    return {
      store: new PublishedDirectory(this.#database, projectId, store, () =>
        this.#note(name, store),
      ),
      commit,
      read: (path) => texts.read(path),
    };
  }

  #note(name: string, store: readonly StoredFile[]): void {
    this.#loaded.delete(name);
    this.#loaded.set(
      name,
      store.reduce((sum, { bytes }) => sum + bytes, 0),
    );
  }
}

function headsOf(rows: Rows, shown: string): Map<string, Head> {
  const heads = new Map<string, Head>();
  for (const row of rows) {
    const name = String(row['name']);
    const settings = Object(row['settings']) as PublishedSettings;
    const commit = row['commit_id'] === null ? undefined : String(row['commit_id']);
    const place = { root: `${shown}#${name}`, storeDir: `revision ${String(row['revision_id'])}` };
    const config = publishedConfig(name, place, settings);
    const isReadable = cacheKeyOf(config) === row['engine'];
    const before = heads.get(name);
    if (before !== undefined && (before.isReadable || !isReadable)) continue;
    const store = storedFilesOf(row['store']);
    heads.set(name, { config, projectId: String(row['project_id']), commit, store, isReadable });
  }
  return heads;
}

/**
 * Returns the files of an index as a publication lists them. None if the list is malformed: whoever
 * may publish one project must not end the answers about all others.
 */
function storedFilesOf(value: unknown): readonly StoredFile[] {
  return Array.isArray(value) && value.every(isStoredFile) ? value : [];
}

function isStoredFile(value: unknown): value is StoredFile {
  const { name, hash, bytes } = Object(value) as Partial<Record<keyof StoredFile, unknown>>;
  return typeof name === 'string' && typeof hash === 'string' && Number.isSafeInteger(bytes);
}

/** Uses that one answer reads. */
const USES_MAX = 200;

/**
 * A use leads to the only exported symbol of its name in the package. Not a view, because the rows
 * of a view are those of its owner, whatever the reader may see.
 */
const SQL = `select j.name as project, u.source, u.kind, p.name as package, u.lines
  from graph_memory.packages p
  join graph_memory.package_uses u on p.name = any(u.packages) and u.project_id <> p.project_id
  join graph_memory.projects j on j.project_id = u.project_id
  where p.project_id = $1 and u.name = $3 and (p.folder = '' or starts_with($4, p.folder || '/'))
    and $2 = (select min(o.symbol) from graph_memory.symbols o
      where o.project_id = p.project_id and o.name = u.name and o.exported
        and (p.folder = '' or starts_with(o.path, p.folder || '/'))
      having count(*) = 1)
  order by j.name, u.path, u.ordinal limit ${USES_MAX}`;

/** Returns the uses of a published symbol in other published projects. */
async function usesElsewhere(
  database: Database,
  projectId: string,
  { id, name, path, exported }: SymbolNode,
): Promise<readonly UseElsewhere[]> {
  if (!exported) return [];
  const rows = await database.read(SQL, [projectId, id, name, path]);
  return rows.map((row) => ({
    project: String(row['project']),
    symbol: String(row['source']),
    kind: String(row['kind']),
    package: String(row['package']),
    lines: row['lines'] as number[],
  }));
}
