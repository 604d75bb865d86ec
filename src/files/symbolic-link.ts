import { readlinkSync, realpathSync, statSync } from 'node:fs';
import { systemCode } from '../base/system-code.ts';
import { relativeInside } from '../base/system-path.ts';

/** Describes a symbolic link without following it into the project. */
export interface LinkTarget {
  readonly kind: 'file' | 'folder' | 'broken';
  /** A short description of the target, for users. */
  readonly detail: string;
}

/** Resolves a link and describes its target. `root` is the real path of the project. */
export function describeLink(root: string, link: string): LinkTarget {
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
