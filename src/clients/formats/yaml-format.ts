import { type Document, isMap, isSeq, parseDocument, stringify, type YAMLSeq } from 'yaml';
import {
  type ConfigFormat,
  isTable,
  type Json,
  type KeyPath,
  styleOf,
  withLineEnd,
} from './config-format.ts';

/**
 * A list of tables that have a `name`, which the last key of a path selects. Items are added and removed as
 * lines if the list is written in lines, so that the rest keeps its form.
 */
export const yamlFormat: ConfigFormat = {
  parse(text) {
    const value: Json = opened(text).toJS() ?? {};
    return byName(value);
  },
  set(text, keys, value) {
    const [list = '', name = ''] = keys;
    const rest = itemOf(text, keys) === undefined ? text : yamlFormat.remove(text, keys);
    const { eol } = styleOf(rest);
    const item = { name, ...(isTable(value) ? value : {}) };
    const found = listOf(opened(rest), list);
    const lines = stringify([item], { lineWidth: 0 }).trimEnd().split('\n');
    const isInLines = found !== undefined && found.flow !== true && found.items.length > 0;
    const indent = isInLines ? indentOf(rest, rangeOf(found.items[0])[0]) : undefined;
    if (isInLines && indent !== undefined) {
      const end = lineAfter(rest, rangeOf(found.items.at(-1))[1]);
      const before = withLineEnd(rest.slice(0, end), eol);
      return before + lines.map((line) => `${indent}${line}${eol}`).join('') + rest.slice(end);
    }
    if (opened(rest).has(list)) return rewritten(rest, list, item);
    const block = [`${list}:`, ...lines.map((line) => `  ${line}`)].join(eol);
    return `${withLineEnd(rest, eol)}${block}${eol}`;
  },
  remove(text, keys) {
    const [list = ''] = keys;
    const found = listOf(opened(text), list);
    const item = itemOf(text, keys);
    if (found === undefined || item === undefined) return text;
    const [start, end] = rangeOf(item);
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    const isAlone = /^\s*-\s+$/.test(text.slice(lineStart, start));
    if (isAlone && found.items.length > 1)
      return text.slice(0, lineStart) + text.slice(lineAfter(text, end));
    const document = opened(text);
    if (found.items.length > 1) document.deleteIn([list, found.items.indexOf(item)]);
    else document.delete(list);
    return document.toString({ lineWidth: 0 });
  },
};

/** For lists in brackets and empty ones: comments and order stay, spacing may change. */
function rewritten(text: string, list: string, item: Json): string {
  const document = opened(text);
  if (listOf(document, list) === undefined) document.set(list, document.createNode([item]));
  else document.addIn([list], document.createNode(item));
  return document.toString({ lineWidth: 0 });
}

function opened(text: string): Document {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) throw new Error(error.message.split('\n', 1)[0]);
  return document;
}

function listOf(document: Document, list: string): YAMLSeq | undefined {
  const found = document.get(list);
  return isSeq(found) ? found : undefined;
}

function itemOf(text: string, [list = '', name]: KeyPath): unknown {
  const items = listOf(opened(text), list)?.items ?? [];
  return items.find((item) => isMap(item) && item.get('name') === name);
}

/** Offsets of the start of a node and of the end of its value. */
function rangeOf(node: unknown): readonly [start: number, end: number] {
  const range = isMap(node) ? node.range : undefined;
  if (range === undefined || range === null) throw new Error('an item of the list is no table');
  return [range[0], range[1]];
}

/** Returns the spaces before the dash of an item, however far its value is from the dash. */
function indentOf(text: string, start: number): string | undefined {
  return /^( *)-(?:[ \t]|[ \t]*(?:#.*)?\r?\n)\s*$/m.exec(
    text.slice(lineBefore(text, start), start),
  )?.[1];
}

/** Returns the offset of the line with the dash: that of the value, or one above it. */
function lineBefore(text: string, offset: number): number {
  const own = text.lastIndexOf('\n', offset - 1);
  const isOwn = text.slice(own + 1, offset).trim() !== '';
  return (isOwn ? own : text.lastIndexOf('\n', own - 1)) + 1;
}

function lineAfter(text: string, offset: number): number {
  // The end of a value in lines is the start of the next line already.
  if (offset > 0 && text[offset - 1] === '\n') return offset;
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

/**
 * Lists of tables become tables, so that all formats have entries below keys. An item without a name, such as
 * one that refers to a block of Continue's hub, is counted instead.
 */
function byName(value: Json): Json {
  if (!isTable(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, list]) => {
      if (!Array.isArray(list) || !list.every(isTable)) return [key, list];
      let unnamed = 0;
      const items = list.map(({ name, ...rest }) => [
        name === undefined ? `item ${unnamed++}` : String(name),
        rest,
      ]);
      return [key, Object.fromEntries(items)];
    }),
  );
}
