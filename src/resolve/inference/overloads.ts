/** Selects among overloads: several callable declarations of one name. */
import type { Program } from '../program.ts';

/** Returns the overload with a body, if there is one. */
export function implementationOf(program: Program, node: number, among: readonly number[]): number {
  const { kind, bodyStart, end } = program.declaration(node);
  if (!/^(function|method|constructor)$/.test(kind) || bodyStart < end) return node;
  const implementation = among.find((other) => {
    const candidate = program.declaration(other);
    return candidate.kind === kind && candidate.bodyStart < candidate.end;
  });
  return implementation ?? among.find((other) => program.declaration(other).kind === kind) ?? node;
}
