/**
 * Evaluates expressions to types and to the symbols they name.
 *
 * Not a type checker: it follows declarations, annotations, initializers and results far enough to find
 * members, and says "unknown" (undefined) wherever it would have to guess.
 */
import { at } from '../../base/assert.ts';
import { type ExpressionId, NO_EXPRESSION } from '../../model/facts.ts';
import { ExtensionMembers } from '../extension-members.ts';
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

/** Maximum depth of nested evaluations; deeper expressions have an unknown type. */
const DEPTH_MAX = 60;
/**
 * Maximum number of evaluations for one reference, cached ones included; a more expensive type is
 * unknown.
 */
const COST_MAX = 20_000;
/**
 * Maximum cost that a later use of a cached result is charged. A link of a call chain evaluates what
 * is before it several times, which would cost an exponential amount.
 */
const CHARGE_MAX = 100;

/** How a symbol is used: as a value or as a type. `const X` and `type X` may share a name. */
export type Usage = 'value' | 'type';

export class Evaluator {
  readonly program: Program;
  readonly #memory = new Memory();
  readonly #ids = new TypeIds();
  // Indexed by file; an update touches few files.
  readonly #denotations: (Map<number, readonly Denotation[]> | undefined)[] = [];
  readonly #ambient: (Map<string, readonly Denotation[]> | undefined)[] = [];
  #depth = 0;
  #height = 0;
  #cost = 0;
  /** The highest cost so far: that of a finished evaluation may be charged less. */
  #peak = 0;
  /** Whether the current evaluation has used an unfinished result. */
  #isCyclic = false;
  /** Whether the current evaluation was cut short by a limit. */
  #isCut = false;
  /** Whether something was inferred rather than declared since {@link begin}. */
  inferred = false;

  /** Members declared outside of their types. */
  readonly extensions: ExtensionMembers;

  /** `extensions` are those of the program if they are known; finding them reads many files. */
  constructor(program: Program, extensions?: ExtensionMembers) {
    this.program = program;
    this.extensions = extensions ?? new ExtensionMembers();
    if (extensions === undefined) this.extensions.collect(this);
  }

  /** Starts the evaluation of a new reference. */
  begin(): void {
    this.inferred = false;
    this.#cost = 0;
    this.#peak = 0;
  }

  /** Releases what evaluating the files so far has left. No evaluation may be running. */
  rest(): void {
    this.#memory.rotate();
  }

  table(file: number): Int32Array {
    return this.program.facts(file).expressions;
  }

  string(file: number, id: number): string {
    return at(this.program.facts(file).strings, id);
  }

  /**
   * Returns the type of an expression. For a type expression, returns the type that it describes.
   */
  typeOf(
    file: number,
    expression: ExpressionId,
    environment: Environment = EMPTY,
  ): Type | undefined {
    if (expression === NO_EXPRESSION) return undefined;
    const scope = this.#ids.ofEnvironment(environment);
    const known = this.#known(file, expression, scope);
    const { cost, peak, height } = known ?? { cost: 1, peak: 1, height: 0 };
    if (this.#depth + height > DEPTH_MAX || this.#cost + peak > COST_MAX) {
      this.#isCut = true;
      return undefined;
    }
    this.#peak = Math.max(this.#peak, this.#cost + peak);
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
   * Returns a cached result that fits within the limits. A result that does not fit is ignored, so
   * that the outcome is the same as without the cache.
   */
  #known(file: number, expression: ExpressionId, scope: number): Known | undefined {
    const known =
      this.#memory.known(file, expression, scope, 'always') ??
      (this.#depth === 0 ? this.#memory.known(file, expression, scope, 'alone') : undefined);
    const fits =
      known !== undefined &&
      this.#depth + known.height <= DEPTH_MAX &&
      this.#cost + known.peak <= COST_MAX;
    return fits ? known : undefined;
  }

  /**
   * Counts a step that does not pass through {@link typeOf}: into a spread, an alternative or a
   * constraint. Returns false if that exceeds the depth or cost limit; after true, the caller must
   * call {@link leave}.
   */
  enter(): boolean {
    if (this.#depth >= DEPTH_MAX || this.#cost >= COST_MAX) {
      this.#isCut = true;
      return false;
    }
    this.#cost++;
    this.#peak = Math.max(this.#peak, this.#cost);
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
   * Evaluates an expression and caches the result. An expression that depends on itself is unknown
   * during its own evaluation. Results computed inside a cycle are not cached. The head of the
   * cycle is cached for top-level queries only, so results do not depend on the order of queries.
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
      peak: this.#peak,
    };
    const costBefore = this.#cost;
    const depth = this.#depth;
    this.inferred = false;
    this.#isCyclic = false;
    this.#isCut = false;
    this.#height = depth;
    this.#peak = costBefore;
    const type = this.#nested(file, expression, environment);
    if (!this.#isCut && (!this.#isCyclic || depth === 0)) {
      const { inferred } = this;
      const validity = this.#isCyclic ? 'alone' : 'always';
      const spent = this.#cost - costBefore + 1;
      // Only results without type arguments are cached without a bound.
      const cost = scope === 0 && validity === 'always' ? Math.min(spent, CHARGE_MAX) : spent;
      const peak = this.#peak - costBefore + 1;
      const height = this.#height - depth;
      this.#memory.store(file, expression, scope, { type, inferred, cost, peak, height }, validity);
      this.#cost = costBefore - 1 + cost;
    }
    this.inferred ||= outer.inferred;
    this.#isCyclic ||= outer.isCyclic;
    this.#isCut ||= outer.isCut;
    this.#height = Math.max(outer.height, this.#height);
    this.#peak = Math.max(outer.peak, this.#peak);
    return type;
  }

