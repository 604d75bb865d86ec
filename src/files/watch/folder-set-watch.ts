import { basename, join } from 'node:path';
import { systemCode } from '../../base/system-code.ts';
import type { OpenWatch } from './watch-folder.ts';

export interface FolderSetOptions {
  readonly open: OpenWatch;
  /** Whether one call can watch a whole tree (macOS, Windows; not Linux). */
  readonly recursive: boolean;
  /** Called with a path, relative to the root, at which something changed. */
  readonly changed: (path: string) => void;
  /** Called with the system's error code when watching fails. */
  readonly failed: (code: string) => void;
}

/** Result of `follow`. */
export type Followed =
  | { readonly openedCount: number }
  /** System error code of a limit that was reached; nothing is watched any more. */
  | { readonly refusal: string };

/**
 * Error codes of a folder that was removed or is not readable; the folders around it are still
 * watched.
 */
const PASSING = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM']);

/**
 * Watches a set of folders of one root, and only those: ignored folders cost nothing. If the system
 * watches single folders, each has its own watch. If it watches trees, events from outside the set
 * are dropped.
 */
export class FolderSetWatch {
  readonly #root: string;
  readonly #options: FolderSetOptions;
  /** Functions that close the open watches, by folder; with `recursive` only the root. */
  readonly #open = new Map<string, () => void>();
  #folders: ReadonlySet<string> = new Set();

  constructor(root: string, options: FolderSetOptions) {
    this.#root = root;
    this.#options = options;
  }

  get folderCount(): number {
    return this.#options.recursive && this.#open.size > 0 ? this.#folders.size : this.#open.size;
  }

  /** Replaces the set of watched folders, given relative to the root (which is ''). */
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

  /** Returns undefined on success, otherwise the system's error code. */
  #start(folder: string): string | undefined {
    const { open, recursive } = this.#options;
    const listener = {
      changed: (name: string | undefined, isRename: boolean) =>
        // A single name contains no separator: a backslash in it is part of the name.
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
    // A late event of a watch that was closed.
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
   * Closes the watch of a folder whose name was created or removed. A watch belongs to the folder,
   * not to its path, so the next `follow` opens it again. A folder that is removed reports an event
   * with its own name.
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
