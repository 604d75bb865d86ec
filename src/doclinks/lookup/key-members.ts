/** Finds the type members that a settings key may refer to, and those nested below another key. */
import { getOrCompute } from '../../base/memoize.ts';
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import { languageById } from '../../languages/registry.ts';
import { READ_TYPE, readKey } from '../../model/facts.ts';
import { isNamedAfter, isSetting } from '../settings/settings.ts';
import { onePerName, TYPES } from './declaration-rank.ts';
import { asFields, capital, pascal } from './mention-text.ts';
import type { SymbolLookup } from './symbol-lookup.ts';

export interface KeyMember {
  readonly node: SymbolNode;
  /** The declaring type, and the types that inherit from it. */
  readonly types: readonly number[];
}

/** A name with more members than this gives no evidence for any type. */
const MEMBERS_MAX = 60;
const INHERITORS_MAX = 16;

const KNOWN = new WeakMap<SymbolLookup, Known>();
interface Known {
  readonly members: Map<string, readonly KeyMember[]>;
  readonly held: Map<number, ReadonlySet<number>>;
  /** For each key: whether a member, by its node, is nested below it. */
  readonly below: Map<string, Map<number, boolean>>;
  read?: ReadonlySet<number>;
}

function knownOf(names: SymbolLookup): Known {
  const known: Known = KNOWN.get(names) ?? {
    members: new Map(),
    held: new Map(),
    below: new Map(),
  };
  KNOWN.set(names, known);
  return known;
}

export function keyMembers(names: SymbolLookup, key: string): readonly KeyMember[] {
  return getOrCompute(knownOf(names).members, key, () => {
    const found = [
      ...spellings(key).flatMap((name) => names.named(name)),
      ...names.declaringFlag(readKey(key)),
    ].filter((node) => isOfType(names, node));
    const nodes = readFirst(names, onePerName([...new Set(found)]));
    if (nodes.length > MEMBERS_MAX) return [];
    return nodes.map((node) => ({
      node,
      types: [node.parent, ...names.inheritorsOf(node.parent).slice(0, INHERITORS_MAX)],
    }));
  });
}

/**
 * Whether the member's type is read from text, as settings or other data. Decided from annotations
 * in the code.
 */
export function isRead(names: SymbolLookup, { parent, language, signature }: SymbolNode): boolean {
  const { serializedMember } = languageById(language) ?? {};
  if (serializedMember !== undefined) return serializedMember.test(signature);
  const known = knownOf(names);
  known.read ??= new Set(names.declaringFlag(READ_TYPE).map(({ index }) => index));
  const outer = parent < 0 ? -1 : names.node(parent).parent;
  return known.read.has(parent) || known.read.has(outer);
}

/**
 * If the project marks types that are read from text, prefers their members: other types hold
 * values derived from them.
 */
export function readFirst(
  names: SymbolLookup,
  nodes: readonly SymbolNode[],
): readonly SymbolNode[] {
  const isMarked = ({ language }: SymbolNode): boolean =>
    languageById(language)?.marksSerializedTypes === true;
  const isAny = nodes.some((node) => isMarked(node) && isRead(names, node));
  return isAny ? nodes.filter((node) => !isMarked(node) || isRead(names, node)) : nodes;
}

function isOfType(names: SymbolLookup, node: SymbolNode): boolean {
  if (node.kind === 'enumMember') return !names.isNonApiPath(node.path);
  if (!isSetting(names, node)) return false;
  // In languages with capitalized public members, `git_url` is `GitURL`.
  const { capitalizedMembers } = languageById(node.language) ?? {};
  if (capitalizedMembers === 'exported' && !node.exported) return false;
  if (/^[A-Z]/.test(node.name) && capitalizedMembers === undefined) return false;
  const { kind } = names.node(node.parent);
  return TYPES.test(kind) || kind === 'enumMember' || kind === 'property';
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

/**
 * Number of surrounding keys to examine, because names chosen by the reader may be between them.
 */
const AROUND_MAX = 2;

/**
 * Returns the members below the nearest surrounding key that contains any of them; all members when
 * there is none.
 */
export function nearestBelow(
  names: SymbolLookup,
  members: readonly KeyMember[],
  around: readonly string[],
): { readonly members: readonly KeyMember[]; readonly isBelow: boolean } {
  for (const key of around.slice(0, AROUND_MAX)) {
    const known = getOrCompute(knownOf(names).below, key, () => new Map<number, boolean>());
    const below = members.filter((member) =>
      getOrCompute(known, member.node.index, () => isBelow(names, member, key)),
    );
    if (below.length > 0) return { members: below, isBelow: true };
  }
  return { members, isBelow: false };
}

/** Whether a member's type is held by a key, or named after it. */
function isBelow(names: SymbolLookup, { node, types }: KeyMember, key: string): boolean {
  const isNamed = [key, singular(key)].some((one) => isNamedAfter(names, node, one));
  if (isNamed) return true;
  return keyMembers(names, key).some(({ node: holder }) => {
    const held = heldTypes(names, holder);
    return types.some((type) => held.has(type));
  });
}

function singular(key: string): string {
  return key.endsWith('s') && !key.endsWith('ss') ? key.slice(0, -1) : key;
}

/** Returns the types that a member's declaration mentions. */
function heldTypes(names: SymbolLookup, { index, signature }: SymbolNode): ReadonlySet<number> {
  return getOrCompute(knownOf(names).held, index, () => {
    const words = signature.replaceAll(/`[^`]*`|"[^"]*"/g, '').match(/(?<!\w)[A-Z]\w*/g) ?? [];
    return new Set(
      [...new Set(words)].flatMap((word) => names.types(word).map((type) => type.index)),
    );
  });
}
