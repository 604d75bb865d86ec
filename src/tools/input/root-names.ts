/** Collects the names of a project's root: from the configuration, its folder and its manifests. */
import { basename } from 'node:path';
import { isGraphMemoryError } from '../../base/errors.ts';
import { LANGUAGES } from '../../languages/registry.ts';
import type { RepoPath } from '../../model/path.ts';
import type { Project } from '../../project/project.ts';

const MANIFESTS = LANGUAGES.flatMap(({ manifest }) => manifest ?? []);
/**
 * Matches the version in `example.com/shop/v2` or `gopkg.in/shop.v2`, which is not part of the name
 * that code uses.
 */
const VERSION = /[/.]v\d+$/;

export async function rootNames(project: Project): Promise<readonly string[]> {
  const named = await Promise.all(
    MANIFESTS.map(async ({ fileName, name }) => {
      const whole = name.exec(await textOf(project, fileName as RepoPath))?.[1];
      return whole?.replace(VERSION, '').split('/').at(-1) ?? [];
    }),
  );
  return [...new Set([project.name, basename(project.root), ...named.flat()])];
}

/** Returns the file's text, or '' if it cannot be read. */
async function textOf(project: Project, path: RepoPath): Promise<string> {
  try {
    return (await project.readText(path)).text;
  } catch (error) {
    if (isGraphMemoryError(error)) return '';
    throw error;
  }
}
