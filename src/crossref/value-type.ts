/** The types of values, as far as signatures say them. */
import { type ProjectNames, TYPES } from './project-names.ts';

/** A type stands for its instances; what a function gives is what its signature says. */
export function instanceOf(names: ProjectNames, node: number): number | undefined {
  const { kind, signature } = names.graph.node(node);
  if (/^(class|interface|typeAlias|enum)$/.test(kind)) return node;
  if (!/^(function|method)$/.test(kind)) return undefined;
  const type = /\)\s*(?::|->|=>)?\s*(?:Promise<)?\*?([A-Z]\w*)[^()]*$/.exec(signature)?.[1];
  return type === undefined ? undefined : onlyNamed(names, type);
}

/** Of a type, or of the type that a value is said to be of. */
export function memberOfValue(names: ProjectNames, node: number, name: string): number | undefined {
  const own = names.memberOf(node, name);
  if (own !== undefined) return own;
  const type = typeOfValue(names, node);
  return type === undefined ? undefined : names.memberOf(type, name);
}

/** A member of a member of it. */
export function membersOfValue(
  names: ProjectNames,
  node: number | undefined,
  parts: readonly string[],
): number | undefined {
  return parts.reduce((owner, part) => owner && memberOfValue(names, owner, part), node);
}

/** `const cart: Cart`, `const cart = new Cart()`, `const cart = makeCart()`. */
function typeOfValue(names: ProjectNames, node: number): number | undefined {
  const { kind, signature, path } = names.graph.node(node);
  if (!/^(variable|property|field)$/.test(kind)) return undefined;
  const type = /^[^=(]*:\s*([A-Z]\w*)\s*(?:=|;|$)/.exec(signature)?.[1];
  if (type !== undefined) return onlyType(names, type);
  const [, made, called] = /=\s*(?:new\s+(\w+)|([\w$]+))\s*\(/.exec(signature) ?? [];
  if (made !== undefined) return onlyType(names, made);
  const beside = called === undefined ? [] : names.named(called);
  const [only, ...others] = beside.filter((one) => one.path === path);
  return only === undefined || others.length > 0 ? undefined : instanceOf(names, only.index);
}

function onlyType(names: ProjectNames, name: string): number | undefined {
  const [only, ...others] = names.types(name);
  return others.length === 0 ? only?.index : undefined;
}

function onlyNamed(names: ProjectNames, name: string): number | undefined {
  const [only, ...others] = names.named(name);
  return others.length === 0 && only !== undefined && TYPES.test(only.kind)
    ? only.index
    : undefined;
}
