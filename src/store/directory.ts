/** A file of a directory. */
export interface DirectoryEntry {
  readonly name: string;
  readonly sizeBytes: number;
}

/** The bytes of a file, whole or in pieces. Each piece is valid until the next one is read. */
export type FileContent = Uint8Array | { readonly pieces: Iterable<Uint8Array> };

/**
 * The folder operations that the store needs. The steps of a safe write are separate, so that tests
 * can make each fail and lose unsynced data; `writeAtomic` combines them. Names are plain file
 * names. Implementations must pass test/store/directory-conformance.ts; system errors are reported
 * as GM_IO.
 */
export interface Directory {
  /** Path of the folder for messages. */
  readonly location: string;
  /**
   * Returns the whole file, or undefined if there is none. The caller may keep the bytes but must
   * not change them.
   */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Returns the first bytes of a file, fewer if it is shorter; undefined if there is none. */
  readHead(name: string, byteCount: number): Promise<Uint8Array | undefined>;
  /**
   * Creates or overwrites a file in place and creates the folder if needed. Neither atomic nor
   * durable.
   */
  write(name: string, content: FileContent): Promise<void>;
  /** Makes the content of a file survive a power loss. */
  syncFile(name: string): Promise<void>;
  /** Renames atomically and replaces the target. Returns false if the source does not exist. */
  rename(source: string, target: string): Promise<boolean>;
  /** Makes created, renamed and removed names survive a power loss. */
  syncFolder(): Promise<void>;
  /**
   * Creates a file unless it exists; at most one concurrent caller succeeds. Returns whether it
   * did.
   */
  createExclusive(name: string, bytes: Uint8Array): Promise<boolean>;
  /** Removes a file; no error if it does not exist. */
  remove(name: string): Promise<void>;
  /** Returns the files, sorted by name; [] if the folder does not exist. */
  list(): Promise<readonly DirectoryEntry[]>;
}
