import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { joinInside } from '../../base/system-path.ts';
import { describeLink, type LinkTarget } from '../symbolic-link.ts';
import { firstBytesIn } from './include-rules.ts';

/** An entry of a folder. */
export type Entry = Pick<
  Dirent,
  'name' | 'isFile' | 'isDirectory' | 'isSymbolicLink' | 'isFIFO' | 'isSocket'
>;

/** The folders and files that a walk lists: those on disk, or those of a revision. */
export interface FileTree {
  /** Lists a folder; the root is ''. @throws An error of the system. */
  entries(folder: string): Entry[];
  /** @throws An error of the system. */
  stat(path: string): { readonly size: number; readonly mtimeMs: number; readonly ctimeMs: number };
  /** The start of a file, long enough for a line that names an interpreter. */
  firstBytes(path: string): string;
  link(path: string): LinkTarget;
}

/** The files on disk; `root` is absolute, with links resolved. */
export function diskTree(root: string): FileTree {
  return {
    entries: (folder) => readdirSync(joinInside(root, folder), { withFileTypes: true }),
    stat: (path) => lstatSync(joinInside(root, path)),
    firstBytes: firstBytesIn(root),
    link: (path) => describeLink(root, join(root, path)),
  };
}
