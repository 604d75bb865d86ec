/** Follows kept calls and variables to what they use, and renumbers what is left. */
import { appendTo } from '../../base/append-to.ts';
import { at } from '../../base/assert.ts';
import {
  type Registrations,
  UNKNOWN,
  type Written,
  type WrittenVariable,
} from '../../model/registrations.ts';

/** Maximum number of calls that are kept of one file; a generated table of routes may have more. */
const CALLS_MAX = 3000;

/** Marks the calls and variables that kept values use. */
export class Relevant {
  readonly #all: Registrations;
  readonly #calls = new Set<number>();
  readonly #variables = new Set<WrittenVariable>();
  readonly #functions = new Set<number>();
  readonly #names = new Set<string>();
  readonly #byName;

  constructor(all: Registrations) {
    this.#all = all;
    this.#byName = {
      variables: byName(all.variables),
      fields: byName(all.fields),
      functions: byName(all.functions),
    };
  }

  get isEmpty(): boolean {
    return this.#calls.size === 0 && this.#variables.size === 0;
  }

  addCall(number: number): void {
    const call = this.#all.calls[number];
    if (call === undefined || this.#calls.has(number) || this.#calls.size >= CALLS_MAX) return;
    this.#calls.add(number);
    this.add(call.callee, ...call.args, ...call.named.map(([, value]) => value));
    const { functions } = this.#all;
    for (let scope = call.scope; scope >= 0; scope = functions[scope]?.parent ?? -1) {
      const over = functions[scope]?.over;
      if (over !== undefined) this.add(over);
    }
  }

  addVariable(variable: WrittenVariable): void {
    if (this.#variables.has(variable)) return;
    this.#variables.add(variable);
    this.add(variable.value);
  }

  add(...values: readonly Written[]): void {
    for (const value of values) {
      switch (value.form) {
        case 'call':
          this.addCall(value.call);
          break;
        case 'name':
          this.#addName(value.name);
          break;
        case 'member':
          this.#addName(value.name);
          this.add(value.object, ...(value.key === undefined ? [] : [value.key]));
          break;
        case 'joined':
          this.add(...value.parts);
          break;
        case 'list':
          this.add(...value.items);
          break;
        case 'object':
          this.add(...value.entries.map(([, inner]) => inner));
          break;
        case 'function':
          this.#addResults(value.index);
          break;
        default:
      }
    }
  }

  /** Marks what a passed function returns. */
  #addResults(index: number): void {
    if (this.#functions.has(index)) return;
    this.#functions.add(index);
    this.add(...(this.#all.functions[index]?.returns ?? []));
  }

  #addName(name: string): void {
    if (this.#names.has(name)) return;
    this.#names.add(name);
    const { variables, fields, functions } = this.#byName;
    for (const variable of variables.get(name) ?? []) this.addVariable(variable);
    for (const field of fields.get(name) ?? []) this.add(field.value);
    for (const one of functions.get(name) ?? []) this.add(...one.returns);
  }

  /**
   * Returns the relevant registrations. `registers` says whether a call registers something: in a file
   * without one, only functions, and no methods, return what other files may need.
   */
  finish(decorations: Registrations['decorations'], registers: boolean): Registrations {
    const { functions, fields, imports, classes } = this.#all;
    // Other files may use the values in its exports and results.
    for (const { parent, owner, returns } of functions)
      if (parent < 0 && (registers || owner === '')) this.add(...returns);
    for (const variable of this.#all.variables) {
      const isExport = variable.name === '=' || variable.name === 'default';
      if (isExport || variable.name.startsWith('=.') || isPathConstant(variable))
        this.addVariable(variable);
    }
    const kept = [...this.#calls].sort((a, b) => a - b);
    const calls = kept.map((number) => at(this.#all.calls, number));
    const numbers = new Map(kept.map((number, now) => [number, now]));
    const renumber = (value: Written): Written => renumbered(value, numbers);
    return {
      functions: functions.map((one) => ({
        ...one,
        returns: one.returns.map(renumber),
        ...(one.over === undefined ? {} : { over: renumber(one.over) }),
      })),
      variables: this.#all.variables
        .filter((one) => this.#variables.has(one) || one.value.form === 'text')
        .map((one) => ({ ...one, value: renumber(one.value) })),
      fields: fields
        .filter(({ name, value }) => this.#names.has(name) || !areWords(value))
        .map((one) => ({ ...one, value: renumber(one.value) }))
        .filter(({ value, type = UNKNOWN }) => value.form !== 'unknown' || type.form !== 'unknown'),
      calls: calls.map((call) => ({
        ...call,
        callee: renumber(call.callee),
        args: call.args.map(renumber),
        named: call.named.map(([name, value]) => [name, renumber(value)] as const),
      })),
      imports,
      decorations: decorations.map((one) => ({ ...one, value: renumber(one.value) })),
      classes,
    };
  }
}

/** Whether a value is a list of words, such as the names of columns. */
function areWords(value: Written): boolean {
  return (
    value.form === 'list' &&
    value.items.every((one) => one.form === 'text' && !one.text.includes('/'))
  );
}

/** Replaces the numbers of calls; a call that was dropped is unknown. */
function renumbered(value: Written, numbers: ReadonlyMap<number, number>): Written {
  const inner = (one: Written): Written => renumbered(one, numbers);
  switch (value.form) {
    case 'call': {
      const call = numbers.get(value.call);
      return call === undefined ? UNKNOWN : { form: 'call', call };
    }
    case 'member':
      return {
        ...value,
        object: inner(value.object),
        ...(value.key === undefined ? {} : { key: inner(value.key) }),
      };
    case 'joined':
      return { ...value, parts: value.parts.map(inner) };
    case 'list':
      return { ...value, items: value.items.map(inner) };
    case 'object':
      return { ...value, entries: value.entries.map(([key, one]) => [key, inner(one)] as const) };
    default:
      return value;
  }
}

/** Whether a variable of the file holds a path, or texts that may be paths. */
export function isPathConstant({ scope, value }: WrittenVariable): boolean {
  if (scope >= 0) return false;
  const hasText = value.form === 'object' && value.entries.some(([, one]) => one.form === 'text');
  return hasText || isPath(value, 0);
}

/** Maximum depth of a path in objects of constants. */
const PATH_DEPTH_MAX = 3;

function isPath(value: Written, depth: number): boolean {
  if (depth > PATH_DEPTH_MAX) return false;
  if (value.form === 'list') return value.items.some((one) => isPath(one, depth + 1));
  if (value.form === 'object') return value.entries.some(([, one]) => isPath(one, depth + 1));
  return value.form === 'text' && value.text.startsWith('/');
}

function byName<One extends { readonly name: string }>(
  all: readonly One[],
): ReadonlyMap<string, readonly One[]> {
  const found = new Map<string, One[]>();
  for (const one of all) appendTo(found, one.name, one);
  return found;
}
