/** Selects the signatures of overloads that fit the arguments of a call. */
import { OP, opAt } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { basesOf } from './bases.ts';
import { operandsFrom } from './denotation.ts';
import type { Evaluator } from './evaluator.ts';
import { parameterAt, type Signature } from './signatures.ts';
import { EMPTY, literalText, type Type } from './types.ts';

/**
 * Returns the signatures that may be the called overload; callers use the first. Each accepts the
 * number of arguments, and no argument contradicts it. If some of them declare exactly the type of an
 * argument, the others are left out.
 */
export function fittingSignatures(
  evaluator: Evaluator,
  signatures: readonly Signature[],
  argument: (index: number) => Type | undefined,
  { args }: { readonly args: readonly ExpressionId[] },
): readonly Signature[] {
  if (signatures.length <= 1) return signatures;
  const count = args.length;
  const accepted = signatures.filter(
    ({ parameters, required }) =>
      required <= count &&
      (parameters.length >= count || parameters.some((parameter) => parameter.rest)),
  );
  // Without arguments, one without parameters comes first: it could not be called if the parameters
  // of those before it were optional.
  let left = accepted.length === 0 ? signatures : accepted;
  if (count === 0) {
    return left.toSorted((one, other) => one.parameters.length - other.parameters.length);
  }
  for (let index = 0; index < count && left.length > 1; index++) {
    const given = argument(index);
    if (given === undefined) continue;
    const fits = left.map((signature) => fitOf(evaluator, signature, index, given));
    const wanted = fits.includes('yes') ? /yes/ : /yes|unclear/;
    const kept = left.filter((_, position) => wanted.test(fits[position] ?? ''));
    if (kept.length > 0) left = kept;
  }
  return left;
}

/** Whether an argument fits a parameter, as far as strings, functions and named types tell. */
function fitOf(
  evaluator: Evaluator,
  signature: Signature,
  index: number,
  given: Type,
): 'yes' | 'no' | 'unclear' {
  const parameter = parameterAt(signature, index);
  if (parameter === undefined || parameter.rest) return 'unclear';
  const declared = evaluator.typeOf(signature.file, parameter.type, signature.environment);
  const wanted = declared?.form === 'union' ? declared.types : declared ? [declared] : [];
  const nominal = nominalFit(evaluator, given, wanted);
  if (nominal !== 'unclear') return nominal;
  const isGivenFunction = isFunction(evaluator, given);
  const text = literalText(given);
  const texts = wanted.flatMap((type) => literalText(type) ?? []);
  if (text !== undefined && texts.includes(text)) return 'yes';
  if (isGivenFunction && wanted.some((type) => isFunction(evaluator, type))) return 'yes';
  if (wanted.length === 0) return 'unclear';
  const isText = given.form === 'builtin' && /^(String|Boolean)$/.test(given.name);
  if (texts.length === wanted.length) return text === undefined && isText ? 'unclear' : 'no';
  const isData =
    /^(builtin|tuple|object)$/.test(given.form) &&
    !isPartlyKnown(evaluator, signature, parameter.type);
  return isData && wanted.every((type) => isFunction(evaluator, type)) ? 'no' : 'unclear';
}

/** Whether a declared union has parts that cannot be evaluated, such as types of other packages. */
function isPartlyKnown(
  evaluator: Evaluator,
  { file, environment }: Signature,
  declared: ExpressionId,
): boolean {
  if (opAt(evaluator.table(file), declared) !== OP.union) return false;
  const known = evaluator.typeOf(file, declared, environment);
  const count = known?.form === 'union' ? known.types.length : 1;
  return count < operandsFrom(evaluator.table(file), declared, 0).length;
}

/** Whether an argument has a declared type, in languages where the names of types decide. */
function nominalFit(
  evaluator: Evaluator,
  given: Type,
  wanted: readonly Type[],
): 'yes' | 'no' | 'unclear' {
  const [only] = wanted;
  if (only === undefined || wanted.length > 1) return 'unclear';
  if (given.form === 'builtin' && given.name === 'Class') {
    if (only.form === 'instance') return 'no';
    return only.form === 'builtin' ? (only.name === 'Class' ? 'yes' : 'no') : 'unclear';
  }
  if (given.form !== 'instance' || !evaluator.program.hasOverloads(given.node)) return 'unclear';
  if (only.form === 'builtin') return only.name === 'Class' ? 'no' : 'unclear';
  if (only.form !== 'instance') return 'unclear';
  return isSubtypeOf(evaluator, given, only.node, new Set()) ? 'yes' : 'no';
}

/** Whether a type is the wanted one or inherits from it. */
export function isSubtypeOf(
  evaluator: Evaluator,
  type: Type & { readonly form: 'instance' },
  wanted: number,
  visited: Set<number>,
): boolean {
  if (type.node === wanted) return true;
  if (visited.has(type.node)) return false;
  visited.add(type.node);
  return basesOf(evaluator, type.node, EMPTY).some(
    (base) => base.form === 'instance' && isSubtypeOf(evaluator, base, wanted, visited),
  );
}

function isFunction({ program }: Evaluator, type: Type): boolean {
  if (type.form === 'function') return true;
  return type.form === 'value' && /^(function|method)$/.test(program.declaration(type.node).kind);
}
