/**
 * What a file says of how its types are written in settings, by the text that stands with them: that a
 * type is read from text (`{}`), the keys of members that are called otherwise there (`{}.max-size`),
 * and flags of members that are arguments of a command (`--max-size`).
 */
import { at } from '../base/assert.ts';
import type { CliFlag, FileFacts } from '../model/facts.ts';
import { READ_TYPE, readKey } from '../model/facts.ts';
import { innermost } from './innermost.ts';

type Add = (name: string, declaration: number) => void;

interface Reader {
  /** A word without which a file need not be looked at. */
  readonly word: RegExp;
  readonly read: (text: string, file: FileFacts, add: Add) => void;
}

const READERS: Readonly<Record<string, Reader>> = {
  rust: { word: /Deserialize|#\[(?:arg|clap)\(/, read: readRust },
  go: { word: /`[a-z]+:"/, read: readGo },
  java: { word: /@(?:JsonProperty|SerializedName|JsonAlias)\(/, read: readAnnotations },
  kotlin: { word: /@(?:SerialName|JsonProperty|SerializedName|Json)\(/, read: readAnnotations },
  csharp: {
    word: /\[(?:JsonPropertyName|JsonProperty|YamlMember|DataMember)\(/,
    read: readAnnotations,
  },
};
/** Of one file; more are a table of something else, and so are more attributes. */
const KEYS_MAX = 500;
const ATTRIBUTES_MAX = 2000;

export function readKeys(text: string, file: FileFacts): readonly CliFlag[] {
  const reader = READERS[file.language];
  if (reader === undefined || !reader.word.test(text)) return [];
  const found = new Map<string, CliFlag>();
  reader.read(text, file, (name, declaration) => {
    const key = `${declaration} ${name}`;
    if (declaration >= 0 && found.size < KEYS_MAX) found.set(key, { name, declaration });
  });
  return [...found.values()];
}

const DERIVE = /#\[derive\(([^)\]]{0,400})\)/g;
const SERDE = /#\[serde\(([^\]]{0,400})\)\]/g;
const SERDE_NAME = /\b(?:rename|alias)\s*=\s*"([\w.-]+)"/g;
const ARGUMENT = /#\[(?:arg|clap)\(((?:[^\]"]|"(?:[^"\\]|\\.){0,300}"){0,400})\)\]/g;
const LONG = /(?:^|[,(\s])long\s*(?:,|$)/;
const LONG_ALIAS = /\b(?:visible_)?alias\s*=\s*"([a-z][\w-]*)"/g;

function readRust(text: string, { declarations }: FileFacts, add: Add): void {
  for (const { index, 1: derived = '' } of attributes(text, DERIVE)) {
    if (/\bDeserialize\b/.test(derived)) add(READ_TYPE, declaredWith(declarations, index));
  }
  for (const { index, 1: given = '' } of attributes(text, SERDE)) {
    const declaration = declaredWith(declarations, index);
    const { kind, name } = declarations[declaration] ?? {};
    if (kind !== 'field' && kind !== 'enumMember') continue;
    for (const [, key = ''] of given.matchAll(SERDE_NAME)) addKey(add, key, name, declaration);
  }
  for (const { index, 1: given = '' } of attributes(text, ARGUMENT)) {
    const declaration = declaredWith(declarations, index);
    const { kind, name = '' } = declarations[declaration] ?? {};
    if (kind !== 'field') continue;
    if (LONG.test(given)) add(`--${name.replaceAll('_', '-')}`, declaration);
    for (const [, alias = ''] of given.matchAll(LONG_ALIAS)) add(`--${alias}`, declaration);
  }
}

const TAG = /`([a-z]+:"[^`\n]*")`/g;
const TAG_KEY =
  /\b(?:json|yaml|toml|mapstructure|koanf|hcl|ini|conf|config|xml)[A-Za-z]*:"([\w.-]+)/g;

function readGo(text: string, { declarations }: FileFacts, add: Add): void {
  for (const { index, 1: given = '' } of attributes(text, TAG)) {
    const declaration = innermost(declarations, index);
    const { kind, name } = declarations[declaration] ?? {};
    if (kind !== 'field') continue;
    for (const [, key = ''] of given.matchAll(TAG_KEY)) {
      addKey(add, key, name, declaration);
    }
  }
}

const ANNOTATION =
  /[@[](?:JsonPropertyName|JsonProperty|JsonAlias|SerializedName|SerialName|Json|YamlMember|DataMember)\(\s*(?:(?:value|name|Name|Alias|PropertyName)\s*=\s*)?"([\w.-]+)"/g;

function readAnnotations(text: string, { declarations }: FileFacts, add: Add): void {
  for (const { index, 1: key = '' } of attributes(text, ANNOTATION)) {
    const declaration = declaredWith(declarations, index);
    const { kind, name } = declarations[declaration] ?? {};
    if (/^(field|property|accessor)$/.test(kind ?? '')) addKey(add, key, name, declaration);
  }
}

function* attributes(text: string, pattern: RegExp): Generator<RegExpExecArray> {
  let count = 0;
  for (const match of text.matchAll(pattern)) {
    if (++count > ATTRIBUTES_MAX) return;
    yield match;
  }
}

/** Not of a member that is spelled alike: that is found by its name. */
function addKey(add: Add, key: string, name: string | undefined, declaration: number): void {
  const plain = (word: string): string => word.replaceAll(/[-_]/g, '').toLowerCase();
  if (plain(key) !== plain(name ?? '')) add(readKey(key), declaration);
}

/** What an attribute belongs to: what it stands in, or else what begins behind it. */
function declaredWith(declarations: FileFacts['declarations'], offset: number): number {
  const around = innermost(declarations, offset);
  if (around >= 0 && !/^(class|interface|enum|namespace)$/.test(at(declarations, around).kind)) {
    return around;
  }
  const isHead = around >= 0 && offset < at(declarations, around).bodyStart;
  if (isHead) return around;
  return declarations.findIndex(({ start }) => start > offset);
}
