import { z } from 'zod';
import { nearestNames } from '../../base/edit-distance.ts';
import { GraphMemoryError } from '../../base/errors.ts';
import type { Tool } from '../tool.ts';

/**
 * Longer than any path with a qualified name; searching for more would only delay other requests.
 */
export const TEXT_CHARACTERS_MAX = 4000;
/** More list items would not make a request more precise. */
export const LIST_ITEMS_MAX = 100;

export interface ParsedInput {
  readonly input: Record<string, unknown>;
  /** Notes for the answer about changes that made the input valid. */
  readonly notes: readonly string[];
}

/**
 * Groups of synonyms for parameters, because models mix them up and tools differ. A word is
 * replaced by a synonym only if the tool has the synonym and not the word.
 */
const SYNONYMS: readonly (readonly string[])[] = [
  ['max_results', 'limit', 'top_k', 'k'],
  ['lang', 'languages', 'language'],
  ['kind', 'kinds', 'edge_kinds'],
  ['path_glob', 'paths', 'glob', 'path', 'scope_dir'],
  ['path', 'file', 'file_path'],
  ['symbol', 'symbols', 'id', 'symbol_id', 'name'],
  ['include_tests', 'tests'],
  ['context_lines', 'context'],
  ['query', 'pattern', 'q'],
  ['revision', 'ref', 'rev', 'commit'],
];

/** Returns the synonyms that a tool accepts for a parameter. */
export function synonymsOf(tool: Tool, name: string): readonly string[] {
  const words = SYNONYMS.filter((group) => group.includes(name)).flat();
  return words.filter((word) => aliasOf(word, tool.input.shape, {}) === name);
}

/**
 * Converts a caller's arguments to a tool's input. Unknown names are rejected, and numbers out of
 * bounds are clamped with a note. `null` counts as absent, and a single value is accepted for a
 * list, as are words with commas between them.
 * @throws {GraphMemoryError} GM_USAGE with one line per problem.
 */
export function parseInput(tool: Tool, raw: unknown): ParsedInput {
  const shape: Readonly<Record<string, unknown>> = tool.input.shape;
  const given = namedValues(tool, raw, shape);
  checkSizes(tool, given);
  const notes: string[] = [];
  for (const [name, bounds] of Object.entries(tool.bounds)) {
    const value = given[name];
    if (typeof value !== 'number' || Number.isNaN(value)) continue;
    const clamped = Math.min(bounds.max, Math.max(bounds.min, Math.trunc(value)));
    if (clamped === value) continue;
    notes.push(`${name} ${value} is outside of ${bounds.min} to ${bounds.max}; used ${clamped}`);
    given[name] = clamped;
  }
  const parsed = tool.input.safeParse(given);
  if (parsed.success) return { input: parsed.data, notes };
  const issues = parsed.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }));
  const lines = issues.map((issue) =>
    issue.path === '' ? issue.message : `${issue.path}: ${issue.message}`,
  );
  throw new GraphMemoryError(
    'GM_USAGE',
    `invalid arguments for ${tool.name}: ${lines.join('; ')}`,
    {
      hint: `Parameters of ${tool.name}: ${describeParameters(tool)}.`,
      details: { issues },
    },
  );
}

/**
 * Checks the sizes of texts and lists.
 * @throws {GraphMemoryError} GM_USAGE when a value is larger than any real request needs.
 */
function checkSizes(tool: Tool, given: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(given)) {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    const excess = excessOf(values, textMaxOf(tool.input.shape[name]));
    if (excess === undefined) continue;
    throw new GraphMemoryError('GM_USAGE', `${name} of ${tool.name} has ${excess}`, {
      hint: 'Send less at once: one name, or a pattern for many.',
      details: { parameter: name },
    });
  }
}

/** Returns the limit of a parameter that accepts longer texts than others, as its schema has it. */
function textMaxOf(schema: unknown): number {
  const own = schema instanceof z.ZodString ? schema.maxLength : null;
  return Math.max(TEXT_CHARACTERS_MAX, own ?? 0);
}

function excessOf(values: readonly unknown[], textMax: number): string | undefined {
  if (values.length > LIST_ITEMS_MAX) return `${values.length} items; at most ${LIST_ITEMS_MAX}`;
  const longest = Math.max(0, ...values.map((one) => (typeof one === 'string' ? one.length : 0)));
  return longest <= textMax ? undefined : `${longest} characters; at most ${textMax}`;
}

function namedValues(
  tool: Tool,
  raw: unknown,
  shape: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  if (raw !== undefined && (typeof raw !== 'object' || raw === null || Array.isArray(raw))) {
    throw new GraphMemoryError('GM_USAGE', `arguments of ${tool.name} are not an object`, {
      hint: `Send an object with: ${describeParameters(tool)}.`,
    });
  }
  const given: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(raw ?? {})) {
    if (value === null) continue;
    const name = Object.hasOwn(shape, key) ? key : aliasOf(key, shape, raw ?? {});
    if (name === undefined) throw unknownParameter(tool, key, Object.keys(shape));
    given[name] = takesList(tool, name)
      ? [value].flat().flatMap(wordsOf)
      : wordOf(tool, name, value);
  }
  return given;
}

function aliasOf(
  key: string,
  shape: Readonly<Record<string, unknown>>,
  raw: object,
): string | undefined {
  if (Object.hasOwn(shape, key)) return undefined;
  for (const group of SYNONYMS) {
    if (!group.includes(key)) continue;
    const name = group.find((word) => Object.hasOwn(shape, word));
    if (name !== undefined && !Object.hasOwn(raw, name)) return name;
  }
  return undefined;
}

function unknownParameter(tool: Tool, key: string, known: readonly string[]): GraphMemoryError {
  const [near] = nearestNames(key, known, 1);
  const suggestion = near === undefined ? '' : `Did you mean ${near}? `;
  return new GraphMemoryError('GM_USAGE', `unknown parameter "${key}" of ${tool.name}`, {
    hint: `${suggestion}Parameters of ${tool.name}: ${describeParameters(tool)}.`,
    details: { parameter: key, known },
  });
}

/** Splits words that are joined by commas: `callers,tests`. */
function wordsOf(item: unknown): unknown {
  return typeof item === 'string' && /^[\w.-]+(?:,[\w.-]+)+$/.test(item) ? item.split(',') : item;
}

/** Converts `true` and `false` if the parameter expects `yes` and `no`. */
function wordOf(tool: Tool, name: string, value: unknown): unknown {
  if (typeof value !== 'boolean') return value;
  const word = value ? 'yes' : 'no';
  const schema = tool.input.shape[name];
  const takesWord = schema !== undefined && 'safeParse' in schema && schema.safeParse(word).success;
  return takesWord ? word : value;
}

function takesList(tool: Tool, name: string): boolean {
  const schema = tool.input.shape[name];
  return (
    schema !== undefined &&
    'safeParse' in schema &&
    [[], ['x']].some((list) => schema.safeParse(list).success)
  );
}

function describeParameters(tool: Tool): string {
  const names = Object.entries(tool.input.shape).map(([name, schema]) =>
    'safeParse' in schema && schema.safeParse(undefined).success ? name : `${name} (required)`,
  );
  return names.length === 0 ? 'none' : names.join(', ');
}
