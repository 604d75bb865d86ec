import { appendTo } from '../base/append-to.ts';
import { basenameOf, dirnameOf, joinRepoPath, type RepoPath } from '../model/path.ts';
import { EXTERNAL, MISSING, type ModuleResolver, type ProjectLayout } from './language.ts';

/** A file that many folders hold under one name says nothing. */

/**
 * Modules by their paths alone, for languages whose own rules are not followed: `a.b`, `a::b` and `a/b`
 * are the file `a/b` with one of some extensions, beside the importing file, from the project's root, or
 * wherever exactly one file's path ends so. What starts with a dot is relative, and missing if not there.
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

/** The paths that a specifier may mean, likeliest first. */
function spellings(specifier: string, extensions: readonly string[]): readonly string[] {
  const path = specifier.replace(/^package:[^/]+\//, '').replace(/^\/+/, '');
  const slashed = path.includes('/') ? path : path.replaceAll('::', '/').replaceAll('.', '/');
  return [
    path,
    ...extensions.flatMap((extension) => [`${path}${extension}`, `${slashed}${extension}`]),
  ];
}
