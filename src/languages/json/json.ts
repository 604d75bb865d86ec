import { createScanner, type Node, parseTree } from 'jsonc-parser';
import {
  DEPTH_READ,
  type Documents,
  dataLanguage,
  type Entry,
} from '../../extractors/data-files/entries.ts';
import { JSON_STARTS } from './starts.ts';

/** JSON with comments and trailing commas, as compilers and editors accept in their settings. */
export const JSON_DATA = dataLanguage(
  {
    id: 'json',
    title: 'JSON',
    extensions: ['.json', '.jsonc', '.json5', '.webmanifest', '.code-workspace'],
    fileNames: ['.babelrc', '.eslintrc', '.prettierrc', '.swcrc', '.jshintrc'],
    settingsBytesMax: 64 * 1024,
  },
  { read: readJson, comment: /^\s*\/\//, starts: JSON_STARTS, readWhole },
);

type Draft = { -readonly [Key in keyof Entry]: Entry[Key] } & { entries?: Draft[] | undefined };

/**
 * Reads JSON token by token, without recursion. It handles any nesting depth and malformed text.
 */
function readJson(text: string): readonly Entry[] {
  const scanner = createScanner(text, true);
  const root: Draft = { name: '', start: 0, end: text.length };
  /** The enclosing collections. The entry is undefined for those nested too deeply to be read. */
  const open: { readonly entry: Draft | undefined; readonly isList: boolean }[] = [];
  let entry: Draft | undefined = root;
  let isKeyNext = false;
  let lastEnd = 0;
  for (;;) {
    scanner.scan();
    const start = scanner.getTokenOffset();
    const end = start + scanner.getTokenLength();
    if (start >= text.length) break;
    lastEnd = end;
    const mark = text[start];
    const around = open.at(-1);
    if (mark === '{' || mark === '[') {
      if (around?.isList === true) entry = added(around.entry, '', start, end);
      if (entry !== undefined && open.length < DEPTH_READ) entry.entries = [];
      open.push({ entry, isList: mark === '[' });
      isKeyNext = mark === '{';
    } else if (mark === '}' || mark === ']') {
      entry = open.pop()?.entry;
      if (entry !== undefined) entry.end = end;
    } else if (mark === ',') {
      isKeyNext = around?.isList === false;
    } else if (mark !== ':') {
      const word = scanner.getTokenValue();
      if (isKeyNext) {
        entry = added(around?.entry, word, start, end);
        isKeyNext = false;
      } else if (around?.isList === false && entry !== undefined) {
        entry.scalar = word;
        entry.end = end;
      }
    }
  }
  // Collections that are never closed end at the last token.
  for (const { entry: unclosed } of open) if (unclosed !== undefined) unclosed.end = lastEnd;
  return root.entries ?? [];
}

function readWhole(text: string): Documents {
  const root = parseTree(text, undefined, { allowTrailingComma: true });
  return root === undefined ? [] : [entryOf('', root, root.offset).entries ?? []];
}

function entryOf(
  name: string,
  { type, value, offset, length, children }: Node,
  start: number,
): Entry {
  const own = { name, start, end: offset + length };
  if (type === 'array')
    return { ...own, entries: (children ?? []).map((one) => entryOf('', one, one.offset)) };
  if (type !== 'object') return { ...own, scalar: String(value) };
  const entries = (children ?? []).flatMap(({ children: pair = [], offset: from }) => {
    const [key, inner] = pair;
    return key === undefined || inner === undefined
      ? []
      : [entryOf(String(key.value), inner, from)];
  });
  return { ...own, entries };
}

function added(
  holder: Draft | undefined,
  name: string,
  start: number,
  end: number,
): Draft | undefined {
  if (holder?.entries === undefined) return undefined;
  const entry: Draft = { name, start, end };
  holder.entries.push(entry);
  return entry;
}
