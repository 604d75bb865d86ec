import { at } from '../../base/assert.ts';
import { GraphMemoryError } from '../../base/errors.ts';
import { languagesNamed } from '../../languages/registry.ts';
import type { Project } from '../../project/project.ts';

/**
 * Maps words to languages of the project.
 * @throws {GraphMemoryError} GM_USAGE when the index has no file in one of the languages.
 */
export function knownLanguages(project: Project, words: readonly string[]): string[] {
  const chosen = new Set<string>();
  for (const word of words) {
    const found = languagesOfProject(project, word);
    if (found.length === 0) throw unknownLanguage(project, word);
    for (const id of found) chosen.add(id);
  }
  return [...chosen].sort();
}

/** Returns the languages of a project that a word refers to. */
function languagesOfProject(project: Project, word: string): readonly string[] {
  const known = Object.keys(project.status().languages);
  return languagesNamed(word).filter((id) => known.includes(id));
}

/**
 * Maps words to languages for several projects. A project without files in any of them has no
 * entry.
 * @throws {GraphMemoryError} GM_USAGE when no index has a file in one of the languages.
 */
export function languagesByProject(
  projects: readonly Project[],
  words: readonly string[],
): ReadonlyMap<Project, readonly string[]> {
  for (const word of words) {
    const isKnown = projects.some((project) => languagesOfProject(project, word).length > 0);
    // The error comes from the first project and lists its languages.
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
