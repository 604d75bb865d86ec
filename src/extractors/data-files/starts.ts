/**
 * Reads what data files start, such as scripts, schedules and functions, as calls: the callee is the
 * name of a rule, the arguments are the name and the value, and other values are passed by name.
 */
import { lineStartsOf } from '../../base/lines.ts';
import { lowerBound } from '../../base/lower-bound.ts';
import type { FileFacts } from '../../model/facts.ts';
import type { Registrations, Written, WrittenCall } from '../../model/registrations.ts';
import type { Entry } from './entries.ts';

/** Values of settings that start something. */
export interface StartRule {
  readonly name: string;
  /** Matches the paths of the files. */
  readonly files: RegExp;
  /** Matches the texts of the files, where their paths say too little. */
  readonly text?: RegExp;
  /** The keys, joined by dots; `*` is any key. */
  readonly keys: readonly string[];
  /** Keys of the same document whose values are passed by name. */
  readonly with?: readonly string[];
  /** Whether the values do not matter, and the names of all `*` are joined by spaces. */
  readonly isShort?: boolean;
}

/** Something that a file starts. */
export interface Start {
  readonly rule: string;
  readonly name: string;
  readonly value: Written;
  readonly named?: readonly (readonly [string, Written])[];
  /** Offsets, half-open. */
  readonly start: number;
  readonly end: number;
}

/** Maximum number of starts of one file; an API may have many operations. */
const STARTS_MAX = 2000;
/** Maximum depth of a value. */
const DEPTH_MAX = 8;

/** Returns the rules that concern a file. */
export function rulesFor(
  rules: readonly StartRule[],
  path: string,
  text: string,
): readonly StartRule[] {
  return rules.filter(
    (rule) => rule.files.test(path) && (rule.text === undefined || rule.text.test(text)),
  );
}

/** Returns what the rules find in one document. */
export function startsIn(rules: readonly StartRule[], roots: readonly Entry[]): readonly Start[] {
  return rules.flatMap(({ name: rule, keys, with: others = [], isShort = false }) => {
    const named = others.flatMap((key) =>
      entriesAt(roots, key.split('.')).map((entry) => [key, writtenOf(entry, 0)] as const),
    );
    return keys.flatMap((key) =>
      entriesAt(roots, key.split('.')).map((entry): Start => {
        const { start, end } = entry;
        const name = isShort ? entry.names.join(' ') : (entry.names.at(-1) ?? entry.name);
        const value: Written = isShort ? { form: 'unknown' } : writtenOf(entry, 0);
        return { rule: `${rule} ${key}`, name, value, named, start, end };
      }),
    );
  });
}

/** An entry with the names that `*` stands for. */
interface FoundEntry extends Entry {
  readonly names: readonly string[];
}

/** Names of tables and keys may contain dots: `[tool.poetry.scripts]`, `scripts.shop`. */
function entriesAt(
  entries: readonly Entry[],
  keys: readonly string[],
  outer: readonly string[] = [],
): readonly FoundEntry[] {
  return entries.flatMap((entry) => {
    const [first, ...rest] = keys;
    const parts = first === '*' ? [entry.name] : entry.name.split('.');
    const isOwn = parts.every((part, index) => keys[index] === '*' || part === keys[index]);
    if (first === undefined || !isOwn) return [];
    const left = first === '*' ? rest : keys.slice(parts.length);
    const isAny = keys[parts.length - 1] === '*';
    const names = isAny ? [...outer, parts.at(-1) ?? ''] : outer;
    return left.length === 0 ? [{ ...entry, names }] : entriesAt(entry.entries ?? [], left, names);
  });
}

function writtenOf({ scalar, entries }: Entry, depth: number): Written {
  if (scalar !== undefined) return { form: 'text', text: scalar };
  if (entries === undefined || depth > DEPTH_MAX) return { form: 'unknown' };
  const isList = entries.every(({ name }) => name === '');
  const values = entries.map((one) => [one.name, writtenOf(one, depth + 1)] as const);
  return isList && entries.length > 0
    ? { form: 'list', items: values.map(([, value]) => value) }
    : { form: 'object', entries: values };
}

/** Adds what a file starts to its facts. */
export function withStarts(facts: FileFacts, text: string, starts: readonly Start[]): FileFacts {
  if (starts.length === 0) return facts;
  const lineStarts = lineStartsOf(text);
  const lineOf = (offset: number): number => lowerBound(lineStarts, offset + 1);
  const calls = starts
    .slice(0, STARTS_MAX)
    .map(({ rule, name, value, named = [], start, end }) => ({
      callee: { form: 'name', name: rule, scope: -1, at: start },
      args: [{ form: 'text', text: name }, value],
      ...{ named, scope: -1, line: lineOf(start), endLine: lineOf(Math.max(start, end - 1)) },
    })) satisfies WrittenCall[];
  const none = {
    functions: [],
    variables: [],
    fields: [],
    imports: [],
    decorations: [],
    classes: [],
  };
  const registrations: Registrations = { ...none, calls };
  return { ...facts, registrations };
}
