import { ConfigSource } from '../config/config-source.ts';
import type { ResolvedConfig } from '../config/load.ts';
import { missingText, type Workspace } from '../project/workspace.ts';
import type { Following } from './served-database.ts';
import { type CommonOptions, configRequest, openWorkspace } from './session.ts';
import type { Terminal } from './terminal.ts';

/** Configuration of a long-running command: all projects of the file, or the named one. */
export class ServedConfig {
  readonly config: ResolvedConfig;
  readonly #source: ConfigSource;
  readonly #only: string | undefined;
  /** The reload in progress. */
  #running: Promise<readonly string[]> | undefined;
  /** The reload that starts after the running one. */
  #next: Promise<readonly string[]> | undefined;

  readonly #open: (following: Following) => Promise<Workspace>;

  private constructor(
    source: ConfigSource,
    config: ResolvedConfig,
    only: string | undefined,
    open: (config: ResolvedConfig, following: Following) => Promise<Workspace>,
  ) {
    this.#open = (following) => open(config, following);
    this.#source = source;
    this.config = config;
    this.#only = only;
  }

  /**
   * Loads the configuration.
   * @throws {GraphMemoryError} as `loadConfig` does; GM_PROJECT_NOT_FOUND when the named project
   * does not exist.
   */
  static async open(terminal: Terminal, options: CommonOptions): Promise<ServedConfig> {
    const { source, config } = await ConfigSource.open(configRequest(terminal, options));
    const open = (own: ResolvedConfig, following: Following) =>
      openWorkspace(terminal, options, own, following);
    if (options.project === undefined) return new ServedConfig(source, config, undefined, open);
    // The workspace creates the error for an unknown project.
    const { name } = (await openWorkspace(terminal, options, config)).project(options.project);
    return new ServedConfig(source, only(config, name), name, open);
  }

  /** Opens the projects of the configuration. */
  openWorkspace(following: Following): Promise<Workspace> {
    return this.#open(following);
  }

  async close(): Promise<void> {}

  /**
   * Reloads the configuration file. An invalid file is reported and changes nothing. Concurrent
   * requests share a reload, and each is notified of its result.
   */
  async renew(workspace: Workspace, notice: (line: string) => void): Promise<void> {
    for (const line of await this.#shared(workspace)) notice(line);
  }

  /**
   * Returns a reload that starts now or later: one in progress may have read the file before it
   * changed.
   */
  #shared(workspace: Workspace): Promise<readonly string[]> {
    if (this.#next !== undefined) return this.#next;
    if (this.#running === undefined) return this.#begin(workspace);
    // A failure of the running reload is reported to its own callers.
    const before = this.#running.catch(() => []);
    this.#next = before.then(async (lines) => {
      this.#next = undefined;
      const own = await this.#begin(workspace);
      return own.length > 0 ? own : lines;
    });
    return this.#next;
  }

  #begin(workspace: Workspace): Promise<readonly string[]> {
    this.#running = this.#renewOnce(workspace).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Reloads once and returns the lines to report. */
  async #renewOnce(workspace: Workspace): Promise<readonly string[]> {
    const { config, appeared = [], problem } = await this.#source.news();
    const problems =
      problem === undefined
        ? []
        : [`the configuration is invalid; still using the last valid one: ${problem}`];
    if (config === undefined) return problems;
    const served = only(config, this.#only);
    if (served.projects.length === 0)
      return [`${withoutOnly(config, this.#only)}; still using the last valid configuration`];
    await workspace.adopt(served);
    const news =
      appeared.length === 0
        ? 'the configuration has changed'
        : `folders found: ${appeared.join(', ')}`;
    return [`${news}; projects: ${served.projects.map(({ name }) => name).join(', ')}`];
  }
}

/** Restricts the configuration to one of its projects; unchanged if none is named. */
function only(config: ResolvedConfig, named: string | undefined): ResolvedConfig {
  const isSelected = ({ name }: { readonly name: string }) => name === (named ?? name);
  return {
    ...config,
    projects: config.projects.filter(isSelected),
    missing: config.missing.filter(isSelected),
  };
}

/** Explains why the served project is not in the configuration. */
function withoutOnly({ missing }: ResolvedConfig, named: string | undefined): string {
  const absent = missing.find(({ name }) => name === named);
  return absent === undefined
    ? `the configuration no longer has project ${named}`
    : missingText(absent);
}
