/** What the root of a project is called: by its configuration, its folder, and the manifests in it. */
import { basename } from 'node:path';
import { isGraphMemoryError } from '../../base/errors.ts';
import { LANGUAGES } from '../../languages/registry.ts';
import type { RepoPath } from '../../model/path.ts';
import type { Project } from '../../project/project.ts';

const MANIFESTS = LANGUAGES.flatMap(({ manifest }) => manifest ?? []);
/** `example.com/shop/v2`, `gopkg.in/shop.v2`: the version is no part of what code calls it. */
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

/** '' when there is none that may be read. */
async function textOf(project: Project, path: RepoPath): Promise<string> {
  try {
    return (await project.readText(path)).text;
  } catch (error) {
    if (isGraphMemoryError(error)) return '';
    throw error;
  }
}
