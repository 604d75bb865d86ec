/**
 * Evaluates expressions to types and to the symbols they name.
 *
 * Not a type checker: it follows declarations, annotations, initializers and results far enough to find
 * members, and says "unknown" (undefined) wherever it would have to guess.
 */
import { at } from '../base/assert.ts';
import { OP, opAt, operandAt } from '../model/expression.ts';
import { type ExpressionId, NO_EXPRESSION } from '../model/facts.ts';
import { awaitedType, builtinType, elementType, iteratedType } from './builtins.ts';
import {
  bindingDenotations,
  type Denotation,
  exportDenotations,
  operandsFrom,
} from './denotation.ts';
import { baseType, memberOf } from './members.ts';
import { implementationOf } from './overloads.ts';
import type { Program } from './program.ts';
import { callResult, constructResult, expectedArgument, parameterType } from './signatures.ts';
import { arrayOf, EMPTY, type Environment, parameterKey, type Type, unionOf } from './types.ts';

/** Nested evaluations of one expression; deeper ones are unknown. */
const DEPTH_MAX = 60;
/** Steps one reference may take; a type that needs more is unknown. Keeps resolving linear. */
const STEPS_MAX = 4000;

/** A symbol used as a value or as a type: `const X` and `type X` may share a name. */
export type Usage = 'value' | 'type';

interface Known {
  readonly type: Type | undefined;
  readonly inferred: boolean;
}
const UNKNOWN: Known = { type: undefined, inferred: false };

export class Evaluator {
  readonly program: Program;
  readonly #types: Map<ExpressionId, Known>[] = [];
  readonly #denotations: (readonly Denotation[])[][] = [];
  #depth = 0;
  #steps = 0;
  /** Whether something was inferred rather than declared since {@link begin}. */
  inferred = false;

  constructor(program: Program) {
    this.program = program;
    program.files.forEach(() => {
      this.#types.push(new Map());
      this.#denotations.push([]);
    });
  }

  /** Starts a new reference. */
  begin(): void {
    this.inferred = false;
    this.#steps = 0;
  }

  table(file: number): Int32Array {
    return at(this.program.files, file).expressions;
  }

  string(file: number, id: number): string {
    return at(at(this.program.files, file).strings, id);
  }

