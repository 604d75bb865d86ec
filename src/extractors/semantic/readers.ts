/** Readers of values, types, parameters and locals that the tables of typed languages are made of. */
import { OP } from '../../model/expression.ts';
import {
  type ExpressionId,
  NO_EXPRESSION,
  type Parameter,
  type TypeParameter,
} from '../../model/facts.ts';
import { fieldOf, lastChild, type Syntax } from '../lowering/syntax.ts';
import { firstChild } from '../outline/reading.ts';
import type { Lowering } from './lowering.ts';
import type { Local } from './spec.ts';

type Find = (node: Syntax) => Syntax | undefined;
type Read = (node: Syntax, lowering: Lowering) => ExpressionId;

// --- values and types -----------------------------------------------------------------------------

/** The value of an expression inside a node. */
export function valueAt(find: Find): Read {
  return (node, lowering) => lowering.expression(find(node));
}

/** The type that is spelled inside a node. */
export function typeAt(find: Find): Read {
  return (node, lowering) => lowering.type(find(node));
}

/** A value of the type that is spelled inside a node. */
export function instanceAt(find: Find): Read {
  return (node, lowering) => lowering.valueOf(find(node));
}

/** A list of the type that is spelled inside a node. */
export function listAt(find: Find): Read {
  return (node, lowering) => listOf(lowering, lowering.type(find(node)));
}

/** An element of the value of an expression inside a node. */
export function elementAt(find: Find): Read {
  return (node, lowering) => lowering.draft.over(OP.element, lowering.expression(find(node)));
}

/** One of the values of several expressions inside a node. */
export function eitherAt(...finds: readonly Find[]): Read {
  return (node, lowering) =>
    eitherOf(
      lowering,
      finds.map((find) => find(node)),
    );
}

export const firstValue = valueAt(firstChild);
export const lastValue = valueAt(lastChild);
export const firstType = typeAt(firstChild);
export const lastType = typeAt(lastChild);

export function selfOf(node: Syntax, lowering: Lowering): ExpressionId {
  return lowering.self(node);
}

export function superOf(node: Syntax, lowering: Lowering): ExpressionId {
  return lowering.super(node);
}

export function eitherOf(lowering: Lowering, nodes: readonly (Syntax | undefined)[]): ExpressionId {
  return lowering.draft.either(
    OP.either,
    nodes.map((node) => lowering.expression(node)),
  );
}

export function listOf(lowering: Lowering, element: ExpressionId): ExpressionId {
  return lowering.draft.over(OP.arrayOf, element);
}

/** Returns the element type of a loop over the value of an expression. */
export function iteratedOf(lowering: Lowering, node: Syntax | undefined): ExpressionId {
  return lowering.draft.over(OP.iterated, lowering.expression(node));
}

/** A function value whose parameters have the types of their fields `type`. */
export function lambdaOf(
  lowering: Lowering,
  result: ExpressionId,
  parameters: readonly Syntax[],
): ExpressionId {
  return lowering.lambda(
    result,
    parameters.map((one) => lowering.valueOf(fieldOf(one, 'type'))),
  );
}

// --- declarations ---------------------------------------------------------------------------------

/** The children of the first child of a field name. */
export function childrenAt(node: Syntax, name: string): readonly Syntax[] {
  return fieldOf(node, name)?.children ?? [];
}

/** The arguments of a call, in grammars that have a field for them. */
export function argumentsOf(node: Syntax): readonly Syntax[] {
  return childrenAt(node, 'arguments');
}

interface ReadParameter {
  readonly name: Syntax | undefined;
  readonly type: ExpressionId;
  readonly rest?: boolean;
}

/**
 * Reads parameters. `read` returns undefined for anything that is not a parameter. One without a
 * name cannot be passed by name.
 */
export function readParameters(
  nodes: readonly Syntax[],
  { draft }: Lowering,
  read: (node: Syntax, index: number) => ReadParameter | undefined,
): readonly Parameter[] {
  return nodes.flatMap((node, index): Parameter[] => {
    const found = read(node, index);
    if (found === undefined) return [];
    const { name, type, rest = false } = found;
    return [{ name: name === undefined ? '' : draft.textOf(name), type: draft.orNone(type), rest }];
  });
}

/** Reads type parameters. `bound` returns the bound of a type parameter, if any. */
export function readTypeParameters(
  nodes: readonly Syntax[],
  { draft }: Lowering,
  nameOf: Find,
  bound: (node: Syntax, name: string) => ExpressionId,
): readonly TypeParameter[] {
  return nodes.flatMap((node): TypeParameter[] => {
    const name = nameOf(node);
    if (name === undefined) return [];
    const text = draft.textOf(name);
    return [{ name: text, constraint: draft.orNone(bound(node, text)), default: NO_EXPRESSION }];
  });
}

// --- locals ---------------------------------------------------------------------------------------

/** The one local of a name, or none where there is no name. */
export function local(name: Syntax | undefined, value: Local['value']): readonly Local[] {
  return name === undefined ? [] : [{ name, value }];
}

/** Whether a node declares symbols, which are no locals. */
export function declaresSymbols(node: Syntax, { draft }: Lowering): boolean {
  return (draft.declared.get(node)?.length ?? 0) > 0;
}
