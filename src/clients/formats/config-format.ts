import { GraphMemoryError } from '../../base/errors.ts';

/** A value of JSON; the other formats are used for such values only. */
export type Json = unknown;

/** Where a configuration has an entry: keys of nested tables, the last one being the entry's own. */
export type KeyPath = readonly string[];

/**
 * Edits the text of a configuration without touching the rest of it: comments, order, indentation
 * and line ends stay.
 */
export interface ConfigFormat {
  /** @throws {Error} when the text is not of this format. */
  parse(text: string): Json;
  /** Returns the text with an entry added or replaced. */
  set(text: string, keys: KeyPath, value: Json): string;
  /** Returns the text without an entry that it has. */
  remove(text: string, keys: KeyPath): string;
}

/** Indentation and line ends of a text, to write more of the same. */
export interface TextStyle {
  readonly eol: string;
  readonly indent: string;
}

export function styleOf(text: string): TextStyle {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  return { eol: text.includes('\r\n') ? '\r\n' : '\n', indent };
}

/** Returns a text that ends with a line end, or is empty. */
export function withLineEnd(text: string, eol: string): string {
  return text === '' || text.endsWith('\n') ? text : text + eol;
}

export function isTable(value: Json): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Thrown for a configuration that cannot be edited safely; nothing is written then. */
export function unusable(path: string, problem: string): GraphMemoryError {
  return new GraphMemoryError('GM_CONFIG_INVALID', `${path} ${problem}`, {
    hint: 'Correct the file, or add the entry by hand (docs/clients.md). Nothing was changed.',
    details: { path },
  });
}
