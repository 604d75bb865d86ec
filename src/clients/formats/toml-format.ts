import { parse } from 'smol-toml';
import { type ConfigFormat, isTable, type Json, styleOf, withLineEnd } from './config-format.ts';

/** A table is added at the end of the file and removed with its subtables; all else is left alone. */
export const tomlFormat: ConfigFormat = {
  // Tables of the parser have no prototype.
  parse: (text) => JSON.parse(JSON.stringify(parse(text))),
  set(text, keys, value) {
    const { eol } = styleOf(text);
    const rest = withLineEnd(without(text, keys), eol);
    return `${rest}${rest === '' ? '' : eol}${tableLines(keys, value).join(eol)}${eol}`;
  },
  remove: without,
};

function tableLines(keys: readonly string[], value: Json): readonly string[] {
  const entries = isTable(value) ? Object.entries(value) : [];
  return [
    `[${keys.join('.')}]`,
    // Strings and lists of strings are written as in JSON.
    ...entries.map(([key, item]) => `${key} = ${JSON.stringify(item)?.replaceAll('","', '", "')}`),
  ];
}

/** Removes the lines from the header of the table to the next header of another one. */
function without(text: string, keys: readonly string[]): string {
  const name = keys.map((key) => `(?:${key}|"${key}"|'${key}')`).join('\\s*\\.\\s*');
  const own = new RegExp(`^[ \\t]*\\[\\s*${name}\\s*(?:\\.[^\\]]*)?\\]`);
  const lines = text.split(/(?<=\n)/);
  let isOwn = false;
  const kept: string[] = [];
  let removed: string[] = [];
  for (const line of lines) {
    if (/^[ \t]*\[/.test(line)) {
      isOwn = own.test(line);
      // Comments above the next table are its own.
      if (!isOwn) kept.push(...trailingComments(removed));
      removed = [];
      if (isOwn && /^\r?\n$/.test(kept.at(-1) ?? '')) kept.pop();
    }
    (isOwn ? removed : kept).push(line);
  }
  return kept.join('') + trailingComments(removed).join('');
}

function trailingComments(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => !/^\s*(?:#.*)?\s*$/.test(line));
  return lines.slice(last + 1);
}
