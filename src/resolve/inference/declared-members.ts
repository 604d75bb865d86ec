/** Selects the declarations of a type and of its members. */
import type { Evaluator } from './evaluator.ts';

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
