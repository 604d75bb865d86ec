/** C#'s namespaces, by what files say they are part of; a qualified type by the file named after it. */
import { basenameOf } from '../../model/path.ts';
import {
  EXTERNAL,
  type ModuleResolver,
  moduleOf,
  type Packages,
  type ProjectLayout,
} from '../language.ts';

export function namespaceModules(_layout: ProjectLayout, packages: Packages): ModuleResolver {
  const own = new Map<string, string[]>();
  for (const [name, paths] of packages) {
    for (const path of paths) own.set(path, [...(own.get(path) ?? []), name]);
  }
  return (from, specifier) => {
    const whole = packages.get(specifier) ?? within(packages, own.get(from) ?? [], specifier);
    if (whole !== undefined) return moduleOf(whole);
    const dot = specifier.lastIndexOf('.');
    const name = specifier.slice(dot + 1);
    const files = packages.get(specifier.slice(0, Math.max(0, dot))) ?? [];
    const named = files.filter((path) => basenameOf(path) === `${name}.cs`);
    return named.length > 0 ? moduleOf(named) : EXTERNAL;
  };
}

/** `using Internal` in the namespace A.B: A.B.Internal, else A.Internal. */
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
