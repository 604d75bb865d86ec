/**
 * Finds the settings that the inline code of a page may name: members of types, by key. A page that
 * names several members of one type documents that type.
 */
import { getOrCompute } from '../../base/memoize.ts';
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import { languageById } from '../../languages/registry.ts';
import type { PageFacts } from '../../model/page.ts';
import { onePerName, TYPES } from './declaration-rank.ts';
import { asFields, capital, keyParts, pascal } from './mention-text.ts';
import type { SymbolLookup } from './symbol-lookup.ts';

const KEY = /^[a-z][\w-]*$/;
/** A name with more members than this gives no evidence for any type. */
const MEMBERS_MAX = 60;
const INHERITORS_MAX = 16;

export interface KeyMember {
  readonly node: SymbolNode;
  /** The declaring type, and the types that inherit from it. */
  readonly types: readonly number[];
}

/** The keys on a page that name members of a type, by type. */
export type PageKeys = ReadonlyMap<number, ReadonlySet<string>>;

/** Returns the key that inline code names: `timeout`, `site-url:`, `retries = 3`. */
export function keyOf(text: string): string | undefined {
  const parts = keyParts(text.replace(/:$/, '')) ?? [];
  const [key = ''] = parts;
  return parts.length === 1 && KEY.test(key) ? key : undefined;
}

/** Normalizes a key: `site-url`, `siteUrl` and `site_url` are the same. */
function plainKey(key: string): string {
  return key.replaceAll(/[-_]/g, '').toLowerCase();
}

export function pageKeys(names: SymbolLookup, { mentions }: PageFacts): PageKeys {
  const keys = new Map<number, Set<string>>();
  for (const { text, link } of mentions) {
    const key = link === '' ? undefined : keyParts(text)?.at(-1);
    if (key === undefined || !KEY.test(key)) continue;
    for (const { types } of keyMembers(names, key)) {
      for (const type of types) getOrCompute(keys, type, () => new Set()).add(plainKey(key));
    }
  }
  return keys;
}

/** Returns how many keys besides one name members of any one of the types. */
export function otherKeys(keys: PageKeys, types: readonly number[], key: string): number {
  const own = plainKey(key);
  const counts = types.map((type) => {
    const known = keys.get(type);
    return known === undefined ? 0 : known.size - (known.has(own) ? 1 : 0);
  });
  return Math.max(0, ...counts);
}

const KNOWN = new WeakMap<SymbolLookup, Map<string, readonly KeyMember[]>>();

/** Returns the members that a key may name. Cached because pages repeat the same keys. */
export function keyMembers(names: SymbolLookup, key: string): readonly KeyMember[] {
  const known = getOrCompute(KNOWN, names, () => new Map<string, readonly KeyMember[]>());
  return getOrCompute(known, key, () => {
    const found = spellings(key)
      .flatMap((name) => names.named(name))
      .filter((node) => isSetting(names, node));
    const nodes = onePerName([...new Set(found)]);
    if (nodes.length > MEMBERS_MAX) return [];
    return nodes.map((node) => ({
      node,
      types: [node.parent, ...names.inheritorsOf(node.parent).slice(0, INHERITORS_MAX)],
    }));
  });
}

/** Whether a member of a type holds a value, in the spelling that its language gives to one. */
function isSetting(names: SymbolLookup, { kind, name, parent, language, exported }: SymbolNode) {
  if (!/^(field|property|accessor)$/.test(kind) || parent < 0) {
    return false;
  }
  // In languages with capitalized public members, `git_url` is `GitURL`.
  const { capitalizedMembers } = languageById(language) ?? {};
  if (capitalizedMembers === 'exported' && !exported) return false;
  if (/^[A-Z]/.test(name) && capitalizedMembers === undefined) return false;
  const owner = names.node(parent).kind;
  return TYPES.test(owner) || owner === 'enumMember' || owner === 'property';
}

/** Initials may be at either end. */
const INITIALS_MAX = 5;

function spellings(key: string): readonly string[] {
  const words = key.split(/[-_]/).filter((word) => word !== '');
  const [first = '', ...rest] = words;
  const last = words.at(-1) ?? '';
  const capitals = (word: string): string =>
    word.length > INITIALS_MAX ? capital(word) : word.toUpperCase();
  return [
    ...new Set([
      ...asFields(key),
      capitals(first) + pascal(rest),
      pascal(words.slice(0, -1)) + capitals(last),
      first + rest.map(capital).join(''),
    ]),
  ];
}
