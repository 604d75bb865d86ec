/** C#'s namespaces, by what files say they are part of; a qualified type by the file named after it. */
import { basenameOf } from '../../model/path.ts';
import {
  type ModuleResolver,
  type ModuleTarget,
  moduleOf,
  type Packages,
  type ProjectLayout,
} from '../language.ts';

const EXTERNAL: ModuleTarget = { form: 'external' };

export function namespaceModules(_layout: ProjectLayout, packages: Packages): ModuleResolver {
  return (_from, specifier) => {
    const whole = packages.get(specifier);
    if (whole !== undefined) return moduleOf(whole);
    const dot = specifier.lastIndexOf('.');
    const name = specifier.slice(dot + 1);
    const files = packages.get(specifier.slice(0, Math.max(0, dot))) ?? [];
    const named = files.filter((path) => basenameOf(path) === `${name}.cs`);
    return named.length > 0 ? moduleOf(named) : EXTERNAL;
  };
}
