import { type Dirent, lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { compareStrings } from '../base/compare.ts';
import { GraphMemoryError } from '../base/errors.ts';
import { systemCode } from '../base/system-code.ts';
import { placeInside } from '../base/system-path.ts';
import { isResolutionConfig } from '../languages/registry.ts';
import type { SkippedFile, SkipReason } from '../model/diagnostic.ts';
import { type RepoPath, toRepoPath } from '../model/path.ts';
import { oversized } from './oversized.ts';
import { describeLink } from './symbolic-link.ts';
import { type Found, walk } from './walk.ts';
import { type Wanted, type WantedOptions, wantedFiles } from './wanted.ts';

export interface FileEntry {
  readonly path: RepoPath;
  readonly sizeBytes: number;
  /** Modification time in ms. */
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

/** What lies in a project; every list is sorted by path. */
export interface Discovery {
  /** The files to index: `include` wants them and nothing speaks against them yet. */
  readonly files: readonly FileEntry[];
  /**
   * The files that say how imports resolve: tsconfig, jsconfig, package.json, pnpm-workspace.yaml.
   * Also those that git ignores: some repositories name them in .gitignore and commit them all the
   * same. What lies in an ignored folder stays out.
   */
  readonly resolutionFiles: readonly FileEntry[];
  /** Every regular file that is not ignored, of any type, and the resolution files. */
  readonly allPaths: readonly RepoPath[];
  /** Every folder that is not ignored and can be listed; the root is ''. */
  readonly folders: readonly string[];
  /** Files that match `include`, links that might lead to such, and what cannot be read. */
  readonly skipped: readonly SkippedFile[];
  /** Files and folders left out on purpose; a folder counts once, with all that is in it. */
  readonly ignoredCount: number;
}

export interface DiscoverOptions extends WantedOptions {
  readonly exclude: readonly string[];
}

/** How much is looked at before others get a turn and the signal is heeded: about 10 ms of work. */
const SLICE_ENTRIES = 2000;

/**
 * Lists a project; `root` is absolute, links resolved. Disk access is synchronous, in slices: for many small calls that is several times
 * faster than promises, and others still get their turn. `tell` hears of each of `files` as it is met.
 * @throws {GraphMemoryError} GM_IO when the root itself cannot be read; GM_CANCELLED.
 */
export async function discover(
  root: string,
  options: DiscoverOptions,
  signal?: AbortSignal,
  tell: (entry: FileEntry) => void = () => undefined,
): Promise<Discovery> {
  const collector = new Collector(root, options, tell);
  let count = 0;
  refuseIfAborted(signal);
  for (const found of walk(root, options)) {
    collector.take(found);
    if (++count % SLICE_ENTRIES !== 0) continue;
    await nextTurn();
    refuseIfAborted(signal);
  }
  return collector.discovery();
}

function refuseIfAborted(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  throw new GraphMemoryError('GM_CANCELLED', 'cancelled while listing files', {
    hint: 'Nothing was changed; start again when you like.',
    cause: signal.reason,
  });
}

/** Sorts what a walk meets into the lists of a {@link Discovery}. */
class Collector {
  readonly #root: string;
  readonly #wanted: Wanted;
  readonly #tell: (entry: FileEntry) => void;
  readonly #files: FileEntry[] = [];
  readonly #resolutionFiles: FileEntry[] = [];
  readonly #allPaths: RepoPath[] = [];
  readonly #folders: string[] = [];
  readonly #skipped: SkippedFile[] = [];
  #ignoredCount = 0;

  constructor(root: string, options: DiscoverOptions, tell: (entry: FileEntry) => void) {
    this.#root = root;
    this.#tell = tell;
    this.#wanted = wantedFiles(root, options);
  }

  take(found: Found): void {
    if (found.kind === 'ignored') this.#takeIgnored(found);
    else if (found.kind === 'folder') this.#folders.push(found.path);
    else if (found.kind === 'unreadable') this.#skip(found.path, 'unreadable', found.detail);
    else if (found.entry.isFile()) this.#takeFile(found.path, this.#wanted.file(found.path));
    else if (found.entry.isSymbolicLink()) this.#takeLink(found.path);
    else if (this.#wanted.byName(found.path))
      this.#skip(found.path, 'notAFile', kindOf(found.entry));
  }

  discovery(): Discovery {
    const byPath = (a: { path: string }, b: { path: string }) => compareStrings(a.path, b.path);
    return {
      files: this.#files.sort(byPath),
      resolutionFiles: this.#resolutionFiles.sort(byPath),
      allPaths: this.#allPaths.sort(compareStrings),
      folders: this.#folders.sort(compareStrings),
      skipped: this.#skipped.sort(byPath),
      ignoredCount: this.#ignoredCount,
    };
  }

  #takeIgnored({ path, entry, byGit }: Found & { readonly kind: 'ignored' }): void {
    if (byGit && entry.isFile() && isResolutionConfig(path)) this.#takeFile(path, false);
    else this.#ignoredCount++;
  }

  #takeFile(path: string, isIncluded: boolean): void {
    const repoPath = toRepoPath(path);
    this.#allPaths.push(repoPath);
    const isResolution = isResolutionConfig(path);
    if (!isResolution && !isIncluded) return;
    const stats = this.#statOf(path);
    if (stats === undefined) return;
    const entry = {
      path: repoPath,
      sizeBytes: stats.size,
      mtimeMs: stats.mtimeMs,
      ctimeMs: stats.ctimeMs,
    };
    if (isResolution) this.#resolutionFiles.push(entry);
    if (!isIncluded) return;
    const { bytesMax, of } = this.#wanted.sizeLimit(path);
    if (stats.size <= bytesMax) {
      this.#files.push(entry);
      this.#tell(entry);
    } else this.#skipped.push(oversized(repoPath, stats.size, bytesMax, of));
  }

  #takeLink(path: string): void {
    const { kind, detail } = describeLink(this.#root, join(this.#root, path));
    const mayLeadToFiles = kind !== 'file' || this.#wanted.byName(path);
    if (mayLeadToFiles) this.#skip(path, 'symlink', detail);
  }

  #statOf(path: string): Stats | undefined {
    try {
      return lstatSync(placeInside(this.#root, path));
    } catch (error) {
      this.#skip(path, 'unreadable', `cannot be read (${systemCode(error)})`);
      return undefined;
    }
  }

  #skip(path: string, reason: SkipReason, detail: string): void {
    this.#skipped.push({ path: toRepoPath(path), reason, detail });
  }
}

function kindOf(entry: Dirent): string {
  if (entry.isFIFO()) return 'a named pipe';
  if (entry.isSocket()) return 'a socket';
  return 'a device';
}
