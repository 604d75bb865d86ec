/** Finds command-line flags that a file declares, with default, type and help text. */
import { allMatches } from '../../base/all-matches.ts';
import type { SettingDetails } from '../../model/setting.ts';
import { type CallParts, callParts } from './call-parts.ts';
import { isLiteral, oneLine } from './code-tree.ts';
import type { FoundSetting, SettingText } from './setting-text.ts';

/** Quick check: most files declare no flags. */
const DECLARING = /option|argument|flag|\.on\(|\barg\b|Arg::/i;
/** argparse, click, typer, commander, picocli, OptionParser: flags with their dashes. */
const DASHED =
  /(?<![\w$])(?:\w{0,40}?(?:[oO]ption|[aA]rgument|[oO]pt)|(?<=\.)on)\s*\(\s*(?=(?:[\w.[\]| ]+[:=,]\s*)?[[{(]?\s*(["'`])-)/g;
const DASHED_SIGNS = ['"-', "'-", '`-'];
/** yargs: `.option('port', { default: 80 })` */
const YARGS = /\.option\(\s*(['"`])([a-z][\w-]*)\1\s*,\s*\{/g;
/** flag, pflag and cobra: `flags.StringVarP(&x, "name", "n", "default", "usage")` */
const GO_FLAG =
  /\b(?:\w{0,40}?(?:[fF]lags?|[fF]lagSet|fs|FS)|Flags\(\))\.((?:String|Bool|Int|Uint|Float|Duration|Count|Text|Func|IP|Bytes|Var)\w*)\(\s*(?=(?:&[\w.[\]]+,\s*|[\w.&()]+,\s*)?"[a-z])/g;
const GO_FLAG_SIGNS = ['lag.', 'lags.', 'lagSet.', 'lags().', 'fs.', 'FS.'];
/** kingpin: `app.Flag("name", "help").Default("x").Envar("E")` */
const KINGPIN = /\.Flag\(\s*(?="[a-z])/g;
/** urfave/cli: `&cli.StringFlag{Name: "port", Value: 80}` */
const URFAVE = /\b\w{0,40}?Flag\s*\{\s*(?=[A-Z]\w*:)/g;
const CLAP_BUILDER = /\bArg::new\(\s*(?=")/g;
/** clap's derive: attributes of a field. */
const CLAP_FIELD = /#\[(?:arg|clap)\(/g;
const LONG = /--[A-Za-z][\w-]*/g;
const SHORT = /(?<![\w-])-[A-Za-z\d](?![\w-])/;
const TEXT = /^[bru]?(["'`])([\s\S]*)\1$/;

const DEFAULT_NAMES = [
  'default',
  'defaultValue',
  'default_value',
  'default_value_t',
  'Value',
  'Default',
];
const DOC_NAMES = ['help', 'describe', 'description', 'desc', 'Usage', 'usage'];
const TYPE_NAMES = ['type', 'choices', 'value_parser'];
const ENV_NAMES = ['envvar', 'env', 'EnvVars', 'EnvVar', 'Envar', 'auto_envvar_prefix'];

export function flagDeclarations(source: SettingText): FoundSetting[] {
  if (!DECLARING.test(source.text)) return [];
  return [
    ...dashedFlags(source),
    ...goFlags(source),
    ...namedFlags(source),
    ...clapFields(source),
  ].filter(({ offset }) => source.tree.isCode(offset));
}

/** Returns the flag, and the environment variable that can set it. */
function flagAnd(
  name: string,
  offset: number,
  call: CallParts | undefined,
  details: SettingDetails = {},
): FoundSetting[] {
  const whole = { ...detailsOf(call), ...details };
  const flag = { name, form: 'flag', role: 'declares', offset, ...whole } as const;
  const variable = textOf(
    given(call, ENV_NAMES)
      ?.replace(/^\[\]\w+\{|^\[|\}$|\]$/g, '')
      .split(',')[0],
  );
  return variable === undefined || !/^[A-Za-z_]\w*$/.test(variable)
    ? [flag]
    : [flag, { ...flag, name: variable, form: 'environment' }];
}

function given(call: CallParts | undefined, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = call?.named.get(name) ?? call?.chained.get(name);
    if (value !== undefined) return value.trim();
  }
  return undefined;
}

function detailsOf(call: CallParts | undefined): SettingDetails {
  const [value, doc, type] = [DEFAULT_NAMES, DOC_NAMES, TYPE_NAMES].map((names) =>
    given(call, names),
  );
  return {
    ...(value === undefined || value === '' ? {} : { default: oneLine(value) }),
    ...(doc === undefined ? {} : { doc: oneLine(textOf(doc) ?? doc) }),
    ...(type === undefined ? {} : { validation: oneLine(type) }),
  };
}

/** Returns the content of a string literal. */
function textOf(literal: string | undefined): string | undefined {
  return TEXT.exec(literal?.trim() ?? '')?.[2];
}

function dashedFlags({ text, hasHashComments }: SettingText): FoundSetting[] {
  return allMatches(text, DASHED, DASHED_SIGNS).flatMap(({ 0: all, index }) => {
    const call = callParts(text, index + all.indexOf('('), hasHashComments);
    if (call === undefined) return [];
    const names = call.named.get('names') ?? call.named.get('name');
    const spelled =
      names ?? call.positional.filter((part) => /^[[{(]?\s*["'`]-/.test(part)).join(' ');
    const flags = spelled.match(LONG) ?? spelled.match(SHORT) ?? [];
    const others = call.positional.filter((part) => !/^[[{(]?\s*["'`]-/.test(part));
    const [doc, ...values] = others.filter((part) => isLiteral(part));
    const isDoc = doc !== undefined && textOf(doc) !== undefined;
    const value = others.at(-1);
    // commander: description, perhaps a parser, then the default.
    const hasValue = isDoc && others[0] === doc && others.length > 1 && isLiteral(value ?? '');
    const own = {
      ...(isDoc ? { doc: oneLine(textOf(doc) ?? '') } : {}),
      ...(hasValue && values.length > 0 ? { default: oneLine(value ?? '') } : {}),
    };
    return [...new Set(flags)].flatMap((flag) =>
      flagAnd(flag.replace(/^--no-/, '--'), index, call, { ...own, ...detailsOf(call) }),
    );
  });
}

function goFlags({ text }: SettingText): FoundSetting[] {
  return allMatches(text, GO_FLAG, GO_FLAG_SIGNS).flatMap(({ 0: all, 1: method = '', index }) => {
    const call = callParts(text, index + all.lastIndexOf('('), false);
    const at = call?.positional.findIndex((part) => textOf(part) !== undefined) ?? -1;
    const name = textOf(call?.positional[at]);
    if (call === undefined || name === undefined || !/^[a-z][\w.-]*$/i.test(name)) return [];
    const rest = call.positional.slice(at + (method.endsWith('P') ? 2 : 1));
    const usage = textOf(rest.at(-1));
    const hasDefault = rest.length > 1 && !/^(?:Var|Func|Count)P?$/.test(method);
    return flagAnd(`--${name}`, index, undefined, {
      ...(hasDefault ? { default: oneLine(rest[0] ?? '') } : {}),
      ...(usage === undefined ? {} : { doc: oneLine(usage) }),
      validation: method.replace(/(?:Var)?P?$/, '').toLowerCase(),
    });
  });
}

/** Flags whose name is given without its dashes. */
function namedFlags({ text, hasHashComments }: SettingText): FoundSetting[] {
  const found: FoundSetting[] = [];
  const read = (
    pattern: RegExp,
    sign: string,
    bracket: string,
    nameOf: (call: CallParts) => string | undefined,
  ) => {
    for (const { 0: all, index } of allMatches(text, pattern, [sign])) {
      const call = callParts(text, index + all.indexOf(bracket), hasHashComments);
      const name = call && nameOf(call);
      if (call === undefined || name === undefined || !/^[A-Za-z][\w.-]*$/.test(name)) continue;
      const doc = textOf(call.positional[1]);
      found.push(
        ...flagAnd(`--${name}`, index, call, doc === undefined ? {} : { doc: oneLine(doc) }),
      );
    }
  };
  const first = ({ positional }: CallParts) => textOf(positional[0]);
  read(YARGS, '.option(', '(', first);
  read(KINGPIN, '.Flag(', '(', first);
  read(URFAVE, 'Flag', '{', ({ named }) => textOf(named.get('Name')));
  read(CLAP_BUILDER, 'Arg::new(', '(', (call) => textOf(call.chained.get('long')));
  return found;
}

/** The name of a clap flag is that of its field, unless the attribute says another. */
function clapFields({ text, facts: { declarations } }: SettingText): FoundSetting[] {
  return allMatches(text, CLAP_FIELD).flatMap(({ 0: all, index }) => {
    const call = callParts(text, index + all.length - 1, false);
    const field = declarations.findIndex(({ kind, end }) => kind === 'field' && end > index);
    const own = declarations[field];
    const long = call?.named.get('long') ?? call?.positional.find((part) => part === 'long');
    if (call === undefined || own === undefined || long === undefined) return [];
    const name = textOf(long) ?? own.name.replaceAll('_', '-');
    const type = /:\s*([\s\S]+?),?\s*$/.exec(text.slice(own.start, own.end))?.[1];
    return flagAnd(`--${name}`, index, call, {
      ...(type === undefined
        ? {}
        : { validation: oneLine(type.replace(/^[\s\S]*\]\s*(?:pub\s+)?\w+\s*:\s*/, '')) }),
      ...(own.doc === '' || given(call, DOC_NAMES) !== undefined ? {} : { doc: oneLine(own.doc) }),
    }).map((one) => ({ ...one, declaration: field, isOwn: true as const }));
  });
}
