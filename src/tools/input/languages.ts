import { GraphMemoryError } from '../../base/errors.ts';
import type { Project } from '../../project/project.ts';

/** @throws {GraphMemoryError} GM_USAGE when the index has no file of a language. */
export function knownLanguages(project: Project, words: readonly string[]): string[] {
  if (words.length === 0) return [];
  const known = Object.keys(project.status().languages);
  const chosen = words.map((word) => word.trim().toLowerCase());
  for (const word of chosen) {
    if (known.includes(word)) continue;
    throw new GraphMemoryError('GM_USAGE', `no file of language "${word}" in ${project.name}`, {
      hint: `Languages of this index: ${known.join(', ')}.`,
      details: { known },
    });
  }
  return chosen;
}
