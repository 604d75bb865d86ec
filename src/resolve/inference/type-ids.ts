import type { Environment, Type } from './types.ts';

/** Maximum number of distinct types that receive a number. */
const IDS_MAX = 300_000;

/** Number of a type or environment that has none. */
export const NO_ID = -1;

/**
 * Assigns numbers to types and environments. Equal ones have the same number, wherever they were
 * created. Neither may be changed once it has a number.
 */
export class TypeIds {
  readonly #byShape = new Map<string, number>();
  readonly #known = new WeakMap<Type | Environment, number>();

  /**
   * Returns the number of an environment: 0 for the empty one, {@link NO_ID} if the limit is
   * reached.
   */
  ofEnvironment(environment: Environment): number {
    if (environment.size === 0) return 0;
    return this.#idOf(environment, () => {
      let shape = 'environment';
      for (const [key, type] of environment) shape += ` ${key}=${this.#ofType(type)}`;
      return shape;
    });
  }

  #ofType(type: Type | undefined): number {
    return type === undefined ? 0 : this.#idOf(type, () => this.#shapeOf(type));
  }

  #shapeOf(type: Type): string {
    const all = (types: readonly (Type | undefined)[]) => types.map((one) => this.#ofType(one));
    switch (type.form) {
      case 'instance':
        return `${type.form} ${type.node} ${all(type.args)}`;
      case 'value':
      case 'parent':
        return `${type.form} ${type.node} ${this.ofEnvironment(type.environment)}`;
      case 'module':
        return `${type.form} ${type.files}`;
      case 'function':
      case 'object':
        return `${type.form} ${type.file} ${type.expression} ${this.ofEnvironment(type.environment)}`;
      case 'union':
        return `${type.form} ${all(type.types)}`;
      case 'tuple':
        return `${type.form} ${all(type.types)} ${type.rest === null ? '?' : this.#ofType(type.rest)}`;
      case 'builtin':
        return `${type.form} ${type.name} ${all(type.args)} ${type.text ?? ''}`;
      case 'builtinMethod':
        return `${type.form} ${type.method} ${this.#ofType(type.owner)} ${type.second === null ? '?' : this.#ofType(type.second)}`;
      case 'global':
        return `${type.form} ${type.name}`;
      case 'parameter':
        return `${type.form} ${type.node} ${type.name}`;
    }
  }

  #idOf(subject: Type | Environment, shapeOf: () => string): number {
    const known = this.#known.get(subject);
    if (known !== undefined) return known;
    const shape = shapeOf();
    // A part without a number has unknown content, so the whole cannot have a number either.
    const isWhole = !shape.includes(String(NO_ID));
    let id = isWhole ? this.#byShape.get(shape) : NO_ID;
    if (id === undefined) {
      const isFull = this.#byShape.size >= IDS_MAX;
      id = isFull ? NO_ID : this.#byShape.size + 1;
      if (!isFull) this.#byShape.set(shape, id);
    }
    this.#known.set(subject, id);
    return id;
  }
}
