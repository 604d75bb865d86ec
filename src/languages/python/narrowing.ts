/** Narrows names and attributes by `isinstance`, where a condition is certainly true or false. */

import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { PythonDraft } from './draft.ts';
import type { Place } from './scope.ts';
import { typeExpression } from './types.ts';

export function narrow(draft: PythonDraft, node: Syntax, { scope, block }: Place): void {
  const condition = conditionOf(node);
  if (condition === undefined) return;
  for (const { inside, from, isTrue } of rangesOf(node, block)) {
    for (const test of certain(condition, isTrue)) {
      const checked = instanceTest(draft, test);
      if (checked === undefined) continue;
      const { name, type } = checked;
      const types = type.type === 'tuple' ? type.children : [type];
      bindNarrowed(draft, name, { types, from, place: { scope, block: inside } });
    }
  }
}

/** Binds a name or attribute to one of several types, from an offset on and within a block. */
export function bindNarrowed(
  draft: PythonDraft,
  name: Syntax,
  known: { readonly types: readonly Syntax[]; readonly from: number; readonly place: Place },
): void {
  if (!/^(identifier|attribute)$/.test(name.type)) return;
  const { scope, block } = known.place;
  const text = draft.textOf(name);
  if (name.type === 'attribute') draft.narrowed.add(text);
  scope.bind(text, {
    form: 'value',
    offset: known.from,
    block,
    isLimited: true,
    evaluate: () => valueOfOne(draft, known.types, scope),
  });
}

/** Returns a value that has one of several types. */
export function valueOfOne(
  draft: PythonDraft,
  types: readonly Syntax[],
  scope: Place['scope'],
): ExpressionId {
  return draft.either(
    OP.either,
    types.map((one) => draft.ofType(typeExpression(draft, one, scope))),
  );
}

function conditionOf(node: Syntax): Syntax | undefined {
  if (node.type === 'conditional_expression') return node.children[1];
  return fieldOf(node, 'condition') ?? fieldOf(node, 'left') ?? node.children[0];
}

/** A part of the program in which a condition is known to be true or false. */
interface Range {
  readonly inside: Syntax;
  readonly from: number;
  readonly isTrue: boolean;
}

function rangesOf(node: Syntax, block: Syntax): readonly Range[] {
  const within = (inside: Syntax | undefined, isTrue = true): readonly Range[] =>
    inside === undefined ? [] : [{ inside, from: inside.start, isTrue }];
  switch (node.type) {
    case 'assert_statement':
      return [{ inside: block, from: node.end, isTrue: true }];
    case 'conditional_expression':
      return within(node.children[0]);
    case 'boolean_operator':
      return within(fieldOf(node, 'right'), operatorOf(node) === 'and');
    case 'if_clause':
      return within(guardedBy(node));
    default: {
      const inside = fieldOf(node, 'consequence');
      const leaves = node.type === 'if_statement' && inside !== undefined && isLeft(inside);
      const after = leaves ? [{ inside: block, from: node.end, isTrue: false }] : [];
      return [...within(inside), ...after];
    }
  }
}

/** Returns what the condition of a comprehension or of a `case` guards. */
function guardedBy({ parent }: Syntax): Syntax | undefined {
  if (parent === undefined) return undefined;
  return fieldOf(parent, 'consequence') ?? fieldOf(parent, 'body') ?? parent.children[0];
}

/** Whether a block never runs to its end. */
function isLeft(block: Syntax): boolean {
  return /^(return|raise|continue|break)_statement$/.test(block.children.at(-1)?.type ?? '');
}

function operatorOf(node: Syntax): string | undefined {
  return node.type === 'boolean_operator'
    ? node.tree.textOfField(node.node, 'operator')
    : undefined;
}

/** Returns the tests that are certainly true if the whole condition is true, or is false. */
function certain(node: Syntax, isTrue: boolean): readonly Syntax[] {
  const [first] = node.children;
  if (node.type === 'parenthesized_expression')
    return first === undefined ? [] : certain(first, isTrue);
  if (node.type === 'not_operator') return first === undefined ? [] : certain(first, !isTrue);
  if (operatorOf(node) === (isTrue ? 'and' : 'or'))
    return node.children.flatMap((one) => certain(one, isTrue));
  return isTrue && node.type === 'call' ? [node] : [];
}

function instanceTest(
  draft: PythonDraft,
  node: Syntax,
): { name: Syntax; type: Syntax } | undefined {
  const callee = node.type === 'call' ? fieldOf(node, 'function') : undefined;
  if (callee === undefined || draft.textOf(callee) !== 'isinstance') return undefined;
  const [name, type] = fieldOf(node, 'arguments')?.children ?? [];
  return /^(identifier|attribute)$/.test(name?.type ?? '') &&
    name !== undefined &&
    type !== undefined
    ? { name, type }
    : undefined;
}
