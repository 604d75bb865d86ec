/** Finds settings that a schema, a class or a configuration library declares, and reads of them. */
import { allMatches } from '../../base/all-matches.ts';
import { bracketedList } from '../../base/bracketed.ts';
import { innermostDeclaration } from '../../extractors/innermost-declaration.ts';
import type { SettingDetails } from '../../model/setting.ts';
import { callParts } from './call-parts.ts';
import { isLiteral, oneLine } from './code-tree.ts';
import { settingsObject } from './django.ts';
import type { FoundSetting, SettingText } from './setting-text.ts';

/** A schema checks the environment only if its file has the environment. */
const ENVIRONMENT = /process\.env|import\.meta\.env|runtimeEnv|ConfigModule/;
const SCHEMA_ENTRY =
  /(?<=[{,\s])([A-Z][A-Z\d_]+)\s*:\s*(?=(?:z|zod|[jJ]oi|yup|v|t|S|Type|str|num|bool|port|host|url|email|json|makeValidator)\b\s*[.(])/g;
/** `env.PORT`, `settings.PORT`, `envVars.PORT`: reads of what something else declares. */
const MEMBER =
  /\b(\w{0,30}?(?:[eE]nv|ENV|[cC]onfig|[cC]fg|[cC]onf|[sS]ettings)\w{0,30})\.([A-Z][A-Z\d_]+)\b/g;

/** Quick check: most files read no member in capitals. */
const CAPITALS = /\.[A-Z][A-Z\d_]/;

/** Reads and declarations of libraries that keep settings by text. */
const VIPER_DEFAULT = /\bviper\.SetDefault\(\s*(?=")/g;
/** viper, or a function of the project that calls it: `MustBindEnv("log.level", "LOG_LEVEL")` */
const VIPER_BOUND = /(?<![\w$])(?:\w+\.)?\w{0,20}[bB]ind(?:Env|PFlag)\(\s*(?=["\w])/g;
const VIPER_BOUND_SIGNS = ['indEnv(', 'indPFlag('];
const LOOKED_UP = /\.Lookup\(\s*"([\w-]+)"\s*\)/;
const KEY_READ =
  /(?:\bviper\.(?:Get\w*|IsSet|UnmarshalKey)|\bk(?:oanf)?\.(?:String|Int|Int64|Bool|Float64|Duration|Strings|Exists)|\b(?:[eE]nvironment|env)\.(?:get(?:Required)?Property)|\b[cC]onfigService\.(?:get|getOrThrow)(?:<[^>()]{1,60}>)?)\s*\(\s*(?=["'`])/g;
const KEY_MENTION = /\b(?:config|conf|nconf|settings)\.(?:get|has)\(\s*(["'])([\w.-]+)\1/g;
const SPRING_VALUE = /@Value\(\s*"\$\{([\w.-]+)(?::([^}"]*))?\}"/g;
const SPRING_CLASS = /@ConfigurationProperties\(\s*(?:(?:prefix|value)\s*=\s*)?"([\w.-]+)"/g;
const CONVICT = /\bconvict(?:<[^>()]{1,60}>)?\(\s*(?=\{)/g;
/** `env:"PORT" envDefault:"80"` in the tags of a Go struct */
const GO_TAG = /`[^`\n]*?\b(?:env|envconfig):"([A-Za-z_]\w*)[^"]*"[^`\n]*`/g;
const GO_TAG_DEFAULT = /\b(?:envDefault|env-default|default):"([^"]*)"/;
/** A class whose base is named after settings: pydantic's `BaseSettings`, and classes derived from it. */
const SETTINGS_CLASS = /\((?:[^)]*[\s,.(])?\w*Settings\s*[,)]/;
const FIELD = /^\s*\w+\s*(?::\s*([^=]+?))?\s*(?:=\s*([\s\S]+?))?\s*$/;
const PREFIX = /\benv_prefix\s*=\s*["']([^"']*)["']/;

export function settingKeys(source: SettingText): FoundSetting[] {
  return [
    ...schemaEntries(source),
    ...libraryKeys(source),
    ...boundKeys(source),
    ...springKeys(source),
    ...convictKeys(source),
    ...goTags(source),
    ...settingsClasses(source),
    ...members(source),
  ];
}

/** Names of environment variables are written in capitals. */
function formOf(name: string): FoundSetting['form'] {
  return /^[A-Z][A-Z\d_]+$/.test(name) ? 'environment' : 'key';
}

function schemaEntries({ text, tree, hasHashComments }: SettingText): FoundSetting[] {
  if (!ENVIRONMENT.test(text)) return [];
  return allMatches(text, SCHEMA_ENTRY).flatMap(({ 0: all, 1: name = '', index }) => {
    if (!tree.isCode(index)) return [];
    const start = index + all.length;
    // The schema ends where its chain does.
    const open = text.indexOf('(', start);
    const head = callParts(text, open, hasHashComments);
    const validation = oneLine(text.slice(start, head?.end ?? start));
    const value = head?.chained.get('default') ?? head?.named.get('default');
    const doc =
      head?.chained.get('describe') ?? head?.chained.get('description') ?? head?.named.get('desc');
    return [
      {
        ...({ name, form: 'environment', role: 'declares', offset: index, validation } as const),
        ...(value === undefined ? {} : { default: oneLine(value) }),
        ...(doc === undefined ? {} : { doc: unquoted(doc) }),
      },
    ];
  });
}

function members(source: SettingText): FoundSetting[] {
  const { text, tree } = source;
  if (!CAPITALS.test(text)) return [];
  const django = settingsObject(source);
  return allMatches(text, MEMBER).flatMap(({ 0: all, 1: object = '', 2: name = '', index }) =>
    object === object.toUpperCase() || object === django || !tree.isCode(index)
      ? []
      : [
          {
            ...({ name, form: 'environment', role: 'mentions', offset: index } as const),
            ...tree.fallback(index, index + all.length),
          },
        ],
  );
}

function libraryKeys({ text, tree, hasHashComments }: SettingText): FoundSetting[] {
  const found: FoundSetting[] = [];
  for (const [pattern, role] of [
    [VIPER_DEFAULT, 'declares'],
    [KEY_READ, 'reads'],
  ] as const) {
    for (const { 0: all, index } of allMatches(text, pattern)) {
      const call = callParts(text, index + all.lastIndexOf('('), hasHashComments);
      const name = unquoted(call?.positional[0] ?? '');
      const value = call?.positional[1];
      if (call === undefined || !/^[A-Za-z][\w.-]*$/.test(name) || !tree.isCode(index)) continue;
      found.push({
        ...{ name, form: formOf(name), role, offset: index },
        ...tree.fallback(index, call.end),
        ...(value !== undefined && !value.startsWith('{') ? { default: oneLine(value) } : {}),
      });
    }
  }
  for (const { 2: name = '', index } of allMatches(text, KEY_MENTION))
    if (tree.isCode(index))
      found.push({ name, form: formOf(name), role: 'mentions', offset: index });
  return found;
}

/** A key is bound to the variables or the flag that set it, and goes into the field of its name. */
function boundKeys({ text, tree, hasHashComments }: SettingText): FoundSetting[] {
  return allMatches(text, VIPER_BOUND, VIPER_BOUND_SIGNS).flatMap(
    ({ 0: all, index }): FoundSetting[] => {
      const call = callParts(text, index + all.lastIndexOf('('), hasHashComments);
      const [key = '', ...others] = (call?.positional ?? []).map(unquoted);
      if (!/^[A-Za-z][\w.-]*$/.test(key) || !tree.isCode(index)) return [];
      // A key that is no text may be a constant: its variables are known all the same.
      const isText = call?.positional[0]?.startsWith('"') === true;
      const flag = LOOKED_UP.exec(others[0] ?? '')?.[1];
      const variables = others.filter((one) => /^[A-Z][A-Z\d_]+$/.test(one));
      const bound = { offset: index, ...(isText ? { key } : {}) };
      return [
        ...(isText ? [{ name: key, form: formOf(key), role: 'declares', ...bound } as const] : []),
        ...variables.map(
          (name) => ({ name, form: 'environment', role: 'declares', ...bound }) as const,
        ),
        ...(flag === undefined
          ? []
          : [{ name: `--${flag}`, form: 'flag', role: 'reads', ...bound } as const]),
      ];
    },
  );
}

function springKeys({ text, facts: { declarations } }: SettingText): FoundSetting[] {
  const found: FoundSetting[] = [];
  for (const { 1: name = '', 2: value, index } of allMatches(text, SPRING_VALUE))
    found.push({
      ...({ name, form: 'key', role: 'reads', offset: index } as const),
      ...(value === undefined ? {} : { default: value }),
    });
  for (const { 1: prefix = '', index } of allMatches(text, SPRING_CLASS)) {
    const holder = declarations.findIndex(({ kind, end }) => kind === 'class' && end > index);
    for (const [number, own] of declarations.entries()) {
      if (own.parent !== holder || own.kind !== 'field') continue;
      const name = `${prefix}.${own.name.replaceAll(/(?<=[a-z\d])[A-Z]/g, (one) => `-${one}`).toLowerCase()}`;
      found.push({ ...fieldSetting(text, own, number), name, form: 'key' });
    }
  }
  return found;
}

/** Reads the nested object of convict: a level with `default` or `format` is a key. */
function convictKeys({ text }: SettingText): FoundSetting[] {
  return allMatches(text, CONVICT).flatMap(({ 0: all, index }) => {
    const open = index + all.length;
    return convictLevel(text, open, []);
  });
}

const NESTED = /^["']?([\w-]+)["']?\s*:\s*\{/;
const LEVELS_MAX = 6;

function convictLevel(text: string, open: number, path: readonly string[]): FoundSetting[] {
  const list = bracketedList(text, open, { hasTypes: false, hasHashComments: false });
  let from = open + 1;
  return (list?.parts ?? []).flatMap((part): FoundSetting[] => {
    const [head, name = ''] = NESTED.exec(part) ?? [];
    const offset = text.indexOf(part.slice(0, head?.length ?? part.length), from);
    if (head === undefined || offset < 0 || path.length >= LEVELS_MAX) return [];
    from = offset + head.length;
    const inner = offset + head.length - 1;
    const call = callParts(text, inner, false);
    const value = call?.named.get('default');
    const format = call?.named.get('format');
    if (value === undefined && format === undefined)
      return convictLevel(text, inner, [...path, name]);
    const doc = call?.named.get('doc');
    const variable = unquoted(call?.named.get('env') ?? '');
    const key = {
      ...({ name: [...path, name].join('.'), form: 'key', role: 'declares', offset } as const),
      ...(value === undefined ? {} : { default: oneLine(value) }),
      ...(format === undefined ? {} : { validation: oneLine(format) }),
      ...(doc === undefined ? {} : { doc: unquoted(doc) }),
    };
    return variable === '' ? [key] : [key, { ...key, name: variable, form: 'environment' }];
  });
}

function goTags({ text, facts: { declarations } }: SettingText): FoundSetting[] {
  return allMatches(text, GO_TAG).map(({ 0: tag, 1: name = '', index }) => {
    const declaration = innermostDeclaration(declarations, index);
    const [, value] = GO_TAG_DEFAULT.exec(tag) ?? [];
    const isField = declarations[declaration]?.kind === 'field';
    return {
      ...({ name, form: 'environment', role: 'declares', offset: index } as const),
      ...(isField ? { declaration, isOwn: true as const } : {}),
      ...(value === undefined ? {} : { default: value }),
    };
  });
}

function settingsClasses({ text, facts: { declarations } }: SettingText): FoundSetting[] {
  const found: FoundSetting[] = [];
  for (const [holder, { kind, signature, start, end }] of declarations.entries()) {
    if (kind !== 'class' || !SETTINGS_CLASS.test(signature)) continue;
    const prefix = PREFIX.exec(text.slice(start, end))?.[1] ?? '';
    for (const [number, own] of declarations.entries()) {
      if (own.parent !== holder || !/^(?:field|property|variable)$/.test(own.kind)) continue;
      if (/^(?:model_config|_)/.test(own.name)) continue;
      const name = prefix === '' ? own.name : `${prefix}${own.name}`.toUpperCase();
      found.push({ ...fieldSetting(text, own, number), name, form: formOf(name) });
    }
  }
  return found;
}

type Field = SettingText['facts']['declarations'][number];

function fieldSetting(text: string, own: Field, declaration: number) {
  return {
    ...({ role: 'declares', offset: own.start, declaration, isOwn: true } as const),
    ...fieldDetails(text.slice(own.start, own.end)),
    ...(own.doc === '' ? {} : { doc: oneLine(own.doc) }),
  };
}

/** Reads `name: type = default`, and `Field(default, description="…")`. */
function fieldDetails(written: string): SettingDetails {
  const [, type, value] = FIELD.exec(written) ?? [];
  const call = /^\w*Field\(/.test(value ?? '')
    ? callParts(value ?? '', (value ?? '').indexOf('('), true)
    : undefined;
  const initial = call === undefined ? value : (call.named.get('default') ?? call.positional[0]);
  const doc = call?.named.get('description');
  return {
    ...(initial === undefined || initial === '...' ? {} : { default: oneLine(initial) }),
    ...(type === undefined ? {} : { validation: oneLine(type) }),
    ...(doc === undefined ? {} : { doc: unquoted(doc) }),
  };
}

function unquoted(text: string): string {
  const trimmed = text.trim();
  return oneLine(isLiteral(trimmed) ? trimmed.replaceAll(/^[bru]?["'`]|["'`]$/g, '') : trimmed);
}
