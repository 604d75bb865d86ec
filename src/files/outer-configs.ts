/**
 * Config files above a project that is a folder of a larger repository: a package's tsconfig.json
 * usually extends one at the top. They decide what imports mean; they are not indexed or shown.
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
  /** The project's folder, relative to the repository's; never empty. */
  readonly prefix: string;
  /** Texts by path relative to the repository's folder. */
  readonly texts: ReadonlyMap<string, string>;
}

const CONFIG_NAME = /^((ts|js)config.*|package)\.json$/;

/** Reads them; undefined when the project is a whole repository, or in none. */
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
  // Configs that others extend may lie beside the way up.
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

/** Sorted, for the disk's order may change with any file; a folder that cannot be listed has none. */
async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).sort(compareStrings);
  } catch (error) {
    systemCode(error);
    return [];
  }
}

/** What the system refuses is as good as absent; any other error is a bug and goes on. */
function textOf(path: string): string | undefined {
  try {
    return readSmallText(path);
  } catch (error) {
    systemCode(error);
    return undefined;
  }
}
