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
  readonly #files: (Place | undefined)[] = [];
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
    if (scope === 0) return this.#files[file]?.[validity].get(expression);
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
    const place = this.#placeOf(file, scope);
    place[validity].set(scope === 0 ? expression : keyOf(file, expression), known);
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
