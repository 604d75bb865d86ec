/** One file of a directory. */
export interface DirectoryEntry {
  readonly name: string;
  readonly sizeBytes: number;
}

/**
 * What the store needs of a folder: the steps of a safe write one by one, so that tests can fail each
 * of them and lose what was not synced. `writeAtomic` puts them together. Names are plain file names.
 * Implementations pass test/store/directory-conformance.ts; refusals are GM_IO.
 */
export interface Directory {
  /** The folder as people know it, for messages. */
  readonly location: string;
  /** Returns the whole file, or undefined when there is none. The bytes are the caller's to keep, not to change. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Returns its first bytes, fewer of a shorter file; undefined when there is none. */
  readHead(name: string, byteCount: number): Promise<Uint8Array | undefined>;
  /** Creates or overwrites a file in place; makes the folder if need be. Neither atomic nor durable. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Makes what a file holds survive a power loss. */
  syncFile(name: string): Promise<void>;
  /** Renames atomically, replacing the target. Returns false when there is no such source. */
  rename(source: string, target: string): Promise<boolean>;
  /** Makes created, renamed and removed names survive a power loss. */
  syncFolder(): Promise<void>;
  /** Creates a file unless there is one, which is at most one caller's luck. Returns whether it did. */
  createExclusive(name: string, bytes: Uint8Array): Promise<boolean>;
  /** Removes a file; no error when there is none. */
  remove(name: string): Promise<void>;
  /** Returns the files, sorted by name; [] when there is no such folder. */
  list(): Promise<readonly DirectoryEntry[]>;
}
