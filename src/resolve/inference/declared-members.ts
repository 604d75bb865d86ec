/** Selects the declarations of a type and of its members. */
import { NO_EXPRESSION } from '../../model/facts.ts';
import type { Evaluator } from './evaluator.ts';
import type { Type } from './types.ts';

/**
 * Returns all declarations of a type: those that merge with it in its file, and its parts in other
 * files.
 */
export function wholeOf({ program, extensions }: Evaluator, node: number): readonly number[] {
  const merged = program.merged(node);
  const parts = [...extensions.partsOf(node), ...program.globals.partsOf(node)];
  return parts.length === 0 ? merged : [...new Set([...merged, ...parts])];
}

/** Whether a child of a type is a member of its instances. */
export function isInstanceMember(evaluator: Evaluator, owner: number, child: number): boolean {
  const { kind } = evaluator.program.declaration(owner);
  const childKind = evaluator.program.declaration(child).kind;
  // A mixed-in module contributes its methods.
  if (kind === 'namespace') {
    return /^(method|property)$/.test(childKind) && !evaluator.program.isStatic(child);
  }
  if (childKind === 'enumMember') return false;
  const isStrict = evaluator.program.hasStrictStatics(owner);
  // `super().__init__()` names a constructor like any method. A constructor with the name of its
  // class is not a member.
  if (childKind === 'constructor') {
    return (
      !isStrict &&
      evaluator.program.declaration(child).name !== evaluator.program.declaration(owner).name
    );
  }
  if (kind === 'interface' || kind === 'typeAlias') return true;
  return !evaluator.program.isStatic(child) || !isStrict;
}

/**
 * Selects, from members of one name that are declared for some type arguments only, those that fit
 * the arguments of a type: `impl Frame<Headers>` beside `impl Frame<Data>`.
 */
export function forArguments(
  evaluator: Evaluator,
  members: readonly number[],
  args: readonly (Type | undefined)[],
): readonly number[] {
  if (members.length < 2 || args.length === 0) return members;
  const { program } = evaluator;
  const fitting = members.filter((member) => {
    const { receiver } = program.shape(member);
    if (receiver === NO_EXPRESSION) return true;
    const type = evaluator.typeOf(program.fileOf(member), receiver);
    return type?.form !== 'instance' || type.args.every((arg, index) => fits(arg, args[index]));
  });
  return fitting.length > 0 ? fitting : members;
}

/** Whether two type arguments may be the same type. */
function fits(one: Type | undefined, other: Type | undefined): boolean {
  if (one?.form !== 'instance' || other?.form !== 'instance') return true;
  return one.node === other.node;
}

/** Returns the type that a type dereferences to, whose members it has as well. */
export function dereferenced(
  evaluator: Evaluator,
  node: number,
  args: readonly (Type | undefined)[],
): Type | undefined {
  const { program } = evaluator;
  const name = program.dereferencesTo(node);
  if (name === undefined) return undefined;
  const members = [...program.childrenNamed(node, name), ...evaluator.extensions.named(node, name)];
  const alias = members.find((one) => program.declaration(one).kind === 'typeAlias');
  if (alias === undefined) return undefined;
  const inside = evaluator.environmentOf(node, args);
  return evaluator.typeOf(program.fileOf(alias), program.shape(alias).type, inside);
}
