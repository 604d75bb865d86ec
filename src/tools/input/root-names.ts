/** What the root of a project is called: by its configuration, its folder, and the manifests in it. */
import { basename } from 'node:path';
import { isGraphMemoryError } from '../../base/errors.ts';
import type { RepoPath } from '../../model/path.ts';
import type { Project } from '../../project/project.ts';

const MANIFESTS: readonly (readonly [string, RegExp])[] = [
  ['go.mod', /^module\s+"?([^\s"]+)/m],
  ['Cargo.toml', /^name\s*=\s*"([^"]+)"/m],
  ['package.json', /^[ \t]*"name"\s*:\s*"([^"]+)"/m],
];
/** `example.com/shop/v2`, `gopkg.in/shop.v2`: the version is no part of what code calls it. */
const VERSION = /[/.]v\d+$/;

export async function rootNames(project: Project): Promise<readonly string[]> {
  const named = await Promise.all(
    MANIFESTS.map(async ([path, pattern]) => {
      const whole = pattern.exec(await textOf(project, path as RepoPath))?.[1];
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
