import { compareStrings } from '../../base/compare.ts';
import { systemCode } from '../../base/system-code.ts';
import { isResolutionConfig } from '../../languages/registry.ts';
import type { SkippedFile, SkipReason } from '../../model/diagnostic.ts';
import { dirnameOf, type RepoPath, toRepoPath } from '../../model/path.ts';
import { oversized } from '../oversized.ts';
import type { Discovery, FileEntry } from './discovery.ts';
import type { Entry, FileTree } from './file-tree.ts';
import { type IncludeOptions, type IncludeRules, includeRules } from './include-rules.ts';
import type { Found } from './walk.ts';

/** Sorts the findings of a walk into the lists of a {@link Discovery}. */
export class Collector {
  readonly #tree: FileTree;
  readonly #rules: IncludeRules;
  readonly #onFile: (entry: FileEntry) => void;
  readonly #files: FileEntry[] = [];
  readonly #resolutionFiles: FileEntry[] = [];
  readonly #allPaths: RepoPath[] = [];
  readonly #folders: string[] = [];
  readonly #links: RepoPath[] = [];
  readonly #skipped: SkippedFile[] = [];

  constructor(tree: FileTree, options: IncludeOptions, onFile: (entry: FileEntry) => void) {
    this.#tree = tree;
    this.#onFile = onFile;
    this.#rules = includeRules((path) => tree.firstBytes(path), options);
  }

  take(found: Found): void {
    if (found.kind === 'ignored') this.#takeIgnored(found);
    else if (found.kind === 'folder') this.#folders.push(found.path);
    else if (found.kind === 'secret') this.#skip(found.path, 'secret', 'is named like a token');
    else if (found.kind === 'unreadable') this.#skip(found.path, 'unreadable', found.detail);
    else if (found.entry.isFile()) this.takeFile(found.path, this.#rules.file(found.path));
    else if (found.entry.isSymbolicLink()) this.#takeLink(found.path);
    else if (this.#rules.byName(found.path))
      this.#skip(found.path, 'notAFile', kindOf(found.entry));
  }

  /**
   * Copies the contents of some folders from another discovery. Links are described again, because
   * their targets elsewhere may have appeared or disappeared.
   */
  keep(before: Discovery, isKept: (folder: string) => boolean): void {
    const isIn = (path: string): boolean => isKept(dirnameOf(path));
    for (const file of before.files) if (isIn(file.path)) this.#files.push(file);
    for (const file of before.resolutionFiles)
      if (isIn(file.path)) this.#resolutionFiles.push(file);
    for (const path of before.allPaths) if (isIn(path)) this.#allPaths.push(path);
    for (const folder of before.folders) if (isKept(folder)) this.#folders.push(folder);
    for (const link of before.links) if (isIn(link)) this.#takeLink(link);
    for (const file of before.skipped)
      if (isIn(file.path) && file.reason !== 'symlink') this.#skipped.push(file);
  }

  discovery(): Discovery {
    const byPath = (a: { path: string }, b: { path: string }) => compareStrings(a.path, b.path);
    return {
      files: this.#files.sort(byPath),
      resolutionFiles: this.#resolutionFiles.sort(byPath),
      allPaths: this.#allPaths.sort(compareStrings),
      folders: this.#folders.sort(compareStrings),
      links: this.#links.sort(compareStrings),
      skipped: this.#skipped.sort(byPath),
    };
  }

  /** Takes a regular file that is not ignored, when it is known whether the rules include it. */
  takeFile(path: string, isIncluded: boolean): void {
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
    const { bytesMax, of } = this.#rules.sizeLimit(path);
    if (stats.size <= bytesMax) {
      this.#files.push(entry);
      this.#onFile(entry);
    } else this.#skipped.push(oversized(repoPath, stats.size, bytesMax, of));
  }

  #takeIgnored({ path, entry, byGit }: Found & { readonly kind: 'ignored' }): void {
    if (byGit && entry.isFile() && isResolutionConfig(path)) this.takeFile(path, false);
  }

  #takeLink(path: string): void {
    this.#links.push(toRepoPath(path));
    const { kind, detail } = this.#tree.link(path);
    const mayLeadToFiles = kind !== 'file' || this.#rules.byName(path);
    if (mayLeadToFiles) this.#skip(path, 'symlink', detail);
  }

  #statOf(path: string): ReturnType<FileTree['stat']> | undefined {
    try {
      return this.#tree.stat(path);
    } catch (error) {
      this.#skip(path, 'unreadable', `cannot be read (${systemCode(error)})`);
      return undefined;
    }
  }

  #skip(path: string, reason: SkipReason, detail: string): void {
    // Stored unconverted: if the name contains a backslash, converting it would yield a path in
    // another folder.
    this.#skipped.push({ path: path as RepoPath, reason, detail });
  }
}

function kindOf(entry: Entry): string {
  if (entry.isFIFO()) return 'a named pipe';
  if (entry.isSocket()) return 'a socket';
  return 'a device';
}
