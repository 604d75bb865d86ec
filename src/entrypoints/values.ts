/**
 * Evaluates written values of all files that register something: follows variables, parameters,
 * fields, results and imports to texts, functions, symbols and objects of frameworks.
 *
 * A value that depends on itself is unknown while it is evaluated, and at most a few alternatives of
 * a value are kept.
 */
import { dirname } from 'node:path';
import { appendTo } from '../base/append-to.ts';
import { at } from '../base/assert.ts';
import { getOrCompute } from '../base/memoize.ts';
import type { FileFacts } from '../model/facts.ts';
import type { Registrations, Written, WrittenCall } from '../model/registrations.ts';
import type { Denotation } from '../resolve/inference/denotation.ts';
import type { Evaluator } from '../resolve/inference/evaluator.ts';
import type { Program } from '../resolve/program.ts';
import { calledValues, callResult, givenValue, parameterValue, resultOf } from './calls.ts';
import type { CallContext, Framework } from './framework.ts';
import { byReference } from './handler.ts';
import { hole } from './holes.ts';
import { entryValue, extensionsByName, memberOf, memberValue, methodsIn } from './members.ts';
import { declaredValue, denoted, exported, fromModule } from './modules.ts';
import { named, valueOfType, variableValue } from './names.ts';
import { FrameworkObjects } from './objects.ts';
import { positionsBy } from './positions.ts';
import { prefixText, settingText } from './settings.ts';
import { CALLED, EXTENDING, type Use } from './use.ts';
import {
  ALTERNATIVES_MAX,
  distinct,
  type FrameworkObject,
  hasObject,
  NONE,
  textAtEnd,
  textOf,
  type Value,
} from './value.ts';

/** Maximum depth of nested evaluations. */
const DEPTH_MAX = 60;
/** Maximum number of evaluations that wait for each other, of all kinds. */
const OPEN_MAX = 200;

/** The values of a function's parameters in one pass of a loop. */
interface Given {
  readonly args: readonly (readonly Value[])[];
  /** Tells passes apart; objects are the same in all without one. */
  readonly pass?: string;
  /** The value that a method is called on, where it is no parameter. */
  readonly receiver?: readonly Value[];
}

export class Values {
  readonly program: Program;
  readonly evaluator: Evaluator;
  /** The files that register something. Others are only read if a value leads to them. */
  readonly files: readonly number[];
  readonly frameworks: readonly Framework[];
  readonly objects: FrameworkObjects;

  #known = new Map<Written, readonly Value[]>();
  /** The values of parameters by function, where they are given for the time being. */
  readonly #given = new Map<string, Given>();
  readonly #open = new Set<Written | string>();
  /** The joined texts of paths that are being made. */
  readonly #openPaths = new Set<Written>();
  readonly #methods = new Map<string, ReadonlyMap<string, Value>>();
  readonly #uses = new Map<string, Use[]>();
  #extensions: ReadonlyMap<string, readonly Value[]> | undefined;
  /** Whether the uses of functions are being collected; parameters are not known yet. */
  #isIndexing = false;
  /** Whether the value that is being evaluated may be another one later. */
  #isTentative = false;
  readonly #tentative = new Set<Written>();
  #depth = 0;

  constructor(evaluator: Evaluator, files: readonly number[], frameworks: readonly Framework[]) {
    this.evaluator = evaluator;
    this.program = evaluator.program;
    this.files = files;
    this.frameworks = frameworks;
    this.objects = new FrameworkObjects(frameworks, this);
    this.#indexUses();
  }

  /** Returns a method that another file of the same folder declares for a type, as in Go. */
  methodBeside(file: number, owner: string, name: string): Value | undefined {
    const folder = dirname(at(this.program.paths, file));
    return getOrCompute(this.#methods, folder, () => methodsIn(this, folder)).get(
      `${owner}.${name}`,
    );
  }

