/**
 * What looking up what pages say has asked of a project, so that a later change can be told to concern
 * pages or not. Each question is a text, and is stored so. A name that was looked up is itself; all else
 * begins with a line break, as no name does. Of questions whose answers are told by paths and configs as a
 * whole, the answer is part of the text: they are asked again, and compared.
 */

import type { Task } from '../../base/cooperative.ts';
import { contentHash } from '../../base/hash.ts';
import type { FolderPackages } from '../../extractors/folder-packages.ts';
import type { ModuleTarget } from '../../extractors/language.ts';
import { type RepoPath, suffixesOf } from '../../model/path.ts';
import { targetText } from '../../resolve/links.ts';

/** How the modules and packages of a project are looked up. */
export interface Modules {
  /** Where an import in a code block of a page leads. */
  readonly moduleOf: (language: string, page: RepoPath, specifier: string) => ModuleTarget;
  /** Folders with a package of their own, by the package's name. */
  readonly packages: ReadonlyMap<string, string>;
  readonly goPackages: () => FolderPackages;
}

/** What a file passes on, and what it calls it, was looked at. */
export function importsOf(path: RepoPath): string {
  return `\nimports\n${path}`;
}

/** What stands in a file outside of any symbol was looked up as its member. */
export function membersOfFile(path: RepoPath): string {
  return `\nmembers\n${path}`;
}

/** Which types are made of a type was looked at, by its id. */
export function inheritorsOf(id: string): string {
  return `\ninheritors\n${id}`;
}

/** What declares a text was looked up. */
export function declaringText(text: string): string {
  return `\ntext\n${text}`;
}

/** Files were looked for whose path is, or ends with, some words. */
export function pathKey(words: string): string {
  return `\npath\n${words}`;
}

/** A module led to a file. Modules are found among all files that there are, indexed or not. */
export function ledTo(path: RepoPath): string {
  return `\nfile\n${path}`;
}

/** Whether words were looked for that may mean a file, or a module led to it. */
export function dependsOnPath(dependencies: ReadonlySet<string>, path: RepoPath): boolean {
  return (
    dependencies.has(ledTo(path)) ||
    suffixesOf(path).some((words) => dependencies.has(pathKey(words)))
  );
}

const MODULE = '\nmodule\n';

interface ModuleQuery {
  readonly language: string;
  readonly page: RepoPath;
  readonly specifier: string;
}

/** Where an import in a page leads. */
export function moduleAt({ language, page, specifier }: ModuleQuery, target: ModuleTarget): string {
  return MODULE + JSON.stringify([language, page, specifier, answerOf(target)]);
}

/** What is no file of the project is all the same to a page. */
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

/** Which folders are packages of their own. */
export function packagesAre(packages: Modules['packages']): string {
  return PACKAGES + contentHash(JSON.stringify([...packages].sort()));
}

const PACKAGES_OF_GO = '\ngo\n';

/** Which packages of Go there are, and which code takes from elsewhere. */
export function goPackagesAre({ folders, byPath, foreign }: FolderPackages): string {
  const parts = [[...folders].sort(), [...byPath].sort(), [...foreign].sort()];
  return PACKAGES_OF_GO + contentHash(JSON.stringify(parts));
}

const FILES_OF_GO = '\ngo files\n';

/** The files of a package of Go. */
export function goFilesAre(folder: string, { byFolder }: FolderPackages): string {
  return FILES_OF_GO + JSON.stringify([folder, ...(byFolder.get(folder) ?? [])]);
}

/** How many questions are asked again at a time. */
const QUERIES_PER_STEP = 100;

/** Whether modules and packages are what they were when they were asked for. */
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

/** The same question with its answer now; undefined for what has none in it. */
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
