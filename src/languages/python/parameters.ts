/** Parameters of functions: their names and values. */
import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { OP } from '../../model/expression.ts';
import { type ExpressionId, NO_EXPRESSION, type Parameter } from '../../model/facts.ts';
import type { PythonDraft } from './draft.ts';
import { fixtureNamed, requestedFixture } from './fixtures.ts';
import type { Place, Receiver, Scope } from './scope.ts';
import { typeExpression } from './types.ts';
import { dictionaryOf, expressionFor } from './values.ts';

export function bindParameter(
  draft: PythonDraft,
  parameter: Syntax,
  place: Place,
  { receiver, inherited, isOpen }: ParameterSource,
): void {
  const name = parameterName(parameter);
  if (name === undefined) return;
  const type = fieldOf(parameter, 'type');
  const outer = place.scope.parent ?? place.scope;
  const user = place.scope.owner;
  const fixture = draft.fixtureUsers.has(user) ? requestedFixture(draft, parameter) : undefined;
  place.scope.bind(draft.textOf(name), {
    form: 'parameter',
    offset: name.start,
    block: place.block,
    evaluate: () => {
      if (receiver !== undefined) {
        return draft.table.add(receiver.isClass ? OP.declaration : OP.self, receiver.declaration);
      }
      if (type !== undefined) return parameterValue(draft, parameter, type, outer);
      if (isOpen)
        return draft.table.add(OP.typeParameter, user, draft.stringId(draft.textOf(name)));
      if (fixture === undefined) return untypedValue(draft, parameter, outer, inherited);
      const provider = fixtureNamed(draft, fixture, outer, user);
      return provider === draft.unknown ? provider : draft.table.add(OP.call, provider, 0);
    },
  });
}

/** Sources of a parameter's value besides its own declaration. */
export interface ParameterSource {
  /** Set if the parameter is the method's own object or class. */
  readonly receiver: Receiver | undefined;
  /** Returns the same parameter of the method that this one overrides. */
  readonly inherited: () => ExpressionId;
  /** Whether it is a type parameter of its function. */
  readonly isOpen: boolean;
}

/** Without a declared type, a parameter has that of the overridden method, or of its default. */
export function untypedValue(
  draft: PythonDraft,
  parameter: Syntax,
  scope: Scope,
  inherited: () => ExpressionId,
): ExpressionId {
  const value = fieldOf(parameter, 'value');
  const otherwise = value === undefined ? draft.unknown : expressionFor(draft, value, scope);
  return draft.first([inherited(), otherwise]);
}

/** `*args: T` holds many values of T, and so does `**kwargs: T`. */
function parameterValue(
  draft: PythonDraft,
  parameter: Syntax,
  type: Syntax,
  scope: Scope,
): ExpressionId {
  const declared = typeExpression(draft, type, scope);
  if (declared === draft.unknown) return declared;
  const isMany = parameter.children[0]?.type === 'list_splat_pattern';
  if (parameter.children[0]?.type === 'dictionary_splat_pattern')
    return dictionaryOf(draft, [declared]);
  return draft.ofType(isMany ? draft.table.add(OP.arrayOf, declared) : declared);
}

/** Returns the shape of a parameter. One that a function returns is a type parameter of it. */
export function shapeParameter(
  draft: PythonDraft,
  parameter: Syntax,
  scope: Scope,
  index: number,
): Parameter {
  const named = parameterName(parameter);
  const name = named === undefined ? '' : draft.textOf(named);
  const type = fieldOf(parameter, 'type');
  const first = parameter.children[0] ?? parameter;
  const isOpen = draft.openParameters.get(index)?.has(name) === true;
  const untyped = isOpen
    ? draft.table.add(OP.typeParameter, index, draft.stringId(name))
    : NO_EXPRESSION;
  return {
    name,
    type: type === undefined ? untyped : draft.orNone(typeExpression(draft, type, scope)),
    rest: /splat_pattern$/.test(parameter.type) || /splat_pattern$/.test(first.type),
  };
}

export function parameterName(parameter: Syntax): Syntax | undefined {
  if (parameter.type === 'identifier') return parameter;
  const name = fieldOf(parameter, 'name') ?? parameter.children[0];
  if (name === undefined || name === parameter) return undefined;
  return name.type === 'identifier' ? name : parameterName(name);
}
