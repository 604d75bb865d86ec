/**
 * Finds the `#if` branches of a text that are certainly not compiled. It uses the text's own
 * definitions and values given from outside. A branch with an unknown condition may be compiled.
 */
import { evaluate, type Names, type Value } from './expression.ts';
import { tokensOf } from './tokens.ts';

export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Looks up a name given from outside. Returns its value, false if it is certainly not defined, or
 * undefined if not known.
 */
export type Given = (name: string) => number | false | undefined;

/** The state of a macro at the current point of the text. */
type Macro = 'undefined' | 'unknown' | { readonly text: string | undefined };

interface Group {
  /** Whether the current branch is compiled: 1 or 0, or undefined if not known. */
  state: Value;
  /** Whether an earlier branch was taken. */
  taken: Value;
  start: number;
}

/** Maximum depth to follow names that are defined by other names. */
const NAMES_FOLLOWED_MAX = 16;
/**
 * Maximum number of names to follow for one condition, since each name may lead to several others.
 */
const NAMES_PER_CONDITION_MAX = 1000;

export function leftOut(text: string, given: Given): readonly Range[] {
  const directives = tokensOf(text).filter(({ kind }) => kind === 'directive');
  const defines = directives.filter(({ text: word }) => word === 'define');
  const macros = new Macros(given, namesOf(defines.map((one) => bodyOf(text, one))));
  const open: Group[] = [];
  const ranges: Range[] = [];
  for (const directive of directives) {
    const { text: word, start, end } = directive;
    const body = bodyOf(text, directive);
    const group = open.at(-1);
    if (/^if/.test(word)) {
      const state = conditionOf(word, body, macros);
      open.push({ state, taken: state, start: end });
    } else if (/^el/.test(word) && group !== undefined) {
      if (group.state === 0) ranges.push({ start: group.start, end: start });
      const condition = word === 'else' ? 1 : conditionOf(word, body, macros);
      group.state = and(not(group.taken), condition);
      group.taken = not(and(not(group.taken), not(condition)));
      group.start = end;
    } else if (word === 'endif' && group !== undefined) {
      if (group.state === 0) ranges.push({ start: group.start, end: start });
      open.pop();
    } else if (word === 'define' || word === 'undef') {
      const state = open.reduce<Value>((all, one) => and(all, one.state), 1);
      if (state !== 0) macros.change(word, body, state === 1);
    }
  }
  return ranges;
}

/** Returns the text after a directive's keyword. */
function bodyOf(text: string, { start, end }: Range): string {
  return text.slice(start, end).replace(/^#[ \t]*\w*/, '');
}

function conditionOf(word: string, body: string, macros: Macros): Value {
  const name = /\w+/.exec(body)?.[0] ?? '';
  if (/^(el)?ifdef$/.test(word)) return macros.isDefined(name);
  if (/^(el)?ifndef$/.test(word)) return not(macros.isDefined(name));
  return macros.evaluate(body);
}

function not(value: Value): Value {
  return value === undefined ? undefined : Number(value === 0);
}

function and(one: Value, other: Value): Value {
  if (one === 0 || other === 0) return 0;
  return one === undefined || other === undefined ? undefined : 1;
}

const NAME = /^\s*(\w+)(\()?/;

function namesOf(bodies: readonly string[]): ReadonlySet<string> {
  return new Set(bodies.flatMap((body) => NAME.exec(body)?.[1] ?? []));
}

class Macros {
  readonly #given: Given;
  /** Names that the text treats as its own definitions. */
  readonly #own: ReadonlySet<string>;
  readonly #macros = new Map<string, Macro>();
  readonly #names: Names = {
    isDefined: (name) => this.isDefined(name),
    valueOf: (name) => this.#valueOf(name),
  };
  #depth = 0;
  #namesLeft = 0;

  constructor(given: Given, own: ReadonlySet<string>) {
    this.#given = given;
    this.#own = own;
  }

  change(word: string, body: string, isCertain: boolean): void {
    const [all = '', name = '', parameters] = NAME.exec(body) ?? [];
    const text = parameters === undefined ? body.slice(all.length).trim() : undefined;
    this.#macros.set(name, !isCertain ? 'unknown' : word === 'undef' ? 'undefined' : { text });
  }

  /** Evaluates a condition. */
  evaluate(text: string): Value {
    this.#namesLeft = NAMES_PER_CONDITION_MAX;
    return evaluate(text, this.#names);
  }

  isDefined(name: string): Value {
    const macro = this.#macros.get(name);
    if (macro !== undefined) {
      return macro === 'unknown' ? undefined : Number(macro !== 'undefined');
    }
    const given = this.#given(name);
    if (given !== undefined) return Number(given !== false);
    // A name that the text defines as a default further down is not defined before that point.
    return this.#own.has(name) ? 0 : undefined;
  }

  #valueOf(name: string): Value {
    const macro = this.#macros.get(name);
    if (typeof macro === 'object') return this.#valueOfText(macro.text);
    const given = macro === undefined ? this.#given(name) : undefined;
    if (typeof given === 'number') return given;
    return this.isDefined(name) === 0 ? 0 : undefined;
  }

  #valueOfText(text: string | undefined): Value {
    if (text === undefined || text === '') return undefined;
    if (this.#depth >= NAMES_FOLLOWED_MAX || this.#namesLeft-- <= 0) return undefined;
    this.#depth++;
    const value = evaluate(text, this.#names);
    this.#depth--;
    return value;
  }
}
