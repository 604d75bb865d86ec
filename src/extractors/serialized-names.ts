/** Names of members in the files that they are read from and written to, as attributes and tags give them. */
import { at } from '../base/assert.ts';
import { type FileFacts, readKey } from '../model/facts.ts';
import { innermostDeclaration } from './innermost-declaration.ts';

type AddName = (name: string, declaration: number) => void;

export interface SerializedNames {
  /** A word without which a file need not be read. */
  readonly word: RegExp;
  readonly read: (text: string, file: FileFacts, add: AddName) => void;
}

/** Maximum number of aliases per file. More than that is likely a data table. */
const ATTRIBUTES_MAX = 2000;

const ANNOTATION =
  /[@[](?:JsonPropertyName|JsonProperty|JsonAlias|SerializedName|SerialName|Json|YamlMember|DataMember)\(\s*(?:(?:value|name|Name|Alias|PropertyName)\s*=\s*)?"([\w.-]+)"/g;

/** `@JsonProperty("max-size")`, `[JsonPropertyName("max-size")]`. */
export function readAnnotations(text: string, { declarations }: FileFacts, add: AddName): void {
  for (const { index, 1: key = '' } of attributes(text, ANNOTATION)) {
    const declaration = declaredWith(declarations, index);
    const { kind, name } = declarations[declaration] ?? {};
    if (/^(field|property|accessor)$/.test(kind ?? '')) addKey(add, key, name, declaration);
  }
}

export function* attributes(text: string, pattern: RegExp): Generator<RegExpExecArray> {
  let count = 0;
  for (const match of text.matchAll(pattern)) {
    if (++count > ATTRIBUTES_MAX) return;
    yield match;
  }
}

/** Adds a key unless it is spelled like the member's name, because then the name finds it. */
export function addKey(
  add: AddName,
  key: string,
  name: string | undefined,
  declaration: number,
): void {
  const plain = (word: string): string => word.replaceAll(/[-_]/g, '').toLowerCase();
  if (plain(key) !== plain(name ?? '')) add(readKey(key), declaration);
}

/** Returns the declaration of an attribute: the enclosing one, or else the next one. */
export function declaredWith(declarations: FileFacts['declarations'], offset: number): number {
  const around = innermostDeclaration(declarations, offset);
  if (around >= 0 && !/^(class|interface|enum|namespace)$/.test(at(declarations, around).kind)) {
    return around;
  }
  const isHead = around >= 0 && offset < at(declarations, around).bodyStart;
  if (isHead) return around;
  return declarations.findIndex(({ start }) => start > offset);
}
