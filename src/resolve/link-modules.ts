import { assert } from '../base/assert.ts';
import type { ModuleResolver, ModuleTarget, ProjectLayout } from '../languages/language.ts';
import { languageById } from '../languages/registry.ts';
import type { RepoPath } from '../model/path.ts';

/** What linking needs of a file. */
export interface Importer {
  readonly path: RepoPath;
  readonly language: string;
  readonly specifiers: readonly string[];
}

/** Returns the function that says where a file's imports lead. One resolver serves a language family. */
export function moduleLinker(layout: ProjectLayout): (file: Importer) => readonly ModuleTarget[] {
  const resolvers = new Map<string, ModuleResolver>();
  return ({ path, language: id, specifiers }) => {
    const language = languageById(id);
    assert(language !== undefined, `facts of an unknown language: ${id}`);
    let resolver = resolvers.get(language.family);
    if (resolver === undefined) {
      resolver = language.createModuleResolver(layout);
      resolvers.set(language.family, resolver);
    }
    const resolveModule = resolver;
    return specifiers.map((specifier) => resolveModule(path, specifier));
  };
}
