/** Selects among overloads: several callable declarations of one name. */
import { NO_EXPRESSION } from '../../model/facts.ts';
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

/** Whether a declaration can be called with so many arguments. */
export function accepts(program: Program, node: number, count: number): boolean {
  const { parameters } = program.shape(node);
  const isVariadic = parameters[parameters.length - 1]?.rest === true;
  return isVariadic ? count >= parameters.length - 1 : count === parameters.length;
}

/**
 * Selects the getter of a pair of accessors, because it has the type. Selects the implementation of
 * overloads.
 */
export function preferred(program: Program, nodes: readonly number[]): readonly number[] {
  const [first] = nodes;
  if (first === undefined || nodes.length === 1) return nodes;
  if (program.declaration(first).kind === 'accessor') {
    const getter = nodes.find((node) => program.shape(node).returns !== NO_EXPRESSION);
    return [getter ?? first];
  }
  return [implementationOf(program, first, nodes)];
}
