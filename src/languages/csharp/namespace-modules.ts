/**
 * Resolves C#'s namespaces by the declarations in the files, and a qualified type by the file named
 * after it.
 */

import {
  EXTERNAL,
  type ModuleResolver,
  moduleOf,
  type Packages,
  type ProjectLayout,
} from '../../extractors/language.ts';
import { basenameOf } from '../../model/path.ts';

export function namespaceModules(_layout: ProjectLayout, packages: Packages): ModuleResolver {
  const own = new Map<string, string[]>();
  for (const [name, paths] of packages) {
    for (const path of paths) own.set(path, [...(own.get(path) ?? []), name]);
  }
  return (from, specifier) => {
    const around = own.get(from) ?? [];
    const whole = packages.get(specifier) ?? within(packages, around, specifier);
    if (whole !== undefined) return moduleOf(whole);
    const dot = specifier.lastIndexOf('.');
    const isNamed = (path: string): boolean =>
      basenameOf(path) === `${specifier.slice(dot + 1)}.cs`;
    // An unqualified type belongs to one of the surrounding namespaces.
    const spaces = dot < 0 ? ['', ...around.flatMap(withOuter)] : [specifier.slice(0, dot)];
    for (const space of spaces) {
      const named = (packages.get(space) ?? []).filter(isNamed);
      if (named.length > 0) return moduleOf(named);
    }
    return EXTERNAL;
  };
}

/** Returns a namespace and the namespaces around it, innermost first: `A.B.C`, `A.B`, `A`. */
export function withOuter(name: string): readonly string[] {
  const parts = name.split('.');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('.'));
}

/** Resolves `using Internal` inside the namespace A.B: first A.B.Internal, then A.Internal. */
function within<Files>(
  packages: ReadonlyMap<string, Files>,
  namespaces: readonly string[],
  specifier: string,
): Files | undefined {
  for (const name of namespaces) {
    for (let around = name; around !== ''; around = around.replace(/\.?[^.]*$/, '')) {
      const found = packages.get(`${around}.${specifier}`);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
