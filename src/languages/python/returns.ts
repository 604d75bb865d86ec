import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { PythonDraft } from './draft.ts';
import type { Scope } from './scope.ts';
import { expressionFor } from './values.ts';

/**
 * Returns the result of a function without annotation: any returned value, or the yielded values of
 * a generator. With `isYieldPassedOn`, whoever calls it gets the yielded value itself.
 */
export function returnedValue(
  draft: PythonDraft,
  node: Syntax,
  scope: Scope,
  isYieldPassedOn = false,
): ExpressionId {
  const found = resultsOf(node);
  const isGetter = draft.textOf(fieldOf(node, 'name') ?? node) === '__get__';
  const returned = isGetter
    ? found.returned.filter((one) => !isForClass(draft, one))
    : found.returned;
  const values = (nodes: readonly Syntax[]): ExpressionId =>
    draft.either(
      OP.either,
      nodes.slice(0, 8).map((one) => expressionFor(draft, one, scope)),
    );
  if (found.yielded.length === 0) return values(returned);
  const yielded = values(found.yielded);
  if (isYieldPassedOn) return yielded;
  return yielded === draft.unknown ? yielded : draft.table.add(OP.array, yielded);
}

/** Whether `__get__` returns a value to the class, not to an object: `if instance is None: return self`. */
function isForClass(draft: PythonDraft, value: Syntax): boolean {
  const branch = value.parent?.parent?.parent;
  if (branch?.type !== 'if_statement' || fieldOf(branch, 'consequence') !== value.parent?.parent)
    return false;
  return /^(not \w+|\w+ is None)$/.test(draft.textOf(fieldOf(branch, 'condition') ?? branch));
}

/** Whether calling a function gives a generator. */
export function isGenerator(node: Syntax): boolean {
  return resultsOf(node).yielded.length > 0;
}

interface Results {
  readonly returned: Syntax[];
  readonly yielded: Syntax[];
}

function resultsOf(node: Syntax): Results {
  const found: Results = { returned: [], yielded: [] };
  const body = fieldOf(node, 'body');
  if (body !== undefined) collect(body, found);
  return found;
}

function collect(node: Syntax, found: Results): void {
  if (/^(function_definition|class_definition|lambda)$/.test(node.type)) return;
  const [value] = node.children;
  if (node.type === 'return_statement' && value !== undefined) found.returned.push(value);
  if (node.type === 'yield' && value !== undefined) found.yielded.push(value);
  for (const child of node.children) collect(child, found);
}
