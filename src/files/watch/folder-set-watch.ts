import { basename, join } from 'node:path';
import { systemCode } from '../../base/system-code.ts';
import type { OpenWatch } from './watch-folder.ts';

export interface FolderSetOptions {
  readonly open: OpenWatch;
  /** Whether the system watches a whole tree by one call (macOS, Windows; not Linux). */
  readonly recursive: boolean;
  /** A path, relative to the root, at which something happened. */
  readonly changed: (path: string) => void;
  /** The system refuses to go on; with its code. */
  readonly failed: (code: string) => void;
}

/** What `follow` came to. */
export type Followed =
  | { readonly openedCount: number }
  /** The system's code for a limit that was reached: nothing is watched any more. */
  | { readonly refusal: string };

/** A folder that went away, or that we may not look into: what is around it is watched all the same. */
const PASSING = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM']);

/**
 * Watches a set of folders of one root, and only those: ignored ones cost nothing. Where the system
 * watches single folders, each is opened by itself; where it watches trees, notices from outside of
 * the set are dropped.
 */
export class FolderSetWatch {
  readonly #root: string;
  readonly #options: FolderSetOptions;
  /** What is open, by folder; with `recursive` only the root. */
  readonly #open = new Map<string, () => void>();
  #folders: ReadonlySet<string> = new Set();

  constructor(root: string, options: FolderSetOptions) {
    this.#root = root;
    this.#options = options;
  }

  /** How many folders are watched. */
  get folderCount(): number {
    return this.#options.recursive && this.#open.size > 0 ? this.#folders.size : this.#open.size;
  }

  /** Watches these folders, relative to the root (itself ''), from now on, and no others. */
  follow(folders: readonly string[]): Followed {
    this.#folders = new Set(folders);
    const targetFolders = this.#options.recursive ? new Set(['']) : this.#folders;
    for (const folder of [...this.#open.keys()]) if (!targetFolders.has(folder)) this.#stop(folder);
    let openedCount = 0;
    for (const folder of targetFolders) {
      if (this.#open.has(folder)) continue;
      const refusal = this.#start(folder);
      if (refusal === undefined) openedCount++;
      else if (!PASSING.has(refusal)) {
        this.close();
        return { refusal };
      }
    }
    return { openedCount };
  }

  close(): void {
    for (const folder of [...this.#open.keys()]) this.#stop(folder);
  }

  /** Undefined when it went well, else the system's code. */
  #start(folder: string): string | undefined {
    const { open, recursive } = this.#options;
    const listener = {
      changed: (name: string | undefined, isRename: boolean) =>
        // A single name holds no separator: what looks like one is part of it.
        this.#changed(folder, recursive ? name?.replaceAll('\\', '/') : name, isRename),
      failed: (code: string) => this.#failed(folder, code),
    };
    try {
      this.#open.set(folder, open(join(this.#root, folder), listener, { recursive }));
      return undefined;
    } catch (error) {
      return systemCode(error);
    }
  }

  #stop(folder: string): void {
    this.#open.get(folder)?.();
    this.#open.delete(folder);
  }

  #changed(folder: string, name: string | undefined, isRename: boolean): void {
    // Late news of a watch that was closed.
    if (!this.#open.has(folder)) return;
    const path = name === undefined ? folder : pathIn(folder, name);
    if (this.#options.recursive && !this.#isNear(path)) return;
    if (isRename) this.#forget(folder, name);
    this.#options.changed(path);
  }

  /** Whether a path is one of the folders, or directly in one. */
  #isNear(path: string): boolean {
    const slash = path.lastIndexOf('/');
    return this.#folders.has(path) || this.#folders.has(slash < 0 ? '' : path.slice(0, slash));
  }

  /**
   * A name that appeared or went away may be that of a watched folder: a watch belongs to the folder
   * that was there and not to its path, so it is opened again by the next `follow`. A folder that goes
   * away itself says so by its own name.
   */
  #forget(folder: string, name: string | undefined): void {
    if (this.#options.recursive) return;
    const isSelf = name === undefined || name === basename(join(this.#root, folder));
    const removed = name === undefined ? folder : pathIn(folder, name);
    for (const open of [...this.#open.keys()]) {
      const isBelow = open === removed || open.startsWith(`${removed}/`) || removed === '';
      if (isBelow || (isSelf && open === folder)) this.#stop(open);
    }
  }

  #failed(folder: string, code: string): void {
    this.#stop(folder);
    if (PASSING.has(code)) this.#options.changed(folder);
    else this.#options.failed(code);
  }
}

function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
