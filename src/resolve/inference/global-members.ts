/** Members of what the language itself provides. */
import { builtinMethod, typeArgumentsOf } from './builtins.ts';
import type { Evaluator } from './evaluator.ts';
import type { Member } from './members.ts';
import { EMPTY, literalType, partOf, type Type } from './types.ts';

/**
 * Finds a global variable or function as a member of the object that holds all of them, or a member
 * that the project adds to the constructor of a builtin type: `interface PromiseConstructor`.
 */
export function globalMember(
  evaluator: Evaluator,
  object: string,
  name: string,
): Member | undefined {
  if (object !== 'globalThis') return addedMember(evaluator, `${object}Constructor`, [], name);
  const [first] = evaluator.program.globals.membersNamed(name);
  if (first === undefined) return undefined;
  return { nodes: [first], type: () => evaluator.typeOfSymbol(first, EMPTY) };
}

/** Finds a member that the project adds to a type of the language: `interface Array<T> { … }`. */
function addedMember(
  evaluator: Evaluator,
  owner: string,
  args: readonly (Type | undefined)[],
  name: string,
): Member | undefined {
  const { program } = evaluator;
  for (const node of program.globals.interfacesNamed(owner)) {
    const nodes = program.childrenNamed(node, name).slice(0, 1);
    const [first] = nodes;
    if (first === undefined) continue;
    const environment = evaluator.environmentOf(node, args);
    return { nodes, type: () => evaluator.typeOfSymbol(first, environment) };
  }
  return undefined;
}

/** Finds a method of a builtin type, or an element of a tuple by its position. */
export function builtinMember(
  evaluator: Evaluator,
  type: Type & { readonly form: 'builtin' | 'tuple' },
  name: string,
): Member | undefined {
  if (/^\d+$/.test(name)) {
    const position = Number(name);
    return {
      nodes: [],
      type: () => (type.form === 'tuple' ? partOf(type, position) : type.args[0]),
    };
  }
  if (type.form === 'tuple' && type.rest === undefined && name === 'length')
    return { nodes: [], type: () => literalType(String(type.types.length)) };
  const owner = type.form === 'tuple' ? 'Array' : type.name;
  if (owner === 'Record')
    return {
      nodes: [],
      isIndex: true,
      type: () => (type.form === 'builtin' ? type.args[1] : undefined),
    };
  if (builtinMethod(owner, name) === undefined)
    return addedMember(evaluator, owner, typeArgumentsOf(type), name);
  return { nodes: [], type: () => ({ form: 'builtinMethod', owner: type, method: name }) };
}
