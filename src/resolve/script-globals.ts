/**
 * Resolves names between scripts. Files without imports and exports share one global scope when a
 * page loads them together. It is not known which pages load which scripts, so a unique name within
 * a package is evidence, not proof.
 */
import { at } from '../base/assert.ts';
import type { ProjectLayout } from '../extractors/language.ts';
import { basenameOf, dirnameOf, innermostOf } from '../model/path.ts';
import type { Program } from './program.ts';

/**
 * Returns the only top-level function or class that a free name in a script can refer to; −1 if
 * there is none or several.
 */
export type ScriptGlobals = (file: number, name: string) => number;

/** Returns the package of a script, by its folder: only scripts of one package see each other. */
export type ScriptScopes = (path: string) => string;

export function scriptScopes({ configFiles }: Pick<ProjectLayout, 'configFiles'>): ScriptScopes {
  const manifests = [...configFiles.keys()].filter((path) => basenameOf(path) === 'package.json');
  const folders = new Set<string>(manifests.map(dirnameOf));
  return (path) => innermostOf(folders, path);
}

export function readScriptGlobals(program: Program, scopeOf: ScriptScopes): ScriptGlobals {
  let byName: ReadonlyMap<string, number> | undefined;
  return (file, name) => {
    if (!program.isScript(file)) return -1;
    byName ??= globalsByName(program, scopeOf);
    return byName.get(keyOf(program, scopeOf, file, name)) ?? -1;
  };
}

function globalsByName(program: Program, scopeOf: ScriptScopes): ReadonlyMap<string, number> {
  const byName = new Map<string, number>();
  for (const file of program.filesWith('isScript')) {
    program.facts(file).declarations.forEach(({ name, kind, parent }, index) => {
      if (parent >= 0 || (kind !== 'function' && kind !== 'class')) return;
      const key = keyOf(program, scopeOf, file, name);
      byName.set(key, byName.has(key) ? -1 : program.nodeOf(file, index));
    });
  }
  return byName;
}

function keyOf(program: Program, scopeOf: ScriptScopes, file: number, name: string): string {
  return `${scopeOf(at(program.paths, file))} ${name}`;
}
