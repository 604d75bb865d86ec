import { readlink, realpath, stat } from 'node:fs/promises';
import * as own from 'node:path';
import { basename, dirname, join } from 'node:path';
import { contentHash } from '../base/hash.ts';
import { systemCode } from '../base/system-code.ts';
import type { PathFlavour } from '../base/system-path.ts';
import { homeFolder } from './home-folder.ts';

/** Keys of a project's code that name a model. */
export const MODEL_KEYS = ['embeddingModel', 'sparseModel', 'rerankModel'] as const;
export type ModelKey = (typeof MODEL_KEYS)[number];

/** Root of a project and folder of its index; both absolute, with symbolic links resolved. */
export interface ProjectFolders {
  readonly root: string;
  readonly storeDir: string;
  /** Paths of the folders of models that the configuration names. */
  readonly modelFolders?: Readonly<Partial<Record<ModelKey, string>>> | undefined;
  /** Path of the folder of personal notes, if the configuration names one. */
  readonly personalNotes?: string | undefined;
}

/** Makes a configured path absolute: `~` is the home folder; other paths are relative to `base`. */
export function expandPath(
  path: string,
  base: string,
  homeDir: string,
  flavour: PathFlavour = own,
): string {
  if (path === '~') return homeDir;
  const isAtHome = path.startsWith('~/') || path.startsWith(`~${flavour.sep}`);
  return isAtHome ? flavour.join(homeDir, path.slice(2)) : flavour.resolve(base, path);
}

/** Returns the real path of a folder, or a short description of why it cannot be one. */
export async function findFolder(
  path: string,
): Promise<{ real: string } | { refusal: string; isMissing: boolean }> {
  try {
    const real = await realpath(path);
    return (await stat(real)).isDirectory()
      ? { real }
      : { refusal: `is not a folder: ${path}`, isMissing: false };
  } catch (error) {
    const code = systemCode(error);
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
    const refusal = isMissing ? `does not exist: ${path}` : `cannot be read (${code}): ${path}`;
    return { refusal, isMissing };
  }
}

/**
 * Returns the default folder of an index. Its name contains the project's name for users, and a
 * hash of its path so that two projects of the same name never collide.
 */
export function defaultStoreDir(homeDir: string, name: string, root: string): string {
  const readableName = name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 60);
  return join(homeFolder(homeDir), `${readableName}-${contentHash(root).slice(0, 12)}`);
}

/**
 * Resolves links in the existing part of a path, including dangling ones, so that two spellings of
 * one store compare equal.
 */
export async function realPathSoFar(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const parent = dirname(path);
    if (systemCode(error) !== 'ENOENT' || parent === path) return path;
    const target = await linkTarget(path);
    if (target !== undefined) return realPathSoFar(own.resolve(parent, target));
    return join(await realPathSoFar(parent), basename(path));
  }
}

/** Returns the target of a dangling link; undefined if there is no link. */
async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return await readlink(path);
  } catch (error) {
    systemCode(error);
    return undefined;
  }
}
