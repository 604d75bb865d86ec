import {
  applyEdits,
  type Edit,
  findNodeAtLocation,
  modify,
  type Node,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { type ConfigFormat, type Json, type KeyPath, styleOf } from './config-format.ts';

/** JSON with comments and trailing commas, as editors accept it. An empty file is an empty table. */
export const jsonFormat: ConfigFormat = {
  parse(text) {
    if (text.trim() === '') return {};
    const errors: ParseError[] = [];
    const value: Json = parse(text, errors, { allowTrailingComma: true });
    const [first] = errors;
    if (first === undefined) return value;
    const line = text.slice(0, first.offset).split('\n').length;
    throw new Error(`${printParseErrorCode(first.error)} in line ${line}`);
  },
  set(text, keys, value) {
    const start = text.trim() === '' ? `{}${styleOf(text).eol}` : text;
    return applyEdits(start, modify(start, [...keys], value, {}).map(indented(start, keys, value)));
  },
  remove: (text, keys) => applyEdits(text, modify(text, [...keys], undefined, {})),
};

/**
 * Writes an inserted value like the rest of the text: in lines, or in one. The library would format the
 * whole line around it.
 */
function indented(text: string, keys: KeyPath, value: Json): (edit: Edit) => Edit {
  const { eol, indent } = styleOf(text);
  const trimmed = text.trim();
  if (trimmed !== '{}' && !trimmed.includes('\n')) return (edit) => edit;
  const root = parseTree(text, [], { allowTrailingComma: true });
  let depth = 0;
  while (depth < keys.length && root !== undefined && isThere(root, keys.slice(0, depth + 1)))
    depth++;
  const isReplaced = depth === keys.length;
  const missing = isReplaced ? [] : keys.slice(depth + 1);
  const inner = missing.reduceRight<Json>((below, key) => ({ [key]: below }), value);
  const margin = eol + indent.repeat(isReplaced ? depth : depth + 1);
  const lines = JSON.stringify(inner, undefined, indent).replaceAll('\n', margin);
  if (isReplaced) return (edit) => ({ ...edit, content: lines });
  const item = `${margin}${JSON.stringify(keys[depth])}: ${lines}`;
  return (edit) => {
    const isFirst = !edit.content.startsWith(',');
    const content = isFirst ? `${item}${eol}${indent.repeat(depth)}` : `,${item}`;
    return { ...edit, content };
  };
}

function isThere(root: Node, keys: KeyPath): boolean {
  return findNodeAtLocation(root, [...keys]) !== undefined;
}
