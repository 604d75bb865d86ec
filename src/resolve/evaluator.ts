/**
 * Evaluates expressions to types and to the symbols they name.
 *
 * Not a type checker: it follows declarations, annotations, initializers and results far enough to find
 * members, and says "unknown" (undefined) wherever it would have to guess.
 */
import { at } from '../base/assert.ts';
import { OP, opAt, operandAt } from '../model/expression.ts';
import { type ExpressionId, NO_EXPRESSION } from '../model/facts.ts';
import { Attachments } from './attachments.ts';
import { awaitedType, elementType, iteratedType } from './builtins.ts';
import { callResult, constructResult, expectedArgument, parameterType } from './calls.ts';
import {
  ambientDenotations,
  bindingDenotations,
  type Denotation,
  exportDenotations,
  operandsFrom,
} from './denotation.ts';
import { atLeast, baseType, memberOf } from './members.ts';
import { environmentOf, instanceOf, namedType } from './named-types.ts';
import type { Program } from './program.ts';
import { symbolsOf } from './symbols.ts';
import {
  arrayOf,
  EMPTY,
  type Environment,
  parameterKey,
  promiseOf,
  type Type,
  unionOf,
} from './types.ts';

/** Nested evaluations of one expression; deeper ones are unknown. */
const DEPTH_MAX = 60;
/** Evaluations one reference may cost, remembered ones included; a type that costs more is unknown. */
const COST_MAX = 20_000;

/** A symbol used as a value or as a type: `const X` and `type X` may share a name. */
export type Usage = 'value' | 'type';

/**
 * A remembered evaluation. Its cost and height are charged again when it is used, so that what is
 * found does not depend on what was asked before.
 */
interface Known {
  readonly type: Type | undefined;
  readonly inferred: boolean;
  readonly cost: number;
  readonly height: number;
}

/** Depth of evaluations that no enclosing one is waiting for. */
const UNTAINTED = Number.POSITIVE_INFINITY;

export class Evaluator {
  readonly program: Program;
  // By file, then by what is remembered; few files are asked for in an update.
  readonly #types: (Map<ExpressionId, Known> | undefined)[] = [];
  readonly #denotations: (Map<number, readonly Denotation[]> | undefined)[] = [];
  readonly #ambient: (Map<string, readonly Denotation[]> | undefined)[] = [];
  /** Depths of the evaluations under way, by file and expression. */
  readonly #underWay: (Map<ExpressionId, number> | undefined)[] = [];
  #depth = 0;
  #height = 0;
  #cost = 0;
  /** The smallest depth whose unfinished result the current evaluation has used. */
  #taint = UNTAINTED;
  /** Whether something was inferred rather than declared since {@link begin}. */
  inferred = false;

  /** Members declared outside of their types. */
  readonly attachments = new Attachments();

  constructor(program: Program) {
    this.program = program;
    this.attachments.collect(this);
  }

  /** Starts a new reference. */
  begin(): void {
    this.inferred = false;
    this.#cost = 0;
  }

  table(file: number): Int32Array {
    return this.program.facts(file).expressions;
  }

  string(file: number, id: number): string {
    return at(this.program.facts(file).strings, id);
  }

  /** The type of an expression; of a type expression, the type it describes. */
  typeOf(
    file: number,
    expression: ExpressionId,
    environment: Environment = EMPTY,
  ): Type | undefined {
    if (expression === NO_EXPRESSION) return undefined;
    const isClosed = environment.size === 0;
    const known = isClosed ? this.#types[file]?.get(expression) : undefined;
    const { cost, height } = known ?? { cost: 1, height: 0 };
    if (this.#depth + height > DEPTH_MAX || this.#cost + cost > COST_MAX) {
      // Cut short: nothing that rests on this may be remembered.
      this.#taint = -1;
      return undefined;
    }
    this.#cost += cost;
    this.#height = Math.max(this.#height, this.#depth + height);
    if (known !== undefined) {
      this.inferred ||= known.inferred;
      return known.type;
    }
    if (!isClosed) return this.#nested(file, expression, environment);
    return this.#remembered(file, expression);
  }

