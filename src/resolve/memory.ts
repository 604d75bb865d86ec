import type { ExpressionId } from '../model/facts.ts';
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

/** Evaluations in one place: without type arguments in a file, or under some in all files. */
interface Place {
  readonly known: Map<number, Known>;
  /** Depths of those under way. */
  readonly underWay: Map<number, number>;
}

/** What evaluations came to, and which are under way; by file, expression and environment. */
export class Memory {
  // Few files are asked for in an update.
  readonly #files: (Place | undefined)[] = [];
  readonly #scopes = new Map<number, Place>();
  #boundCount = 0;

  /** `scope` is the number of the environment, 0 for none; what has no number is not remembered. */
  known(file: number, expression: ExpressionId, scope: number): Known | undefined {
    if (scope === 0) return this.#files[file]?.known.get(expression);
    return this.#scopes.get(scope)?.known.get(keyOf(file, expression));
  }

  remember(file: number, expression: ExpressionId, scope: number, known: Known): void {
    if (scope === NO_ID) return;
    if (scope !== 0 && ++this.#boundCount > BOUND_MAX) return;
    const place = this.#placeOf(file, scope);
    place.known.set(scope === 0 ? expression : keyOf(file, expression), known);
  }

  /** The depth at which the same evaluation is under way; begins it when it is not. */
  begin(file: number, expression: ExpressionId, scope: number, depth: number): number | undefined {
    if (scope === NO_ID) return undefined;
    const { underWay } = this.#placeOf(file, scope);
    const key = scope === 0 ? expression : keyOf(file, expression);
    const waiting = underWay.get(key);
    if (waiting === undefined) underWay.set(key, depth);
    return waiting;
  }

  end(file: number, expression: ExpressionId, scope: number): void {
    if (scope === NO_ID) return;
    const { underWay } = this.#placeOf(file, scope);
    underWay.delete(scope === 0 ? expression : keyOf(file, expression));
  }

  #placeOf(file: number, scope: number): Place {
    let place = scope === 0 ? this.#files[file] : this.#scopes.get(scope);
    if (place === undefined) {
      place = { known: new Map(), underWay: new Map() };
      if (scope === 0) this.#files[file] = place;
      else this.#scopes.set(scope, place);
    }
    return place;
  }
}

function keyOf(file: number, expression: ExpressionId): number {
  return file * EXPRESSIONS_MAX + expression;
}
