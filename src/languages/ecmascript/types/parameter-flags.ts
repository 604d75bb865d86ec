import { FLAG_REST, REQUIRED_SHIFT } from '../../../model/expression.ts';
import { childOfType, lastChild, type Syntax } from '../syntax.ts';

/** Returns the parameter that states the type of `this`: `function f(this: Window) {}`. */
export function selfParameter(parameters: Syntax): Syntax | undefined {
  return parameters.children.find((parameter) => childOfType(parameter, 'this') !== undefined);
}

/** Returns FLAG_REST if the last parameter of a function is a rest parameter, else 0. */
export function restFlag(node: Syntax): number {
  const parameters = childOfType(node, 'formal_parameters');
  const last = parameters && lastChild(parameters);
  return last !== undefined && childOfType(last, 'rest_pattern') !== undefined ? FLAG_REST : 0;
}

/** Returns the flags of a function type: what {@link restFlag} returns, and what a call must pass. */
export function flagsOfType(node: Syntax): number {
  const rest = restFlag(node);
  const parameters = childOfType(node, 'formal_parameters')?.children ?? [];
  const required = parameters.filter(
    (parameter) =>
      parameter.type === 'required_parameter' && childOfType(parameter, 'this') === undefined,
  ).length;
  const parts = rest === 0 ? 0 : requiredParts(parameters.at(-1));
  return rest | ((required + parts + (rest === 0 ? 1 : 0)) << REQUIRED_SHIFT);
}

/** Returns how many arguments a rest parameter requires: `...handlers: [First, Last]`. */
function requiredParts(parameter: Syntax | undefined): number {
  const annotation = parameter && childOfType(parameter, 'type_annotation');
  const type = annotation && lastChild(annotation);
  if (type?.type !== 'tuple_type') return 0;
  return type.children.filter(({ type: part }) => !/^(optional|rest)_/.test(part)).length;
}
