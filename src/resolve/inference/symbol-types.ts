/** Resolves the type of a symbol as a value, and the type of `this` inside one. */
import { at } from '../../base/assert.ts';
import { NO_EXPRESSION } from '../../model/facts.ts';
import type { Evaluator } from './evaluator.ts';
import { type Environment, parameterKey, type Type } from './types.ts';

/** Returns the type of a symbol used as a value. */
export function typeOfSymbol(
  evaluator: Evaluator,
  node: number,
  environment: Environment,
): Type | undefined {
  const { kind } = evaluator.program.declaration(node);
  switch (kind) {
    case 'class':
    case 'function':
    case 'method':
    case 'namespace':
    case 'enum':
    case 'constructor':
      return { form: 'value', node, environment };
    case 'variable':
    case 'field':
    case 'property':
      return typeOfVariable(evaluator, node, environment);
    case 'accessor': {
      const { returns, value, parameters } = evaluator.program.shape(node);
      const type = parameters.length > 0 ? at(parameters, 0).type : returns;
      evaluator.inferred ||= type === NO_EXPRESSION;
      return evaluator.typeOf(
        evaluator.program.fileOf(node),
        type === NO_EXPRESSION ? value : type,
        environment,
      );
    }
    case 'interface':
    case 'typeAlias': {
      const value = evaluator.program
        .merged(node)
        .find(
          (other) => !/^(interface|typeAlias)$/.test(evaluator.program.declaration(other).kind),
        );
      if (value !== undefined) return typeOfSymbol(evaluator, value, environment);
      if (kind === 'interface') return { form: 'value', node, environment };
      // In other languages the name of a defined type gives access to its members: `Alias::new()`.
      const isStrict = evaluator.program.hasStrictStatics(node);
      return isStrict ? undefined : evaluator.instanceOf(node, []);
    }
    case 'enumMember': {
      const owner = evaluator.program.parentOf(node);
      // An enum member with parameters creates a value of its enum.
      if (evaluator.program.shape(node).parameters.length > 0)
        return { form: 'value', node, environment };
      return owner < 0 ? undefined : { form: 'instance', node: owner, args: [] };
    }
    default:
      return undefined;
  }
}

function typeOfVariable(
  evaluator: Evaluator,
  node: number,
  environment: Environment,
): Type | undefined {
  const { callable, type, value } = evaluator.program.shape(node);
  const file = evaluator.program.fileOf(node);
  if (type !== NO_EXPRESSION) return evaluator.typeOf(file, type, environment);
  return callable
    ? { form: 'value', node, environment }
    : evaluator.typeOf(file, value, environment);
}

/**
 * Returns the type of `this`: an instance with the class's own type parameters; inside an object,
 * the object.
 */
export function selfType(
  evaluator: Evaluator,
  node: number,
  environment: Environment,
): Type | undefined {
  const { kind } = evaluator.program.declaration(node);
  if (kind === 'variable' || kind === 'property') return typeOfSymbol(evaluator, node, environment);
  return { form: 'instance', node, args: ownArguments(evaluator, node, environment) };
}

/** Returns the type arguments of a type inside it: bound ones, or its own type parameters. */
export function ownArguments(
  { program }: Evaluator,
  node: number,
  environment: Environment,
): readonly Type[] {
  return program
    .shape(node)
    .typeParameters.map(
      ({ name }) => environment.get(parameterKey(node, name)) ?? { form: 'parameter', node, name },
    );
}
