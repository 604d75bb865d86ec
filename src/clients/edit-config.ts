import { isDeepStrictEqual } from 'node:util';
import {
  type ConfigFormat,
  isTable,
  type Json,
  type KeyPath,
  unusable,
} from './formats/config-format.ts';

const BYTE_ORDER_MARK = '\uFEFF';
const NOT_SAFE = 'is written in a way that cannot be edited safely';

/** One file of a client, in its format; `path` is for messages. */
export interface ConfigText {
  readonly path: string;
  readonly format: ConfigFormat;
  readonly text: string;
}

/** Returns the entry at a path of keys; undefined if there is none. */
export function entryAt(value: Json, keys: KeyPath): Json {
  return keys.reduce<Json>((table, key) => (isTable(table) ? table[key] : undefined), value);
}

/** @throws {GraphMemoryError} GM_CONFIG_INVALID when the text is not of its format. */
export function parsed({ path, format, text }: ConfigText): Json {
  try {
    return format.parse(withoutMark(text));
  } catch (error) {
    const problem = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    throw unusable(path, `cannot be read: ${problem}`);
  }
}

/**
 * Returns the text with an entry, or without it if `entry` is undefined. The result is read again: it
 * must hold the same as before in everything else.
 * @throws {GraphMemoryError} GM_CONFIG_INVALID when the text cannot be edited that way.
 */
export function edited(file: ConfigText, keys: KeyPath, entry: Json): string {
  const { path, format, text } = file;
  const before = parsed(file);
  if (!isTable(before)) throw unusable(path, 'has no table at its top');
  for (let length = 1; length < keys.length; length++) {
    const table = entryAt(before, keys.slice(0, length));
    if (table !== undefined && table !== null && !isTable(table))
      throw unusable(path, `has something else than a table in ${keys.slice(0, length).join('.')}`);
  }
  if (isDeepStrictEqual(entryAt(before, keys), entry)) return text;
  const plain = withoutMark(text);
  const result = changedText(file, plain, keys, entry);
  const after = parsed({ path, format, text: result });
  const isAsWanted = isDeepStrictEqual(entryAt(after, keys), entry);
  if (!isAsWanted || !isDeepStrictEqual(without(before, keys), without(after, keys)))
    throw unusable(path, NOT_SAFE);
  return (plain === text ? '' : BYTE_ORDER_MARK) + result;
}

function changedText(
  { path, format }: ConfigText,
  text: string,
  keys: KeyPath,
  entry: Json,
): string {
  try {
    return entry === undefined ? format.remove(text, keys) : format.set(text, keys, entry);
  } catch {
    // The libraries refuse values in unexpected places, each in its own words.
    throw unusable(path, NOT_SAFE);
  }
}

function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/** The value without an entry, and without tables that are empty then. */
function without(value: Json, [key, ...rest]: KeyPath): Json {
  if (key === undefined || !isTable(value)) return value;
  const { [key]: below, ...others } = value;
  const remaining = rest.length === 0 ? undefined : without(below, rest);
  const isEmpty = remaining === undefined || remaining === null || isEmptyTable(remaining);
  return isEmpty ? others : { ...others, [key]: remaining };
}

function isEmptyTable(value: Json): boolean {
  return isTable(value) && Object.keys(value).length === 0;
}
