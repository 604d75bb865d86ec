import { appendTo } from '../../base/append-to.ts';
import { getOrCompute } from '../../base/memoize.ts';
import { once } from '../../base/once.ts';
import { mayNameInterpreter } from '../../languages/registry.ts';
import { NEVER_MS } from '../manifest-entries.ts';
import { Collector } from './collector.ts';
import { type DiscoverOptions, inSlices } from './discover.ts';
import type { Discovery } from './discovery.ts';
import type { Entry, FileTree } from './file-tree.ts';
import { walk } from './walk.ts';

/** A file that is listed without a disk. */
interface ListedFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly isLink: boolean;
}

interface ListedFiles {
  readonly files: readonly ListedFile[];
  /** Returns the start of a file. */
  readonly firstBytes: (path: string) => string;
}

/**
 * Discovers files that are not on disk, such as those of a revision. The ignore files on disk apply,
 * and are not read again for files that the current discovery has.
 * @throws {GraphMemoryError} GM_CANCELLED.
 */
export async function discoverFiles(
  root: string,
  { files, firstBytes }: ListedFiles,
  options: DiscoverOptions,
  { current, signal }: { readonly current: Discovery; readonly signal: AbortSignal | undefined },
): Promise<Discovery> {
  const { known, included, skipped } = getOrCompute(LISTED, current, () => listedBy(current));
  const isKnown = ({ path, isLink }: ListedFile) => !isLink && known.has(path);
  const collector = new Collector(treeOfFiles(files, firstBytes), options, () => undefined);
  for (const file of files) {
    const { path } = file;
    if (!isKnown(file)) continue;
    if (mayNameInterpreter(path) || skipped.has(path))
      collector.take({ kind: 'entry', path, entry: entryOf(path, 'file') });
    else collector.takeFile(path, included.has(path));
  }
  const others = treeOfFiles(
    files.filter((file) => !isKnown(file)),
    firstBytes,
  );
  const walked = walk(root, options, undefined, others);
  await inSlices(walked, (found) => collector.take(found), signal);
  return collector.discovery();
}

interface Listed {
  /** Files that are not ignored. */
  readonly known: ReadonlySet<string>;
  /** Those that the rules include. They decide by the path alone, but for the first line of scripts. */
  readonly included: ReadonlySet<string>;
  readonly skipped: ReadonlySet<string>;
}

/** Cached because the states of several revisions are made from one listing. */
const LISTED = new WeakMap<Discovery, Listed>();

function listedBy({ allPaths, resolutionFiles, files, skipped }: Discovery): Listed {
  const known = new Set<string>(allPaths);
  // These may be among all paths although they are ignored.
  for (const { path } of resolutionFiles) known.delete(path);
  const pathsOf = (entries: readonly { readonly path: string }[]) =>
    new Set(entries.map(({ path }) => path));
  return { known, included: pathsOf(files), skipped: pathsOf(skipped) };
}

function treeOfFiles(files: readonly ListedFile[], firstBytes: (path: string) => string): FileTree {
  const sizes = new Map(files.map(({ path, sizeBytes }) => [path, sizeBytes]));
  const folders = once(() => {
    const found = new Map<string, Entry[]>([['', []]]);
    for (const { path, isLink } of files)
      appendTo(found, folderOf(found, path), entryOf(path, isLink ? 'link' : 'file'));
    return found;
  });
  return {
    entries: (folder) => folders().get(folder) ?? [],
    stat: (path) => ({ size: sizes.get(path) ?? 0, mtimeMs: NEVER_MS, ctimeMs: NEVER_MS }),
    firstBytes,
    link: () => ({ kind: 'file', detail: 'is a symbolic link' }),
  };
}

/** Returns the folder of a path, and adds it and those around it to their folders. */
function folderOf(folders: Map<string, Entry[]>, path: string): string {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  if (!folders.has(folder)) {
    folders.set(folder, []);
    appendTo(folders, folderOf(folders, folder), entryOf(folder, 'folder'));
  }
  return folder;
}

function entryOf(path: string, kind: 'file' | 'folder' | 'link'): Entry {
  return {
    name: path.slice(path.lastIndexOf('/') + 1),
    isFile: () => kind === 'file',
    isDirectory: () => kind === 'folder',
    isSymbolicLink: () => kind === 'link',
    isFIFO: () => false,
    isSocket: () => false,
  };
}
