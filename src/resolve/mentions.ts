/**
 * Describes the operands of each operation, so that code can walk expressions without knowing them.
 */
import { at } from '../base/assert.ts';
import { arityAt, OP, type Op, opAt, operandAt } from '../model/expression.ts';
import { type ExpressionId, type FileFacts, NO_EXPRESSION } from '../model/facts.ts';

/** How an operand is read; the last kind of a list also applies to all further operands. */
export type OperandKind = 'expression' | 'string' | 'declaration' | 'binding' | 'import' | 'number';

/** The operands of each operation; `pairs` alternate a string and an expression. */
const OPERANDS: Readonly<Record<Op, readonly OperandKind[] | 'pairs'>> = {
  [OP.unknown]: [],
  [OP.declaration]: ['declaration'],
  [OP.binding]: ['binding'],
  [OP.free]: ['string'],
  [OP.self]: ['declaration'],
  [OP.parent]: ['declaration'],
  [OP.member]: ['expression', 'string', 'number'],
  [OP.element]: ['expression'],
  [OP.call]: ['expression', 'number', 'expression'],
  [OP.construct]: ['expression', 'number', 'expression'],
  [OP.awaited]: ['expression'],
  [OP.ofType]: ['expression'],
  [OP.lambda]: ['expression', 'number', 'expression'],
  [OP.expected]: ['expression', 'number'],
  [OP.parameter]: ['expression', 'number'],
  [OP.object]: 'pairs',
  [OP.array]: ['expression'],
  [OP.either]: ['expression'],
  [OP.iterated]: ['expression'],
  [OP.module]: ['import'],
  [OP.staticParent]: ['declaration'],
  [OP.named]: ['expression'],
  [OP.arrayOf]: ['expression'],
  [OP.tuple]: ['expression'],
  [OP.union]: ['expression'],
  [OP.intersection]: ['expression'],
  [OP.functionType]: ['expression', 'number', 'expression'],
  [OP.objectType]: 'pairs',
  [OP.membersOf]: ['declaration'],
  [OP.typeOf]: ['expression'],
  [OP.selfType]: ['declaration'],
  [OP.indexed]: ['expression', 'string'],
  [OP.elementOf]: ['expression'],
  [OP.typeParameter]: ['declaration', 'string'],
  [OP.literal]: ['string'],
  [OP.firstOf]: ['expression'],
  [OP.receiver]: ['expression'],
  [OP.extension]: ['expression', 'expression'],
  [OP.keyed]: ['expression', 'expression'],
  [OP.generic]: ['expression'],
  [OP.ownParameter]: ['string', 'expression'],
  [OP.mapped]: ['expression'],
  [OP.conditional]: ['expression'],
  [OP.predicate]: ['expression', 'number'],
  [OP.asserted]: ['expression', 'number'],
  [OP.rest]: ['expression'],
  [OP.scopedMethod]: ['expression', 'string', 'expression', 'number'],
};

const PAIR: readonly OperandKind[] = ['string', 'expression'];

/** Calls `visit` with each operand of an expression, in order. */
export function visitOperands(
  table: Int32Array,
  id: ExpressionId,
  visit: (kind: OperandKind, operand: number) => void,
): void {
  const shape = OPERANDS[opAt(table, id)];
  const arity = arityAt(table, id);
  for (let index = 0; index < arity; index++) {
    const kind =
      shape === 'pairs' ? at(PAIR, index % 2) : at(shape, Math.min(index, shape.length - 1));
    visit(kind, operandAt(table, id, index));
  }
}

/** Returns all names that a file looks up. */
export function allMentions(facts: FileFacts): Set<string> {
  const mentions = new Set(facts.strings);
  for (const { name } of facts.bindings) mentions.add(name);
  for (const { names } of facts.imports) for (const name of names) mentions.add(name);
  for (const row of facts.exports) {
    if (row.form !== 'all') mentions.add(row.name);
    if (row.form === 'from') mentions.add(row.source);
  }
  return mentions;
}

/**
 * Returns the names that the declarations and exports of a file look up, without those that only
 * its references use.
 */
export function surfaceMentions(facts: FileFacts): Set<string> {
  const mentions = new Set<string>();
  const seen = new Uint8Array(facts.expressions.length);
  const waiting: ExpressionId[] = [];
  for (const row of facts.exports) {
    if (row.form === 'local') waiting.push(row.expression);
    if (row.form === 'from') mentions.add(row.source);
  }
  for (const { type, expression } of facts.conformances) waiting.push(type, expression);
  for (const shape of facts.shapes) {
    waiting.push(shape.type, shape.value, shape.returns, shape.receiver);
    for (const one of shape.parameters) waiting.push(one.type);
    for (const one of shape.typeParameters) waiting.push(one.constraint, one.default);
    for (const one of shape.heritage) waiting.push(one.expression);
  }
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id === NO_EXPRESSION || seen[id] === 1) continue;
    seen[id] = 1;
    visitOperands(facts.expressions, id, (kind, operand) => {
      if (kind === 'expression') waiting.push(operand);
      else if (kind === 'string') mentions.add(at(facts.strings, operand));
      else if (kind === 'binding') mentions.add(at(facts.bindings, operand).name);
    });
  }
  return mentions;
}
