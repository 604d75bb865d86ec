/** Narrows down members of the same name to the ones a reader would expect. */
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import { languageById } from '../../languages/registry.ts';
import type { SpelledName } from './mention-text.ts';
import { rootOf } from './receivers.ts';
import type { SymbolLookup } from './symbol-lookup.ts';

const CALLED = /^(method|function)$/;
const HELD = /^(property|field|accessor|variable)$/;

/**
 * Prefers members of exported types, then those that can be called or assigned as written. Among
 * inherited versions, prefers the base.
 */
export function preferMembers(
  names: SymbolLookup,
  members: readonly SymbolNode[],
  { isCall, isGiven }: SpelledName,
): readonly SymbolNode[] {
  // A constructor shares the name of its type, and a mention refers to the type.
  const withoutConstructors = members.filter(({ kind }) => kind !== 'constructor');
  const resolved = withoutConstructors.length > 0 ? withoutConstructors : members;
  const open = resolved.filter(({ parent }) => {
    const outer = parent < 0 ? undefined : names.node(parent);
    return outer === undefined || outer.kind === 'namespace' || outer.exported;
  });
  const visible = open.length > 0 ? open : resolved;
  const isFitting = isCall ? isCallable : isGiven === true ? isHeld : undefined;
  const ofKind = isFitting === undefined ? [] : visible.filter(isFitting);
  const ofFittingKind = ofKind.length > 0 ? ofKind : visible;
  // Enum values are seldom mentioned without their enum where methods have the same name.
  const others = ofFittingKind.filter(({ kind }) => kind !== 'enumMember');
  const fitting = others.length > 0 && others.every(isCallable) ? others : ofFittingKind;
  const base = baseOf(names, fitting);
  return base === undefined ? fitting : [base];
}

/** Whether it is a method, or holds a function. */
export function isCallable({ kind, signature }: SymbolNode): boolean {
  return CALLED.test(kind) || /=>|\(|\bfunc\b|Callable/.test(signature);
}

function isHeld({ kind }: SymbolNode): boolean {
  return HELD.test(kind);
}

/**
 * Returns the method of which the others are variants: overrides, or implementations of one
 * interface with its signature.
 */
function baseOf(names: SymbolLookup, members: readonly SymbolNode[]): SymbolNode | undefined {
  if (members.length < 2) return undefined;
  const owners = members.map((node) => names.ownerOf(node));
  const types = owners.flatMap((owner) => owner ?? []);
  if (types.length < owners.length) return undefined;
  const root = rootOf(names, types);
  if (root !== undefined) return members[owners.indexOf(root)];
  const [only, ...others] = members.filter((_, index) => {
    const owner = owners[index];
    return owner !== undefined && names.node(owner).kind === 'interface';
  });
  if (only === undefined || others.length > 0) return undefined;
  if (languageById(only.language)?.implicitInterfaces !== true) return undefined;
  const shape = shapeOf(only);
  return members.every((node) => shapeOf(node) === shape) ? only : undefined;
}

/** Returns the parameter and result types, without names and receivers. */
function shapeOf({ name, signature }: SymbolNode): string {
  const from = signature.indexOf(`${name}(`);
  const plain = signature.slice(from + name.length).replace(/\s*\{?\s*$/, '');
  return plain.replaceAll(/\b\w+ (?=[\w.*[\]]+[,)])/g, '');
}
