/**
 * Scripts: files without imports and exports share one global scope when a page loads them together.
 * Which pages load which is not known, so a unique name within a package is evidence, not proof.
 */
import { at } from '../base/assert.ts';
import { dirnameOf } from '../model/path.ts';
import type { Program } from './program.ts';

/** The one top-level function or class that a free name may mean in a script; −1: none, or several. */
export type ScriptGlobals = (file: number, name: string) => number;

/** `packageFolders` are the folders that hold a package.json. */
export function readScriptGlobals(
  program: Program,
  packageFolders: ReadonlySet<string>,
): ScriptGlobals {
  let byName: ReadonlyMap<string, number> | undefined;
  return (file, name) => {
    if (!program.isScript(file)) return -1;
    byName ??= globalsByName(program, packageFolders);
    return byName.get(keyOf(program, packageFolders, file, name)) ?? -1;
  };
}

function globalsByName(
  program: Program,
  packageFolders: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const byName = new Map<string, number>();
  for (let file = 0; file < program.paths.length; file++) {
    if (!program.isScript(file)) continue;
    program.facts(file).declarations.forEach(({ name, kind, parent }, index) => {
      if (parent >= 0 || (kind !== 'function' && kind !== 'class')) return;
      const key = keyOf(program, packageFolders, file, name);
      byName.set(key, byName.has(key) ? -1 : program.nodeOf(file, index));
    });
  }
  return byName;
}

function keyOf(
  program: Program,
  packageFolders: ReadonlySet<string>,
  file: number,
  name: string,
): string {
  return `${packageOf(at(program.paths, file), packageFolders)} ${name}`;
}

function packageOf(path: string, folders: ReadonlySet<string>): string {
  let folder = dirnameOf(path);
  while (folder !== '' && !folders.has(folder)) folder = dirnameOf(folder);
  return folder;
}
