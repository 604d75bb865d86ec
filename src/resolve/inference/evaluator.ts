/**
 * Evaluates expressions to types and to the symbols they name.
 *
 * Not a type checker: it follows declarations, annotations, initializers and results far enough to find
 * members, and says "unknown" (undefined) wherever it would have to guess.
 */
import { at } from '../../base/assert.ts';
import { type ExpressionId, NO_EXPRESSION } from '../../model/facts.ts';
import { Attachments } from '../attachments.ts';
import type { Program } from '../program.ts';
import { symbolsOf } from '../symbols.ts';
import {
  ambientDenotations,
  bindingDenotations,
  type Denotation,
  operandsFrom,
} from './denotation.ts';
import { evaluate } from './evaluate.ts';
import { memberOf } from './members.ts';
import { type Known, Memory } from './memory.ts';
import { environmentOf, instanceOf } from './named-types.ts';
import { typeOfSymbol } from './symbol-types.ts';
import { TypeIds } from './type-ids.ts';
import { EMPTY, type Environment, type Type } from './types.ts';

/** Nested evaluations of one expression; deeper ones are unknown. */
const DEPTH_MAX = 60;
/** Evaluations one reference may cost, remembered ones included; a type that costs more is unknown. */
const COST_MAX = 20_000;

/** A symbol used as a value or as a type: `const X` and `type X` may share a name. */
export type Usage = 'value' | 'type';

export class Evaluator {
  readonly program: Program;
  readonly #memory = new Memory();
  readonly #ids = new TypeIds();
  // By file; few are asked for in an update.
  readonly #denotations: (Map<number, readonly Denotation[]> | undefined)[] = [];
  readonly #ambient: (Map<string, readonly Denotation[]> | undefined)[] = [];
  #depth = 0;
  #height = 0;
  #cost = 0;
  /** The current evaluation has used what is not worked out yet. */
  #isCyclic = false;
  /** It was cut short. */
  #isCut = false;
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
    const scope = this.#ids.ofEnvironment(environment);
    const known = this.#known(file, expression, scope);
    const { cost, height } = known ?? { cost: 1, height: 0 };
    if (this.#depth + height > DEPTH_MAX || this.#cost + cost > COST_MAX) {
      this.#isCut = true;
      return undefined;
    }
    this.#cost += cost;
    this.#height = Math.max(this.#height, this.#depth + height);
    if (known !== undefined) {
      this.inferred ||= known.inferred;
      return known.type;
    }
    if (!this.#memory.begin(file, expression, scope)) {
      this.#isCyclic = true;
      return undefined;
    }
    const type = this.#getOrCompute(file, expression, environment, scope);
    this.#memory.end(file, expression, scope);
    return type;
  }

  /**
   * What is remembered, and of a whole that fits within the bounds: of one that does not, so much is found as
   * would be if nothing were remembered.
   */
  #known(file: number, expression: ExpressionId, scope: number): Known | undefined {
    const known =
      this.#memory.known(file, expression, scope, 'always') ??
      (this.#depth === 0 ? this.#memory.known(file, expression, scope, 'alone') : undefined);
    const fits =
      known !== undefined &&
      this.#depth + known.height <= DEPTH_MAX &&
      this.#cost + known.cost <= COST_MAX;
    return fits ? known : undefined;
  }

  /**
   * Takes a step that need not pass {@link typeOf}: into a spread, an alternative, a constraint. False
   * where that goes too deep or costs too much; after true, {@link leave} must follow.
   */
  enter(): boolean {
    if (this.#depth >= DEPTH_MAX || this.#cost >= COST_MAX) {
      this.#isCut = true;
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
    const type = evaluate(this, file, expression, environment);
    this.#depth--;
    return type;
  }

  /**
   * Evaluates and remembers. An expression that needs itself is unknown while it is being worked out; what
   * was worked out with that is right only from where it started. So all that a cycle has a part in is
   * remembered for those alone who ask for it first: what is found must not depend on what was asked before.
   */
  #getOrCompute(
    file: number,
    expression: ExpressionId,
    environment: Environment,
    scope: number,
  ): Type | undefined {
    const outer = {
      inferred: this.inferred,
      isCyclic: this.#isCyclic,
      isCut: this.#isCut,
      height: this.#height,
    };
    const costBefore = this.#cost;
    const depth = this.#depth;
    this.inferred = false;
    this.#isCyclic = false;
    this.#isCut = false;
    this.#height = depth;
    const type = this.#nested(file, expression, environment);
    if (!this.#isCut && (!this.#isCyclic || depth === 0)) {
      const { inferred } = this;
      const cost = this.#cost - costBefore + 1;
      const height = this.#height - depth;
      const known = { type, inferred, cost, height };
      const validity = this.#isCyclic ? 'alone' : 'always';
      this.#memory.store(file, expression, scope, known, validity);
    }
    this.inferred ||= outer.inferred;
    this.#isCyclic ||= outer.isCyclic;
    this.#isCut ||= outer.isCut;
    this.#height = Math.max(outer.height, this.#height);
    return type;
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

  /** The type of a symbol used as a value. */
  typeOfSymbol(node: number, environment: Environment): Type | undefined {
    return typeOfSymbol(this, node, environment);
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
