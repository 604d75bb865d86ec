import { appendTo } from '../../base/append-to.ts';
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
  const known = new Set<string>(current.allPaths);
  // These may be among all paths although they are ignored.
  for (const { path } of current.resolutionFiles) known.delete(path);
  const isKnown = ({ path, isLink }: ListedFile) => !isLink && known.has(path);
  // The rules decide by the path alone, but for the first line of scripts.
  const included = new Set<string>(current.files.map(({ path }) => path));
  const skipped = new Set<string>(current.skipped.map(({ path }) => path));
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

function treeOfFiles(files: readonly ListedFile[], firstBytes: (path: string) => string): FileTree {
  const folders = new Map<string, Entry[]>([['', []]]);
  const sizes = new Map<string, number>();
  for (const { path, sizeBytes, isLink } of files) {
    sizes.set(path, sizeBytes);
    appendTo(folders, folderOf(folders, path), entryOf(path, isLink ? 'link' : 'file'));
  }
  return {
    entries: (folder) => folders.get(folder) ?? [],
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
