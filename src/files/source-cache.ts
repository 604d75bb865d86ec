import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getOrCompute } from '../base/memoize.ts';
import { systemCode } from '../base/system-code.ts';
import type { SkippedFile, SkipReason } from '../model/diagnostic.ts';
import type { RepoPath } from '../model/path.ts';
import type { SourceFile } from '../model/source-file.ts';
import { isSettled } from './manifest-entries.ts';
import { type ReadLimits, readSourceFile } from './read.ts';

/** More than the source of most projects; a larger one keeps the files that were read last. */
const CHARACTERS_MAX = 24 * 1024 * 1024;
/** Memory of an entry besides its text, in characters. */
const ENTRY_CHARACTERS = 500;

/** Maximum time in ms that files are read before other work gets a turn of the event loop. */
const TURN_MS = 10;

/** State of a file on disk; the same state has the same content. */
interface DiskState {
  /** Shows that no folder above the file has become a link. */
  readonly realFolder: string;
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

interface KnownFile {
  readonly state: DiskState;
  readonly read: SourceFile | SkippedFile;
  readonly characters: number;
}

/** Reasons that follow from the content of a file. */
const REASONS_OF_CONTENT: ReadonlySet<SkipReason> = new Set(['binary', 'minified']);

/**
 * Reads the files of a project, and each again only when it has changed on disk. Like a refresh, it
 * compares size and times, and relies on them only if they are older than a clock tick.
 */
export class SourceCache {
  readonly #root: string;
  readonly #limits: ReadLimits;
  readonly #now: () => number;
  readonly #charactersMax: number;
  /** In order of last use. */
  readonly #known = new Map<RepoPath, KnownFile>();
  #characters = 0;
  /** Time in ms after which reading yields to the event loop. */
  #turnEndMs = 0;
  /** Real paths of folders, for the files that are read in one turn of the event loop. */
  readonly #realFolders = new Map<string, string>();

  constructor(
    root: string,
    limits: ReadLimits,
    now: () => number,
    charactersMax: number = CHARACTERS_MAX,
  ) {
    this.#root = root;
    this.#limits = limits;
    this.#now = now;
    this.#charactersMax = charactersMax;
  }

  /**
   * Returns a file that was read before with this content, without checking the disk. Use it for
   * evidence from the index; what an answer shows must be read.
   */
  known(path: RepoPath, hash: string | undefined): SourceFile | undefined {
    const known = this.#known.get(path);
    if (known === undefined || 'reason' in known.read || known.read.hash !== hash) return undefined;
    this.#known.delete(path);
    this.#known.set(path, known);
    return known.read;
  }

  /** Like {@link readSourceFile}; returns the same object until the file changes. */
  async read(path: RepoPath): Promise<SourceFile | SkippedFile> {
    const known = this.#known.get(path);
    const startedMs = this.#now();
    const state = this.#diskState(path);
    if (known !== undefined) {
      this.#forget(path, known);
      if (state !== undefined && isSame(known.state, state)) {
        this.#keep(path, known);
        return known.read;
      }
    }
    if (startedMs > this.#turnEndMs) {
      await nextTurn();
      this.#turnEndMs = this.#now() + TURN_MS;
    }
    const read = await readSourceFile(this.#root, { path }, this.#limits);
    if (state !== undefined && isSettled(state, startedMs) && isReadFrom(read, state)) {
      const characters = ENTRY_CHARACTERS + ('text' in read ? read.text.length : 0);
      this.#keep(path, { state, read, characters });
    }
    return read;
  }

  /** Returns undefined if there is no regular file, or its folder cannot be reached. */
  #diskState(path: RepoPath): DiskState | undefined {
    try {
      const absolute = join(this.#root, path);
      const stats = lstatSync(absolute);
      if (!stats.isFile()) return undefined;
      const { dev, ino, size, mtimeMs, ctimeMs } = stats;
      return { realFolder: this.#realFolder(dirname(absolute)), dev, ino, size, mtimeMs, ctimeMs };
    } catch (error) {
      systemCode(error);
      return undefined;
    }
  }

  #realFolder(folder: string): string {
    if (this.#realFolders.size === 0) setImmediate(() => this.#realFolders.clear());
    return getOrCompute(this.#realFolders, folder, () => realpathSync.native(folder));
  }

  #keep(path: RepoPath, file: KnownFile): void {
    // A concurrent call may have read the same file.
    const before = this.#known.get(path);
    if (before !== undefined) this.#forget(path, before);
    this.#known.set(path, file);
    this.#characters += file.characters;
    // Reaching the oldest entry costs a step for each that was used again since the map was compacted.
    if (this.#characters <= this.#charactersMax) return;
    for (const [oldest, one] of this.#known) {
      if (this.#characters <= this.#charactersMax) break;
      this.#forget(oldest, one);
    }
  }

  #forget(path: RepoPath, { characters }: KnownFile): void {
    this.#known.delete(path);
    this.#characters -= characters;
  }
}

function isSame(a: DiskState, b: DiskState): boolean {
  return (
    a.ctimeMs === b.ctimeMs &&
    a.mtimeMs === b.mtimeMs &&
    a.size === b.size &&
    a.ino === b.ino &&
    a.dev === b.dev &&
    a.realFolder === b.realFolder
  );
}

/** Whether a result is that of the state that was found before the read. */
function isReadFrom(read: SourceFile | SkippedFile, state: DiskState): boolean {
  if ('reason' in read) return REASONS_OF_CONTENT.has(read.reason);
  return read.ctimeMs === state.ctimeMs && read.mtimeMs === state.mtimeMs;
}
