/** Resolves an expression to the symbols that it names. */
import { OP, opAt, operandAt } from '../model/expression.ts';
import type { ExpressionId } from '../model/facts.ts';
import { extensionSymbols } from './extensions.ts';
import { baseType } from './inference/bases.ts';
import { type Denotation, importedDenotations, operandsFrom } from './inference/denotation.ts';
import type { Evaluator, Usage } from './inference/evaluator.ts';
import { takesTypeArguments } from './inference/iteration.ts';
import { memberOf, memberParts } from './inference/members.ts';
import { implementationOf } from './inference/overloads.ts';
import { EMPTY, type Environment } from './inference/types.ts';
import { scopedMethods } from './scoped-methods.ts';

const TYPE_KINDS = /^(class|interface|typeAlias|enum|enumMember)$/;

/**
 * Returns the symbols that an expression names, by binding rules or through the type of the object
 * in front of a member.
 */
export function symbolsOf(
  evaluator: Evaluator,
  file: number,
  expression: ExpressionId,
  usage: Usage,
  environment: Environment = EMPTY,
): readonly number[] {
  if (!evaluator.enter()) return [];
  const symbols = symbolsInside(evaluator, file, expression, usage, environment);
  evaluator.leave();
  return symbols;
}

function symbolsInside(
  evaluator: Evaluator,
  file: number,
  expression: ExpressionId,
  usage: Usage,
  environment: Environment,
): readonly number[] {
  const table = evaluator.table(file);
  const operand = (index: number): number => operandAt(table, expression, index);
  switch (opAt(table, expression)) {
    case OP.declaration:
      return select(evaluator, evaluator.program.nodeOf(file, operand(0)), usage);
    case OP.binding:
      return symbolsOfDenotations(evaluator, evaluator.denotations(file, operand(0)), usage);
    case OP.member:
      return memberSymbols(evaluator, file, expression, usage, environment);
    case OP.module:
      return symbolsOfDenotations(
        evaluator,
        importedDenotations(evaluator.program, file, operand(0), '='),
        usage,
      );
    case OP.free: {
      const name = evaluator.string(file, operand(0));
      const ambient = symbolsOfDenotations(evaluator, evaluator.ambient(file, name), usage);
      return ambient.length > 0 ? ambient : evaluator.globalsNamed(file, name, usage).slice(0, 1);
    }
    case OP.parent: {
      const base = baseType(evaluator, evaluator.program.nodeOf(file, operand(0)), environment);
      return base?.form === 'instance' ? select(evaluator, base.node, 'value') : [];
    }
    case OP.element:
      return symbolsOf(evaluator, file, operand(0), usage, environment).filter((node) =>
        takesTypeArguments(evaluator, node),
      );
    case OP.extension:
      return extensionSymbols(evaluator, file, expression, environment);
    case OP.scopedMethod:
      return scopedMethods(evaluator, file, expression, environment);
    case OP.firstOf: {
      const { inferred } = evaluator;
      for (const one of operandsFrom(table, expression, 0)) {
        const symbols = symbolsOf(evaluator, file, one, usage, environment);
        if (symbols.length > 0) return symbols;
        evaluator.inferred = inferred;
      }
      return [];
    }
    case OP.either:
      evaluator.inferred = true;
      return operandsFrom(table, expression, 0).flatMap((one) =>
        symbolsOf(evaluator, file, one, usage, environment),
      );
    default:
      return [];
  }
}

function symbolsOfDenotations(
  evaluator: Evaluator,
  denotations: readonly Denotation[],
  usage: Usage,
): readonly number[] {
  const found = denotations.flatMap((denotation): readonly number[] => {
    if (denotation.form === 'expression') {
      return symbolsOf(evaluator, denotation.file, denotation.expression, usage);
    }
    if (denotation.form === 'module') return [];
    if (denotation.form === 'symbol') return select(evaluator, denotation.node, usage);
    const member = memberOf(
      evaluator,
      evaluator.typeOfDenotation(denotation.whole),
      denotation.name,
    );
    const wholes = symbolsOfDenotations(evaluator, [denotation.whole], 'value');
    const own = wholes.flatMap((node) => evaluator.program.membersNamed(node, denotation.name));
    return own.length > 0 ? own.slice(0, 1) : (member?.nodes ?? []);
  });
  return [...new Set(found.map((node) => mainPart(evaluator, node)))];
}

/** Returns the node that represents a type which several files declare. */
function mainPart({ extensions, program }: Evaluator, node: number): number {
  return extensions.partsOf(node)[0] ?? program.globals.partsOf(node)[0] ?? node;
}

function memberSymbols(
  evaluator: Evaluator,
  file: number,
  expression: ExpressionId,
  usage: Usage,
  environment: Environment,
): readonly number[] {
  const { object, name, count } = memberParts(evaluator, file, expression);
  for (const node of symbolsOf(evaluator, file, object, usage, environment)) {
    if (!evaluator.ownsMembers(node) || evaluator.isAnnotated(node)) continue;
    const { program } = evaluator;
    const own = [...new Set([...program.merged(node), ...program.globals.partsOf(node)])].flatMap(
      (one) => program.membersNamed(one, name),
    );
    const [first] = own;
    if (first !== undefined) return select(evaluator, first, usage, own);
  }
  const type = evaluator.typeOf(file, object, environment);
  const member = memberOf(evaluator, type, name, usage, count);
  return member?.nodes ?? [];
}

/**
 * Selects, from symbols that share a name and place, the one that a value (or a type) of that name
 * refers to. For overloads this is the implementation.
 */
function select(
  evaluator: Evaluator,
  node: number,
  usage: Usage,
  among = evaluator.program.merged(node),
): readonly number[] {
  if (among.length <= 1) return [node];
  const fitting = among.filter((other) => {
    const { kind } = evaluator.program.declaration(other);
    return usage === 'type' ? TYPE_KINDS.test(kind) : !/^(interface|typeAlias)$/.test(kind);
  });
  const fits = fitting.includes(node) ? [node] : fitting.slice(0, 1);
  const [chosen] = fits.length > 0 ? fits : [node];
  if (chosen === undefined) return [];
  return [implementationOf(evaluator.program, chosen, fitting)];
}
