/** Finds the places that read an environment variable, in any language. */
import { allMatches } from '../../base/all-matches.ts';
import { declarationAt } from '../option-flags.ts';
import { callParts } from './call-parts.ts';
import { isLiteral, oneLine } from './code-tree.ts';
import { constantNames, madeReads } from './made-names.ts';
import type { FoundSetting, SettingText } from './setting-text.ts';

/** Quick check: most files read no environment variables. */
const READING = /env/i;
/** `process.env.PORT`, `import.meta.env.VITE_URL`, and a copy of it: `environment.PORT` */
const MEMBER =
  /(?:\b(?:process|Bun|import\.meta)\.env(?:\?)?\.|(?<![\w$.])environment\.(?=[A-Z][A-Z\d_]+\b))([A-Za-z_]\w*)/g;
/** `process.env['PORT']`, `os.environ["PORT"]`, `ENV['PORT']`, `$_ENV['PORT']` */
const ELEMENT =
  /\b(?:(?:process|import\.meta)\.env|environ(?:ment)?|ENV|_ENV)\s*\[\s*(['"`])(\w+)\1\s*\]/g;
/** `os.getenv("PORT")`, `env::var("PORT")`, `ENV.fetch('PORT', 80)` */
const CALL =
  /(?<![\w$])(?:getenvb?|secure_getenv|GetEnv|LookupEnv|Getenv|getEnv|GetEnvironmentVariable|get_env|fetch_env!?|ENV\.fetch|env\.get|environ\.(?:get|pop|setdefault)|env::var(?:_os)?|(?:option_)?env!|(?:env|environ)(?:\.(?:str|int|bool|float|list|json|url|path|db|cache|dict|decimal))?(?=\(\s*["'][A-Z]))\s*\(\s*(["'`])([A-Za-z_]\w*)\1(?!\s*[+%])/g;
/** A read of the variable that a parameter names: `os.getenv(name)` */
const CALL_BY_NAME =
  /(?<![\w$])(?:getenvb?|Getenv|LookupEnv|getEnv|GetEnvironmentVariable|environ\.get|env::var(?:_os)?|ENV\.fetch)\s*\(\s*([A-Za-z_]\w*)\s*[,)]/g;
/**
 * A function, perhaps of another file, whose name says that it reads the variable of its first
 * argument: `get_bool_from_env("APP_DEBUG")`, `envOr("APP_PORT", 80)`
 */
const CALL_OF_READER =
  /(?<![\w$])((?:\w+_)?env(?:_\w+)?|\w*[a-z\d]Env(?:[A-Z]\w*)?|[eE]nv[A-Z]\w*)\s*\(\s*(["'`])([A-Z][A-Z\d]*_[A-Z\d_]+)\2(?!\s*[+%])/g;
/** Names of functions that change a variable, or do something while it has a value. */
const CHANGING =
  /^(?:un)?set|^(?:put|del|add|remove|clear|reset|restore|write|save|with|mock|patch|stub|override|temp)/i;

/** `const { PORT, HOST = 'localhost' } = process.env` */
const DESTRUCTURED = /\{([^{}]{1,2000})\}\s*=\s*(?:process|import\.meta)\.env\b/g;
const ENTRY = /(?:^|,)\s*([A-Za-z_]\w*)(?:\s*:\s*\w+)?(?:\s*=\s*([^,]+))?/g;

/** Methods that give the value of a missing variable. */
const DEFAULTS = ['unwrap_or', 'unwrap_or_else', 'orElse', 'orElseGet'] as const;

/** Matches what follows a variable that is set and not read. */
const ASSIGNED = /^\s*(?:\?\?|\|\|)?=(?![=>])/;
const ASSIGNED_CHARACTERS = 20;

/** Returns the names of the functions of a file that read the variable which a parameter names. */
function readersOf({ text, facts, tree }: SettingText): readonly string[] {
  const names = allMatches(text, CALL_BY_NAME).flatMap(({ 1: parameter = '', index }) => {
    const reader = facts.declarations[declarationAt(facts.declarations, text, index)];
    const isParameter =
      reader !== undefined && new RegExp(`\\b${parameter}\\b`).test(reader.signature);
    return isParameter && tree.isCode(index) && /^\w+$/.test(reader.name) ? [reader.name] : [];
  });
  return [...new Set(names)];
}

export function environmentReads(source: SettingText): FoundSetting[] {
  const { text, tree, hasHashComments } = source;
  if (!READING.test(text)) return [];
  const found: FoundSetting[] = [];
  const add = (name: string, start: number, end: number, given: string | undefined): void => {
    if (!tree.isCode(start) || ASSIGNED.test(text.slice(end, end + ASSIGNED_CHARACTERS))) return;
    const around = tree.fallback(start, end);
    const fallback = given === undefined ? around : { ...around, default: oneLine(given) };
    found.push({ name, form: 'environment', role: 'reads', offset: start, ...fallback });
  };
  for (const { 0: all, 1: name = '', index } of allMatches(text, MEMBER))
    add(name, index, index + all.length, undefined);
  for (const { 0: all, 2: name = '', index } of allMatches(text, ELEMENT))
    add(name, index, index + all.length, undefined);
  const readers = readersOf(source);
  const calls =
    readers.length === 0
      ? []
      : allMatches(
          text,
          new RegExp(`(?<![\\w$])(?:${readers.join('|')})\\s*\\(\\s*(["'\`])([A-Z_]\\w*)\\1`, 'g'),
        );
  const addCall = (all: string, name: string, index: number, isKnown: boolean): void => {
    const call = callParts(text, index + all.indexOf('('), hasHashComments);
    const chained = DEFAULTS.map((one) => call?.chained.get(one)).find(Boolean);
    const second = call?.positional[1];
    // The second argument of a function that is not known may be anything.
    const other = isKnown || (second !== undefined && isLiteral(second)) ? second : undefined;
    const given = call?.named.get('default') ?? other ?? chained;
    add(
      name,
      index,
      call?.end ?? index + all.length,
      given?.replace(/^(?:\|\w*\||\(\)\s*->)\s*/, ''),
    );
  };
  for (const { 0: all, 2: name = '', index } of [...allMatches(text, CALL), ...calls])
    addCall(all, name, index, true);
  for (const { 0: all, 1: reader = '', 3: name = '', index } of allMatches(text, CALL_OF_READER))
    if (!CHANGING.test(reader)) addCall(all, name, index, false);
  for (const { 1: entries = '', index } of allMatches(text, DESTRUCTURED)) {
    for (const entry of allMatches(entries, ENTRY)) {
      const start = index + 1 + entry.index + entry[0].search(/\w/);
      const given = entry[2]?.trim();
      add(
        entry[1] ?? '',
        start,
        start + 1,
        given !== undefined && isLiteral(given) ? given : undefined,
      );
    }
  }
  return [...found, ...madeReads(source), ...constantNames(source)];
}
