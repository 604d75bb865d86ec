/**
 * Collects what a file registers, as written. A language says which syntax is a call, a function or
 * a variable; this class keeps scopes and makes sure that every node is read once.
 */
import { lineStartsOf } from '../../base/lines.ts';
import { lowerBound } from '../../base/lower-bound.ts';
import { getOrCompute } from '../../base/memoize.ts';
import type {
  Decoration,
  Registrations,
  Written,
  WrittenCall,
  WrittenClass,
  WrittenField,
  WrittenFunction,
  WrittenImport,
  WrittenParameter,
  WrittenVariable,
} from '../../model/registrations.ts';
import { UNKNOWN } from '../../model/registrations.ts';
import { copyOf, type Syntax } from '../lowering/syntax.ts';
import type { ParsedTree } from '../parsed-tree.ts';
import { keepRelevant } from './keep-relevant.ts';

/** Reads the value that a node denotes. */
export type ValueReader = (collector: Collector, node: Syntax) => Written;
/** Adds what a node registers or declares. */
type StatementReader = (collector: Collector, node: Syntax) => void;

/** How a language is read for registrations: tables by type of node, made by {@link rows}. */
export interface RegistrationReader {
  /** Matches the text of every file that may register something; others are not read. */
  readonly gate: RegExp;
  /** Names of calls and decorators that may register something or make something that does. */
  readonly vocabulary: ReadonlySet<string>;
  /** Calls of which the project's own functions are wrappers if they pass their parameter first. */
  readonly wrapped?: ReadonlySet<string>;
  /** Whether functions may be called like methods of their first parameter. */
  readonly hasExtensions?: boolean;
  /** Whether calls without an object may be of what the block around them is for. */
  readonly hasReceivers?: boolean;
  /** Matches names that decorators and annotations of projects have: `@AdminGetMapping`, `@RestController`. */
  readonly composed?: RegExp;
  /** Whether `get` with a plain word reads a mapping; a route has a path with a slash. */
  readonly readsWords?: boolean;
  /** Whether decorators are around what they decorate, so that all of an entry point's count. */
  readonly decoratorsWrap?: boolean;
  /** Matches the last names of bases whose classes a framework runs by themselves: jobs, commands. */
  readonly startedBases?: RegExp;
  /** Nodes that are values; others have an unknown value. */
  readonly values: ReadonlyMap<string, ValueReader>;
  /** Nodes that are read, and whose children are read after them. */
  readonly statements: ReadonlyMap<string, StatementReader>;
  /** Nodes that are read as a whole. */
  readonly wholes: ReadonlyMap<string, StatementReader>;
}

/** Makes a table; a key is one or more types of nodes. */
export function rows<Row>(table: Readonly<Record<string, Row>>): ReadonlyMap<string, Row> {
  return new Map(
    Object.entries(table).flatMap(([types, row]) => types.split(' ').map((type) => [type, row])),
  );
}

/** The parts of a function that a language reads. */
export interface FunctionParts {
  readonly name?: string;
  readonly parameters: readonly WrittenParameter[];
  readonly receiver?: string | undefined;
  readonly owner?: string;
  /** Whether it is called like a method of its first parameter. */
  readonly isExtension?: boolean;
  /** The list of a loop, whose parameters are the item, and the key if it has a name. */
  readonly over?: Written;
  readonly body: Syntax | undefined;
  /** Reads what the names of parameters are that are taken apart. */
  readonly bind?: () => void;
}

/** The declaration below a decorator. */
interface Declared {
  readonly name: string;
  readonly start: number;
  readonly isClass: boolean;
  /** The class around it; by default the one that is being read. */
  readonly owner?: string;
}

/** How the nodes of a type are read. */
interface NodeRow {
  readonly whole: StatementReader | undefined;
  readonly read: StatementReader | ValueReader | undefined;
  /** Whether the node is read in the same way as a value. */
  readonly isValue: boolean;
  readonly isBranch: boolean;
}

const NODE_ROWS = new WeakMap<RegistrationReader, Map<string, NodeRow>>();

function rowOf({ wholes, statements, values }: RegistrationReader, type: string): NodeRow {
  const read = statements.get(type);
  return {
    whole: wholes.get(type),
    read,
    isValue: read !== undefined && read === values.get(type),
    isBranch: BRANCH.test(type),
  };
}

/** Nodes that may not be run: parts of `if`, `switch` and `match` in all languages. */
const BRANCH = /^(?:if|elif|else|elsif|unless|switch|case|match|when)(?:_|$)|_case$/;

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

