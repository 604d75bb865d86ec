/** Finds members of objects without a declared type, and of mapped types. */
import { OP, opAt } from '../../model/expression.ts';
import { NO_EXPRESSION } from '../../model/facts.ts';
import { operandsFrom } from './denotation.ts';
import type { Evaluator } from './evaluator.ts';
import { type Member, memberOf } from './members.ts';
import { type Environment, literalText, literalType, ownParameterKey, type Type } from './types.ts';

/** Values of an object literal that name a symbol, which is what a call of the member calls. */
const NAMED_VALUES: ReadonlySet<number> = new Set([
  OP.declaration,
  OP.binding,
  OP.member,
  OP.module,
]);

/** Finds members of object literals and of unnamed object types. Spreads are searched last. */
export function objectMember(
  evaluator: Evaluator,
  type: Type & { readonly form: 'object' },
  name: string,
): Member | undefined {
  const { file, expression, environment } = type;
  const table = evaluator.table(file);
  if (opAt(table, expression) === OP.mapped) return mappedMember(evaluator, type, name);
  const operands = operandsFrom(table, expression, 0);
  const spreads: number[] = [];
  let index: Member | undefined;
  for (let entry = 0; entry + 1 < operands.length; entry += 2) {
    const key = evaluator.string(file, operands[entry] ?? 0);
    const value = operands[entry + 1] ?? NO_EXPRESSION;
    if (key === '...') spreads.unshift(value);
    else if (key === name) {
      const isNamed = NAMED_VALUES.has(opAt(table, value));
      const nodes = isNamed ? evaluator.symbolsOf(file, value, 'value', environment) : [];
      const isAlias = opAt(table, value) !== OP.declaration;
      return { nodes, isAlias, type: () => evaluator.typeOf(file, value, environment) };
    } else if (key === '[]') {
      index = { nodes: [], isIndex: true, type: () => evaluator.typeOf(file, value, environment) };
    }
  }
  for (const spread of spreads) {
    const found = memberOf(evaluator, evaluator.typeOf(file, spread, environment), name);
    if (found?.isIndex === true) index ??= found;
    else if (found !== undefined) return found;
  }
  return index;
}

/**
 * Finds a member of a mapped type: the member of its source, with the type that the key gives. Keys
 * with other names than in the source have no declaration.
 */
function mappedMember(
  evaluator: Evaluator,
  { file, expression, environment }: Type & { readonly form: 'object' },
  name: string,
): Member | undefined {
  const [key = 0, source = 0, mapped = 0, renamed] = operandsFrom(
    evaluator.table(file),
    expression,
    0,
  );
  const found = memberOf(evaluator, evaluator.typeOf(file, source, environment), name);
  if (found === undefined) return undefined;
  const inside = new Map(environment).set(ownParameterKey(file, key), literalType(name));
  if (renamed !== undefined && !mayBe(evaluator.typeOf(file, renamed, inside), name))
    return undefined;
  return { nodes: found.nodes, type: () => evaluator.typeOf(file, mapped, inside) };
}

/** Whether a key may have a name; it has no known type if it is `never` or a template. */
function mayBe(key: Type | undefined, name: string): boolean {
  const keys = key?.form === 'union' ? key.types : [key];
  return keys.some((one) => literalText(one) === name);
}

/** Finds any member of a named type with an index signature: `{ [name: string]: Handler }`. */
export function indexedMember(
  evaluator: Evaluator,
  merged: readonly number[],
  name: string,
  environmentIn: (node: number) => Environment,
): Member | undefined {
  const { program } = evaluator;
  for (const one of merged) {
    const { kind } = program.declaration(one);
    const { type, value } = program.shape(one);
    const unnamed = kind === 'interface' ? type : kind === 'typeAlias' ? value : NO_EXPRESSION;
    if (unnamed === NO_EXPRESSION || !program.hasStrictStatics(one)) continue;
    const object = evaluator.typeOf(program.fileOf(one), unnamed, environmentIn(one));
    const found = object?.form === 'object' ? objectMember(evaluator, object, name) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
