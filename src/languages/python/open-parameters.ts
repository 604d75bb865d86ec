/**
 * Parameters without a type whose values a function returns. They are type parameters: what a call
 * passes says what it returns.
 */
import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import type { TypeParameter } from '../../model/facts.ts';
import type { PythonDraft } from './draft.ts';
import { parameterName } from './parameters.ts';

/** Returns the names of these parameters; none if the function states what it returns. */
export function openParameters(draft: PythonDraft, node: Syntax): ReadonlySet<string> {
  const open = new Set<string>();
  const body = fieldOf(node, 'body');
  if (body === undefined || fieldOf(node, 'return_type') !== undefined) return open;
  const untyped = new Set(
    (fieldOf(node, 'parameters')?.children ?? []).flatMap((parameter) => {
      const name = parameterName(parameter);
      const isPlain = parameter.type === 'identifier' || parameter.type === 'default_parameter';
      return isPlain && name !== undefined ? [draft.textOf(name)] : [];
    }),
  );
  if (untyped.size === 0) return open;
  const flow: Flow = { waiting: [], assigned: new Map() };
  collect(draft, body, flow);
  const seen = new Set<string>();
  for (let name = flow.waiting.pop(); name !== undefined; name = flow.waiting.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    if (untyped.has(name)) open.add(name);
    flow.waiting.push(...(flow.assigned.get(name) ?? []));
  }
  return open;
}

/** Returns the type parameters of a function that stand for its parameters without a type. */
export function openTypeParameters(draft: PythonDraft, index: number): readonly TypeParameter[] {
  return [...(draft.openParameters.get(index) ?? [])].map(([name, evaluate]) => {
    const value = draft.orNone(evaluate());
    return { name, constraint: value, default: value };
  });
}

interface Flow {
  /** Names that returned values begin with. */
  readonly waiting: string[];
  /** Names that the values of a local name begin with. */
  readonly assigned: Map<string, string[]>;
}

function collect(draft: PythonDraft, node: Syntax, flow: Flow): void {
  if (/^(function_definition|class_definition|lambda)$/.test(node.type)) return;
  const [value] = node.children;
  if (node.type === 'return_statement' || node.type === 'yield')
    flow.waiting.push(...headsOf(draft, value));
  if (node.type === 'assignment') {
    const left = fieldOf(node, 'left');
    const heads = headsOf(draft, fieldOf(node, 'right'));
    if (left?.type === 'identifier' && heads.length > 0) {
      const name = draft.textOf(left);
      flow.assigned.set(name, [...(flow.assigned.get(name) ?? []), ...heads]);
    }
  }
  for (const child of node.children) collect(draft, child, flow);
}

/** Returns the names that a value begins with: a of `a.b().c`, a and b of `a or b`. */
function headsOf(draft: PythonDraft, node: Syntax | undefined): readonly string[] {
  switch (node?.type) {
    case 'identifier':
      return [draft.textOf(node)];
    case 'attribute':
    case 'call':
    case 'subscript':
    case 'await':
      return headsOf(draft, node.children[0]);
    case 'conditional_expression':
      return [node.children[0], node.children[2]].flatMap((one) => headsOf(draft, one));
    case 'boolean_operator':
    case 'parenthesized_expression':
    case 'expression_list':
    case 'tuple':
      return node.children.flatMap((one) => headsOf(draft, one));
    default:
      return [];
  }
}
