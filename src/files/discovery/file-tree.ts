import { type Dirent, lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../../base/system-code.ts';
import { joinInside, relativeInside } from '../../base/system-path.ts';
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

/** Describes a symbolic link without following it into the project. */
interface LinkTarget {
  readonly kind: 'file' | 'folder' | 'broken';
  /** A short description of the target, for users. */
  readonly detail: string;
}

/** Resolves a link and describes its target. `root` is the real path of the project. */
function describeLink(root: string, link: string): LinkTarget {
  try {
    const target = readlinkSync(link);
    const real = realpathSync.native(link);
    const kind = statSync(real).isDirectory() ? 'folder' : 'file';
    return relativeInside(root, real) === undefined
      ? { kind, detail: `leads outside of the project: ${target}` }
      : { kind, detail: `leads to ${target}, which is indexed where it lies` };
  } catch (error) {
    return { kind: 'broken', detail: `leads nowhere (${systemCode(error)})` };
  }
}
