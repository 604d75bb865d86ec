/** C#'s namespaces, by what files say they are part of; a qualified type by the file named after it. */
import { basenameOf, type RepoPath } from '../../model/path.ts';
import type { ModuleResolver, ModuleTarget, Packages, ProjectLayout } from '../language.ts';

const EXTERNAL: ModuleTarget = { form: 'external' };

export function namespaceModules(_layout: ProjectLayout, packages: Packages): ModuleResolver {
  return (_from, specifier) => {
    const whole = packages.get(specifier);
    if (whole !== undefined) return filesOf(whole);
    const dot = specifier.lastIndexOf('.');
    const name = specifier.slice(dot + 1);
    const files = packages.get(specifier.slice(0, Math.max(0, dot))) ?? [];
    const named = files.filter((path) => basenameOf(path) === `${name}.cs`);
    return named.length > 0 ? filesOf(named) : EXTERNAL;
  };
}

function filesOf(paths: readonly RepoPath[]): ModuleTarget {
  const [only] = paths;
  return only !== undefined && paths.length === 1
    ? { form: 'file', path: only }
    : { form: 'files', paths };
}
