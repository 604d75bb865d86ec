import type { ExpressionId } from '../../model/facts.ts';
import { NO_ID } from './type-ids.ts';
import type { Type } from './types.ts';

/**
 * A remembered evaluation. Its cost and height are charged again when it is used, so that what is
 * found does not depend on what was asked before.
 */
export interface Known {
  readonly type: Type | undefined;
  readonly inferred: boolean;
  readonly cost: number;
  readonly height: number;
}

/** Evaluations under type arguments that are remembered; further ones are done again when needed. */
const BOUND_MAX = 300_000;
/** Above every expression number of a file. */
const EXPRESSIONS_MAX = 2 ** 26;

/** Where what was found holds: wherever it is asked for, or only where no other evaluation is under way. */
type Validity = 'always' | 'alone';

/** Evaluations in one place: without type arguments in a file, or under some in all files. */
interface Place {
  readonly always: Map<number, Known>;
  readonly alone: Map<number, Known>;
  readonly underWay: Set<number>;
}

/** What evaluations came to, and which are under way; by file, expression and environment. */
export class Memory {
  // Few files are asked for in an update.
  readonly #files: (Place | undefined)[] = [];
  readonly #scopes = new Map<number, Place>();
  #boundCount = 0;

  /** `scope` is the number of the environment, 0 for none; what has no number is not remembered. */
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

  /** False when the same evaluation is under way. */
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
