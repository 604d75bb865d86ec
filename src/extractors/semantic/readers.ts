/** Readers of values, types, parameters and locals that the tables of typed languages are made of. */
import { OP } from '../../model/expression.ts';
import type { ExpressionId, Parameter, TypeParameter } from '../../model/facts.ts';
import { fieldOf, lastChild, type Syntax } from '../lowering/syntax.ts';
import { firstChild } from '../outline/reading.ts';
import type { Lowering } from './lowering.ts';
import type { Local, ShapeFacts } from './spec.ts';

type Find = (node: Syntax, lowering: Lowering) => Syntax | undefined;
type Read = (node: Syntax, lowering: Lowering) => ExpressionId;

// --- values and types -----------------------------------------------------------------------------

/** The value of an expression inside a node. */
export function valueAt(find: Find): Read {
  return (node, lowering) => lowering.expression(find(node, lowering));
}

/** The type that is spelled inside a node. */
export function typeAt(find: Find): Read {
  return (node, lowering) => lowering.type(find(node, lowering));
}

/** A value of the type that is spelled inside a node. */
export function instanceAt(find: Find): Read {
  return (node, lowering) => lowering.valueOf(find(node, lowering));
}

/** A list of the type that is spelled inside a node. */
export function listAt(find: Find): Read {
  return (node, lowering) => listOf(lowering, lowering.type(find(node, lowering)));
}

/** An element of the value of an expression inside a node. */
export function elementAt(find: Find): Read {
  return (node, lowering) =>
    lowering.draft.over(OP.element, lowering.expression(find(node, lowering)));
}

/** One of the values of several expressions inside a node. */
export function eitherAt(...finds: readonly Find[]): Read {
  return (node, lowering) =>
    eitherOf(
      lowering,
      finds.map((find) => find(node, lowering)),
    );
}

/** The member that a node names, of the value of an expression inside it. */
export function memberAt(object: Find, name: Find): Read {
  return (node, lowering) => {
    const named = name(node, lowering);
    if (named === undefined) return lowering.draft.unknown;
    const of = lowering.expression(object(node, lowering));
    return lowering.memberOf(of, lowering.draft.textOf(named));
  };
}

/** A type with type arguments. */
export function genericAt(name: Find, args: (node: Syntax) => readonly Syntax[]): Read {
  return (node, lowering) => {
    const named = name(node, lowering);
    if (named === undefined) return lowering.draft.unknown;
    return lowering.namedType(lowering.entity(named), args(node));
  };
}

/** Finds the first child that denotes a type. */
export function typeChild(node: Syntax, lowering: Lowering): Syntax | undefined {
  return node.children.find(({ type }) => lowering.isType(type));
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

/** The type of functions with a result and parameters. */
export function functionTypeOf(
  lowering: Lowering,
  result: ExpressionId,
  parameters: readonly ExpressionId[],
): ExpressionId {
  return lowering.draft.table.add(OP.functionType, result, 0, ...parameters);
}

/** The type of a map, which the resolver knows by that name. */
export function mapOf(lowering: Lowering, args: readonly Syntax[]): ExpressionId {
  const map = lowering.draft.table.add(OP.free, lowering.draft.stringId('Map'));
  return lowering.namedType(map, args.slice(0, 2));
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

export function childrenIn(name: string): (node: Syntax) => readonly Syntax[] {
  return (node) => childrenAt(node, name);
}

/** The arguments of a call, in grammars that have a field for them. */
export const argumentsOf = childrenIn('arguments');

interface ReadParameter {
  readonly name: Syntax | undefined;
  readonly type: ExpressionId;
  readonly rest?: boolean;
}

/**
 * Returns a reader of parameters. `read` returns undefined for anything that is not a parameter. One
 * without a name cannot be passed by name.
 */
export function parametersIn(
  list: (node: Syntax) => readonly Syntax[],
  read: (node: Syntax, lowering: Lowering) => ReadParameter | undefined,
): (node: Syntax, lowering: Lowering) => readonly Parameter[] {
  return (node, lowering) =>
    list(node).flatMap((one): Parameter[] => {
      const found = read(one, lowering);
      if (found === undefined) return [];
      const { name, type, rest = false } = found;
      const { draft } = lowering;
      return [
        { name: name === undefined ? '' : draft.textOf(name), type: draft.orNone(type), rest },
      ];
    });
}

/** Returns a reader of type parameters. `bound` returns the bound of one, if any. */
export function typeParametersIn(
  list: Find,
  nameOf: Find,
  bound: (node: Syntax, lowering: Lowering, name: string, owner: Syntax) => ExpressionId,
  defaultOf: Find = () => undefined,
): (node: Syntax, lowering: Lowering) => readonly TypeParameter[] {
  return (owner, lowering) =>
    (list(owner, lowering)?.children ?? []).flatMap((node): TypeParameter[] => {
      const name = nameOf(node, lowering);
      if (name === undefined) return [];
      const { draft } = lowering;
      const text = draft.textOf(name);
      const constraint = draft.orNone(bound(node, lowering, text, owner));
      const otherwise = draft.orNone(lowering.type(defaultOf(node, lowering)));
      return [{ name: text, constraint, default: otherwise }];
    });
}

/** Reads the shape of a declaration from the type that is spelled inside it. */
export function typeShape(find: Find): (node: Syntax, lowering: Lowering) => ShapeFacts {
  return (node, lowering) => ({ type: lowering.type(find(node, lowering)) });
}

// --- locals ---------------------------------------------------------------------------------------

/** The one local of a name, or none where there is no name. */
export function local(name: Syntax | undefined, value: Local['value']): readonly Local[] {
  return name === undefined ? [] : [{ name, value }];
}

/** Reads a local with a declared type. */
export function typedLocal(
  name: Find,
  type: Find,
): (node: Syntax, lowering: Lowering) => readonly Local[] {
  return (node, lowering) =>
    local(name(node, lowering), () => lowering.valueOf(type(node, lowering)));
}

/** The value of a local that has the given value where no type is declared. */
export function typedOr(
  lowering: Lowering,
  type: Syntax | undefined,
  given: () => ExpressionId,
): Local['value'] {
  return () => (type === undefined ? given() : lowering.valueOf(type));
}

/** Whether a node declares symbols, which are no locals. */
export function declaresSymbols(node: Syntax, { draft }: Lowering): boolean {
  return (draft.declared.get(node)?.length ?? 0) > 0;
}