  /** The type of an expression; of a type expression, the type it describes. */
  typeOf(
    file: number,
    expression: ExpressionId,
    environment: Environment = EMPTY,
  ): Type | undefined {
    if (expression === NO_EXPRESSION) return undefined;
    if (this.#depth > DEPTH_MAX || this.#steps++ > STEPS_MAX) return undefined;
    const memo = environment.size === 0 ? this.#types[file] : undefined;
    const known = memo?.get(expression);
    if (known !== undefined) {
      this.inferred ||= known.inferred;
      return known.type;
    }
    // An expression that needs itself is unknown while it is being worked out.
    memo?.set(expression, UNKNOWN);
    const outerInferred = this.inferred;
    this.inferred = false;
    this.#depth++;
    const type = this.#evaluate(file, expression, environment);
    this.#depth--;
    memo?.set(expression, { type, inferred: this.inferred });
    this.inferred ||= outerInferred;
    return type;
  }

  #evaluate(file: number, expression: ExpressionId, environment: Environment): Type | undefined {
    const table = this.table(file);
    const operand = (index: number): number => operandAt(table, expression, index);
    const inner = (index: number): Type | undefined =>
      this.typeOf(file, operand(index), environment);
    switch (opAt(table, expression)) {
      case OP.declaration:
        return this.typeOfSymbol(this.program.nodeOf(file, operand(0)), environment);
      case OP.binding:
        return this.#typeOfBinding(file, operand(0));
      case OP.free:
        return { form: 'global', name: this.string(file, operand(0)) };
      case OP.self:
      case OP.selfType:
      case OP.membersOf:
        return this.#selfType(this.program.nodeOf(file, operand(0)), environment);
      case OP.parent:
        return baseType(this, this.program.nodeOf(file, operand(0)), environment);
      case OP.member:
        return this.#memberType(file, operand(0), this.string(file, operand(1)), environment);
      case OP.indexed:
        return memberOf(this, inner(0), this.string(file, operand(1)))?.type();
      case OP.element:
      case OP.elementOf:
        return elementType(inner(0));
      case OP.call:
        return callResult(this, file, expression, environment);
      case OP.construct:
        return constructResult(this, file, expression, environment);
      case OP.awaited:
        return awaitedType(inner(0));
      case OP.ofType:
      case OP.typeOf:
        return inner(0);
      case OP.expected:
        this.inferred = true;
        return expectedArgument(this, file, operand(0), operand(1), environment);
      case OP.parameter:
        this.inferred = true;
        return parameterType(this, inner(0), operand(1));
      case OP.either:
      case OP.union:
      case OP.intersection:
        return unionOf(this.#all(file, expression, 0, environment));
      case OP.array:
        return arrayOrTuple(this.#all(file, expression, 0, environment));
      case OP.tuple:
        return { form: 'tuple', types: this.#all(file, expression, 0, environment) };
      case OP.arrayOf:
        return arrayOf(inner(0));
      case OP.iterated:
        return iteratedType(inner(0));
      case OP.module: {
        const target = this.program.importedFile(file, operand(0));
        return target < 0 ? undefined : this.#typeOfModule(target);
      }
      case OP.lambda:
      case OP.functionType:
        return { form: 'function', file, expression, environment };
      case OP.object:
      case OP.objectType:
        return { form: 'object', file, expression, environment };
      case OP.named:
        return this.#namedType(file, expression, environment);
      case OP.typeParameter: {
        const node = this.program.nodeOf(file, operand(0));
        const name = this.string(file, operand(1));
        const given = environment.get(parameterKey(node, name));
        return given ?? { form: 'parameter', node, name };
      }
      default:
        return undefined;
    }
  }

  #all(
    file: number,
    expression: ExpressionId,
    first: number,
    environment: Environment,
  ): (Type | undefined)[] {
    return operandsFrom(this.table(file), expression, first).map((operand) =>
      this.typeOf(file, operand, environment),
    );
  }

  /** `this`: an instance with the class's own type parameters; of an object, the object. */
  #selfType(node: number, environment: Environment): Type | undefined {
    const { kind } = this.program.declaration(node);
    if (kind === 'variable' || kind === 'property') return this.typeOfSymbol(node, environment);
    const args = this.program
      .shape(node)
      .typeParameters.map(
        ({ name }): Type =>
          environment.get(parameterKey(node, name)) ?? { form: 'parameter', node, name },
      );
    return { form: 'instance', node, args };
  }

  /** The type of a symbol used as a value. */
  typeOfSymbol(node: number, environment: Environment): Type | undefined {
    const { kind } = this.program.declaration(node);
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
        return this.#typeOfVariable(node, environment);
      case 'accessor': {
        const { returns, value, parameters } = this.program.shape(node);
        const type = parameters.length > 0 ? at(parameters, 0).type : returns;
        return this.typeOf(
          this.program.fileOf(node),
          type === NO_EXPRESSION ? value : type,
          environment,
        );
      }
      case 'interface':
      case 'typeAlias': {
        const value = this.program
          .merged(node)
          .find((other) => !/^(interface|typeAlias)$/.test(this.program.declaration(other).kind));
        return value === undefined ? undefined : this.typeOfSymbol(value, environment);
      }
      default:
        return undefined;
    }
  }

