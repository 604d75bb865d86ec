import type { Evaluator } from './evaluator.ts';
import type { Member } from './members.ts';
import { EMPTY } from './types.ts';

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
