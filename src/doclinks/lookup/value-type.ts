/** Determines the types of values, as far as signatures state them. */

import { type SignatureTypes, TYPES_AFTER_NAMES } from '../../extractors/signature-types.ts';
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import { languageById } from '../../languages/registry.ts';
import { dirnameOf } from '../../model/path.ts';
import { onePerName } from './declaration-rank.ts';
import type { SymbolLookup } from './symbol-lookup.ts';

/**
 * Returns the type of an instance: a type stands for its instances, and a function for its result.
 * `position` selects the result when there are several.
 */
export function instanceOf(names: SymbolLookup, node: number, position = 0): number | undefined {
  const own = names.node(node);
  const { kind } = own;
  if (/^(class|interface|typeAlias|enum)$/.test(kind)) return node;
  if (!/^(function|method)$/.test(kind)) return undefined;
  const type = signatureTypesOf(own).result(own.signature, own.name, position);
  if (type === 'Self' || type === 'this') return names.ownerOf(own);
  return type === undefined ? undefined : typeNear(names, own, type);
}

function signatureTypesOf({ language }: SymbolNode): SignatureTypes {
  return languageById(language)?.signatureTypes ?? TYPES_AFTER_NAMES;
}

/**
 * Returns the type of a name. If there are several, prefers the same file, then the same folder.
 */
function typeNear(names: SymbolLookup, { path }: SymbolNode, name: string): number | undefined {
  const types = onePerName(names.types(name));
  if (types.length < 2) return types[0]?.index;
  const inFile = types.filter((type) => type.path === path);
  const near =
    inFile.length > 0 ? inFile : types.filter((type) => dirnameOf(type.path) === dirnameOf(path));
  return near.length === 1 ? near[0]?.index : undefined;
}

/** Returns a member of a type, or of the type that a value is declared with. */
export function memberOfValue(names: SymbolLookup, node: number, name: string): number | undefined {
  const own = names.memberOf(node, name);
  if (own !== undefined) return own;
  const type = typeOfValue(names, node);
  return type === undefined ? undefined : names.memberOf(type, name);
}

/** Follows a chain of members. */
export function membersOfValue(
  names: SymbolLookup,
  node: number | undefined,
  parts: readonly string[],
): number | undefined {
  return parts.reduce((owner, part) => owner && memberOfValue(names, owner, part), node);
}

/**
 * Returns the type of a value: `const cart: Cart`, `const cart = new Cart()`, `const cart =
 * makeCart()`, `cart *Cart`, `Cart cart`.
 */
function typeOfValue(names: SymbolLookup, node: number): number | undefined {
  const own = names.node(node);
  const { kind, signature, path, name } = own;
  if (!/^(variable|property|field)$/.test(kind)) return undefined;
  const type = signatureTypesOf(own).value(signature, name);
  if (type !== undefined) return typeNear(names, own, type);
  const [, made, called] = /=\s*(?:new\s+(\w+)|([\w$]+))\s*\(/.exec(signature) ?? [];
  if (made !== undefined) return typeNear(names, own, made);
  const [only, ...others] = called === undefined ? [] : names.namedIn(called, path);
  return only === undefined || others.length > 0 ? undefined : instanceOf(names, only.index);
}