  /**
   * Takes a step that need not pass {@link typeOf}: into a spread, an alternative, a constraint. False
   * where that goes too deep or costs too much; after true, {@link leave} must follow.
   */
  enter(): boolean {
    if (this.#depth >= DEPTH_MAX || this.#cost >= COST_MAX) {
      this.#taint = -1;
      return false;
    }
    this.#cost++;
    this.#depth++;
    this.#height = Math.max(this.#height, this.#depth);
    return true;
  }

  leave(): void {
    this.#depth--;
  }

  #nested(file: number, expression: ExpressionId, environment: Environment): Type | undefined {
    this.#depth++;
    const type = this.#evaluate(file, expression, environment);
    this.#depth--;
    return type;
  }

  /**
   * Evaluates and remembers. An expression that needs itself is unknown while it is being worked out;
   * what was worked out with that is right only from where it started, and is not remembered.
   */
  #remembered(file: number, expression: ExpressionId): Type | undefined {
    const underWay = of(this.#underWay, file);
    const waiting = underWay.get(expression);
    if (waiting !== undefined) {
      this.#taint = Math.min(this.#taint, waiting);
      return undefined;
    }
    const outer = { inferred: this.inferred, taint: this.#taint, height: this.#height };
    const costBefore = this.#cost;
    const depth = this.#depth;
    this.inferred = false;
    this.#taint = UNTAINTED;
    this.#height = depth;
    underWay.set(expression, depth);
    const type = this.#nested(file, expression, EMPTY);
    underWay.delete(expression);
    const isTainted = this.#taint < depth;
    if (!isTainted) {
      const { inferred } = this;
      const cost = this.#cost - costBefore + 1;
      of(this.#types, file).set(expression, { type, inferred, cost, height: this.#height - depth });
    }
    this.inferred ||= outer.inferred;
    this.#taint = Math.min(outer.taint, isTainted ? this.#taint : UNTAINTED);
    this.#height = Math.max(outer.height, this.#height);
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
        return this.#typeOfFree(file, this.string(file, operand(0)));
      case OP.self:
      case OP.selfType:
      case OP.membersOf:
        return this.#selfType(this.program.nodeOf(file, operand(0)), environment);
      case OP.parent:
        return baseType(this, this.program.nodeOf(file, operand(0)), environment);
      case OP.staticParent: {
        const base = baseType(this, this.program.nodeOf(file, operand(0)), environment);
        return base?.form === 'instance'
          ? { form: 'value', node: base.node, environment: EMPTY }
          : undefined;
      }
      case OP.member:
        return this.#memberType(file, operand(0), this.string(file, operand(1)), environment);
      case OP.indexed:
        return memberOf(this, inner(0), this.string(file, operand(1)))?.type();
      case OP.element:
      case OP.elementOf:
        return elementType(atLeast(this, inner(0)));
      case OP.call:
        return callResult(this, file, expression, environment);
      case OP.construct:
        return constructResult(this, file, expression, environment);
      case OP.awaited:
        return awaitedType(atLeast(this, inner(0)));
      case OP.ofType:
      case OP.typeOf:
        return inner(0);
      case OP.expected:
        this.inferred = true;
        return expectedArgument(this, file, operand(0), operand(1), environment);
      case OP.parameter:
        this.inferred = true;
        return parameterType(this, inner(0), operand(1));
      case OP.firstOf:
        return this.#firstKnown(file, operandsFrom(table, expression, 0), environment);
      case OP.either:
      case OP.union:
      case OP.intersection:
        return unionOf(this.all(file, expression, 0, environment));
      case OP.array:
        return arrayOrTuple(this.all(file, expression, 0, environment));
      case OP.tuple:
        return { form: 'tuple', types: this.all(file, expression, 0, environment) };
      case OP.arrayOf:
        return arrayOf(inner(0));
      case OP.iterated:
        return iteratedType(atLeast(this, inner(0)));
      case OP.module: {
        const targets = this.program.importedFiles(file, operand(0));
        if (targets.length === 0) return undefined;
        const isDynamic = at(this.program.facts(file).imports, operand(0)).form === 'dynamic';
        return isDynamic ? promiseOf(this.#typeOfModule(targets)) : this.#typeOfModule(targets);
      }
      case OP.lambda:
      case OP.functionType:
        return { form: 'function', file, expression, environment };
      case OP.object:
      case OP.objectType:
        return { form: 'object', file, expression, environment };
      case OP.named:
        return namedType(this, file, expression, environment);
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

  /** The type of the first alternative that is a symbol or has a type. */
  #firstKnown(
    file: number,
    expressions: readonly ExpressionId[],
    environment: Environment,
  ): Type | undefined {
    for (const expression of expressions) {
      const type = this.typeOf(file, expression, environment);
      if (type !== undefined && type.form !== 'global') return type;
      if (this.symbolsOf(file, expression, 'value', environment).length > 0) return type;
    }
    return undefined;
  }

  /** Types of all operands from one position on. */
  all(
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
        this.inferred ||= type === NO_EXPRESSION;
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
        if (value !== undefined) return this.typeOfSymbol(value, environment);
        return kind === 'interface' ? { form: 'value', node, environment } : undefined;
      }
      case 'enumMember': {
        const owner = this.program.parentOf(node);
        return owner < 0 ? undefined : { form: 'instance', node: owner, args: [] };
      }
      default:
        return undefined;
    }
  }

  #typeOfVariable(node: number, environment: Environment): Type | undefined {
    const { callable, type, value } = this.program.shape(node);
    const file = this.program.fileOf(node);
    if (type !== NO_EXPRESSION) return this.typeOf(file, type, environment);
    return callable ? { form: 'value', node, environment } : this.typeOf(file, value, environment);
  }

  #memberType(
    file: number,
    object: ExpressionId,
    name: string,
    environment: Environment,
  ): Type | undefined {
    // A member assigned to a variable or function (`app.use = …`) is a child of that symbol.
    for (const node of this.symbolsOf(file, object, 'value', environment)) {
      const child = this.program.membersNamed(node, name)[0];
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
    const known = of(this.#denotations, file);
    const found = known.get(binding) ?? bindingDenotations(this.program, file, binding);
    known.set(binding, found);
    return found;
  }

  /** What a name bound nowhere in a file means through its ambient modules; empty for globals. */
  ambient(file: number, name: string): readonly Denotation[] {
    const known = of(this.#ambient, file);
    const found = known.get(name) ?? ambientDenotations(this.program, file, name);
    known.set(name, found);
    return found;
  }

  #typeOfFree(file: number, name: string): Type | undefined {
    const ambient = this.ambient(file, name);
    return ambient.length > 0 ? this.#typeOfFirst(ambient) : { form: 'global', name };
  }

  #typeOfBinding(file: number, binding: number): Type | undefined {
    return this.#typeOfFirst(this.denotations(file, binding));
  }

  #typeOfFirst(denotations: readonly Denotation[]): Type | undefined {
    for (const denotation of denotations) {
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
        return { form: 'module', files: denotation.files };
      case 'member':
        return memberOf(this, this.typeOfDenotation(denotation.whole), denotation.name)?.type();
    }
  }

  /** What `require('./x')` and `await import('./x')` give. */
  #typeOfModule(files: readonly number[]): Type | undefined {
    const [whole] = exportDenotations(this.program, files, '=');
    return whole === undefined ? undefined : this.typeOfDenotation(whole);
  }

  /** The symbols that an expression names, by binding rules or through the type of what they are members of. */
  symbolsOf(
    file: number,
    expression: ExpressionId,
    usage: Usage,
    environment: Environment = EMPTY,
  ): readonly number[] {
    return symbolsOf(this, file, expression, usage, environment);
  }

  /** A value of a declared type. */
  instanceOf(node: number, args: readonly (Type | undefined)[]): Type | undefined {
    return instanceOf(this, node, args);
  }

  /** Type parameters of a symbol bound to arguments; those without one stay open. */
  environmentOf(node: number, args: readonly (Type | undefined)[]): Environment {
    return environmentOf(this, node, args);
  }
}

/** The map of a file, made if need be. */
function of<Key, Value>(maps: (Map<Key, Value> | undefined)[], file: number): Map<Key, Value> {
  let map = maps[file];
  if (map === undefined) {
    map = new Map();
    maps[file] = map;
  }
  return map;
}

/** Few elements written out keep their positions, for destructuring. */
function arrayOrTuple(types: readonly (Type | undefined)[]): Type {
  return types.length > 1 ? { form: 'tuple', types } : arrayOf(types[0]);
}
