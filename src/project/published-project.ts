import { GraphMemoryError } from '../base/errors.ts';
import type { ProjectConfig } from '../config/load.ts';
import type { RepoPath } from '../model/path.ts';
import type { PrepareOptions } from './index-run.ts';
import { Project, type ProjectOptions } from './project.ts';
import type { PublishedSnapshot } from './published-snapshot.ts';

interface PublishedOptions extends ProjectOptions {
  readonly published: PublishedSnapshot;
}

/**
 * A project as somebody has published it. Its index and its files never change; a newer state is
 * another project of the same name.
 */
export class PublishedProject extends Project {
  readonly #commit: string | undefined;

  constructor(config: ProjectConfig, options: PublishedOptions) {
    super(config, { ...options, watch: undefined });
    this.#commit = options.published.commit;
  }

  /** Loads the state. @throws {GraphMemoryError} GM_STORE_VERSION if this program cannot read it. */
  override async prepare({ notice }: PrepareOptions): Promise<readonly RepoPath[]> {
    await this.load(notice);
    if (this.status().indexed) return [];
    throw new GraphMemoryError(
      'GM_STORE_VERSION',
      `${this.name} was published by another version of this program`,
      { hint: 'Publish it again with this version, or serve it with that version.' },
    );
  }

  override index(): Promise<never> {
    return Promise.reject(this.#withoutFiles());
  }

  override commit(): string | undefined {
    return this.#commit;
  }

  override async files(): Promise<readonly RepoPath[]> {
    return [...this.snapshot().manifest.keys()];
  }

  override async changesSinceSnapshot(): Promise<readonly never[]> {
    return [];
  }

  override isThere(path: RepoPath): boolean {
    return this.snapshot().manifest.has(path);
  }

  override isRootThere(): boolean {
    return true;
  }

  override code(): Promise<never> {
    return Promise.reject(this.#withoutFiles());
  }

  #withoutFiles(): GraphMemoryError {
    return new GraphMemoryError(
      'GM_USAGE',
      `${this.name} is published, and its files are elsewhere`,
      {
        hint: 'Ask in a clone of it; the index is renewed by "graph-memory publish" there.',
      },
    );
  }
}
