import { isGraphMemoryError } from '../base/errors.ts';
import type { FoundFile } from './find-config.ts';
import { type ConfigRequest, findConfigFile, loadFound, type ResolvedConfig } from './load.ts';
import { findFolder } from './project-folders.ts';

/** Result of checking the configuration again. */
export interface ConfigNews {
  /** Set if the configuration changed. */
  readonly config?: ResolvedConfig;
  /** Folders that were missing and now exist, if nothing else changed. */
  readonly appeared?: readonly string[];
  /** Set if the current file is invalid, so that the last valid configuration stays in force. */
  readonly problem?: string;
}

/**
 * A configuration that can be reloaded. It is parsed only if its text changed, or if a missing
 * folder that it names now exists. An invalid file does not replace the last valid configuration.
 * Calls must be sequential: await one call of `news` before the next.
 */
export class ConfigSource {
  readonly #request: ConfigRequest;
  /** Path and text of the last loaded file, even if invalid; undefined if it could not be read. */
  #seen: string | undefined;
  #problem: string | undefined;
  /** Folders that the configuration names and that did not exist. */
  #missing: readonly string[] = [];

  private constructor(request: ConfigRequest) {
    this.#request = request;
  }

  /**
   * Loads the configuration.
   * @throws {GraphMemoryError} as {@link loadConfig} does.
   */
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
      // Consent can be given without a change of the file.
      if (isUntrusted) this.#seen = undefined;
      this.#problem = isUntrusted ? `${error.message}\n${error.hint}` : error.message;
      return { problem: this.#problem };
    }
  }

  async #check(): Promise<FoundFile | undefined> {
    try {
      return await findConfigFile(this.#request);
    } catch (error) {
      // Forget the text: once the file is readable again, it may be unchanged and must still be
      // loaded.
      this.#seen = undefined;
      throw error;
    }
  }

  /**
   * Loads exactly the text that was checked; later changes of the file are left to the next check.
   */
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
