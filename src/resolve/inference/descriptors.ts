/** Binds class attributes to instances: Python's descriptors. */
import { OP, opAt } from '../../model/expression.ts';
import { NO_EXPRESSION } from '../../model/facts.ts';
import { resultOf } from '../calls.ts';
import type { Program } from '../program.ts';
import type { Evaluator } from './evaluator.ts';
import { type Member, memberOf } from './members.ts';
import { type Signature, signaturesOf } from './signatures.ts';
import type { Type } from './types.ts';

const METHOD = /^(method|constructor|accessor)$/;

/**
 * Returns the type of a member as an object has it: if it is a class attribute whose value has a method
 * `__get__`, the result of that. A class has the value itself.
 */
export function memberTypeOn(
  evaluator: Evaluator,
  object: Type | undefined,
  { nodes: [node], type: typeOf }: Member,
): Type | undefined {
  const { program } = evaluator;
  const type = typeOf();
  if (node === undefined || type?.form !== 'instance' || object?.form === 'value') return type;
  const getter = program.getterMethod(node);
  if (getter === undefined || program.declaration(node).kind !== 'field') return type;
  return isClassAttribute(program, node) ? boundType(evaluator, type, getter) : type;
}

/** Whether a field is set in the body of a class. Those that methods set are not bound. */
function isClassAttribute(program: Program, node: number): boolean {
  const { start } = program.declaration(node);
  const siblings = [...program.childrenOf(program.parentOf(node)).values()].flat();
  return !siblings.some((one) => {
    const other = program.declaration(one);
    return METHOD.test(other.kind) && other.start <= start && start < other.end;
  });
}

type Instance = Type & { readonly form: 'instance' };

function boundType(evaluator: Evaluator, type: Instance, getter: string): Type | undefined {
  const member = memberOf(evaluator, type, getter);
  const method = member?.type();
  if (method?.form !== 'value') return type;
  const signatures = evaluator.program
    .merged(method.node)
    .flatMap((node) => signaturesOf(evaluator, { ...method, node }));
  // One overload is for the class, which has the descriptor itself.
  const others = signatures.filter((one) => !givesItself(evaluator, one, type));
  const [signature] = others.length > 0 ? others : signatures;
  if (signature === undefined) return undefined;
  return givesItself(evaluator, signature, type)
    ? type
    : resultOf(evaluator, signature, signature.environment);
}

function givesItself(evaluator: Evaluator, signature: Signature, self: Instance): boolean {
  const { file, returns, result, environment } = signature;
  const stated = returns === NO_EXPRESSION ? result : returns;
  if (stated === NO_EXPRESSION) return false;
  const op = opAt(evaluator.table(file), stated);
  if (op === OP.self || op === OP.selfType) return true;
  const type = evaluator.typeOf(file, stated, environment);
  return type?.form === 'instance' && type.node === self.node;
}
