/** Finds names of environment variables that are put together from parts or kept in a constant. */
import { allMatches } from '../../base/all-matches.ts';
import { escapePattern } from '../../base/escape-pattern.ts';
import { callParts } from './call-parts.ts';
import type { FoundSetting, SettingText } from './setting-text.ts';

/** Replaces a part of a name that is computed. */
const PART = '*';
const WORDS = String.raw`[A-Z][A-Z\d]*_[A-Z\d_]*`;
const NAME = new RegExp(`^${WORDS}$`);
/** A name with computed parts, of which at least one word is known. */
const MADE_NAME = /^(?=.*(?:[A-Z]{2}[A-Z\d]*_|_[A-Z]{2}))[A-Z\d_*]+$/;

/** Functions that read the variable of their first argument, with an argument that is no text. */
const CALL =
  /(?<![\w$])(?:\w*[gG]et_?[eE]nv\w*|LookupEnv|GetEnvironmentVariable|environ\.get|env::var(?:_os)?|ENV\.fetch|(?:\w+_)?env(?:_\w+)?|\w*[a-z\d]Env(?:[A-Z]\w*)?)\s*\(\s*(?=[A-Za-z_&$]|["'`][A-Z\d_]+["'`]\s*\+|`)/g;
const ELEMENT =
  /\b(?:(?:process|import\.meta)\.env|environ(?:ment)?|ENV|_ENV)\s*\[\s*([^\]\n]{1,120})\]/g;
/** Every variable has the prefix: viper and envconfig. */
const PREFIX = /\.SetEnvPrefix\(\s*"(\w+)"|\benvconfig\.(?:Must)?Process\([^"\n]{0,40}"(\w+)"/g;

const FORMATTED = /^&?\s*(?:format!|fmt\.Sprintf|String\.format|sprintf)\s*\(\s*(["'][^"'\n]*["'])/;
const LITERAL = /^[bfruFBRU$]{0,2}(["'`])([^"'`\n]*)\1(?:\.format\(.*\)|\s*%\s*[^+\n]+)?$/;
const HOLE = /\$?#?\{[^}]*\}|%[sdvq]/g;
const PATH = /^[&*]*(?:\w+(?:\.|::))*([A-Za-z_]\w*)(?:\.as_str\(\)|\.to_string\(\))?$/;

/**
 * Returns the text of an expression, with `*` for what it computes: `"APP_" + key` is `APP_*`.
 * Undefined if it is no name of a variable.
 */
function madeName(expression: string): string | undefined {
  const formatted = FORMATTED.exec(expression)?.[1] ?? expression;
  const parts = formatted.split(/\+(?=(?:[^"'`]*["'`][^"'`]*["'`])*[^"'`]*$)/).map((part) => {
    const literal = LITERAL.exec(part.trim())?.[2];
    return literal === undefined ? PART : literal.replace(HOLE, PART);
  });
  const name = parts.join('').replace(/\*+/g, PART);
  return NAME.test(name) || MADE_NAME.test(name) ? name : undefined;
}

/** Returns reads of variables whose name is no literal text. */
export function madeReads(source: SettingText): FoundSetting[] {
  const { text, tree, hasHashComments } = source;
  const found: FoundSetting[] = [];
  const add = (offset: number, expression: string | undefined, end: number) => {
    const name = expression === undefined ? undefined : nameOf(text, expression, offset);
    if (name === undefined || !tree.isCode(offset)) return;
    if (/^\s*=(?![=>])/.test(text.slice(end, end + 4))) return;
    found.push({ name, form: 'environment', role: 'reads', offset, ...tree.fallback(offset, end) });
  };
  for (const { 0: all, index } of allMatches(text, CALL)) {
    const call = callParts(text, index + all.indexOf('('), hasHashComments);
    if (call !== undefined) add(index, call.positional[0], call.end);
  }
  for (const { 0: all, 1: key, index } of allMatches(text, ELEMENT))
    add(index, key, index + all.length);
  for (const { 1: viper, 2: envconfig, index } of allMatches(text, PREFIX)) {
    const name = `${(viper ?? envconfig ?? '').toUpperCase()}_${PART}`;
    found.push({ name, form: 'environment', role: 'reads', offset: index });
  }
  return found;
}

/** Returns the name that an argument gives: its own text, or that of the variable that it names. */
function nameOf(text: string, expression: string, offset: number): string | undefined {
  const variable = PATH.exec(expression.trim())?.[1];
  if (variable === undefined) return madeName(expression.trim());
  const assigned = new RegExp(
    `(?<![\\w.])${escapePattern(variable)}\\b[^=\\n;(){}]{0,40}=\\s*([^=\\n;][^\\n;]*)`,
    'g',
  );
  const values = allMatches(text, assigned);
  const before = values.filter(({ index }) => index < offset).at(-1) ?? values[0];
  const value = before?.[1]?.trim().replace(/,$/, '');
  return value === undefined ? undefined : madeName(value);
}

/** Names of constants that hold the name of a variable: `PORT_ENV_KEY`, `envPort`, `EnvPort`. */
const NAMES_VARIABLE = /(?:^|_)ENV(?:IRONMENT)?(?:_|$)|(?:[a-z\d]|^)Env(?:[A-Z]|$)|^env[A-Z_]/;
const CONSTANT = new RegExp(`=\\s*(["'\`])(${WORDS})\\1`);
const CONSTANT_KINDS: ReadonlySet<string> = new Set(['variable', 'field', 'property']);
const CONSTANT_CHARACTERS_MAX = 300;

/** Returns the variables that constants name; the uses of such a constant read the variable. */
export function constantNames({ text, facts: { declarations } }: SettingText): FoundSetting[] {
  return declarations.flatMap(({ kind, name, start, end }, declaration): FoundSetting[] => {
    if (!CONSTANT_KINDS.has(kind) || !NAMES_VARIABLE.test(name)) return [];
    const written = text.slice(start, Math.min(end, start + CONSTANT_CHARACTERS_MAX));
    const variable = CONSTANT.exec(written)?.[2];
    if (variable === undefined) return [];
    return [
      {
        ...({ name: variable, form: 'environment', role: 'declares' } as const),
        ...{ offset: start, declaration, isOwn: true as const },
      },
    ];
  });
}
