/**
 * Reads config files above a project that is a folder of a larger repository: a package's
 * tsconfig.json usually extends one at the top. They affect how imports resolve but are not indexed
 * or shown.
 */
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compareStrings } from '../base/compare.ts';
import { systemCode } from '../base/system-code.ts';
import { relativeInside } from '../base/system-path.ts';
import { readBases } from './config-bases.ts';
import { findGitFolder } from './git-folder.ts';
import { readSmallText } from './small-text.ts';

export interface OuterConfigs {
  /** Folder of the project, relative to the repository's; never empty. */
  readonly prefix: string;
  /** Texts by path, relative to the repository's folder. */
  readonly texts: ReadonlyMap<string, string>;
}

const CONFIG_NAME = /^((ts|js)config.*|package)\.json$/;

/** Reads the outer configs; undefined if the project is a whole repository, or in none. */
export async function readOuterConfigs(
  root: string,
  innerTexts: ReadonlyMap<string, string>,
): Promise<OuterConfigs | undefined> {
  const top = findGitFolder(root)?.top;
  const prefix = top === undefined ? undefined : relativeInside(top, root);
  if (top === undefined || prefix === undefined || prefix === '') return undefined;
  const texts = new Map<string, string>();
  for (let folder = dirname(root); ; folder = dirname(folder)) {
    await readFolder(top, folder, texts);
    if (folder === top) break;
  }
  const inner = [...innerTexts].map(([path, text]): [string, string] => [
    `${prefix}/${path}`,
    text,
  ]);
  // Extended configs may lie outside the parent folders.
  const bases = await readBases(new Map([...inner, ...texts]), async (path) =>
    path.startsWith(`${prefix}/`) ? undefined : textOf(join(top, path)),
  );
  for (const [path, text] of bases) texts.set(path, text);
  return { prefix, texts };
}

async function readFolder(top: string, folder: string, texts: Map<string, string>): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (!CONFIG_NAME.test(name)) continue;
    const path = relativeInside(top, join(folder, name));
    const text = textOf(join(folder, name));
    if (path !== undefined && text !== undefined) texts.set(path, text);
  }
}

/**
 * Returns sorted names, because the disk's order may change with any file. A folder that cannot be
 * listed has none.
 */
async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).sort(compareStrings);
  } catch (error) {
    systemCode(error);
    return [];
  }
}

/**
 * Returns undefined for system errors, as for an absent file; any other error is a bug and is
 * rethrown.
 */
function textOf(path: string): string | undefined {
  try {
    return readSmallText(path);
  } catch (error) {
    systemCode(error);
    return undefined;
  }
}