  /** Returns the calls of a function and the calls that it is passed to. */
  usesOf(file: number, index: number): readonly Use[] {
    if (this.#isIndexing) this.#isTentative = true;
    return this.#uses.get(`${file} ${index}`) ?? [];
  }

  /**
   * Begins an evaluation, which has a name or belongs to a written value. Returns false inside the
   * same one, whose value is then unknown.
   */
  enter(key: string | Written): boolean {
    if (this.#open.has(key) || this.#open.size >= OPEN_MAX) {
      this.#isTentative = true;
      return false;
    }
    this.#open.add(key);
    return true;
  }

  /** Whether the uses of functions are not known yet, so that what depends on them is not either. */
  get isIndexing(): boolean {
    if (this.#isIndexing) this.#isTentative = true;
    return this.#isIndexing;
  }

  leave(key: string | Written): void {
    this.#open.delete(key);
  }

  /** Evaluates with values for the parameters of a function: one pass of a loop, which has a number. */
  withArguments(file: number, index: number, given: Given, run: () => void): void {
    const known = this.#known;
    const key = `${file} ${index}`;
    const outer = this.#given.get(key);
    this.#known = new Map();
    this.#given.set(key, given);
    run();
    if (outer === undefined) this.#given.delete(key);
    else this.#given.set(key, outer);
    this.#known = known;
  }

  /** Returns the values that {@link withArguments} gives to a parameter. */
  argumentOf(file: number, index: number, parameter: number): readonly Value[] | undefined {
    return this.#given.get(`${file} ${index}`)?.args[parameter];
  }

  /** Returns what a method is called on for the time being. */
  receiverOf(file: number, index: number): readonly Value[] {
    return this.#given.get(`${file} ${index}`)?.receiver ?? NONE;
  }

  /** Whether values are given to the parameters of a function. */
  get isInPass(): boolean {
    return this.#given.size > 0;
  }

  /** Returns what tells the objects apart that a call makes in each pass of the loops around it. */
  passOf(file: number, call: number): string {
    if (this.#given.size === 0) return '';
    const passes = this.#givenAround(file, call).flatMap(({ pass }) => pass ?? []);
    return passes.map((pass) => ` pass ${pass}`).join('');
  }

  /** Whether values are given to the parameters of a function or loop around a call. */
  isGiven(file: number, call: number): boolean {
    return this.#given.size > 0 && this.#givenAround(file, call).length > 0;
  }

  #givenAround(file: number, call: number): readonly Given[] {
    const own = this.registrations(file);
    const found: Given[] = [];
    for (let scope = own?.calls[call]?.scope ?? -1; scope >= 0; ) {
      const given = this.#given.get(`${file} ${scope}`);
      if (given !== undefined) found.push(given);
      scope = own?.functions[scope]?.parent ?? -1;
    }
    return found;
  }

  registrations(file: number): Registrations | undefined {
    // What a package declares is no file of the program.
    if (file >= this.program.paths.length) return undefined;
    return this.program.hasRegistrations(file) ? this.program.facts(file).registrations : undefined;
  }

  call(file: number, number: number): WrittenCall | undefined {
    return this.registrations(file)?.calls[number];
  }

  /** Returns the rule of a method, and the call as the rule sees it. */
  context(
    file: number,
    number: number,
    object: FrameworkObject | undefined,
    framework: Framework,
  ): CallContext {
    const call = this.call(file, number);
    if (call === undefined) throw new Error(`unknown call ${number}`);
    return { values: this, file, number, call, object, framework };
  }

  /** Returns the alternatives of a value; none if it is not known. */
  of(file: number, written: Written | undefined): readonly Value[] {
    if (written === undefined) return NONE;
    switch (written.form) {
      case 'text':
        return [written];
      case 'function':
        return [{ form: 'function', file, index: written.index }];
      case 'unknown':
        return NONE;
      default:
    }
    const known = this.#known.get(written);
    if (known !== undefined) {
      if (this.#tentative.has(written)) this.#isTentative = true;
      return known;
    }
    if (this.#open.has(written) || this.#depth >= DEPTH_MAX) {
      this.#isTentative = true;
      return NONE;
    }
    const isOuterTentative = this.#isTentative;
    this.#isTentative = false;
    this.#open.add(written);
    this.#depth++;
    const found = distinct(this.#compute(file, written));
    this.#depth--;
    this.#open.delete(written);
    if (this.#isTentative) this.#tentative.add(written);
    if (isOuterTentative) this.#isTentative = true;
    // A value that was cut short inside a cycle could depend on where the evaluation began.
    if (this.#open.size === 0 || found.length > 0) this.#known.set(written, found);
    return found;
  }

  #compute(file: number, written: Written): readonly Value[] {
    switch (written.form) {
      case 'name':
        return named(this, file, written.name, written.scope, written.at);
      case 'member':
        return memberValue(this, file, written);
      case 'call':
        return callResult(this, file, written.call);
      case 'joined':
        return this.#joined(file, written);
      default:
        return [{ form: 'written', file, written }];
    }
  }

  /** Returns the text of a value if it is certain. */
  text(file: number, written: Written | undefined): string | undefined {
    const texts = this.texts(file, written);
    return texts.length === 1 ? texts[0] : undefined;
  }

  /** Returns the texts of a value, or of the items of a list. */
  texts(file: number, written: Written | undefined): readonly string[] {
    const found = this.of(file, written).flatMap((value) =>
      value.form === 'written' && value.written.form === 'list'
        ? value.written.items.flatMap((item) => this.of(value.file, item))
        : [value],
    );
    const texts = found.flatMap((value) => {
      const text = value.form === 'symbol' ? this.textOfSymbol(value.node) : textOf(value);
      return text ?? [];
    });
    return [...new Set(texts)];
  }

  /** Returns the texts of a path; a part that is not known is a hole. */
  pathTexts(file: number, written: Written | undefined): readonly string[] {
    const found = this.texts(file, written);
    if (found.length > 0 || written === undefined) return found;
    const [value, other] = this.of(file, written);
    const isOne = value?.form === 'written' && other === undefined;
    const whole = isOne ? value : { file, written };
    // A text that is appended to itself, as `url += …` in a loop, is a part of its own value.
    if (whole.written.form !== 'joined' || this.#openPaths.has(whole.written)) return [];
    this.#openPaths.add(whole.written);
    const path = whole.written.parts.map((part) => this.#partText(whole.file, part)).join('');
    this.#openPaths.delete(whole.written);
    return [path];
  }

  /** Returns the text of a part of a path, which may have unknown parts of its own. */
  #partText(file: number, part: Written): string {
    const [first, other] = this.texts(file, part);
    const text = other === undefined ? (first ?? this.pathTexts(file, part)[0]) : undefined;
    return text ?? settingText(this, file, part) ?? hole(this, file, part);
  }

  prefix(file: number, written: Written | undefined): string {
    return prefixText(this, file, written);
  }

  /** Reads the text of a constant from its signature: `const API = '/api'`. */
  textOfSymbol(node: number): string | undefined {
    const { signature, kind } = this.program.declaration(node);
    return /^(variable|enumMember|field|property)$/.test(kind) ? textAtEnd(signature) : undefined;
  }

  #joined(file: number, written: Written & { readonly form: 'joined' }): readonly Value[] {
    let texts: readonly string[] = [''];
    for (const part of written.parts) {
      const own = this.texts(file, part);
      if (own.length === 0) return [{ form: 'written', file, written }];
      texts = texts.flatMap((text) => own.map((one) => text + one)).slice(0, ALTERNATIVES_MAX);
    }
    return texts.map((text) => ({ form: 'text', text }));
  }

  /** Returns the declaration of a name that covers an offset, the innermost one. */
  declarationAt(file: number, name: string, offset: number): number | undefined {
    if (name === '') return undefined;
    const { declarations } = this.program.facts(file);
    const index = declarationsNamed(declarations, name).findLast((position) => {
      const { start, end } = at(declarations, position);
      return start <= offset && offset < end;
    });
    return index === undefined ? undefined : this.program.nodeOf(file, index);
  }

  /** Returns the symbol that a name denotes by the resolved references of its lines. */
  referenced(
    file: number,
    written: Written,
    lines: Pick<WrittenCall, 'line' | 'endLine'>,
  ): number | undefined {
    return byReference(this, file, written, lines, ['value', 'call']);
  }

  variableValue(
    file: number,
    variables: Registrations['variables'],
    offset?: number,
  ): readonly Value[] {
    return variableValue(this, file, variables, offset);
  }

  valueOfType(file: number, type: Written | undefined, key: string): readonly Value[] {
    return valueOfType(this, file, type, key);
  }

  fromModule(file: number, specifier: string, name: string): readonly Value[] {
    return fromModule(this, file, specifier, name);
  }

  denoted(denotation: Denotation, name: string): readonly Value[] {
    return denoted(this, denotation, name);
  }

  exported(files: readonly number[], name: string): readonly Value[] {
    return exported(this, files, name);
  }

  declaredValue(node: number): readonly Value[] {
    return declaredValue(this, node);
  }

  entryValue(file: number, written: Written, name: string): readonly Value[] {
    return entryValue(this, file, written, name);
  }

  memberOf(value: Value, name: string): readonly Value[] {
    return memberOf(this, value, name);
  }

  resultOf(value: Value): readonly Value[] {
    return resultOf(this, value);
  }

  parameterValue(file: number, index: number, parameter: number): readonly Value[] {
    return parameterValue(this, file, index, parameter);
  }

  /** Returns the function of a name that is called like a method of its first parameter. */
  extensionNamed(name: string): Value | undefined {
    this.#extensions ??= extensionsByName(this);
    return this.#extensions.get(name)?.[0];
  }

  /** Finds the calls of every function, and the calls that it is passed to. */
  #indexUses(): void {
    const add = (value: Value, use: Use): void => {
      if (value.form !== 'function') return;
      appendTo(this.#uses, `${value.file} ${value.index}`, use);
    };
    this.#isIndexing = true;
    this.#extensions ??= extensionsByName(this);
    const extensions = this.#extensions;
    for (const file of this.files) {
      for (const [number, call] of (this.registrations(file)?.calls ?? []).entries()) {
        for (const value of calledValues(this, file, call))
          add(value, { file, call: number, argument: CALLED });
        if (call.callee.form === 'member')
          for (const value of extensions.get(call.callee.name) ?? [])
            add(value, { file, call: number, argument: EXTENDING });
        for (const [argument, given] of call.args.entries())
          for (const value of givenValue(this, file, given, call))
            add(value, { file, call: number, argument });
      }
    }
    for (const { loads } of this.frameworks)
      for (const [value, use] of loads?.(this) ?? []) add(value, use);
    this.#isIndexing = false;
    for (const [written, found] of this.#known)
      if (this.#tentative.has(written) || found.some(hasObject)) this.#known.delete(written);
    this.#tentative.clear();
    this.objects.clear();
  }
}

const declarationsNamed = positionsBy((one: FileFacts['declarations'][number]) => one.name);
