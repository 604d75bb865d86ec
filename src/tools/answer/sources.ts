import { isFileRefused } from '../../indexing/current-file.ts';
import type { RepoPath } from '../../model/path.ts';
import type { Project } from '../../project/project.ts';

/** A file as it is on disk now, secrets masked. */
export interface CurrentSource {
  /** Empty when the file cannot be read any more. */
  readonly lines: readonly string[];
  readonly text: string;
  /** The content is not what was indexed, or is gone: places in it may have moved. */
  readonly isStale: boolean;
  /** There is no such file any more, or none to be shown. */
  readonly isMissing: boolean;
  /** Of the content on disk; empty when it is gone. */
  readonly hash: string;
}

const MISSING: CurrentSource = {
  lines: [],
  text: '',
  isStale: true,
  isMissing: true,
  hash: '',
};

/** The files one answer quotes, each read once. */
export class Sources {
  readonly #project: Project;
  readonly #read = new Map<RepoPath, Promise<CurrentSource>>();

  constructor(project: Project) {
    this.#project = project;
  }

  of(path: RepoPath): Promise<CurrentSource> {
    let source = this.#read.get(path);
    if (source === undefined) {
      source = this.#load(path);
      this.#read.set(path, source);
    }
    return source;
  }

  async #load(path: RepoPath): Promise<CurrentSource> {
    try {
      const { text, stale, hash } = await this.#project.readText(path);
      return { text, lines: text.split(/\r\n|\n/), isStale: stale, isMissing: false, hash };
    } catch (error) {
      // A hit may be gone since it was indexed; the answer still names the place, flagged as stale.
      if (isFileRefused(error)) return MISSING;
      throw error;
    }
  }
}
