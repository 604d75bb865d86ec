import { allMatches } from '../../base/all-matches.ts';
import { issuedTokens, type TextRange } from './issued-tokens.ts';
import { environmentSecrets, secretsOfDocuments } from './secret-documents.ts';
import {
  ENV_FORMS,
  ENV_NAME,
  isPasswordName,
  NAMED_FORMS,
  QUERY_FORM,
  SECRET_NAMES,
} from './secret-names.ts';
import {
  PRIVATE_KEY_BLOCK,
  PRIVATE_KEY_MARK,
  PRIVATE_KEY_START,
  PUTTY_KEY,
  SECRET_PATTERNS,
} from './secret-patterns.ts';

/** A range of the text to be masked. */
interface Range extends TextRange {
  /** Matches the characters in the range that are masked, one at a time. */
  readonly characters: RegExp;
}

const ALL_BUT_LINE_ENDS = /[^\r\n]/g;
/** Quotes and backslashes stay, because a key may span several lines of a string in code. */
const BASE64 = /[A-Za-z0-9+/=]/g;
/** Code that only mentions the markers of a key has no run of this length between them. */
const BASE64_LINE = /[A-Za-z0-9+/]{40}/;

/**
 * Replaces the secrets in a text by asterisks, one per UTF-16 code unit, keeping line ends. Offsets
 * and line numbers of the masked text equal those of the original.
 */
export function maskSecrets(text: string): { text: string; maskedCount: number } {
  const ranges = findSecrets(text).sort((a, b) => a.start - b.start || b.end - a.end);
  const parts: string[] = [];
  let position = 0;
  let maskedCount = 0;
  for (const { start, end, characters } of ranges) {
    if (end <= position) continue;
    const from = Math.max(start, position);
    const secret = text.slice(from, end);
    parts.push(text.slice(position, from), secret.replace(characters, maskOf(text, from, secret)));
    position = end;
    maskedCount++;
  }
  return { text: parts.join('') + text.slice(position), maskedCount };
}

/** Returns the mask of a character. A number in code stays a number, or the code could not be parsed. */
function maskOf(text: string, start: number, secret: string): string {
  const isQuoted = /['"`]/.test(text[start - 1] ?? '');
  return !isQuoted && /^(\d{20,}|0x[\da-f]{16,})$/i.test(secret) ? '0' : '*';
}

function findSecrets(text: string): Range[] {
  const mayAssign = ENV_NAME.test(text);
  const stated = [
    ...issuedTokens(text),
    ...secretsOfDocuments(text),
    ...(mayAssign ? environmentSecrets(text) : []),
  ].map((range) => ({ ...range, characters: ALL_BUT_LINE_ENDS }));
  const known = SECRET_PATTERNS.flatMap(({ pattern, marks, accepts }) =>
    marks?.some((mark) => text.includes(mark)) === false ? [] : rangesOf(text, pattern, accepts),
  );
  const lines = mayAssign ? ENV_FORMS : [];
  const named = [
    ...valuesOfNames(text),
    ...[...lines, QUERY_FORM].flatMap((form) => rangesOf(text, form.pattern, form.accepts)),
  ];
  const keys = text.includes(PRIVATE_KEY_MARK)
    ? [PRIVATE_KEY_BLOCK, PRIVATE_KEY_START].flatMap((pattern) => keysOf(text, pattern))
    : [];
  const putty = text.includes('Private-Lines:') ? keysOf(text, PUTTY_KEY) : [];
  return [...stated, ...known, ...named, ...keys, ...putty, ...repeated(text, named)];
}

/**
 * Returns the ranges of the values assigned to secret names, in all forms. Uses loops, because some
 * texts have many such names.
 */
function valuesOfNames(text: string): Range[] {
  const ranges: Range[] = [];
  for (const { 0: name, index } of allMatches(text, SECRET_NAMES)) {
    const isPassword = isPasswordName(name);
    for (const { pattern, accepts, ofPassword } of NAMED_FORMS) {
      if (ofPassword && !isPassword) continue;
      pattern.lastIndex = index + name.length;
      const match = pattern.exec(text);
      const secret = match?.groups?.['secret'];
      if (match === null || secret === undefined || !accepts(secret)) continue;
      const start = match.index + match[0].lastIndexOf(secret);
      ranges.push({ start, end: start + secret.length, characters: ALL_BUT_LINE_ENDS });
    }
  }
  return ranges;
}

/**
 * Minimum length of a repeated secret. Shorter values may be ordinary words elsewhere in the text.
 */
const REPEATED_LENGTH_MIN = 16;
const REPEATED_MAX = 50;

/** Finds other occurrences of values already recognized as secrets by their name. */
function repeated(text: string, named: readonly Range[]): Range[] {
  const values = new Set(named.map(({ start, end }) => text.slice(start, end)));
  const long = [...values].filter((value) => value.length >= REPEATED_LENGTH_MIN);
  return long.slice(0, REPEATED_MAX).flatMap((value) => {
    const ranges: Range[] = [];
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
      ranges.push({ start: at, end: at + value.length, characters: ALL_BUT_LINE_ENDS });
    }
    return ranges;
  });
}

function keysOf(text: string, pattern: RegExp): Range[] {
  return allMatches(text, pattern).flatMap((match) => {
    const { body = '' } = match.groups ?? {};
    const start = match.index + match[0].indexOf(body);
    if (!BASE64_LINE.test(body)) return [];
    return [{ start, end: start + body.length, characters: BASE64 }];
  });
}

function rangesOf(text: string, pattern: RegExp, accepts = (_secret: string) => true): Range[] {
  return allMatches(text, pattern).flatMap((match) => {
    const { secret = match[0] } = match.groups ?? {};
    if (!accepts(secret)) return [];
    const [start] = match.indices?.groups?.['secret'] ?? [
      match.index + match[0].lastIndexOf(secret),
    ];
    return [{ start, end: start + secret.length, characters: ALL_BUT_LINE_ENDS }];
  });
}
