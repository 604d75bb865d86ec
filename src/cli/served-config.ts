import { ConfigSource } from '../config/config-source.ts';
import type { ResolvedConfig } from '../config/load.ts';
import { missingText, type Workspace } from '../project/workspace.ts';
import { type CommonOptions, configRequest, openWorkspace } from './session.ts';
import type { Terminal } from './terminal.ts';

/** The configuration of a command that stays: all projects of the file, or the one that was named. */
export class ServedConfig {
  readonly config: ResolvedConfig;
  readonly #source: ConfigSource;
  readonly #only: string | undefined;
  /** The renewal under way. */
  #running: Promise<readonly string[]> | undefined;
  /** The one that begins when that has ended. */
  #next: Promise<readonly string[]> | undefined;

  private constructor(source: ConfigSource, config: ResolvedConfig, only: string | undefined) {
    this.#source = source;
    this.config = config;
    this.#only = only;
  }

  /** @throws {GraphMemoryError} as `loadConfig` does; GM_PROJECT_NOT_FOUND for the one that is named. */
  static async open(terminal: Terminal, options: CommonOptions): Promise<ServedConfig> {
    const { source, config } = await ConfigSource.open(configRequest(terminal, options));
    if (options.project === undefined) return new ServedConfig(source, config, undefined);
    // The workspace knows how to say that there is no such project.
    const { name } = (await openWorkspace(terminal, options, config)).project(options.project);
    return new ServedConfig(source, only(config, name), name);
  }

  /**
   * Takes over what the file says now; what cannot be used is told, and changes nothing. Questions that
   * come together share a renewal, and each is told what it came to.
   */
  async renew(workspace: Workspace, notice: (line: string) => void): Promise<void> {
    for (const line of await this.#shared(workspace)) notice(line);
  }

  /** A renewal that begins no earlier than now: one under way may have read the file before it changed. */
  #shared(workspace: Workspace): Promise<readonly string[]> {
    if (this.#next !== undefined) return this.#next;
    if (this.#running === undefined) return this.#begin(workspace);
    // Who asked for the one under way is told when that fails.
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

  /** What there is to tell. */
  async #renewOnce(workspace: Workspace): Promise<readonly string[]> {
    const { config, appeared = [], problem } = await this.#source.news();
    const problems =
      problem === undefined
        ? []
        : [`the configuration cannot be used, so the last good one stays in force: ${problem}`];
    if (config === undefined) return problems;
    const served = only(config, this.#only);
    if (served.projects.length === 0)
      return [`${withoutOnly(config, this.#only)}; it is served as it was`];
    await workspace.adopt(served);
    const news =
      appeared.length === 0
        ? 'the configuration was changed'
        : `what was missing is there: ${appeared.join(', ')}`;
    return [`${news}; projects: ${served.projects.map(({ name }) => name).join(', ')}`];
  }
}

/** The configuration with one of its projects alone; as it is when none is named. */
function only(config: ResolvedConfig, named: string | undefined): ResolvedConfig {
  const isSelected = ({ name }: { readonly name: string }) => name === (named ?? name);
  return {
    ...config,
    projects: config.projects.filter(isSelected),
    missing: config.missing.filter(isSelected),
  };
}

/** Why the one project that is served is not among those of the configuration. */
function withoutOnly({ missing }: ResolvedConfig, named: string | undefined): string {
  const absent = missing.find(({ name }) => name === named);
  return absent === undefined
    ? `the configuration has no project ${named} any more`
    : missingText(absent);
}
