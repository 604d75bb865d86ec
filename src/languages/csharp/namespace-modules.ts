/**
 * Resolves C#'s namespaces by the declarations in the files, and a qualified type by the file named
 * after it.
 */

import { packagesByPath, withOuter } from '../../extractors/dotted-names.ts';
import {
  EXTERNAL,
  type ModuleResolver,
  moduleOf,
  type Packages,
  type ProjectLayout,
} from '../../extractors/language.ts';
import { basenameOf } from '../../model/path.ts';

export function namespaceModules(_layout: ProjectLayout, packages: Packages): ModuleResolver {
  const own = packagesByPath(packages);
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

/** Resolves `using Internal` inside the namespace A.B: first A.B.Internal, then A.Internal. */
function within<Files>(
  packages: ReadonlyMap<string, Files>,
  namespaces: readonly string[],
  specifier: string,
): Files | undefined {
  for (const around of namespaces.flatMap(withOuter)) {
    const found = packages.get(`${around}.${specifier}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
