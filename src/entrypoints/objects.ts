/** The objects of frameworks: which names make them, what their methods do, and those made so far. */
import type { CallContext, Framework, MadeObject, Rule } from './framework.ts';
import type { FrameworkObject } from './value.ts';

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

/** Returns a call as the rules of a framework see it. */
type ContextOf = (file: number, call: number, framework: Framework) => CallContext;

export class FrameworkObjects {
  readonly #byName: ReadonlyMap<string, Framework>;
  readonly #made = new Map<string, Making>();
  readonly #functions = new Map<string, FrameworkRule>();
  readonly #wrappers: ReadonlySet<string>;
  readonly #contextOf: ContextOf;
  readonly #objects = new Map<string, FrameworkObject>();

  constructor(frameworks: readonly Framework[], contextOf: ContextOf) {
    this.#contextOf = contextOf;
    this.#byName = new Map(frameworks.map((one) => [one.name, one]));
    for (const framework of frameworks) {
      for (const [path, made] of Object.entries(framework.objects))
        this.#made.set(path, { framework, made });
      for (const [path, rule] of Object.entries(framework.functions ?? {}))
        this.#functions.set(path, { framework, rule });
    }
    this.#wrappers = new Set(frameworks.flatMap(({ wrappers }) => wrappers ?? []));
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
    for (const { name, values } of this.#byName.values()) {
      const kind = values !== undefined && Object.hasOwn(values, path) ? values[path] : undefined;
      if (kind === undefined) continue;
      const object: FrameworkObject = {
        key: path,
        framework: name,
        kind,
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
    return undefined;
  }

  /** Whether an external function returns its first argument. */
  isWrapper(path: string): boolean {
    return this.#wrappers.has(path);
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

  madeBy(path: string): Making | undefined {
    return this.#made.get(path);
  }

  isAttribute({ framework, kind }: FrameworkObject, name: string): boolean {
    return this.#byName.get(framework)?.attributes?.[kind]?.includes(name) === true;
  }

  made(
    { framework, made }: Making,
    key: string,
    file: number,
    call: number,
    isInferred: boolean,
  ): FrameworkObject {
    const known = this.#objects.get(key);
    if (known !== undefined) return known;
    const prefix =
      call >= 0 && made.prefix !== undefined
        ? made.prefix(this.#contextOf(file, call, framework))
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
    own: Partial<Pick<FrameworkObject, 'kind' | 'prefix' | 'middleware' | 'file' | 'call'>>,
  ): FrameworkObject {
    const whole = `${parent.key} ${key}`;
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
