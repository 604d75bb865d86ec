/** Evaluates the conditions of `#if`, as far as the names in them are known. */

/** A number, or undefined if not known. */
export type Value = number | undefined;

/** Lookups for the names in a condition. */
export interface Names {
  /** Returns 1 or 0, or undefined if not known. */
  readonly isDefined: (name: string) => Value;
  readonly valueOf: (name: string) => Value;
}

const TOKEN = /\w+|&&|\|\||[=!<>]=|<<|>>|\S/g;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*|\\\r?\n/g;

/** By precedence, lowest first. */
const OPERATORS: readonly ReadonlySet<string>[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
].map((operators) => new Set(operators));

/** Nesting limit; deeper conditions count as not known. */
const DEPTH_MAX = 64;

export function evaluate(text: string, names: Names): Value {
  const tokens = text.replace(COMMENT, ' ').match(TOKEN) ?? [];
  const reader = new Reader(tokens, names);
  const value = reader.conditional(0);
  return reader.isAtEnd ? value : undefined;
}

class Reader {
  readonly #tokens: readonly string[];
  readonly #names: Names;
  #at = 0;

  constructor(tokens: readonly string[], names: Names) {
    this.#tokens = tokens;
    this.#names = names;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  conditional(depth: number): Value {
    if (depth > DEPTH_MAX) return undefined;
    const condition = this.#binary(0, depth);
    if (!this.#skip('?')) return condition;
    const [yes, , no] = [this.conditional(depth + 1), this.#skip(':'), this.conditional(depth + 1)];
    return condition === undefined ? undefined : condition !== 0 ? yes : no;
  }

  #binary(level: number, depth: number): Value {
    const operators = OPERATORS[level];
    if (operators === undefined) return this.#unary(depth);
    let left = this.#binary(level + 1, depth);
    for (let operator = this.#peek(); operators.has(operator); operator = this.#peek()) {
      this.#at++;
      left = apply(operator, left, this.#binary(level + 1, depth));
    }
    return left;
  }

  #unary(depth: number): Value {
    const token = this.#tokens[this.#at++] ?? '';
    if (depth > DEPTH_MAX) return undefined;
    if (token === '!') return map(this.#unary(depth + 1), (value) => Number(value === 0));
    if (token === '-') return map(this.#unary(depth + 1), (value) => -value);
    if (token === '+') return this.#unary(depth + 1);
    if (token === '~') return map(this.#unary(depth + 1), (value) => ~value);
    if (token === '(') {
      const value = this.conditional(depth + 1);
      this.#skip(')');
      return value;
    }
    if (/^\d/.test(token)) return Number.parseInt(token, /^0\d/.test(token) ? 8 : undefined);
    if (token === 'defined') return this.#names.isDefined(this.#defined());
    if (!/^\w/.test(token)) return undefined;
    if (this.#peek() !== '(') return this.#names.valueOf(token);
    this.#arguments();
    return undefined;
  }

  /** `defined X` and `defined(X)` */
  #defined(): string {
    const isBracketed = this.#skip('(');
    const name = this.#tokens[this.#at++] ?? '';
    if (isBracketed) this.#skip(')');
    return name;
  }

  #arguments(): void {
    let depth = 0;
    do {
      const token = this.#tokens[this.#at++];
      if (token === '(') depth++;
      else if (token === ')') depth--;
    } while (depth > 0 && !this.isAtEnd);
  }

  #peek(): string {
    return this.#tokens[this.#at] ?? '';
  }

  #skip(token: string): boolean {
    const isThere = this.#peek() === token;
    if (isThere) this.#at++;
    return isThere;
  }
}

function map(value: Value, change: (value: number) => number): Value {
  return value === undefined ? undefined : change(value);
}

function apply(operator: string, left: Value, right: Value): Value {
  // One side may decide the result alone.
  if (operator === '&&' && (left === 0 || right === 0)) return 0;
  if (operator === '||' && ((left ?? 0) !== 0 || (right ?? 0) !== 0)) return 1;
  if (left === undefined || right === undefined) return undefined;
  return RESULTS[operator]?.(left, right);
}

const RESULTS: Readonly<Record<string, (left: number, right: number) => number>> = {
  '&&': (left, right) => Number(left !== 0 && right !== 0),
  '||': (left, right) => Number(left !== 0 || right !== 0),
  '==': (left, right) => Number(left === right),
  '!=': (left, right) => Number(left !== right),
  '<': (left, right) => Number(left < right),
  '>': (left, right) => Number(left > right),
  '<=': (left, right) => Number(left <= right),
  '>=': (left, right) => Number(left >= right),
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => Math.trunc(left / right),
  '%': (left, right) => left % right,
  '<<': (left, right) => left * 2 ** right,
  '>>': (left, right) => Math.floor(left / 2 ** right),
  '&': (left, right) => left & right,
  '|': (left, right) => left | right,
  '^': (left, right) => left ^ right,
};
