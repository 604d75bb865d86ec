import { isGraphMemoryError } from '../base/errors.ts';
import type { FoundFile } from './find-config.ts';
import { type ConfigRequest, findConfigFile, loadFound, type ResolvedConfig } from './load.ts';
import { findFolder } from './project-folders.ts';

/** What looking at the configuration again came to. */
export interface ConfigNews {
  /** Set when it is another than before. */
  readonly config?: ResolvedConfig;
  /** Folders that were missing and are there, where that alone made it another. */
  readonly appeared?: readonly string[];
  /** Set when what is there now cannot be used, so that the last good one stays in force. */
  readonly problem?: string;
}

/**
 * A configuration over time: looked at again as often as one likes, parsed only when its text is
 * another, or when a folder is there that it names and that was missing. One that is broken does not
 * replace the last good one. Looks follow one another: who asks for news waits for the answer before
 * asking again.
 */
export class ConfigSource {
  readonly #request: ConfigRequest;
  /** Path and text of what was loaded last, be it broken; undefined when it could not be read. */
  #seen: string | undefined;
  #problem: string | undefined;
  /** Folders that it names and that were not there. */
  #missing: readonly string[] = [];

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
      const found = await this.#check();
      const isSame = fingerprintOf(found) === this.#seen;
      const appeared = isSame ? await this.#appeared() : [];
      if (isSame && appeared.length === 0) {
        return this.#problem === undefined ? {} : { problem: this.#problem };
      }
      const config = await this.#load(found);
      this.#problem = undefined;
      return isSame ? { config, appeared } : { config };
    } catch (error) {
      if (!isGraphMemoryError(error)) throw error;
      const isUntrusted = error.code === 'GM_UNTRUSTED';
      // Consent may be given while the file stays as it is.
      if (isUntrusted) this.#seen = undefined;
      this.#problem = isUntrusted ? `${error.message}\n${error.hint}` : error.message;
      return { problem: this.#problem };
    }
  }

  async #check(): Promise<FoundFile | undefined> {
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
    this.#seen = fingerprintOf(found);
    try {
      const config = await loadFound(this.#request, found);
      this.#missing = config.missing.map(({ path }) => path);
      return config;
    } catch (error) {
      const folders = isGraphMemoryError(error) ? error.details['missingFolders'] : undefined;
      this.#missing = Array.isArray(folders) ? folders : [];
      throw error;
    }
  }

  async #appeared(): Promise<readonly string[]> {
    const appeared: string[] = [];
    for (const path of this.#missing) if ('real' in (await findFolder(path))) appeared.push(path);
    return appeared;
  }
}

function fingerprintOf(found: FoundFile | undefined): string {
  return found === undefined ? '' : `${found.path}\n${found.text}`;
}
