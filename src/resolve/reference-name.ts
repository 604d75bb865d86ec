import { at } from '../base/assert.ts';
import { OP, opAt, operandAt } from '../model/expression.ts';
import type { ExpressionId, FileFacts } from '../model/facts.ts';

/**
 * Returns the name that a reference spells; empty for references without one, e.g. a call of a
 * call.
 */
export function referenceName(facts: FileFacts, expression: ExpressionId): string {
  const { expressions: table, strings } = facts;
  switch (opAt(table, expression)) {
    case OP.member:
    case OP.scopedMethod:
      return plainName(at(strings, operandAt(table, expression, 1)));
    case OP.free:
      return plainName(at(strings, operandAt(table, expression, 0)).replace(/^.*::/, ''));
    case OP.firstOf:
      return referenceName(facts, operandAt(table, expression, 0));
    case OP.binding:
      return at(facts.bindings, operandAt(table, expression, 0)).name;
    default:
      return '';
  }
}

/** Returns the name without the `()` suffix of methods. */
function plainName(name: string): string {
  return name.endsWith('()') ? name.slice(0, -2) : name;
}

/** Returns the specifier of the module that a reference starts from; undefined if it starts in none. */
export function referencedModule(facts: FileFacts, expression: ExpressionId): string | undefined {
  const { expressions: table } = facts;
  let root = expression;
  for (;;) {
    const op = opAt(table, root);
    if (op === OP.member || op === OP.scopedMethod || op === OP.firstOf)
      root = operandAt(table, root, 0);
    else if (op === OP.binding) {
      const { module } = at(facts.bindings, operandAt(table, root, 0));
      return at(facts.imports, module).specifier;
    } else return undefined;
  }
}
