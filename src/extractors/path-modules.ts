import { appendTo } from '../base/append-to.ts';
import { basenameOf, dirnameOf, joinRepoPath, type RepoPath } from '../model/path.ts';
import { EXTERNAL, MISSING, type ModuleResolver, type ProjectLayout } from './language.ts';

/**
 * Resolves modules by path only, for languages whose import rules are not implemented. `a.b`,
 * `a::b` and `a/b` mean the file `a/b` with one of the given extensions. It is looked up beside the
 * importing file, then from the project root. Otherwise the one file whose path ends with it is
 * used, if it is unique. A specifier that starts with `./` or `../` is relative, and missing if the
 * file does not exist.
 */
export function pathModules(
  extensions: readonly string[],
): (layout: ProjectLayout) => ModuleResolver {
  return (layout) => {
    const present = new Set<string>(layout.paths);
    const byName = filesByName(layout.paths, extensions);
    return (from, specifier) => {
      const isRelative = /^\.{1,2}\//.test(specifier);
      for (const path of spellings(specifier, extensions)) {
        const beside = joinRepoPath(dirnameOf(from), path);
        if (beside !== undefined && present.has(beside)) return { form: 'file', path: beside };
        if (!isRelative && present.has(path)) return { form: 'file', path: path as RepoPath };
      }
      if (isRelative) return MISSING;
      for (const path of spellings(specifier, extensions)) {
        const ending = (byName.get(basenameOf(path)) ?? []).filter((one) =>
          one.endsWith(`/${path}`),
        );
        const [only] = ending;
        if (only !== undefined && ending.length === 1) return { form: 'file', path: only };
      }
      return EXTERNAL;
    };
  };
}

function filesByName(
  paths: readonly RepoPath[],
  extensions: readonly string[],
): ReadonlyMap<string, readonly RepoPath[]> {
  const byName = new Map<string, RepoPath[]>();
  for (const path of paths) {
    if (!extensions.some((extension) => path.endsWith(extension))) continue;
    const name = basenameOf(path);
    appendTo(byName, name, path);
  }
  return byName;
}

/** Returns the paths that a specifier may stand for, most likely first. */
function spellings(specifier: string, extensions: readonly string[]): readonly string[] {
  const path = specifier.replace(/^package:[^/]+\//, '').replace(/^\/+/, '');
  const slashed = path.includes('/') ? path : path.replaceAll('::', '/').replaceAll('.', '/');
  return [
    path,
    ...extensions.flatMap((extension) => [`${path}${extension}`, `${slashed}${extension}`]),
  ];
}
