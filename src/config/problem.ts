import { z } from 'zod';
import { nearestNames } from '../base/edit-distance.ts';
import { configSchema } from './schema.ts';
import type { YamlFile } from './yaml-file.ts';

/** A problem in the file, with its location; line and column are 1-based. */
export interface Problem {
  readonly line: number;
  readonly column: number;
  /**
   * Path of the key, such as `projects.app.graphs.code.include[0]`; empty for the file as a whole.
   */
  readonly keyPath: string;
  readonly message: string;
}

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

/** Converts a schema issue into problems: one, or one per unknown key. */
export function toProblems(file: YamlFile, issue: Issue): Problem[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => unknownKey(file, issue.path, key));
  const nested = issue.code === 'invalid_union' ? branchOfItsType(issue) : undefined;
  if (nested) return nested.flatMap((inner) => toProblems(file, inner));
  const part = issue.code === 'invalid_key' ? 'key' : 'value';
  return [problemAt(file, issue.path, describe(issue, valueAt(file.value, issue.path)), part)];
}

export function problemAt(
  file: YamlFile,
  path: Path,
  message: string,
  part: 'key' | 'value' = 'value',
): Problem {
  return { ...file.locate(path, part), keyPath: keyPathOf(path), message };
}

/** Formats a key path. Names that would make it ambiguous or break the line are quoted. */
function keyPathOf(path: Path): string {
  const parts = path.map((key) => {
    if (typeof key === 'number') return `[${key}]`;
    return /^[\w-]+$/.test(String(key)) ? `.${String(key)}` : `[${JSON.stringify(key)}]`;
  });
  return parts.join('').replace(/^\./, '');
}

/**
 * Selects the union branch of the value's type: a list with one invalid item must name the item
 * instead of rejecting the whole list.
 */
function branchOfItsType(issue: z.core.$ZodIssueInvalidUnion): Issue[] | undefined {
  const branch = issue.errors.find((errors) => errors.every(isOfTheRightType));
  return branch?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

function isOfTheRightType(issue: Issue): boolean {
  return issue.path.length > 0 || issue.code !== 'invalid_type';
}

/**
 * An unknown top-level key is not quoted unless it resembles a known one: the file may be a
 * different one, and the key a line of it.
 */
function unknownKey(file: YamlFile, parent: Path, key: string): Problem {
  const path = [...parent, key];
  const parents = parent.map(String);
  const [nearest] = nearestNames(key, knownKeysAt(parents), 1);
  if (nearest !== undefined)
    return problemAt(file, path, `unknown key; did you mean "${nearest}"?`, 'key');
  const home = keyPlaces().find((place) => place.key === key);
  if (home !== undefined) {
    const where = placeName(home.path);
    return problemAt(file, path, `unknown key here; it belongs under ${where}`, 'key');
  }
  const known = `unknown key; known here: ${knownKeysAt(parents).join(', ')}`;
  const problem = problemAt(file, path, known, 'key');
  return parent.length === 0 ? { ...problem, keyPath: '' } : problem;
}

function placeName(path: readonly string[]): string {
  return path.length === 0 ? 'the top of the file' : path.join('.');
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  object: 'a mapping',
  record: 'a mapping',
  string: 'text',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a whole number',
  array: 'a list',
};

function describe(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return describeType(TYPE_NAMES[issue.expected] ?? issue.expected, value);
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? 'must not be empty'
        : `must be at least ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? issue.message;
    case 'invalid_union':
      return `${issue.message}, not ${typeName(value)}`;
    default:
      return issue.message;
  }
}

function describeType(expected: string, value: unknown): string {
  if (value === undefined) return 'is missing';
  if (value !== null) return `must be ${expected}, not ${typeName(value)}`;
  const trap = expected === 'text' ? '; a bare ~ is null in YAML, so quote it' : '';
  return `must be ${expected}, but nothing is given${trap}`;
}

/** Returns the type of a value in words. The value itself is not quoted because it may be a secret. */
function typeName(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'boolean') return 'true or false';
  return typeof value === 'string' ? 'text' : numberName(value);
}

function numberName(value: unknown): string {
  return Number.isInteger(value) ? 'a whole number' : 'a number with a fraction';
}

function valueAt(value: unknown, path: Path): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = Reflect.get(current, key);
  }
  return current;
}

/** Strips the wrappers that zod adds to a schema for defaults and optional values. */
function unwrap(schema: unknown): unknown {
  let inner = schema;
  while (
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodPrefault ||
    inner instanceof z.ZodOptional
  )
    inner = inner.unwrap();
  return inner;
}

function child(schema: unknown, key: string): unknown {
  if (schema instanceof z.ZodObject) return unwrap(schema.shape[key]);
  return schema instanceof z.ZodRecord ? unwrap(schema.valueType) : undefined;
}

/**
 * Returns the keys that the schema allows at a path of the file; empty where any name is allowed.
 */
function knownKeysAt(path: readonly string[]): string[] {
  let schema: unknown = configSchema;
  for (const key of path) schema = child(schema, key);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** Returns every key of the schema with its path; `<name>` represents any project. */
export function keyPlaces(
  path: readonly string[] = [],
  schema: unknown = configSchema,
): { key: string; path: readonly string[] }[] {
  if (schema instanceof z.ZodRecord)
    return keyPlaces([...path, '<name>'], unwrap(schema.valueType));
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.keys(schema.shape).flatMap((key) => [
    { key, path },
    ...keyPlaces([...path, key], child(schema, key)),
  ]);
}