  #typeOfVariable(node: number, environment: Environment): Type | undefined {
    const { type, value, parameters, returns } = this.program.shape(node);
    const file = this.program.fileOf(node);
    if (type !== NO_EXPRESSION) return this.typeOf(file, type, environment);
    if (value === NO_EXPRESSION) {
      const isCallable = parameters.length > 0 || returns !== NO_EXPRESSION;
      return isCallable ? { form: 'value', node, environment } : undefined;
    }
    // A field with a function as its value has the function's shape, whose value is its result.
    if (this.isCallableField(node)) return { form: 'value', node, environment };
    return this.typeOf(file, value, environment);
  }

  /** A field or variable whose shape is that of the function it holds. */
  isCallableField(node: number): boolean {
    const { kind, signature } = this.program.declaration(node);
    if (kind !== 'field') return false;
    const { returns, parameters } = this.program.shape(node);
    return (
      returns !== NO_EXPRESSION ||
      parameters.length > 0 ||
      /\)\s*(:[^=]+)?(=>)?$|=>/.test(signature)
    );
  }

  #memberType(
    file: number,
    object: ExpressionId,
    name: string,
    environment: Environment,
  ): Type | undefined {
    // A member assigned to a variable or function (`app.use = …`) is a child of that symbol.
    for (const node of this.symbolsOf(file, object, 'value', environment)) {
      const child = this.program.childrenNamed(node, name)[0];
      if (child !== undefined && this.ownsMembers(node) && !this.isAnnotated(node))
        return this.typeOfSymbol(child, environment);
    }
    return memberOf(this, this.typeOf(file, object, environment), name)?.type();
  }

  /** Symbols whose children are reachable as members of their value, whatever its type. */
  ownsMembers(node: number): boolean {
    return /^(variable|function|property|namespace|enum)$/.test(
      this.program.declaration(node).kind,
    );
  }

  /** A declared type decides about members, whatever the value has. */
  isAnnotated(node: number): boolean {
    return this.program.shape(node).type !== NO_EXPRESSION;
  }

  denotations(file: number, binding: number): readonly Denotation[] {
    const known = at(this.#denotations, file);
    const found = known[binding] ?? bindingDenotations(this.program, file, binding);
    known[binding] = found;
    return found;
  }

  #typeOfBinding(file: number, binding: number): Type | undefined {
    for (const denotation of this.denotations(file, binding)) {
      const type = this.typeOfDenotation(denotation);
      if (type !== undefined) return type;
    }
    return undefined;
  }

  typeOfDenotation(denotation: Denotation): Type | undefined {
    switch (denotation.form) {
      case 'expression':
        return this.typeOf(denotation.file, denotation.expression);
      case 'module':
        return { form: 'module', file: denotation.file };
      case 'member':
        return memberOf(this, this.typeOfDenotation(denotation.whole), denotation.name)?.type();
    }
  }

  /** What `require('./x')` and `await import('./x')` give. */
  #typeOfModule(file: number): Type | undefined {
    const [whole] = exportDenotations(this.program, file, '=');
    return whole === undefined ? undefined : this.typeOfDenotation(whole);
  }

  /** A named type with its arguments. */
  #namedType(file: number, expression: ExpressionId, environment: Environment): Type | undefined {
    const entity = operandAt(this.table(file), expression, 0);
    const args = this.#all(file, expression, 1, environment);
    for (const node of this.symbolsOf(file, entity, 'type', environment)) {
      const type = this.instanceOf(node, args);
      if (type !== undefined) return type;
    }
    if (opAt(this.table(file), entity) === OP.free) {
      return this.#globalType(this.string(file, operandAt(this.table(file), entity, 0)), args);
    }
    return undefined;
  }

  #globalType(name: string, args: readonly (Type | undefined)[]): Type | undefined {
    if (name === 'ReturnType') return callResultOfType(this, args[0]);
    if (name === 'InstanceType') {
      const [type] = args;
      return type?.form === 'value' ? this.instanceOf(type.node, []) : undefined;
    }
    return builtinType(name, args);
  }

  /** A value of a declared type. A type alias is what it stands for, unless that is an object type of its own. */
  instanceOf(node: number, args: readonly (Type | undefined)[]): Type | undefined {
    const { kind } = this.program.declaration(node);
    if (kind === 'class' || kind === 'interface' || kind === 'enum' || kind === 'function') {
      return { form: 'instance', node, args: this.#withDefaults(node, args) };
    }
    if (kind === 'enumMember') return undefined;
    if (kind !== 'typeAlias') return undefined;
    const environment = this.environmentOf(node, this.#withDefaults(node, args));
    const file = this.program.fileOf(node);
    const { type } = this.program.shape(node);
    if (type === NO_EXPRESSION) return undefined;
    const op = opAt(this.table(file), type);
    if (op === OP.membersOf || op === OP.intersection)
      return { form: 'instance', node, args: this.#withDefaults(node, args) };
    return this.typeOf(file, type, environment);
  }

  #withDefaults(node: number, args: readonly (Type | undefined)[]): readonly (Type | undefined)[] {
    const { typeParameters } = this.program.shape(node);
    if (args.length >= typeParameters.length) return args;
    const file = this.program.fileOf(node);
    return typeParameters.map(
      (parameter, index) => args[index] ?? this.typeOf(file, parameter.default),
    );
  }

  /** Type parameters of a symbol bound to arguments; those without one stay open. */
  environmentOf(node: number, args: readonly (Type | undefined)[]): Environment {
    const { typeParameters } = this.program.shape(node);
    if (typeParameters.length === 0) return EMPTY;
    const environment = new Map<string, Type>();
    typeParameters.forEach(({ name }, index) => {
      const type = args[index];
      if (type !== undefined) environment.set(parameterKey(node, name), type);
    });
    return environment;
  }

  /** The symbols that an expression names, by binding rules or through the type of what they are members of. */
  symbolsOf(
    file: number,
    expression: ExpressionId,
    usage: Usage,
    environment: Environment = EMPTY,
  ): readonly number[] {
    const table = this.table(file);
    const operand = (index: number): number => operandAt(table, expression, index);
    switch (opAt(table, expression)) {
      case OP.declaration:
        return this.#select(this.program.nodeOf(file, operand(0)), usage);
      case OP.binding:
        return this.#symbolsOfDenotations(this.denotations(file, operand(0)), usage);
      case OP.member:
        return this.#memberSymbols(
          file,
          operand(0),
          this.string(file, operand(1)),
          usage,
          environment,
        );
      case OP.module: {
        const target = this.program.importedFile(file, operand(0));
        if (target < 0) return [];
        return this.#symbolsOfDenotations(exportDenotations(this.program, target, '='), usage);
      }
      case OP.parent: {
        const base = baseType(this, this.program.nodeOf(file, operand(0)), environment);
        return base?.form === 'instance' ? [base.node] : [];
      }
      case OP.either:
        this.inferred = true;
        return operandsFrom(table, expression, 0).flatMap((one) =>
          this.symbolsOf(file, one, usage, environment),
        );
      default:
        return [];
    }
  }

  #symbolsOfDenotations(denotations: readonly Denotation[], usage: Usage): readonly number[] {
    const found = denotations.flatMap((denotation): readonly number[] => {
      if (denotation.form === 'expression') {
        return this.symbolsOf(denotation.file, denotation.expression, usage);
      }
      if (denotation.form === 'module') return [];
      const member = memberOf(this, this.typeOfDenotation(denotation.whole), denotation.name);
      const wholes = this.#symbolsOfDenotations([denotation.whole], 'value');
      const own = wholes.flatMap((node) => this.program.childrenNamed(node, denotation.name));
      return own.length > 0 ? own.slice(0, 1) : (member?.nodes ?? []);
    });
    return [...new Set(found)];
  }

  #memberSymbols(
    file: number,
    object: ExpressionId,
    name: string,
    usage: Usage,
    environment: Environment,
  ): readonly number[] {
    for (const node of this.symbolsOf(file, object, usage, environment)) {
      if (!this.ownsMembers(node) || this.isAnnotated(node)) continue;
      const own = this.program.merged(node).flatMap((one) => this.program.childrenNamed(one, name));
      const [first] = own;
      if (first !== undefined) return this.#select(first, usage, own);
    }
    const member = memberOf(this, this.typeOf(file, object, environment), name, usage);
    return member?.nodes ?? [];
  }

  /**
   * Of the symbols that share a name and place, the one that a value (or a type) of that name means.
   * Of overloads that is the implementation.
   */
  #select(node: number, usage: Usage, among = this.program.merged(node)): readonly number[] {
    if (among.length <= 1) return [node];
    const fitting = among.filter((other) => {
      const { kind } = this.program.declaration(other);
      return usage === 'type' ? TYPE_KINDS.test(kind) : !/^(interface|typeAlias)$/.test(kind);
    });
    const fits = fitting.includes(node) ? [node] : fitting.slice(0, 1);
    const [chosen] = fits.length > 0 ? fits : [node];
    if (chosen === undefined) return [];
    return [implementationOf(this.program, chosen, fitting)];
  }
}

const TYPE_KINDS = /^(class|interface|typeAlias|enum|enumMember)$/;

/** Few elements written out keep their positions, for destructuring. */
function arrayOrTuple(types: readonly (Type | undefined)[]): Type {
  return types.length > 1 ? { form: 'tuple', types } : arrayOf(types[0]);
}

function callResultOfType(evaluator: Evaluator, type: Type | undefined): Type | undefined {
  return type === undefined ? undefined : callResult.ofType(evaluator, type);
}