  /** Returns the types of all operands from one position on. */
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

  /** Returns the type of a symbol used as a value. */
  typeOfSymbol(node: number, environment: Environment): Type | undefined {
    return typeOfSymbol(this, node, environment);
  }

  /**
   * Whether children of a symbol are reachable as members of its value, regardless of the value's
   * type.
   */
  ownsMembers(node: number): boolean {
    return /^(variable|function|property|namespace|enum)$/.test(
      this.program.declaration(node).kind,
    );
  }

  /**
   * Whether the symbol has a declared type, which then determines its members regardless of the
   * value.
   */
  isAnnotated(node: number): boolean {
    return this.program.shape(node).type !== NO_EXPRESSION;
  }

  denotations(file: number, binding: number): readonly Denotation[] {
    const known = of(this.#denotations, file);
    const found = known.get(binding) ?? bindingDenotations(this.program, file, binding);
    known.set(binding, found);
    return found;
  }

  /**
   * Returns the denotations of an unbound name of a file in its ambient modules. Empty for globals.
   */
  ambient(file: number, name: string): readonly Denotation[] {
    const known = of(this.#ambient, file);
    const found = known.get(name) ?? ambientDenotations(this.program, file, name);
    known.set(name, found);
    return found;
  }

  /** Returns the global declarations that a name of a file refers to as a value or as a type. */
  globalsNamed(file: number, name: string, usage: Usage): readonly number[] {
    return this.program.globals.named(file, name).filter((node) => {
      const { kind } = this.program.declaration(node);
      return usage === 'value'
        ? !/^(interface|typeAlias)$/.test(kind)
        : /^(class|interface|typeAlias|enum|namespace)$/.test(kind);
    });
  }

  typeOfDenotation(denotation: Denotation): Type | undefined {
    switch (denotation.form) {
      case 'expression':
        return this.typeOf(denotation.file, denotation.expression);
      case 'module':
        return { form: 'module', files: denotation.files };
      case 'symbol':
        return this.typeOfSymbol(denotation.node, EMPTY);
      case 'member':
        return memberOf(this, this.typeOfDenotation(denotation.whole), denotation.name)?.type();
    }
  }

  /**
   * Returns the symbols that an expression names, by binding rules or through the type of the
   * object in front of a member.
   */
  symbolsOf(
    file: number,
    expression: ExpressionId,
    usage: Usage,
    environment: Environment = EMPTY,
  ): readonly number[] {
    return symbolsOf(this, file, expression, usage, environment);
  }

  /** Creates a value of a declared type. */
  instanceOf(node: number, args: readonly (Type | undefined)[]): Type | undefined {
    return instanceOf(this, node, args);
  }

  /**
   * Binds the type parameters of a symbol to arguments. Parameters without an argument stay open.
   */
  environmentOf(node: number, args: readonly (Type | undefined)[]): Environment {
    return environmentOf(this, node, args);
  }
}

/** Returns the map of a file, creating it if needed. */
function of<Key, Value>(maps: (Map<Key, Value> | undefined)[], file: number): Map<Key, Value> {
  let map = maps[file];
  if (map === undefined) {
    map = new Map();
    maps[file] = map;
  }
  return map;
}
