import { isGraphMemoryError } from '../base/errors.ts';
import { findUpward, readConfigText } from './find-config.ts';
import { type ConfigRequest, loadConfig, type ResolvedConfig } from './load.ts';
import { expandPath } from './project-folders.ts';

/** What looking at the configuration again came to. */
export interface ConfigNews {
  /** Set when it is another than before. */
  readonly config?: ResolvedConfig;
  /** Set when what is there now cannot be used, so that the last good one stays in force. */
  readonly problem?: string;
}

/**
 * A configuration over time: looked at again as often as one likes, parsed only when its text is
 * another. One that is broken does not replace the last good one.
 */
export class ConfigSource {
  readonly #request: ConfigRequest;
  /** Path and text that were last looked at; undefined when there was no file. */
  #seen: string | undefined;
  #problem: string | undefined;

  private constructor(request: ConfigRequest) {
    this.#request = request;
  }

  /** @throws {GraphMemoryError} as {@link loadConfig} does. */
  static async open(
    request: ConfigRequest,
  ): Promise<{ readonly source: ConfigSource; readonly config: ResolvedConfig }> {
    const source = new ConfigSource(request);
    source.#seen = await source.#look();
    return { source, config: await loadConfig(request) };
  }

  async news(): Promise<ConfigNews> {
    try {
      const seen = await this.#look();
      if (seen === this.#seen) return this.#problem === undefined ? {} : { problem: this.#problem };
      this.#seen = seen;
      const config = await loadConfig(this.#request);
      this.#problem = undefined;
      return { config };
    } catch (error) {
      if (!isGraphMemoryError(error)) throw error;
      this.#problem = error.message;
      return { problem: error.message };
    }
  }

  async #look(): Promise<string | undefined> {
    const { configPath, cwd, homeDir } = this.#request;
    if (configPath === undefined) {
      const found = await findUpward(cwd);
      return found && `${found.path}\n${found.text}`;
    }
    return readConfigText(expandPath(configPath, cwd, homeDir));
  }
}
