/**
 * Finds command-line flags, environment variables and settings keys that a file declares as text.
 * - Flags in calls of an option parser: `.option('--port <n>')`, `add_argument("-p", "--port")`,
 *   `Arg::new("port").long("port")`, `flags.IntVar(&port, "port")`.
 * - Environment variables that are read: `process.env.PORT`, `os.environ["PORT"]`.
 * - Settings keys: `add_config(keys=["ports"])`, `viper.SetDefault("port", 80)`.
 *
 * Detected from the text alone, because these calls look alike in all languages. Texts that are
 * only named, and flags that arguments are compared with, are stored with the prefix `=`. They
 * count only if nothing else is declared under their name.
 */
import { allMatches } from '../base/all-matches.ts';
import { bracketedList } from '../base/bracketed.ts';
import { innermostDeclaration } from '../extractors/innermost-declaration.ts';
import { languageById } from '../languages/registry.ts';
import type { CliFlag, FileFacts } from '../model/facts.ts';
import { namedTexts } from './named-texts.ts';

/** Matches any call whose name suggests an option or argument; it may have type arguments. */
const CALL = /(?<![\w$])\w*(?:option|opt|argument|flag|parameter)s?(?:<[\w.]+>)?\s*\(|\.on\s*\(/gi;
/** Matches an argument that is a flag text, or a list of them: `names = {"-p", "--port"}`. */
const GIVEN = /^(?:\w+\s*[=:]\s*)?[[{]?\s*["'`]-/;
/** Quick check: most files have no quoted flags and need no search for calls. */
const QUOTED_DASH = /["'`]-/;
/** Matches a text that begins with a flag: `'-p, --port <n>'`, `"--color/--no-color"`. */
const TEXT = /(["'`])((?:-\w|--[a-z][\w-]*)(?:(?:\s*[,|/]\s*|[ =])[^"'`\n]{0,80})?)\1/g;
const FLAG = /(?<![\w-])(?:--[a-z][\w-]*|-[A-Za-z\d](?![\w-]))/g;
/** Patterns of parsers that take the name without its dashes. */
const BARE: readonly RegExp[] = [
  // clap, its builders and its attributes
  /\.long\(\s*"([a-z][\w-]*)"/g,
  /#\[(?:arg|clap)\([^\]]{0,400}?\blong\s*=\s*"([a-z][\w-]*)"/g,
  /\barg!\(\s*(?:-\w\s+)?--(?:"([a-z][\w-]*)"|([a-z][\w-]*))/g,
  // flag and pflag, urfave/cli
  /\b(?:p?flags?|fs|flagset|(?:Persistent)?Flags\(\))\.(?:String|Bool|Int|Uint|Float|Duration|Count|Text|Func|Var|IP|Bytes)\w*\(\s*(?:&[\w.]+,\s*)?"([a-z][\w-]*)"/gi,
  /Flag\{\s*Name:\s*"([a-z][\w-]*)/g,
  // Ruby's OptionParser
  /\.on\s+(?:["']-\w[^"'\n]*["'],\s*)?["']--(?:\[no-\])?([a-z][\w-]*)/g,
  // yargs
  /\.option\(\s*['"`]([a-z][\w-]*)['"`]/g,
];
/** Patterns of environment variables that are read, or that can set an option, with a text that each match contains. */
const VARIABLES: readonly (readonly [pattern: RegExp, ...signs: readonly string[]])[] = [
  [/\bprocess\.env(?:\.|\[\s*['"`])([A-Z][A-Z\d_]+)\b/g, 'rocess.env'],
  [/\benviron(?:\.(?:get|pop|setdefault)\(|\[)\s*['"]([A-Z][A-Z\d_]+)['"]/g, 'environ'],
  [
    /\b(?:getenv|getenvb|GetEnv|LookupEnv|Getenv|getEnv|GetEnvironmentVariable)\s*\(\s*['"]([A-Z][A-Z\d_]+)['"]/g,
    ...['etenv', 'etEnv', 'okupEnv'],
  ],
  [/\benv(?:::var(?:_os)?|::set_var)?!?\s*\(\s*['"]([A-Z][A-Z\d_]+)['"]/g, 'env'],
  [/\benv\.get\(\s*['"]([A-Z][A-Z\d_]+)['"]/g, 'env.get('],
  [/\bENV(?:\.fetch\(|\[)\s*['"]([A-Z][A-Z\d_]+)['"]/g, 'ENV'],
  [/\benv(?:var|_var|Var)?\s*[=:]\s*['"]([A-Z][A-Z\d_]+)['"]/g, 'env'],
];
/** Quick check: most files read no environment variables. */
const READING = /env/i;
/** Matches a clap attribute without a name for its flag: the field gives the name. */
const ATTRIBUTE = /#\[(?:arg|clap)\(((?:[^\]"]|"(?:[^"\\]|\\.){0,300}"){0,400})\)\]/g;
const LONG = /(?:^|[,(\s])long\s*(?:,|$)/;
const LONG_ALIAS = /\b(?:visible_)?alias\s*=\s*"([a-z][\w-]*)"/g;
/** Patterns of settings keys that are registered as text: one key, or a list of its spellings. */
const KEYS: readonly RegExp[] = [
  /\b(?:add_(?:config|config_value|constant|setting)|addini|addConfig|addSetting)\(\s*(?:keys?\s*=\s*|name\s*=\s*)?(\[[^\]]{0,200}\]|['"][\w.-]+['"])/g,
  /\b(?:(?:register|define|declare)_?(?:config|setting)(?:_?(?:key|value))?)\(\s*(['"][\w.-]+['"])/gi,
  /\bviper\.(?:SetDefault|BindEnv|MustBindEnv|BindPFlag)\(\s*("[\w.-]+")/g,
];
const KEY = /["']([A-Za-z][\w.-]*)["']/g;
/** `arg == "--port"`, `case "--port"`, `strings.HasPrefix(arg, "--port=")` */
const COMPARED =
  /(?:[=!]=\s*|\bcase\s+|(?:HasPrefix|starts_?with)\((?:\s*\w+,)?\s*)(["'`])(--[a-z][\w-]*)[=:]?\1/gi;
/**
 * Matches entries of a table or list, used only in files named after options: `"watch-files": [` or
 * `name: 'port'`.
 */
const LISTED =
  /(?:[[,{]|\b(?:name|option|long|flag)\s*[:=])\s*(["'])([a-z][a-z\d]*(?:-[a-z\d]+)*)\1(?=\s*[,:}\]])/g;
/** Kinds of declarations that define a text for others; a function only uses it. */
const CONSTANT = /^(?:variable|property|field|enumMember|enum|class|interface|namespace)$/;
const OPTIONS_FILE = /(?:option|flag|args|arguments|cli)[^/]*\.\w+$/i;
/**
 * Maximum numbers per file; a file with more flags, calls or mentions is a table of something else.
 */
const FLAGS_MAX = 500;
const CALLS_MAX = 2000;
const MENTIONS_MAX = 5000;

export function cliFlags(
  text: string,
  { path, language, declarations }: FileFacts,
): readonly CliFlag[] {
  const found = new Map<string, CliFlag>();
  let mentionCount = 0;
  const add = (name: string, offset: number): void => {
    if (found.size >= FLAGS_MAX || ++mentionCount > MENTIONS_MAX) return;
    const declaration = declarationAt(declarations, text, offset);
    const key = `${declaration} ${name}`;
    if (!found.has(key)) found.set(key, { name, declaration });
  };
  for (const pattern of BARE) {
    for (const match of allMatches(text, pattern)) add(`--${match[1] ?? match[2]}`, match.index);
  }
  for (const { index, 1: given = '' } of allMatches(text, ATTRIBUTE)) {
    const { kind, name = '' } = declarations[declarationAt(declarations, text, index)] ?? {};
    if (kind !== 'field') continue;
    if (LONG.test(given)) add(`--${name.replaceAll('_', '-')}`, index);
    for (const [, alias = ''] of allMatches(given, LONG_ALIAS)) add(`--${alias}`, index);
  }
  for (const [pattern, ...signs] of READING.test(text) ? VARIABLES : []) {
    for (const match of allMatches(text, pattern, signs)) add(match[1] ?? '', match.index);
  }
  for (const pattern of KEYS) {
    for (const { 1: given = '', index } of allMatches(text, pattern)) {
      for (const [, key = ''] of allMatches(given, KEY)) add(key, index);
    }
  }
  const addConstant = (name: string, offset: number): void => {
    if (++mentionCount > MENTIONS_MAX) return;
    const { kind } = declarations[declarationAt(declarations, text, offset)] ?? {};
    if (kind === undefined || CONSTANT.test(kind)) add(name, offset);
  };
  for (const [named, offset, isCode] of namedTexts(text)) {
    if (isCode) add(`=${named}`, offset);
    else addConstant(`=${named}`, offset);
  }
  for (const { 2: flag, index } of OPTIONS_FILE.test(path) ? allMatches(text, LISTED) : []) {
    addConstant(`=--${flag}`, index);
  }
  if (!QUOTED_DASH.test(text)) return [...found.values()];
  for (const { 2: flag, index } of allMatches(text, COMPARED)) add(`=${flag}`, index);
  const { hashComments = false } = languageById(language) ?? {};
  const rules = { hasTypes: false, hasHashComments: hashComments };
  let callCount = 0;
  for (const call of text.matchAll(CALL)) {
    if (++callCount > CALLS_MAX) break;
    const list = bracketedList(text, call.index + call[0].length - 1, rules);
    for (const given of list?.parts.filter((part) => GIVEN.test(part)) ?? []) {
      for (const [, , spelled = ''] of allMatches(given, TEXT)) {
        // The text after the value placeholder is a description.
        const flags = spelled.replace(/[<[{(].*$/s, '').matchAll(FLAG);
        for (const [name] of flags) add(name, call.index);
      }
    }
  }
  return [...found.values()];
}

/**
 * Returns the innermost declaration around an offset. For an offset inside a decorator, returns the
 * decorated declaration. −1 for the file.
 */
export function declarationAt(
  declarations: FileFacts['declarations'],
  text: string,
  offset: number,
): number {
  const found = innermostDeclaration(declarations, offset);
  if (found >= 0) return found;
  const next = declarations.findIndex(({ start }) => start > offset);
  const before = text.slice(headStart(text, offset), offset);
  return /^\s*[@#]/.test(before) ? next : found;
}

/** Returns the start of the last preceding line that is not indented. */
function headStart(text: string, offset: number): number {
  let end = offset - 1;
  while (end > 0) {
    const line = text.lastIndexOf('\n', end - 1);
    if (line < 0) return 0;
    if (/\S/.test(text.charAt(line + 1))) return line + 1;
    end = line;
  }
  return 0;
}