export class Collector implements Registrations {
  readonly functions: (Mutable<WrittenFunction> & { returns: Written[] })[] = [];
  readonly variables: WrittenVariable[] = [];
  readonly fields: WrittenField[] = [];
  readonly calls: WrittenCall[] = [];
  readonly imports: WrittenImport[] = [];
  readonly decorations: Decoration[] = [];
  readonly classes: WrittenClass[] = [];
  /** Whether the file is of tests, whose bodies are all read. */
  readonly isTest: boolean;
  /** The function that is being read; −1 at file level. */
  scope = -1;
  /** The class that is being read. */
  owner = '';
  /** End of the branch of the current function that is being read; −1 outside of branches. */
  #branchEnd = -1;

  readonly #reader: RegistrationReader;
  readonly #text: string;
  readonly #byNode = new Map<number, Written>();
  readonly #lineStarts: readonly number[];
  readonly #rows: Map<string, NodeRow>;

  constructor(reader: RegistrationReader, text: string, isTest: boolean) {
    this.isTest = isTest;
    this.#reader = reader;
    this.#text = text;
    this.#lineStarts = lineStartsOf(text);
    this.#rows = getOrCompute(NODE_ROWS, reader, () => new Map());
  }

  textOf({ start, end }: Syntax): string {
    return this.#text.slice(start, end);
  }

  between(start: number, end: number): string {
    return this.#text.slice(start, end);
  }

