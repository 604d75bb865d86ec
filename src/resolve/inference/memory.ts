import type { ExpressionId } from '../../model/facts.ts';
import { NO_ID } from './type-ids.ts';
import type { Type } from './types.ts';

/**
 * A cached evaluation. Each use is charged its cost and height again, so results do not depend on
 * the order of queries.
 */
export interface Known {
  readonly type: Type | undefined;
  readonly inferred: boolean;
  readonly cost: number;
  /** The highest cost during the evaluation, which the limit has to allow. */
  readonly peak: number;
  readonly height: number;
}

/**
 * Maximum number of cached evaluations under type arguments; further ones are evaluated each time.
 */
const BOUND_MAX = 300_000;
/** Half of the evaluations without type arguments that are kept from one file to the next. */
const KEPT_MAX = 30_000;
/** Exceeds every expression number of a file. */
const EXPRESSIONS_MAX = 2 ** 26;

/**
 * Where a cached result is valid: always, or only for a top-level query while no other evaluation
 * runs.
 */
type Validity = 'always' | 'alone';

/** Evaluations of one file without type arguments, or of all files under one environment. */
interface Place {
  readonly always: Map<number, Known>;
  readonly alone: Map<number, Known>;
  readonly underWay: Set<number>;
}

/** Caches results and tracks running evaluations, by file, expression and environment. */
export class Memory {
  // Sparse: an update touches few files.
  #files: (Place | undefined)[] = [];
  /** Evaluations that have not been used since the last {@link rotate} that dropped some. */
  #older: (Place | undefined)[] = [];
  #count = 0;
  readonly #scopes = new Map<number, Place>();
  #boundCount = 0;

  /**
   * Returns a cached evaluation. `scope` is the number of the environment, 0 for none. Environments
   * without a number are not cached.
   */
  known(
    file: number,
    expression: ExpressionId,
    scope: number,
    validity: Validity,
  ): Known | undefined {
    if (scope === 0)
      return (
        this.#files[file]?.[validity].get(expression) ?? this.#reuse(file, expression, validity)
      );
    return this.#scopes.get(scope)?.[validity].get(keyOf(file, expression));
  }

  store(
    file: number,
    expression: ExpressionId,
    scope: number,
    known: Known,
    validity: Validity,
  ): void {
    if (scope === NO_ID) return;
    if (scope !== 0 && ++this.#boundCount > BOUND_MAX) return;
    if (scope === 0) this.#count++;
    const place = this.#placeOf(file, scope);
    place[validity].set(scope === 0 ? expression : keyOf(file, expression), known);
  }

  /**
   * Drops evaluations that have not been used for a while, if there are many. Results do not depend
   * on what is cached, but no evaluation may be running.
   */
  rotate(): void {
    if (this.#count < KEPT_MAX) return;
    this.#older = this.#files;
    // Filled, because an array with a long gap is looked up as a table.
    this.#files = new Array<Place | undefined>(this.#files.length).fill(undefined);
    this.#count = 0;
  }

  #reuse(file: number, expression: ExpressionId, validity: Validity): Known | undefined {
    const known = this.#older[file]?.[validity].get(expression);
    if (known !== undefined) this.store(file, expression, 0, known, validity);
    return known;
  }

  /** Marks an evaluation as running. Returns false if it already is. */
  begin(file: number, expression: ExpressionId, scope: number): boolean {
    if (scope === NO_ID) return true;
    const { underWay } = this.#placeOf(file, scope);
    const key = scope === 0 ? expression : keyOf(file, expression);
    if (underWay.has(key)) return false;
    underWay.add(key);
    return true;
  }

  end(file: number, expression: ExpressionId, scope: number): void {
    if (scope === NO_ID) return;
    const { underWay } = this.#placeOf(file, scope);
    underWay.delete(scope === 0 ? expression : keyOf(file, expression));
  }

  #placeOf(file: number, scope: number): Place {
    let place = scope === 0 ? this.#files[file] : this.#scopes.get(scope);
    if (place === undefined) {
      place = { always: new Map(), alone: new Map(), underWay: new Set() };
      if (scope === 0) this.#files[file] = place;
      else this.#scopes.set(scope, place);
    }
    return place;
  }
}

function keyOf(file: number, expression: ExpressionId): number {
  return file * EXPRESSIONS_MAX + expression;
}
