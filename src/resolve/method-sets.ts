/**
 * The method sets of all types of a program, for languages in which a type satisfies each interface
 * whose methods it has. Nothing here depends on inference: types are compared as text.
 */
import { appendTo } from '../base/append-to.ts';
import { at } from '../base/assert.ts';
import { getOrCompute } from '../base/memoize.ts';
import type { ModuleTarget } from '../extractors/language.ts';
import type { MethodSetFacts, MethodSetType } from '../model/method-sets.ts';
import { dirnameOf, type RepoPath } from '../model/path.ts';
import type { Program } from './program.ts';

/** A method: its type as written in a file. */
interface Method {
  readonly file: number;
  readonly type: string;
}

/** One type of a package, which may be declared in several files for several platforms. */
interface TypeEntry {
  readonly nodes: number[];
  readonly methods: Map<string, Method>;
  readonly parts: string[];
  readonly fields: string[];
  form: MethodSetType['form'];
}

/** A type or interface with all its methods, its own and promoted ones. */
export interface MethodSet {
  readonly nodes: readonly number[];
  readonly methods: ReadonlyMap<string, Method>;
}

interface DotImport {
  /** Key of the package. */
  readonly key: string;
  readonly files: readonly number[];
}

/** Maximum depth of embedded types and of aliases, which also ends cycles. */
const DEPTH_MAX = 20;

const TYPE_NAME = /"([^"]*)"\.([\p{L}\p{N}_]+)/gu;
const ONE_NAME = /^"[^"]*"\.[\p{L}\p{N}_]+$/u;
const EXPORTED = /^\p{Lu}/u;

export class MethodSets {
  readonly #program: Program;
  readonly #types = new Map<string, TypeEntry>();
  readonly #packages = new Map<string, string>();
  readonly #texts = new Map<string, string>();
  readonly #dotted = new Map<number, readonly DotImport[]>();

  constructor(program: Program) {
    this.#program = program;
    for (const file of program.filesWith('hasMethodSets')) {
      const { methodSets } = program.facts(file);
      if (methodSets !== undefined) this.#add(file, methodSets);
    }
  }

  #add(file: number, { types, methods }: MethodSetFacts): void {
    for (const { name, form, parts, fields } of types) {
      const entry = this.#entry(file, name, form);
      for (const part of parts) entry.parts.push(this.#resolved(file, part));
      entry.fields.push(...fields);
    }
    for (const { owner, name, type } of methods) {
      const entry = this.#entry(file, owner, 'struct');
      const key = EXPORTED.test(name) ? name : `${this.#package(file, '')} ${name}`;
      if (!entry.methods.has(key)) entry.methods.set(key, { file, type });
    }
  }

  #entry(file: number, name: string, form: MethodSetType['form']): TypeEntry {
    const key = this.#resolved(file, name);
    let entry = this.#types.get(key);
    if (entry === undefined) {
      entry = { nodes: [], methods: new Map(), parts: [], fields: [], form };
      this.#types.set(key, entry);
    }
    if (form !== 'struct') entry.form = form;
    const own = /^""\.(.*)$/.exec(name)?.[1];
    if (own !== undefined)
      for (const node of this.#program.topLevelNamed(file, own))
        if (!entry.nodes.includes(node) && this.#isType(node)) entry.nodes.push(node);
    return entry;
  }

  #isType(node: number): boolean {
    return /^(class|interface|typeAlias)$/.test(this.#program.declaration(node).kind);
  }

  /** Returns the key of a package that a file names by its specifier. */
  #package(file: number, specifier: string): string {
    return getOrCompute(this.#packages, `${file} ${specifier}`, () => {
      const { imports, methodSets } = this.#program.facts(file);
      const own = specifier === '';
      const module = own ? -1 : imports.findIndex((one) => one.specifier === specifier);
      const target = module < 0 ? undefined : this.#program.target(file, module);
      const path = own ? at(this.#program.paths, file) : pathsOf(target)[0];
      if (path === undefined) return specifier;
      const isExternalTest = own && methodSets?.package.endsWith('_test') === true;
      return `./${dirnameOf(path)}${isExternalTest ? '_test' : ''}`;
    });
  }

