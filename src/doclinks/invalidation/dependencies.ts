/**
 * Records the lookups made while pages were resolved, so that a later change can be checked for its
 * effect on pages. Each dependency is stored as a text. A looked-up name is stored as itself; all
 * other keys begin with a line break, which no name contains. Some answers depend on paths and
 * configs as a whole. Their keys include the answer, so that the lookup can be repeated and
 * compared.
 */

import type { Task } from '../../base/cooperative.ts';
import { contentHash } from '../../base/hash.ts';
import type { FolderPackages } from '../../extractors/folder-packages.ts';
import type { ModuleTarget } from '../../extractors/language.ts';
import { type RepoPath, suffixesOf } from '../../model/path.ts';
import { targetText } from '../../resolve/links.ts';

/** Lookup of a project's modules and packages. */
export interface Modules {
  /** Resolves an import in a code block of a page. */
  readonly moduleOf: (language: string, page: RepoPath, specifier: string) => ModuleTarget;
  /** Folders of packages, by package name. */
  readonly packages: ReadonlyMap<string, string>;
  readonly goPackages: () => FolderPackages;
}

/** Key for reading a file's re-exports and aliases. */
export function importsOf(path: RepoPath): string {
  return `\nimports\n${path}`;
}

/** Key for looking up a file's outermost symbols as its members. */
export function membersOfFile(path: RepoPath): string {
  return `\nmembers\n${path}`;
}

/** Key for reading the types made from a type, by its id. */
export function inheritorsOf(id: string): string {
  return `\ninheritors\n${id}`;
}

/** Key for looking up the declarations of a text. */
export function declaringText(text: string): string {
  return `\ntext\n${text}`;
}

/** Key for looking up files whose path equals or ends with the given words. */
export function pathKey(words: string): string {
  return `\npath\n${words}`;
}

/**
 * Key for a module that resolved to a file. Modules are resolved among all existing files, indexed
 * or not.
 */
export function resolvedModuleKey(path: RepoPath): string {
  return `\nfile\n${path}`;
}

/** Whether a file may answer a recorded path lookup, or a module resolved to it. */
export function dependsOnPath(dependencies: ReadonlySet<string>, path: RepoPath): boolean {
  return (
    dependencies.has(resolvedModuleKey(path)) ||
    suffixesOf(path).some((words) => dependencies.has(pathKey(words)))
  );
}

const MODULE = '\nmodule\n';

interface ModuleQuery {
  readonly language: string;
  readonly page: RepoPath;
  readonly specifier: string;
}

/** Key for the module that an import in a page resolves to. */
export function moduleAt({ language, page, specifier }: ModuleQuery, target: ModuleTarget): string {
  return MODULE + JSON.stringify([language, page, specifier, answerOf(target)]);
}

/** Files outside the project make no difference to pages. */
function answerOf(target: ModuleTarget): string {
  if (target.form === 'file') return target.path;
  return target.form === 'files' ? contentHash(targetText(target)) : '';
}

function moduleOfText(text: string): ModuleQuery {
  const [language = '', page = '', specifier = ''] = JSON.parse(
    text.slice(MODULE.length),
  ) as string[];
  return { language, page: page as RepoPath, specifier };
}

const PACKAGES = '\npackages\n';

/** Key for the set of package folders. */
export function packagesAre(packages: Modules['packages']): string {
  return PACKAGES + contentHash(JSON.stringify([...packages].sort()));
}

const PACKAGES_OF_GO = '\ngo\n';

/** Key for the set of Go packages, and for the packages that code imports from elsewhere. */
export function goPackagesAre({ folders, byPath, foreign }: FolderPackages): string {
  const parts = [[...folders].sort(), [...byPath].sort(), [...foreign].sort()];
  return PACKAGES_OF_GO + contentHash(JSON.stringify(parts));
}

const FILES_OF_GO = '\ngo files\n';

/** Key for the files of a Go package. */
export function goFilesAre(folder: string, { byFolder }: FolderPackages): string {
  return FILES_OF_GO + JSON.stringify([folder, ...(byFolder.get(folder) ?? [])]);
}

/** Number of lookups to repeat before yielding. */
const QUERIES_PER_STEP = 100;

/** Whether modules and packages still resolve as recorded. */
export function* answersUnchanged(
  dependencies: ReadonlySet<string>,
  modules: Modules,
): Task<boolean> {
  let count = 0;
  for (const text of dependencies) {
    const now = currentAnswer(text, modules);
    if (now !== undefined && now !== text) return false;
    if (now !== undefined && ++count % QUERIES_PER_STEP === 0) yield;
  }
  return true;
}

/** Returns the key with its current answer, or undefined for keys without an answer. */
function currentAnswer(
  text: string,
  { moduleOf, packages, goPackages }: Modules,
): string | undefined {
  if (text.startsWith(MODULE)) {
    const dependencies = moduleOfText(text);
    return moduleAt(
      dependencies,
      moduleOf(dependencies.language, dependencies.page, dependencies.specifier),
    );
  }
  if (text.startsWith(PACKAGES)) return packagesAre(packages);
  if (text.startsWith(PACKAGES_OF_GO)) return goPackagesAre(goPackages());
  if (text.startsWith(FILES_OF_GO)) {
    const [folder = ''] = JSON.parse(text.slice(FILES_OF_GO.length)) as string[];
    return goFilesAre(folder, goPackages());
  }
  return undefined;
}
