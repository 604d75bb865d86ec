import { dataLanguage, type Entry } from '../../extractors/data-files/entries.ts';

export const TOML_DATA = dataLanguage(
  {
    id: 'toml',
    title: 'TOML',
    extensions: ['.toml'],
    fileNames: ['Pipfile'],
    settingsBytesMax: 256 * 1024,
  },
  {
    read: readToml,
    comment: /^\s*#/,
    starts: [
      {
        name: 'pyproject.toml',
        files: /(?:^|\/)pyproject\.toml$/,
        keys: ['project.scripts.*', 'project.gui-scripts.*', 'tool.poetry.scripts.*'],
      },
    ],
  },
);

/** Head of a table. Two brackets mark an entry in an array of tables. */
const HEAD = /^[ \t]*(\[\[?)([^\]\n]+)\]/;
const SETTING =
  /^[ \t]*(?<key>(?:[\w-]+|"[^"\n]*"|'[^'\n]*')(?:[ \t]*\.[ \t]*(?:[\w-]+|"[^"\n]*"|'[^'\n]*'))*)[ \t]*=[ \t]*(?<value>.*)$/;
/**
 * Tokens that may open or close a multi-line value. Single-line strings and comments are matched to
 * be skipped.
 */
const MARK = /"""|'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#.*|[[\]]/g;

interface Table {
  readonly name: string;
  readonly isListed: boolean;
  readonly start: number;
  end: number;
  readonly entries: Entry[];
}

/** Reads tables as siblings, as in the file: `[tool.ruff.lint]` is one table of that name. */
function readToml(text: string): readonly Entry[] {
  const settings: Entry[] = [];
  const tables: Table[] = [];
  for (let start = 0; start < text.length; ) {
    const lineEnd = endOfLine(text, start);
    const line = text.slice(start, lineEnd);
    const setting = SETTING.exec(line)?.groups;
    const head = setting === undefined ? HEAD.exec(line) : null;
    let end = lineEnd;
    if (head !== null) {
      const name = plainName(head[2] ?? '');
      tables.push({ name, isListed: head[1] === '[[', start, end, entries: [] });
    } else if (setting !== undefined) {
      const value = setting['value'] ?? '';
      end = endOfValue(text, lineEnd - value.length);
      const entry = { name: plainName(setting['key'] ?? ''), start, end, scalar: scalarOf(value) };
      const table = tables.at(-1);
      (table?.entries ?? settings).push(entry);
      if (table !== undefined) table.end = end;
    }
    start = end + 1;
  }
  return [...settings, ...tables.map(tableEntry)];
}

/**
 * Returns the entry of a table. Tables in an array are distinguished by their name, id or key:
 * `bin.server`.
 */
function tableEntry({ name, isListed, start, end, entries }: Table): Entry {
  const own = isListed
    ? entries.find((entry) => /^(name|id|key)$/.test(entry.name))?.scalar
    : undefined;
  return { name: own === undefined ? name : `${name}.${own}`, start, end, entries };
}

/** Returns the end of a line's text, before LF or CRLF. */
function endOfLine(text: string, start: number): number {
  const lineEnd = text.indexOf('\n', start);
  const end = lineEnd < 0 ? text.length : lineEnd;
  return end > start && text[end - 1] === '\r' ? end - 1 : end;
}

/** Returns the end of a value, including the brackets or quotes that close a multi-line value. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let from = start; from < text.length; ) {
    const lineEnd = endOfLine(text, from);
    for (const { 0: mark, index } of text.slice(from, lineEnd).matchAll(MARK)) {
      if (mark === '[') depth++;
      else if (mark === ']') depth--;
      else if (mark.length === 3 && /^(?:"""|''')$/.test(mark)) {
        const close = text.indexOf(mark, from + index + mark.length);
        return close < 0 ? text.length : endOfLine(text, close);
      }
    }
    if (depth <= 0) return lineEnd;
    from = lineEnd + 1;
  }
  return text.length;
}

function plainName(key: string): string {
  return key
    .replace(/["']/g, '')
    .split('.')
    .map((part) => part.trim())
    .join('.');
}

function scalarOf(value: string): string | undefined {
  return /^(["'])(?<text>[^"'\n]+)\1/.exec(value)?.groups?.['text'];
}
