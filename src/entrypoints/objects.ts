/** The objects of frameworks: which names make them, what their methods do, and those made so far. */
import type { CallContext, Framework, MadeObject, Rule } from './framework.ts';
import type { FrameworkObject, Value } from './value.ts';

interface FrameworkRule {
  readonly framework: Framework;
  readonly rule: Rule;
}

/** How a framework makes an object. */
export interface Making {
  readonly framework: Framework;
  readonly made: MadeObject;
}

const FLUENT: Rule = {
  result: ({ object }) => (object === undefined ? [] : [{ form: 'object', object }]),
};

/** The name of the rule of an object that is called itself: `client({ url: '/users' })`. */
export const CALL = '()';

/** Access to the calls of a program. */
interface Calls {
  readonly context: (
    file: number,
    call: number,
    object: FrameworkObject | undefined,
    framework: Framework,
  ) => CallContext;
  /** Tells the passes of the loops around a call apart; empty outside of loops. */
  readonly passOf: (file: number, call: number) => string;
}

export class FrameworkObjects {
  readonly #byName: ReadonlyMap<string, Framework>;
  readonly #made = new Map<string, Making>();
  readonly #functions = new Map<string, FrameworkRule>();
  /** The objects that external names stand for, by name. */
  readonly #shared = new Map<string, Pick<FrameworkObject, 'framework' | 'kind'>>();
  readonly #wrappers: ReadonlySet<string>;
  readonly #composers: ReadonlySet<string>;
  readonly #calls: Calls;
  readonly #objects = new Map<string, FrameworkObject>();

  constructor(frameworks: readonly Framework[], calls: Calls) {
    this.#calls = calls;
    this.#byName = new Map(frameworks.map((one) => [one.name, one]));
    for (const framework of frameworks) {
      for (const [path, made] of Object.entries(framework.objects))
        this.#made.set(path, { framework, made });
      for (const [path, rule] of Object.entries(framework.functions ?? {}))
        this.#functions.set(path, { framework, rule });
      for (const [path, kind] of Object.entries(framework.values ?? {}))
        if (!this.#shared.has(path)) this.#shared.set(path, { framework: framework.name, kind });
    }
    this.#wrappers = new Set(frameworks.flatMap(({ wrappers }) => wrappers ?? []));
    this.#composers = new Set(frameworks.flatMap(({ composers }) => composers ?? []));
  }

  clear(): void {
    this.#objects.clear();
  }

  framework(name: string): Framework | undefined {
    return this.#byName.get(name);
  }

  /** Returns the object that an external name stands for, such as `program` of commander. */
  shared(path: string): FrameworkObject | undefined {
    const known = this.#objects.get(path);
    if (known !== undefined) return known;
    const own = this.#shared.get(path);
    if (own === undefined) return undefined;
    const object: FrameworkObject = {
      key: path,
      framework: own.framework,
      kind: own.kind,
      prefix: [],
      middleware: [],
      isRoot: true,
      isInferred: false,
      file: -1,
      call: -1,
    };
    this.#objects.set(path, object);
    return object;
  }

  /** Whether an external function returns its first argument. */
  isWrapper(path: string): boolean {
    return this.#wrappers.has(path);
  }

  /** Whether an external function makes one decorator of several. */
  isComposer(path: string): boolean {
    return this.#composers.has(path);
  }

  ruleOf(object: FrameworkObject, method: string): FrameworkRule | undefined {
    const framework = this.#byName.get(object.framework);
    if (framework === undefined) return undefined;
    const own = framework.methods[object.kind];
    const any = framework.methods['*'];
    const rule =
      (own !== undefined && Object.hasOwn(own, method) ? own[method] : undefined) ??
      (any !== undefined && Object.hasOwn(any, method) ? any[method] : undefined) ??
      (framework.fluent?.includes(object.kind) === true ? FLUENT : undefined);
    return rule && { framework, rule };
  }

  functionRule(path: string): FrameworkRule | undefined {
    return this.#functions.get(path);
  }

  /** Returns the rule of what is called: a method of an object, or a function of a package. */
  ruleOfCallee(callee: Value): FrameworkRule | undefined {
    if (callee.form === 'bound') return this.ruleOf(callee.object, callee.method);
    if (callee.form === 'object') return this.ruleOf(callee.object, CALL);
    return callee.form === 'external' ? this.functionRule(callee.path) : undefined;
  }

  /** Whether an external name makes an object or is a function with a rule. */
  isKnown(path: string): boolean {
    return this.#made.has(path) || this.#functions.has(path);
  }

  madeBy(path: string): Making | undefined {
    return this.#made.get(path);
  }

  isAttribute({ framework, kind }: FrameworkObject, name: string): boolean {
    return this.#byName.get(framework)?.attributes?.[kind]?.includes(name) === true;
  }

  /** Returns the object of a framework that another one has as an attribute: `app.cli`. */
  partOf({ framework, kind, key, file, isInferred }: FrameworkObject, name: string) {
    const path = this.#byName.get(framework)?.parts?.[`${kind}.${name}`];
    const making = path === undefined ? undefined : this.#made.get(path);
    return making && this.made(making, `${key} ${name}`, file, -1, isInferred);
  }

  made(
    { framework, made }: Making,
    place: string,
    file: number,
    call: number,
    isInferred: boolean,
  ): FrameworkObject {
    const key = call < 0 ? place : place + this.#calls.passOf(file, call);
    const known = this.#objects.get(key);
    if (known !== undefined) return known;
    const prefix =
      call >= 0 && made.prefix !== undefined
        ? made.prefix(this.#calls.context(file, call, undefined, framework))
        : '';
    const object: FrameworkObject = {
      key,
      framework: framework.name,
      kind: made.kind,
      prefix: prefix === '' ? [] : [prefix],
      middleware: [],
      isRoot: made.isRoot === true,
      isInferred,
      file,
      call,
    };
    this.#objects.set(key, object);
    return object;
  }

  /** Returns an object that another one makes: a group, a sub-router. */
  child(
    parent: FrameworkObject,
    key: string,
    own: Partial<
      Pick<FrameworkObject, 'kind' | 'prefix' | 'middleware' | 'file' | 'call' | 'wrapper'>
    >,
  ): FrameworkObject {
    const { file = -1, call = -1 } = own;
    const whole = `${parent.key} ${key}${call < 0 ? '' : this.#calls.passOf(file, call)}`;
    const known = this.#objects.get(whole);
    if (known !== undefined) return known;
    const object: FrameworkObject = {
      ...parent,
      prefix: [],
      middleware: [],
      isRoot: false,
      ...own,
      key: whole,
      parent,
    };
    this.#objects.set(whole, object);
    return object;
  }
}
