/**
 * Questions with known answers, one JSON object per line:
 *
 *    {"query": "where are requests retried", "targets": ["src/retry.ts"]}
 *    {"id": "q2", "category": "bug", "query": "…", "targets": [{"path": "src/a.ts", "startLine": 3, "endLine": 9}]}
 *
 * Targets are paths relative to the project, with 1-based inclusive lines if lines matter. `id` and
 * `category` are optional. Other keys are rejected, because a misspelt key would change what is
 * measured.
 */
import { GraphMemoryError } from '../base/errors.ts';

/** A location that answers a question: a file, or some of its lines. */
export interface Target {
  readonly path: string;
  /** 1-based and inclusive; both or neither are given. */
  readonly lines: { readonly startLine: number; readonly endLine: number } | undefined;
}

export interface Question {
  readonly id: string;
  readonly query: string;
  readonly category: string;
  /** Never empty. */
  readonly targets: readonly Target[];
}

const KEYS = ['id', 'query', 'category', 'targets'];
const TARGET_KEYS = ['path', 'startLine', 'endLine'];
const NO_CATEGORY = 'all';
/** The same limit as in code_search. */
const QUERY_CHARACTERS_MAX = 1000;

/**
 * Parses a file of questions. Empty lines are skipped, and a question without an id is named by its
 * line.
 * @throws {GraphMemoryError} GM_USAGE naming the file and the line of the first mistake.
 */
export function parseQuestions(text: string, file: string): readonly Question[] {
  const questions: Question[] = [];
  for (const [index, raw] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    if (raw.trim() === '') continue;
    const mistake = (what: string): GraphMemoryError =>
      new GraphMemoryError('GM_USAGE', `${file}:${index + 1}: ${what}`, {
        hint: 'One question per line: {"query": "…", "targets": ["path" or {"path", "startLine", "endLine"}]}.',
        details: { file, line: index + 1 },
      });
    questions.push(questionOf(raw, index + 1, mistake));
  }
  if (questions.length === 0) {
    throw new GraphMemoryError('GM_USAGE', `${file} has no questions`, {
      hint: 'One question per line, as docs/ranking.md describes.',
      details: { file },
    });
  }
  return questions;
}

type Mistake = (what: string) => GraphMemoryError;

function questionOf(raw: string, line: number, mistake: Mistake): Question {
  const value = recordOf(jsonOf(raw, mistake), KEYS, 'a question', mistake);
  const { query, targets, id = `line ${line}`, category = NO_CATEGORY } = value;
  if (typeof query !== 'string' || query.trim() === '') throw mistake('"query" is not a string');
  if (query.length > QUERY_CHARACTERS_MAX) {
    throw mistake(`"query" is longer than ${QUERY_CHARACTERS_MAX} characters`);
  }
  if (typeof category !== 'string') throw mistake('"category" is not a string');
  if (typeof id !== 'string' && typeof id !== 'number') throw mistake('"id" is not a string');
  if (!Array.isArray(targets) || targets.length === 0) {
    throw mistake('"targets" is not a list with at least one item');
  }
  return {
    id: String(id),
    query,
    category,
    targets: targets.map((target) => targetOf(target, mistake)),
  };
}

function targetOf(value: unknown, mistake: Mistake): Target {
  if (typeof value === 'string') return { path: pathOf(value, mistake), lines: undefined };
  const { path, startLine, endLine } = recordOf(value, TARGET_KEYS, 'a target', mistake);
  if (startLine === undefined && endLine === undefined) {
    return { path: pathOf(path, mistake), lines: undefined };
  }
  if (!isLine(startLine) || !isLine(endLine) || endLine < startLine) {
    throw mistake('"startLine" and "endLine" are not lines of a file, the first from 1 on');
  }
  return { path: pathOf(path, mistake), lines: { startLine, endLine } };
}

function pathOf(value: unknown, mistake: Mistake): string {
  if (typeof value !== 'string' || value === '') throw mistake('a target has no "path"');
  const path = value.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
  if (path.startsWith('/') || path.split('/').includes('..')) {
    throw mistake(`"${value}" is not a path relative to the project`);
  }
  return path;
}

function isLine(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

function jsonOf(raw: string, mistake: Mistake): unknown {
  try {
    return JSON.parse(raw);
  } catch (error) {
    throw mistake(`is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function recordOf(
  value: unknown,
  keys: readonly string[],
  what: string,
  mistake: Mistake,
): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw mistake(`${what} is not an object`);
  }
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  if (unknown !== undefined)
    throw mistake(`${what} has no "${unknown}"; it has ${keys.join(', ')}`);
  return value as Readonly<Record<string, unknown>>;
}
