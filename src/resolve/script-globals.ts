/**
 * Scripts: files without imports and exports share one global scope when a page loads them together.
 * Which pages load which is not known, so a unique name within a package is evidence, not proof.
 */
import { dirnameOf } from '../model/path.ts';
import type { Program } from './program.ts';

/** The one top-level function or class that a free name may mean in a script; −1: none, or several. */
export type ScriptGlobals = (file: number, name: string) => number;

/** `packageFolders` are the folders that hold a package.json. */
export function readScriptGlobals(
  program: Program,
  packageFolders: ReadonlySet<string>,
): ScriptGlobals {
  const byName = new Map<string, number>();
  const packages = program.files.map((facts) => packageOf(facts.path, packageFolders));
  program.files.forEach((facts, file) => {
    if (!isScript(program, file)) return;
    facts.declarations.forEach(({ name, kind, parent }, index) => {
      if (parent >= 0 || (kind !== 'function' && kind !== 'class')) return;
      const key = `${packages[file]} ${name}`;
      byName.set(key, byName.has(key) ? -1 : program.nodeOf(file, index));
    });
  });
  return (file, name) =>
    isScript(program, file) ? (byName.get(`${packages[file]} ${name}`) ?? -1) : -1;
}

/** A JavaScript file that neither imports nor exports. */
export function isScript(program: Program, file: number): boolean {
  const facts = program.files[file];
  return (
    facts?.language === 'javascript' && facts.imports.length === 0 && facts.exports.length === 0
  );
}

function packageOf(path: string, folders: ReadonlySet<string>): string {
  let folder = dirnameOf(path);
  while (folder !== '' && !folders.has(folder)) folder = dirnameOf(folder);
  return folder;
}
