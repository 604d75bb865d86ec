import { appendTo } from '../../base/append-to.ts';
import { NEVER_MS } from '../manifest-entries.ts';
import type { Entry, FileTree } from './file-tree.ts';

/** A file that is listed without a disk. */
interface ListedFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly isLink: boolean;
}

/** Creates a tree from a list of files. `firstBytes` returns the start of a file. */
export function treeOfFiles(
  files: readonly ListedFile[],
  firstBytes: (path: string) => string,
): FileTree {
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
