import { at } from '../../base/assert.ts';
import { GraphMemoryError } from '../../base/errors.ts';
import { isPageLanguage, languagesNamed } from '../../languages/registry.ts';
import type { Project } from '../../project/project.ts';

/** @throws {GraphMemoryError} GM_USAGE when the index has no file of a language. */
export function knownLanguages(project: Project, words: readonly string[]): string[] {
  const chosen = new Set<string>();
  for (const word of words) {
    const found = languagesOfProject(project, word);
    if (found.length === 0) throw unknownLanguage(project, word);
    for (const id of found) chosen.add(id);
  }
  return [...chosen].sort();
}

/** The languages of a project that a word means. */
function languagesOfProject(project: Project, word: string): readonly string[] {
  const known = Object.keys(project.status().languages);
  return languagesNamed(word).filter((id) => known.includes(id));
}

/** Whether a language of documentation is among those named. */
export function namesPageLanguage(words: readonly string[]): boolean {
  return words.flatMap(languagesNamed).some(isPageLanguage);
}

/**
 * The same for several projects: per project the languages it has of those named, none when it has no
 * file of any.
 * @throws {GraphMemoryError} GM_USAGE when no index has a file of a language.
 */
export function languagesByProject(
  projects: readonly Project[],
  words: readonly string[],
): ReadonlyMap<Project, readonly string[]> {
  for (const word of words) {
    const isKnown = projects.some((project) => languagesOfProject(project, word).length > 0);
    // Refused in the words of the first, which name what it has.
    if (!isKnown) knownLanguages(at(projects, 0), [word]);
  }
  const chosen = new Map<Project, readonly string[]>();
  for (const project of projects) {
    const own = [...new Set(words.flatMap((word) => languagesOfProject(project, word)))].sort();
    if (own.length > 0 || words.length === 0) chosen.set(project, own);
  }
  return chosen;
}

function unknownLanguage(project: Project, word: string): GraphMemoryError {
  const known = Object.keys(project.status().languages);
  return new GraphMemoryError('GM_USAGE', `no file of language "${word}" in ${project.name}`, {
    hint: `Languages of this index: ${known.join(', ')}.`,
    details: { known },
  });
}
