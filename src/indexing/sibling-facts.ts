/**
 * Working trees and clones of one repository share what extraction makes of equal files: facts are a
 * function of path, content and program, so those that another one stored are as good as own ones.
 */
import { basename, dirname, join } from 'node:path';
import { compareStrings } from '../base/compare.ts';
import { contentHash } from '../base/hash.ts';
import type { ProjectConfig } from '../config/load.ts';
import { repositoryOf } from '../files/git-folder.ts';
import { DiskDirectory, foldersIn } from '../store/disk-directory.ts';
import type { Facts } from '../store/facts-file.ts';

/** In a store, says which repository it is of. */
const TAG_NAME = 'repository.txt';
/** Stores that are looked at. */
const STORES_MAX = 200;

/** Leaves word for others of the same repository. A disk that refuses costs them time only. */
export async function tagRepository(config: ProjectConfig): Promise<void> {
  const tag = fingerprintOf(config);
  if (tag === undefined) return;
  const store = new DiskDirectory(config.storeDir);
  try {
    const text = await textOf(store);
    // A file of this name with other content belongs to the user.
    if (text === tag || !/^([0-9a-f]{32})?$/.test(text)) return;
    // A link that came with the project would have us overwrite what it leads to.
    await store.remove(TAG_NAME);
    await store.write(TAG_NAME, Buffer.from(tag));
  } catch {
    // As above.
  }
}

/** The facts that a store beside that of the project has of the same repository, if one has any. */
export async function factsOfSiblingClone(
  config: ProjectConfig,
  load: (storeDir: string) => Promise<Facts | undefined>,
): Promise<Facts | undefined> {
  const tag = fingerprintOf(config);
  if (tag === undefined) return undefined;
  const around = dirname(config.storeDir);
  const names = (await foldersIn(around))
    .filter((name) => name !== basename(config.storeDir))
    .sort(compareStrings)
    .slice(0, STORES_MAX);
  for (const name of names) {
    const storeDir = join(around, name);
    if ((await textOf(new DiskDirectory(storeDir)).catch(() => '')) !== tag) continue;
    const facts = await load(storeDir).catch(() => undefined);
    if (facts !== undefined) return facts;
  }
  return undefined;
}

/** Undefined outside of git. A hash, for the address that a repository was cloned from may hold secrets. */
function fingerprintOf({ root }: ProjectConfig): string | undefined {
  const repository = repositoryOf(root);
  return repository === undefined ? undefined : contentHash(repository);
}

async function textOf(store: DiskDirectory): Promise<string> {
  return Buffer.from((await store.read(TAG_NAME)) ?? []).toString('latin1');
}
