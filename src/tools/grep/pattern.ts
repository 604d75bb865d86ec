import { GraphMemoryError } from '../../base/errors.ts';

export interface PatternRequest {
  readonly query: string;
  readonly regex: boolean;
  readonly ignoreCase: boolean;
  readonly wholeWord: boolean;
}

export interface Pattern {
  /** Applied to one line at a time; stateless. */
  readonly expression: RegExp;
  /** Text that every match is certain to contain literally; undefined if there is none. */
  readonly literal: string | undefined;
}

/** A flag at the start of the pattern, as other dialects write it. */
const INLINE_IGNORE_CASE = /^\(\?i\)/;
const WORD = '[\\p{L}\\p{N}_]';

/**
 * Compiles a search pattern.
 * @throws {GraphMemoryError} GM_USAGE if the query is not a valid regular expression.
 */
export function compilePattern(request: PatternRequest): Pattern {
  const { regex, wholeWord } = request;
  const query = regex ? request.query.replace(INLINE_IGNORE_CASE, '') : request.query;
  const ignoreCase = request.ignoreCase || query !== request.query;
  const source = regex ? query : query.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const whole = wholeWord ? `(?<!${WORD})(?:${source})(?!${WORD})` : source;
  const flags = ignoreCase ? 'i' : '';
  const literal = ignoreCase ? undefined : regex ? surePart(query) : query;
  try {
    return { expression: new RegExp(whole, `${flags}u`), literal };
  } catch (error) {
    const plain = regex ? withoutUnicode(source, wholeWord, flags) : undefined;
    if (plain !== undefined) return { expression: plain, literal };
    throw new GraphMemoryError('GM_USAGE', `not a regular expression: ${messageOf(error)}`, {
      hint: 'JavaScript syntax, matched line by line; omit regex to search for the text itself.',
      cause: error,
    });
  }
}

/**
 * Compiles without the `u` flag, because many expressions contain escapes such as `\-` that strict
 * syntax forbids.
 */
function withoutUnicode(source: string, wholeWord: boolean, flags: string): RegExp | undefined {
  try {
    return new RegExp(wholeWord ? `\\b(?:${source})\\b` : source, flags);
  } catch {
    return undefined;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Shorter parts occur in nearly every file. */
const PART_LENGTH_MIN = 3;

/**
 * Matches escapes, which stand for at most one character but are written with several; they end a
 * run.
 */
const ESCAPE = /\\(?:x[\da-f]{2}|u\{[^}]*\}|u[\da-f]{4}|k<[^>]*>|p\{[^}]*\}|c[a-z]|\d+|.)/gis;
const CLASS = /\[[^\]]*\]/g;
const COUNT = /\{[^}]*\}/g;

/**
 * Returns the longest run of literal characters that every match must contain; undefined if there
 * are alternatives.
 */
function surePart(source: string): string | undefined {
  if (source.includes('|')) return undefined;
  // The order matters: an escaped bracket, or one in a class, does not open or close a group.
  const plain = source.replace(ESCAPE, '.').replace(CLASS, '.').replace(COUNT, '*');
  const runs: string[] = [];
  let run: string[] = [];
  let depth = 0;
  const end = () => {
    runs.push(run.join(''));
    run = [];
  };
  for (const character of plain) {
    if (character === '(') {
      end();
      depth++;
    } else if (character === ')') {
      end();
      depth--;
    } else if ('*?'.includes(character)) {
      run.pop();
      end();
    } else if ('+.^$'.includes(character)) end();
    else if (depth === 0) run.push(character);
  }
  end();
  const longest = runs.toSorted((a, b) => b.length - a.length)[0] ?? '';
  return longest.length >= PART_LENGTH_MIN ? longest : undefined;
}
