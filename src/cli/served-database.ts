import type { ResolvedConfig } from '../config/load.ts';
import { DATABASE_VARIABLE, databaseAddress } from '../database/address.ts';
import { Database, type DatabaseLimits, READER_LIMITS } from '../database/database.ts';
import { PublishedProjects } from '../database/reader/published-projects.ts';
import type { Workspace, WorkspaceOptions } from '../project/workspace.ts';
import type { Terminal } from './terminal.ts';

/** Settings of a workspace that follows its projects. */
export type Following = Pick<
  WorkspaceOptions,
  | 'watch'
  | 'answerWaitMs'
  | 'firstWaitMs'
  | 'hasVectorsOnDemand'
  | 'publishedOf'
  | 'chooseProjects'
  | 'usesElsewhere'
>;

/** The published projects that a command serves. */
interface DatabaseOptions {
  readonly database?: string | undefined;
  /** The only project to serve; undefined for all. */
  readonly project?: string | undefined;
}

/** Opens a workspace of the given projects. */
type OpenWorkspace = (config: ResolvedConfig, following: Following) => Promise<Workspace>;

/** Time in ms for which a list of projects is used; a newer state is seen that much later. */
const RENEWED_AFTER_MS = 1000;

/**
 * Opens the database that `--database` names, by default that of the environment.
 * @throws {GraphMemoryError} GM_USAGE; GM_INSTALLATION.
 */
export function openDatabase(
  terminal: Terminal,
  { database = `$${DATABASE_VARIABLE}` }: DatabaseOptions,
  limits: DatabaseLimits = READER_LIMITS,
): Database {
  return new Database(
    databaseAddress(database, (name) => terminal.env[name]),
    limits,
  );
}

/** The published projects of a database, or the named one, as a configuration to be served. */
export class ServedDatabase {
  readonly #terminal: Terminal;
  readonly #options: DatabaseOptions;
  readonly #database: Database;
  readonly #projects: PublishedProjects;
  readonly #open: OpenWorkspace;
  #renewedMs: number;
  #renewing: Promise<void> | undefined;

  private constructor(
    terminal: Terminal,
    options: DatabaseOptions,
    database: Database,
    projects: PublishedProjects,
    open: OpenWorkspace,
  ) {
    this.#open = open;
    this.#terminal = terminal;
    this.#options = options;
    this.#database = database;
    this.#projects = projects;
    this.#renewedMs = terminal.now();
  }

  /**
   * Lists the projects.
   * @throws {GraphMemoryError} as {@link openDatabase}; GM_DATABASE; GM_PROJECT_NOT_FOUND.
   */
  static async open(
    terminal: Terminal,
    options: DatabaseOptions,
    open: OpenWorkspace,
  ): Promise<ServedDatabase> {
    const database = openDatabase(terminal, options);
    const projects = await PublishedProjects.open(database, terminal.now);
    return new ServedDatabase(terminal, options, database, projects, open);
  }

  get config(): ResolvedConfig {
    const { project } = this.#options;
    const all = this.#projects.configs;
    const named = all.filter(({ name }) => name === (project ?? name));
    // The workspace creates the error for an unknown project.
    return { path: undefined, projects: named, missing: [], notes: [] };
  }

  /** Switches to states that were published meanwhile. */
  async renew(workspace: Workspace): Promise<void> {
    if (this.#terminal.now() - this.#renewedMs < RENEWED_AFTER_MS) return;
    this.#renewing ??= this.#renew(workspace).finally(() => {
      this.#renewing = undefined;
    });
    await this.#renewing;
  }

  async #renew(workspace: Workspace): Promise<void> {
    const hasChanged = await this.#projects.renew();
    this.#renewedMs = this.#terminal.now();
    if (hasChanged) await workspace.adopt(this.config);
  }

  openWorkspace(following: Following): Promise<Workspace> {
    return this.#open(this.config, {
      ...following,
      watch: undefined,
      publishedOf: (config) => this.#projects.publishedOf(config),
      chooseProjects: (question, names) => this.#projects.choose(question, names),
      usesElsewhere: (project, symbol) => this.#projects.usesElsewhere(project, symbol),
    });
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}