  lineOf(offset: number): number {
    return lowerBound(this.#lineStarts, offset + 1);
  }

  value(node: Syntax | undefined): Written {
    const read = node && this.#reader.values.get(node.type);
    if (node === undefined || read === undefined) return UNKNOWN;
    // Each call of a long chain is read as a part of the next one, and by itself.
    return this.#byNode.get(node.node) ?? read(this, node);
  }

  visit(node: Syntax): void {
    const { type } = node;
    let row = this.#rows.get(type);
    if (row === undefined) {
      row = rowOf(this.#reader, type);
      this.#rows.set(type, row);
    }
    if (row.whole !== undefined) {
      // A function that was read as a value is complete.
      if (this.#byNode.get(node.node)?.form !== 'function') row.whole(this, node);
      return;
    }
    if (!(row.isValue && this.#byNode.has(node.node))) row.read?.(this, node);
    if (!row.isBranch) return this.visitChildren(node);
    const outer = this.#branchEnd;
    this.#branchEnd = node.end;
    this.visitChildren(node);
    this.#branchEnd = outer;
  }

  visitChildren(node: Syntax): void {
    for (const child of node.children) this.visit(child);
  }

  /** Adds the import of a name; `*` is the module itself. */
  addImport(local: string, specifier: string, name = '*'): void {
    this.imports.push({ local, specifier, name });
  }

  /** Adds the value or type of a field; the owner is empty if only the field's name is known. */
  addField(owner: string, name: string, value: Written, type?: Written): void {
    this.fields.push({
      owner,
      name,
      value,
      ...(type === undefined ? {} : { type }),
    });
  }

  /** Adds the decorators of a declaration; `start` is an offset inside of it. */
  decorate(decorators: readonly Syntax[], declared: Declared): void {
    for (const one of decorators) {
      const { name, start, isClass } = declared;
      const owner = isClass ? '' : (declared.owner ?? this.owner);
      const line = this.lineOf(one.start);
      this.decorations.push({
        value: this.value(one),
        name,
        start,
        owner,
        isClass,
        line,
      });
    }
  }

  /** Marks a place where a program starts, as a call of that name. */
  mark(name: string, node: Syntax): void {
    this.call(node, { form: 'name', name, scope: -1, at: node.start }, []);
  }

  name(node: Syntax): Written {
    return {
      form: 'name',
      name: this.textOf(node),
      scope: this.scope,
      at: node.start,
    };
  }

  call(
    node: Syntax,
    callee: Written,
    args: readonly Syntax[],
    named: readonly (readonly [string, Syntax])[] = [],
  ): Written {
    const known = this.#byNode.get(node.node);
    if (known !== undefined) return known;
    // Arguments may contain calls, which come first in the list.
    const written = {
      callee,
      args: args.map((one) => this.value(one)),
      named: named.map(([name, value]) => [name, this.value(value)] as const),
      scope: this.scope,
      line: this.lineOf(node.start),
      endLine: this.lineOf(node.end - 1),
    };
    const call: Written = { form: 'call', call: this.calls.push(written) - 1 };
    this.#byNode.set(node.node, call);
    return call;
  }

  /** Adds a function and reads its body. */
  function(node: Syntax, parts: FunctionParts): Written {
    const known = this.#byNode.get(node.node);
    if (known !== undefined) return known;
    const index = this.functions.length;
    const written: Written = { form: 'function', index };
    this.#byNode.set(node.node, written);
    this.functions.push({
      parent: this.scope,
      name: parts.name ?? '',
      owner: parts.owner ?? '',
      parameters: parts.parameters,
      ...(parts.receiver === undefined ? {} : { receiver: parts.receiver }),
      ...(parts.isExtension === true ? { isExtension: true } : {}),
      ...(parts.over === undefined ? {} : { over: parts.over }),
      returns: [],
      start: node.start,
      line: this.lineOf(node.start),
      endLine: this.lineOf(node.end - 1),
    });
    const { body, bind } = parts;
    this.within(index, () => {
      bind?.();
      if (body !== undefined) this.visit(body);
    });
    return written;
  }

  /** Reads a loop as a function that is called for each item; `bind` reads what its names are. */
  loop(node: Syntax, over: Written, parts: FunctionParts): void {
    if (over.form === 'unknown' || parts.body === undefined) {
      this.visitChildren(node);
      return;
    }
    this.function(node, { ...parts, over });
  }

  /** Returns the function around the current place; −1 for none. Loops are no scopes of names. */
  #functionAround(): number {
    let scope = this.scope;
    while (this.functions[scope]?.over !== undefined) scope = this.functions[scope]?.parent ?? -1;
    return scope;
  }

  /** Reads something as a part of a function. */
  within(index: number, read: () => void): void {
    const [outer, branchEnd] = [this.scope, this.#branchEnd];
    this.scope = index;
    if (this.functions[index]?.over === undefined) this.#branchEnd = -1;
    read();
    this.scope = outer;
    this.#branchEnd = branchEnd;
  }

  /** Gives a function the name of what holds it; a member of an object is no name by itself. */
  nameFunction(value: Written, name: string, owner = ''): void {
    const own = value.form === 'function' ? this.functions[value.index] : undefined;
    if (own === undefined || own.name !== '') return;
    own.name = name;
    own.owner = owner;
  }

  /** Adds a value that the current function returns. */
  returns(value: Written): void {
    this.functions[this.#functionAround()]?.returns.push(value);
  }

  variable(name: string, value: Written, start: number, type?: Written): void {
    this.nameFunction(value, name);
    const scope = this.#functionAround();
    this.variables.push({
      scope,
      name,
      value,
      at: start,
      ...this.#until(),
      ...(type === undefined ? {} : { type }),
    });
  }

  #until(): Pick<WrittenVariable, 'until'> {
    return this.#branchEnd < 0 ? {} : { until: this.#branchEnd };
  }

  /** Adds a variable of the current function or loop. */
  local(name: string, value: Written, start: number): void {
    this.variables.push({ scope: this.scope, name, value, at: start });
  }

  /** Adds the names that take a list apart, as variables of the current function or loop. */
  localItems(names: readonly Syntax[], object: Written): void {
    for (const [index, one] of names.entries())
      this.local(this.textOf(one), { form: 'member', object, name: String(index) }, one.start);
  }

  /** Adds a value for a variable that an enclosing function or the file may have declared. */
  assign(name: string, value: Written, start: number): void {
    const scope = this.#scopeOf(name);
    this.variables.push({ scope, name, value, at: start, ...this.#until() });
  }

  #scopeOf(name: string): number {
    for (let scope = this.scope; scope >= 0; scope = this.functions[scope]?.parent ?? -1) {
      const isOwn = this.variables.some((one) => one.scope === scope && one.name === name);
      if (isOwn) return scope;
    }
    return this.variables.some((one) => one.scope < 0 && one.name === name)
      ? -1
      : this.#functionAround();
  }

  /** Reads a class: its members belong to it. */
  class(name: string, start: number, bases: readonly Written[], read: () => void): void {
    this.classes.push({ name, start, bases });
    const outer = this.owner;
    this.owner = name;
    read();
    this.owner = outer;
  }
}

/** Returns what a file registers; undefined if it registers nothing. */
export function collectRegistrations(
  reader: RegistrationReader,
  tree: ParsedTree,
  text: string,
): Registrations | undefined {
  if (!reader.gate.test(text)) return undefined;
  return keepRelevant(collectAll(reader, tree, text), reader);
}

/** Returns all calls of a file and the values that they use. `isTest` reads the bodies of tests as well. */
export function collectAll(
  reader: RegistrationReader,
  tree: ParsedTree,
  text: string,
  isTest = false,
): Registrations {
  const collector = new Collector(reader, text, isTest);
  collector.visit(copyOf(tree).root);
  return collector;
}
