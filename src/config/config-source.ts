import { isGraphMemoryError } from '../base/errors.ts';
import type { FoundFile } from './find-config.ts';
import { type ConfigRequest, findConfigFile, loadFound, type ResolvedConfig } from './load.ts';

/** What looking at the configuration again came to. */
export interface ConfigNews {
  /** Set when it is another than before. */
  readonly config?: ResolvedConfig;
  /** Set when what is there now cannot be used, so that the last good one stays in force. */
  readonly problem?: string;
}

/**
 * A configuration over time: looked at again as often as one likes, parsed only when its text is
 * another. One that is broken does not replace the last good one. Looks follow one another: who asks
 * for news waits for the answer before asking again.
 */
export class ConfigSource {
  readonly #request: ConfigRequest;
  /** Path and text of what was loaded last, be it broken; undefined when it could not be read. */
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
    return { source, config: await source.#load(await findConfigFile(request)) };
  }

  async news(): Promise<ConfigNews> {
    try {
      const found = await this.#look();
      if (markOf(found) === this.#seen) {
        return this.#problem === undefined ? {} : { problem: this.#problem };
      }
      const config = await this.#load(found);
      this.#problem = undefined;
      return { config };
    } catch (error) {
      if (!isGraphMemoryError(error)) throw error;
      this.#problem = error.message;
      return { problem: error.message };
    }
  }

  async #look(): Promise<FoundFile | undefined> {
    try {
      return await findConfigFile(this.#request);
    } catch (error) {
      // What can be read again may be what was there before.
      this.#seen = undefined;
      throw error;
    }
  }

  /** Loads the very text that was looked at: what the file says a moment later is for the next look. */
  async #load(found: FoundFile | undefined): Promise<ResolvedConfig> {
    this.#seen = markOf(found);
    return loadFound(this.#request, found);
  }
}

function markOf(found: FoundFile | undefined): string {
  return found === undefined ? '' : `${found.path}\n${found.text}`;
}
