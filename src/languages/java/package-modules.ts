/**
 * Resolves modules of JVM languages: packages by the files' package clauses, and types in them by
 * file name.
 */
import { isTypeName, packagesByPath, withOuter } from '../../extractors/dotted-names.ts';
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
 * Creates a module resolver. `a.b` is the package of that name. `a.b.C` is the file of package a.b
 * named after C. If there is none, it is the whole package, since any of its files may declare C.
 */
export function packageModules(_layout: ProjectLayout, packages: Packages): ModuleResolver {
  const lookup = lookupIn(packages);
  return (from, specifier) => targetOf(lookup(from, specifier));
}

/**
 * Creates a module resolver for Scala, which also looks names up in surrounding packages. In
 * `package a`, `b.C` is `a.b.C`, and `C` is in the package itself. `a.b._` is only the package,
 * while `a.b` may also be an object of package a.
 */
export function relativePackageModules(_layout: ProjectLayout, packages: Packages): ModuleResolver {
  const lookup = lookupIn(packages);
  let own: ReadonlyMap<RepoPath, readonly string[]> | undefined;
  const find: Lookup = (from, specifier) => {
    if (!specifier.endsWith(WHOLE)) return lookup(from, specifier);
    const name = specifier.slice(0, -WHOLE.length);
    return packages.has(name) ? lookup(from, name) : undefined;
  };
  return (from, specifier) => {
    const found = find(from, specifier);
    if (found !== undefined) return targetOf(found);
    own ??= packagesByPath(packages);
    const [first = ''] = specifier.split('.');
    const around = (own.get(from) ?? []).flatMap(withOuter);
    const relative = around.flatMap((outer) => {
      const inner = `${outer}.${first}`;
      // A surrounding package of that name does not make the specifier a relative one; it may name
      // another project's package.
      const isKnown = isTypeName(first) || (packages.has(inner) && !around.includes(inner));
      const paths = isKnown ? find(from, `${outer}.${specifier}`) : undefined;
      return paths === undefined ? [] : [paths];
    });
    const named = relative.find(([path = '']) => basenameOf(path).startsWith(`${first}.`));
    const best = named ?? relative[0];
    // The file's own scope already resolves names that it declares itself.
    return best?.[0] === from ? EXTERNAL : targetOf(best);
  };
}

/** Suffix of a specifier that means a whole package. */
const WHOLE = '._';

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
