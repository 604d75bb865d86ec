import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { PythonDraft } from './draft.ts';
import type { Scope } from './scope.ts';
import { expressionFor } from './values.ts';

/**
 * Returns the result of a function without annotation: any returned value, or the yielded values of
 * a generator.
 */
export function returnedValue(draft: PythonDraft, node: Syntax, scope: Scope): ExpressionId {
  const body = fieldOf(node, 'body');
  const found: { returned: Syntax[]; yielded: Syntax[] } = { returned: [], yielded: [] };
  if (body !== undefined) collect(body, found);
  const values = (nodes: readonly Syntax[]): ExpressionId =>
    draft.either(
      OP.either,
      nodes.slice(0, 8).map((one) => expressionFor(draft, one, scope)),
    );
  if (found.yielded.length === 0) return values(found.returned);
  const yielded = values(found.yielded);
  return yielded === draft.unknown ? yielded : draft.table.add(OP.array, yielded);
}

function collect(node: Syntax, found: { returned: Syntax[]; yielded: Syntax[] }): void {
  if (/^(function_definition|class_definition|lambda)$/.test(node.type)) return;
  const [value] = node.children;
  if (node.type === 'return_statement' && value !== undefined) found.returned.push(value);
  if (node.type === 'yield' && value !== undefined) found.yielded.push(value);
  for (const child of node.children) collect(child, found);
}
