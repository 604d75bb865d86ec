/** Modules of the JVM's languages: packages by what files say they are part of, types in them by name. */
import { basenameOf } from '../../model/path.ts';
import {
  EXTERNAL,
  type ModuleResolver,
  moduleOf,
  type Packages,
  type ProjectLayout,
} from '../language.ts';

/**
 * `a.b` is the package of that name; `a.b.C` the file of package a.b that is named after C, or the whole
 * package, where one of its files may declare C.
 */
export function packageModules(_layout: ProjectLayout, packages: Packages): ModuleResolver {
  return (_from, specifier) => {
    const whole = packages.get(specifier);
    if (whole !== undefined) return moduleOf(whole);
    for (let dot = specifier.lastIndexOf('.'); dot > 0; dot = specifier.lastIndexOf('.', dot - 1)) {
      const paths = packages.get(specifier.slice(0, dot));
      if (paths === undefined) continue;
      const [name = ''] = specifier.slice(dot + 1).split('.');
      const named = paths.filter((path) => basenameOf(path).startsWith(`${name}.`));
      return moduleOf(named.length > 0 ? named : paths);
    }
    return EXTERNAL;
  };
}
