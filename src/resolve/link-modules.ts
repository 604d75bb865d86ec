import { appendTo } from '../base/append-to.ts';
import { assert } from '../base/assert.ts';
import { getOrCompute } from '../base/memoize.ts';
import type {
  Language,
  ModuleResolver,
  ModuleTarget,
  Packages,
  ProjectLayout,
} from '../extractors/language.ts';
import { languageById } from '../languages/registry.ts';
import type { RepoPath } from '../model/path.ts';

/** The properties of a file that linking reads. */
export interface Importer {
  readonly path: RepoPath;
  readonly language: string;
  readonly specifiers: readonly string[];
}

/**
 * Returns a function that resolves a file's imports. Languages that share a resolver factory share
 * one resolver, regardless of which language is met first.
 */
export function moduleLinker(
  layout: ProjectLayout,
  packages: Packages,
): (file: Importer) => readonly ModuleTarget[] {
  const resolvers = new Map<Language['createModuleResolver'], ModuleResolver>();
  return ({ path, language: id, specifiers }) => {
    const language = languageById(id);
    assert(language !== undefined, `facts of an unknown language: ${id}`);
    const { createModuleResolver } = language;
    const resolveModule = getOrCompute(resolvers, createModuleResolver, () =>
      createModuleResolver(layout, packages),
    );
    return specifiers.map((specifier) => resolveModule(path, specifier));
  };
}

/** Groups files by their declared package. `files` are sorted by path. */
export function filesByPackage(
  files: Iterable<{ readonly path: RepoPath; readonly packages: readonly string[] }>,
): Packages {
  const byPackage = new Map<string, RepoPath[]>();
  for (const { path, packages } of files) {
    for (const name of packages) {
      appendTo(byPackage, name, path);
    }
  }
  return byPackage;
}
