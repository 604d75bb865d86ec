/** Modules of the JVM's languages: packages by what files say they are part of, types in them by name. */
import { appendTo } from '../../base/append-to.ts';
import {
  EXTERNAL,
  type ModuleResolver,
  moduleOf,
  type Packages,
  type ProjectLayout,
} from '../../extractors/language.ts';
import { basenameOf, type RepoPath } from '../../model/path.ts';
import { platformView } from './platforms.ts';

type Lookup = (from: RepoPath, specifier: string) => readonly RepoPath[] | undefined;

/**
 * `a.b` is the package of that name; `a.b.C` the file of package a.b that is named after C, or the whole
 * package, where one of its files may declare C.
 */
export function packageModules(_layout: ProjectLayout, packages: Packages): ModuleResolver {
  const lookup = lookupIn(packages);
  return (from, specifier) => targetOf(lookup(from, specifier));
}

/**
 * Scala's names are also looked up in the packages around: in `package a`, `b.C` is `a.b.C`, and `C` the
 * package's own. `a.b._` is the package and nothing else, where `a.b` may be an object of package a.
 */
export function relativePackageModules(_layout: ProjectLayout, packages: Packages): ModuleResolver {
  const lookup = lookupIn(packages);
  let packagesByPath: ReadonlyMap<RepoPath, readonly string[]> | undefined;
  const find: Lookup = (from, specifier) => {
    if (!specifier.endsWith(WHOLE)) return lookup(from, specifier);
    const name = specifier.slice(0, -WHOLE.length);
    return packages.has(name) ? lookup(from, name) : undefined;
  };
  return (from, specifier) => {
    const found = find(from, specifier);
    if (found !== undefined) return targetOf(found);
    packagesByPath ??= invert(packages);
    const [first = ''] = specifier.split('.');
    const around = (packagesByPath.get(from) ?? []).flatMap(andOuter);
    const relative = around.flatMap((outer) => {
      const inner = `${outer}.${first}`;
      // A package of that name around the file is no reason to take another project's for it.
      const isKnown = STARTS_TYPE.test(first) || (packages.has(inner) && !around.includes(inner));
      const paths = isKnown ? find(from, `${outer}.${specifier}`) : undefined;
      return paths === undefined ? [] : [paths];
    });
    const named = relative.find(([path = '']) => basenameOf(path).startsWith(`${first}.`));
    const best = named ?? relative[0];
    // What a file declares itself, its own names find.
    return best?.[0] === from ? EXTERNAL : targetOf(best);
  };
}

/** Ends the specifier of a package that is meant as a whole. */
const WHOLE = '._';
const STARTS_TYPE = /^\p{Lu}/u;

function targetOf(paths: readonly RepoPath[] | undefined): ReturnType<ModuleResolver> {
  return paths === undefined ? EXTERNAL : moduleOf(paths);
}

function lookupIn(packages: Packages): Lookup {
  const seenFrom = platformView();
  return (from, specifier) => {
    const whole = packages.get(specifier);
    if (whole !== undefined) return seenFrom(from, whole);
    for (let dot = specifier.lastIndexOf('.'); dot > 0; dot = specifier.lastIndexOf('.', dot - 1)) {
      const all = packages.get(specifier.slice(0, dot));
      if (all === undefined) continue;
      const paths = seenFrom(from, all);
      const [name = ''] = specifier.slice(dot + 1).split('.');
      const named = paths.filter((path) => basenameOf(path).startsWith(`${name}.`));
      return named.length > 0 ? named : paths;
    }
    return undefined;
  };
}

/** `a.b.c`, `a.b`, `a`. */
function andOuter(name: string): readonly string[] {
  const parts = name.split('.');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('.'));
}

function invert(packages: Packages): ReadonlyMap<RepoPath, readonly string[]> {
  const names = new Map<RepoPath, string[]>();
  for (const [name, paths] of packages) for (const path of paths) appendTo(names, path, name);
  return names;
}
