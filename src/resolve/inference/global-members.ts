/** Members of what the language itself provides. */
import { builtinMethod } from './builtins.ts';
import type { Evaluator } from './evaluator.ts';
import type { Member } from './members.ts';
import { EMPTY, type Type } from './types.ts';

/** Finds a global variable or function as a member of the object that holds all of them. */
export function globalMember(
  evaluator: Evaluator,
  object: string,
  name: string,
): Member | undefined {
  if (object !== 'globalThis') return undefined;
  const [first] = evaluator.program.globals.membersNamed(name);
  if (first === undefined) return undefined;
  return { nodes: [first], type: () => evaluator.typeOfSymbol(first, EMPTY) };
}

/** Finds a method of a builtin type, or an element of a tuple by its position. */
export function builtinMember(
  type: Type & { readonly form: 'builtin' | 'tuple' },
  name: string,
): Member | undefined {
  if (/^\d+$/.test(name)) {
    const position = Number(name);
    return {
      nodes: [],
      type: () => (type.form === 'tuple' ? type.types[position] : type.args[0]),
    };
  }
  const owner = type.form === 'tuple' ? 'Array' : type.name;
  if (owner === 'Record')
    return { nodes: [], type: () => (type.form === 'builtin' ? type.args[1] : undefined) };
  if (builtinMethod(owner, name) === undefined) return undefined;
  return { nodes: [], type: () => ({ form: 'builtinMethod', owner: type, method: name }) };
}
