/**
 * Reads how types appear in settings, from the attributes beside their declarations. Records types
 * that are read from text (`{}`), keys of members with another name in settings (`{}.max-size`),
 * and flags of members that are command arguments (`--max-size`).
 */
import { languageById } from '../languages/registry.ts';
import type { CliFlag, FileFacts } from '../model/facts.ts';

/** Maximum number of aliases per file. More than that is likely a data table. */
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
