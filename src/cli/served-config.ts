import { ConfigSource } from '../config/config-source.ts';
import type { ResolvedConfig } from '../config/load.ts';
import type { Workspace } from '../project/workspace.ts';
import { type CommonOptions, configRequest, openWorkspace } from './session.ts';
import type { Terminal } from './terminal.ts';

/** The configuration of a command that stays: all projects of the file, or the one that was named. */
export class ServedConfig {
  readonly config: ResolvedConfig;
  readonly #source: ConfigSource;
  readonly #only: string | undefined;

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
    const projects = config.projects.filter((project) => project.name === name);
    return new ServedConfig(source, { ...config, projects }, name);
  }

  /** Takes over what the file says now; what cannot be used is told, and changes nothing. */
  async renew(workspace: Workspace, notice: (line: string) => void): Promise<void> {
    const { config, problem } = await this.#source.news();
    if (problem !== undefined) {
      notice(`the configuration cannot be used, so the last good one stays in force: ${problem}`);
    }
    if (config === undefined) return;
    const named = config.projects.filter(({ name }) => name === (this.#only ?? name));
    if (named.length > 0) {
      await workspace.adopt({ projects: named });
      notice(
        `the configuration was changed; projects: ${named.map(({ name }) => name).join(', ')}`,
      );
    } else
      notice(`the configuration has no project ${this.#only} any more; it is served as it was`);
  }
}
