import type { ProjectConfig } from '../config/load.ts';
import { declarationsOf, MaskedTexts, readCurrent } from '../indexing/current-file.ts';
import type { RepoPath } from '../model/path.ts';
import type { SourceFile } from '../model/source-file.ts';
import type { Declaration } from '../model/symbol.ts';
import { parseWithDeadline } from '../workers/parse-with-deadline.ts';

interface CurrentFilesOptions {
  /** Returns the current time in ms. */
  readonly now: () => number;
  /** Whether other answers wait while a file is parsed. */
  readonly isServing: boolean;
}

/** Declarations of a file with a given content. */
interface Declared {
  readonly path: RepoPath;
  readonly hash: string;
  readonly declarations: readonly Declaration[] | undefined;
}

/** The files of a project as they are on disk now. */
export class CurrentFiles {
  readonly #config: ProjectConfig;
  readonly #options: CurrentFilesOptions;
  /** Cached because an answer often has several hits in one file. */
  #declared: Declared | undefined;
  readonly #masked = new MaskedTexts();

  constructor(config: ProjectConfig, options: CurrentFilesOptions) {
    this.#config = config;
    this.#options = options;
  }

  /**
   * Reads a file; secrets are masked.
   * @throws {GraphMemoryError} GM_FILE_NOT_FOUND; GM_FILE_WITHHELD.
   */
  read(path: RepoPath): Promise<SourceFile> {
    return readCurrent(this.#config, path, this.#masked);
  }

  /**
   * Parses a file and returns its declarations. Returns undefined when the file cannot be parsed,
   * or parsing would delay other answers. @throws like {@link read}.
   */
  async declarations(path: RepoPath): Promise<readonly Declaration[] | undefined> {
    const source = await this.read(path);
    if (this.#declared?.path === path && this.#declared.hash === source.hash)
      return this.#declared.declarations;
    const { now, isServing } = this.#options;
    const parse = (isLate?: () => boolean) => declarationsOf(this.#config, source, isLate);
    const declarations = await (isServing
      ? parseWithDeadline(now, source.sizeBytes, parse)
      : parse());
    this.#declared = { path, hash: source.hash, declarations };
    return declarations;
  }
}
