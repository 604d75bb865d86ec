import { ECMASCRIPT_LANGUAGES } from './ecmascript/ecmascript.ts';
import type { Language } from './language.ts';

export const LANGUAGES: readonly Language[] = [...ECMASCRIPT_LANGUAGES];

const BY_EXTENSION = new Map(
  LANGUAGES.flatMap((language) => language.extensions.map((extension) => [extension, language])),
);

/** The language of a file by its extension; undefined for files without symbols. */
export function languageOf(path: string): Language | undefined {
  const dot = path.lastIndexOf('.');
  return dot < 0 ? undefined : BY_EXTENSION.get(path.slice(dot).toLowerCase());
}

export function languageById(id: string): Language | undefined {
  return LANGUAGES.find((language) => language.id === id);
}