  /** Returns a type with its packages resolved, equal for equal types of all files. */
  #resolved(file: number, type: string): string {
    if (!type.includes('"')) return type;
    return type.replaceAll(
      TYPE_NAME,
      (_, specifier: string, name: string) => `"${this.#packageOf(file, specifier, name)}".${name}`,
    );
  }

  /** Returns the key of the package of a name. A plain one may come from a dot import. */
  #packageOf(file: number, specifier: string, name: string): string {
    const from = specifier === '' && EXPORTED.test(name) ? this.#dotImports(file) : [];
    const outside = from.find(({ files }) =>
      files.some((one) => this.#program.topLevelNamed(one, name).length > 0),
    );
    return outside?.key ?? this.#package(file, specifier);
  }

  /** Returns the packages whose names a file has without a prefix (`import . "shop"`). */
  #dotImports(file: number): readonly DotImport[] {
    return getOrCompute(this.#dotted, file, () =>
      this.#program.facts(file).imports.flatMap(({ form, specifier }, module) => {
        const target = form === 'ambient' ? this.#program.target(file, module) : undefined;
        const paths = pathsOf(target);
        const files = paths.map((path) => this.#program.numberOf(path)).filter((one) => one >= 0);
        const [path] = paths;
        // The own package is imported as `.` as well.
        if (path === undefined || specifier === '.') return [];
        return [{ key: `./${dirnameOf(path)}`, files }];
      }),
    );
  }

  /** Does the same, with aliases replaced by what they stand for. */
  #plain({ file, type }: Method): string {
    return getOrCompute(this.#texts, `${file} ${type}`, () => {
      let text = this.#resolved(file, type);
      for (let depth = 0; depth < DEPTH_MAX; depth++) {
        const next = text.replaceAll(TYPE_NAME, (name) => this.#aliased(name) ?? name);
        if (next === text) break;
        text = next;
      }
      return text;
    });
  }

  #aliased(name: string): string | undefined {
    const entry = this.#types.get(name);
    return entry?.form === 'alias' ? entry.parts[0] : undefined;
  }

  /** Whether two methods of one name have the same type. */
  haveSameType(one: Method, other: Method): boolean {
    return this.#plain(one) === this.#plain(other);
  }

  /** Returns the entry of a type, through aliases. */
  #find(name: string): TypeEntry | undefined {
    let entry = this.#types.get(name);
    for (let depth = 0; entry?.form === 'alias' && depth < DEPTH_MAX; depth++) {
      const [target = ''] = entry.parts;
      entry = ONE_NAME.test(target) ? this.#types.get(target) : undefined;
    }
    return entry;
  }

  /** Follows defined types to the struct or interface that they are defined by. */
  #underlying(entry: TypeEntry): TypeEntry | undefined {
    let found: TypeEntry | undefined = entry;
    for (let depth = 0; found?.form === 'defined' && depth < DEPTH_MAX; depth++)
      found = this.#find(found.parts[0] ?? '');
    return found;
  }

  /** Returns the interfaces that demand methods, except those with unknown parts. */
  interfaces(): readonly MethodSet[] {
    return this.#declared().flatMap(({ entry, under }) => {
      const methods = under?.form === 'interface' ? this.#demanded(under, 0) : undefined;
      return methods === undefined || methods.size === 0 ? [] : [{ nodes: entry.nodes, methods }];
    });
  }

  /** Returns the other types with those of their methods that have a given name. */
  concreteTypes(wanted: ReadonlySet<string>): readonly MethodSet[] {
    return this.#declared().flatMap(({ entry, under }) => {
      if (under?.form === 'interface' || under?.form === 'constraint') return [];
      const methods = this.#methodsOf(entry, wanted);
      return methods.size === 0 ? [] : [{ nodes: entry.nodes, methods }];
    });
  }

  #declared(): readonly { entry: TypeEntry; under: TypeEntry | undefined }[] {
    return [...this.#types.values()]
      .filter(({ nodes, form }) => nodes.length > 0 && form !== 'alias')
      .map((entry) => ({ entry, under: this.#underlying(entry) }));
  }

  /** Returns all methods of an interface; undefined if it embeds something unknown. */
  #demanded(entry: TypeEntry, depth: number): Map<string, Method> | undefined {
    if (entry.form !== 'interface' || depth > DEPTH_MAX) return undefined;
    const all = new Map(entry.methods);
    for (const part of entry.parts) {
      const embedded = this.#find(part);
      const under = embedded && this.#underlying(embedded);
      const inherited = under && this.#demanded(under, depth + 1);
      if (inherited === undefined) return undefined;
      for (const [name, method] of inherited) all.set(name, method);
    }
    return all;
  }

  /**
   * Returns the methods of a type and those promoted from embedded types. The least nested one of a
   * name counts; several at the same depth exclude each other.
   */
  #methodsOf(type: TypeEntry, wanted: ReadonlySet<string>): ReadonlyMap<string, Method> {
    const found = new Map<string, Method | undefined>();
    const visited = new Set<TypeEntry>();
    let level: readonly TypeEntry[] = [type];
    for (let depth = 0; level.length > 0 && depth < DEPTH_MAX; depth++) {
      const here = new Map<string, (Method | undefined)[]>();
      const next: TypeEntry[] = [];
      for (const entry of level) {
        visited.add(entry);
        const { own, parts, fields } = this.#partsOf(entry);
        for (const [name, method] of own) if (wanted.has(name)) appendTo(here, name, method);
        for (const name of fields) if (wanted.has(name)) appendTo(here, name, undefined);
        for (const part of parts) {
          const embedded = this.#find(part);
          if (embedded !== undefined && !visited.has(embedded)) next.push(embedded);
        }
      }
      for (const [name, methods] of here)
        if (!found.has(name)) found.set(name, methods.length === 1 ? methods[0] : undefined);
      level = next;
    }
    const known = [...found].filter((row): row is [string, Method] => row[1] !== undefined);
    return new Map(known);
  }

  #partsOf(entry: TypeEntry): {
    readonly own: ReadonlyMap<string, Method>;
    readonly parts: readonly string[];
    readonly fields: readonly string[];
  } {
    const under = this.#underlying(entry);
    if (under?.form === 'interface')
      return { own: this.#demanded(under, 0) ?? entry.methods, parts: [], fields: [] };
    const { parts = [], fields = [] } = under?.form === 'struct' ? under : {};
    return { own: entry.methods, parts, fields };
  }
}

function pathsOf(target: ModuleTarget | undefined): readonly RepoPath[] {
  if (target?.form === 'files') return target.paths;
  return target?.form === 'file' ? [target.path] : [];
}
