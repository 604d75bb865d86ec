/** Of members of one name, those that a reader would look for. */
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import { languageById } from '../../languages/registry.ts';
import type { SpelledName } from './mention-text.ts';
import { rootOf } from './receivers.ts';
import type { SymbolLookup } from './symbol-lookup.ts';

const CALLED = /^(method|function)$/;
const HELD = /^(property|field|accessor|variable)$/;

/** Of exported types, where any is; what can be called, or given a value, where it is; of what inherits, the base. */
export function preferMembers(
  names: SymbolLookup,
  members: readonly SymbolNode[],
  { isCall, isGiven }: SpelledName,
): readonly SymbolNode[] {
  // A constructor is called like its type, and is that.
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
  // A value of an enumeration is seldom said without it, where methods have the name.
  const others = ofFittingKind.filter(({ kind }) => kind !== 'enumMember');
  const fitting = others.length > 0 && others.every(isCallable) ? others : ofFittingKind;
  const base = baseOf(names, fitting);
  return base === undefined ? fitting : [base];
}

/** A method, or what holds a function. */
export function isCallable({ kind, signature }: SymbolNode): boolean {
  return CALLED.test(kind) || /=>|\(|\bfunc\b|Callable/.test(signature);
}

function isHeld({ kind }: SymbolNode): boolean {
  return HELD.test(kind);
}

/** A method of which the others are other versions: of a base, or of the one interface with its signature. */
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

/** Types of parameters and results, without names and receivers. */
function shapeOf({ name, signature }: SymbolNode): string {
  const from = signature.indexOf(`${name}(`);
  const plain = signature.slice(from + name.length).replace(/\s*\{?\s*$/, '');
  return plain.replaceAll(/\b\w+ (?=[\w.*[\]]+[,)])/g, '');
}
