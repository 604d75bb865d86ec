/**
 * What a file says of how its types are written in settings, by the text that stands with them: that a
 * type is read from text (`{}`), the keys of members that are called otherwise there (`{}.max-size`),
 * and flags of members that are arguments of a command (`--max-size`).
 */
import { languageById } from '../languages/registry.ts';
import type { CliFlag, FileFacts } from '../model/facts.ts';

/** Of one file; more are a table of something else. */
const KEYS_MAX = 500;

export function readKeys(text: string, file: FileFacts): readonly CliFlag[] {
  const reader = languageById(file.language)?.serializedNames;
  if (reader === undefined || !reader.word.test(text)) return [];
  const found = new Map<string, CliFlag>();
  reader.read(text, file, (name, declaration) => {
    const key = `${declaration} ${name}`;
    if (declaration >= 0 && found.size < KEYS_MAX) found.set(key, { name, declaration });
  });
  return [...found.values()];
}
