/**
 * Lowers one file by its table: binds names, and builds the expressions and types that the resolver
 * reads.
 */
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { Syntax } from '../lowering/syntax.ts';
import type { StructureDraft } from '../outline/draft.ts';
import { lastName, ruleFor } from '../outline/reading.ts';
import type { CallRule } from '../outline/spec.ts';
import {
  companionsOf,
  type NameUsage,
  nameExpression,
  nameOutside,
  qualifiedNames,
} from './names.ts';
import type { Local, TypedSpec } from './spec.ts';

const OWNERS = /^(class|interface|enum|typeAlias)$/;

/** The lowering state of one file; it lives as long as the file's extraction. */
export class Lowering {
  readonly draft: StructureDraft;
  readonly spec: TypedSpec;
  /** Nodes that are the name of a local. */
  readonly localNames = new Set<Syntax>();
  readonly #locals = new Map<Syntax, Map<string, Local[]>>();
  readonly #imported = new Map<string, ExpressionId>();
  readonly #bound = new Map<Syntax, Map<string, ExpressionId>>();
  /** By scope, the expressions whose members are all visible there. */
  readonly #globs = new Map<Syntax, ExpressionId[]>();
  readonly #modules = new Map<string, ExpressionId>();
  readonly #values = new Map<Local, ExpressionId>();
  readonly #types = new Map<Syntax, ExpressionId>();
  readonly #owners = new Map<Syntax, number>();
  readonly #receivers = new Map<Syntax, ExpressionId>();
  #companions: ReadonlyMap<number, readonly number[]> | undefined;

  constructor(draft: StructureDraft, spec: TypedSpec) {
    this.draft = draft;
    this.spec = spec;
  }

  addLocal(scope: Syntax, local: Local): void {
    const names = this.#locals.get(scope) ?? new Map<string, Local[]>();
    this.#locals.set(scope, names);
    if (local.narrows !== true) this.localNames.add(local.name);
    const name = local.text ?? this.draft.textOf(local.name);
    const before = names.get(name);
    // Only the first is kept: most redeclarations are branches of the same code.
    if (before === undefined) names.set(name, [local]);
    else if (local.from !== undefined) before.push(local);
  }

  addImported(name: string, expression: ExpressionId): void {
    this.#imported.set(name, expression);
  }

  /** Adds a name, or `*` for all members, to the scope that contains the import. */
  addBound(scope: Syntax, name: string, expression: ExpressionId): void {
    if (name === '*') {
      this.#globs.set(scope, [...(this.#globs.get(scope) ?? []), expression]);
      return;
    }
    const names = this.#bound.get(scope) ?? new Map<string, ExpressionId>();
    this.#bound.set(scope, names);
    names.set(name, this.#besideModule(names.get(name), expression));
  }

  /** A module and something else may share a name, and are both reached by it. */
  #besideModule(known: ExpressionId | undefined, added: ExpressionId): ExpressionId {
    const { table } = this.draft;
    const isModule = (one: ExpressionId): boolean => table.opOf(one) === OP.binding;
    if (known === undefined || isModule(known) === isModule(added)) return added;
    const [module, other] = isModule(known) ? [known, added] : [added, known];
    return table.add(OP.firstOf, module, other);
  }

  boundIn(scope: Syntax, name: string): ExpressionId | undefined {
    return this.#bound.get(scope)?.get(name);
  }

  globsIn(scope: Syntax): readonly ExpressionId[] {
    return this.#globs.get(scope) ?? [];
  }

  /** Returns the imported names of all scopes, or only of the file's own. */
  allBound(isFileLevel = false): readonly (readonly [name: string, ExpressionId])[] {
    return [...this.#bound].flatMap(([{ parent }, names]) =>
      isFileLevel && parent !== undefined ? [] : [...names],
    );
  }

  /** Returns the expressions whose members are all visible in some scope. */
  allGlobs(): readonly ExpressionId[] {
    return [...this.#globs.values()].flat();
  }

  /**
   * Returns the module of a specifier that comes from a path in the code, not from a written
   * import.
   */
  module(specifier: string): ExpressionId {
    const known = this.#modules.get(specifier);
    if (known !== undefined) return known;
    const { draft } = this;
    const binding = draft.table.add(OP.binding, draft.bindings.length);
    draft.bindings.push({ module: draft.imports.length, name: '*' });
    draft.imports.push({ specifier, form: 'path', names: [], line: 1 });
    this.#modules.set(specifier, binding);
    return binding;
  }

  name(node: Syntax, usage: NameUsage = 'value', count?: number): ExpressionId {
    return nameExpression(this, this.draft.textOf(node), node, usage, count);
  }

  /** Returns the expression of a name, which need not occur in the text. */
  named(name: string, at: Syntax, usage: NameUsage): ExpressionId {
    return nameExpression(this, name, at, usage);
  }

  imported(name: string): ExpressionId | undefined {
    return this.#imported.get(name);
  }

  /**
   * Returns the value of a local in a scope, or undefined if the scope has no local of that name.
   */
  localOf(scope: Syntax, name: string, at: Syntax): ExpressionId | undefined {
    const local = this.#localAt(scope, name, at);
    if (local === undefined) return undefined;
    const known = this.#values.get(local);
    if (known !== undefined) return known;
    // A local whose value depends on itself is unknown while it is computed.
    this.#values.set(local, this.draft.unknown);
    const value = local.value();
    this.#values.set(local, value);
    return value;
  }

  #localAt(scope: Syntax, name: string, at: Syntax): Local | undefined {
    return this.#locals
      .get(scope)
      ?.get(name)
      ?.findLast(({ from }) => from === undefined || from <= at.start);
  }

  /** Whether a name refers to a local at this place. */
  isLocal(node: Syntax): boolean {
    const name = this.draft.textOf(node);
    for (let scope: Syntax | undefined = node; scope !== undefined; scope = scope.parent) {
      const local = this.#localAt(scope, name, node);
      if (local !== undefined && local.narrows !== true) return true;
      for (const owner of this.draft.declared.get(scope) ?? []) {
        if (OWNERS.test(this.draft.kindOf(owner) ?? '')) return false;
      }
    }
    return false;
  }

  typeParameter(declaration: number, name: string): ExpressionId | undefined {
    const { typeParameters } = this.draft.shapes[declaration] ?? {};
    if (typeParameters?.some((parameter) => parameter.name === name) !== true) return undefined;
    return this.draft.table.add(OP.typeParameter, declaration, this.draft.stringId(name));
  }

  /** Returns the innermost enclosing declaration, or −1 for the file. */
  ownerOf(node: Syntax): number {
    const known = this.#owners.get(node);
    if (known !== undefined) return known;
    const declared = this.draft.declared.get(node)?.[0];
    const owner = declared ?? (node.parent === undefined ? -1 : this.ownerOf(node.parent));
    this.#owners.set(node, owner);
    return owner;
  }

  /** Returns the innermost enclosing class, interface or enum, or −1. */
  classOf(node: Syntax): number {
    return this.draft.enclosing(this.ownerOf(node), OWNERS);
  }

  /**
   * Returns `this` in a node that has a receiver but declares no type; undefined for other nodes.
   */
  receiver(node: Syntax): ExpressionId | undefined {
    const type = ruleFor(this.spec.selfTypes, node)?.(node);
    if (type !== undefined) return this.draft.ofType(this.type(type));
    const rule = ruleFor(this.spec.receivers, node);
    if (rule === undefined) return undefined;
    const known = this.#receivers.get(node);
    if (known !== undefined) return known === this.draft.unknown ? undefined : known;
    this.#receivers.set(node, this.draft.unknown);
    const receiver = rule(node, this);
    this.#receivers.set(node, receiver);
    return receiver === this.draft.unknown ? undefined : receiver;
  }

  /** Declarations of companion objects, by the declaration of the enclosing type. */
  get companions(): ReadonlyMap<number, readonly number[]> {
    this.#companions ??= companionsOf(this);
    return this.#companions;
  }

  /** Returns `this` at a node: an instance of the enclosing class or of the type being extended. */
  self(node: Syntax): ExpressionId {
    for (let at: Syntax | undefined = node; at !== undefined; at = at.parent) {
      const receiver = this.receiver(at);
      if (receiver !== undefined) return receiver;
      for (const declaration of this.draft.declared.get(at) ?? []) {
        if (OWNERS.test(this.draft.kindOf(declaration) ?? ''))
          return this.draft.table.add(OP.self, declaration);
      }
    }
    return this.draft.unknown;
  }

  super(node: Syntax): ExpressionId {
    const owner = this.classOf(node);
    return owner < 0 ? this.draft.unknown : this.draft.table.add(OP.parent, owner);
  }

  expression(node: Syntax | undefined): ExpressionId {
    if (node === undefined) return this.draft.unknown;
    if (node.expression !== undefined) return node.expression;
    node.expression = this.draft.unknown;
    node.expression = this.#lower(node);
    return node.expression;
  }

  #lower(node: Syntax): ExpressionId {
    const rule = ruleFor(this.spec.expressions, node);
    if (rule !== undefined) return rule(node, this);
    if (this.spec.valueNames.has(node.type)) return this.name(node);
    if (this.spec.typeNames.has(node.type)) return this.entity(node);
    const call = ruleFor(this.spec.calls, node);
    return call === undefined ? this.draft.unknown : this.call(node, call);
  }

  /** Returns the callee: a name, a member, or a type that is constructed. */
  callee(node: Syntax, rule: CallRule): ExpressionId {
    const callee = rule.callee(node, this.draft);
    if (callee === undefined) return this.draft.unknown;
    if (rule.form === 'new') return this.entity(callee);
    const receiver = rule.receiver?.(node);
    const { separateMethods, valueNames } = this.spec;
    if (receiver === undefined) {
      const isSeparate = separateMethods !== undefined && separateMethods !== 'members';
      const isMethod = isSeparate && valueNames.has(callee.type);
      return isMethod ? this.#method(node, callee) : this.expression(callee);
    }
    const name = this.draft.textOf(lastName(callee));
    const object = this.expression(receiver);
    const key = separateMethods !== undefined ? `${name}()` : name;
    const member = this.memberOf(object, key, this.#count(node));
    if (this.spec.extensionsByName !== true) return member;
    const { table } = this.draft;
    const extension = table.add(OP.extension, object, nameOutside(this, name));
    return table.add(OP.firstOf, member, extension);
  }

  /**
   * Returns a member expression. If the object is unknown, only the name is kept, so that the use
   * is still counted. `count` is the number of arguments that it is called with, if that selects
   * among overloads.
   */
  memberOf(object: ExpressionId, name: string, count?: number): ExpressionId {
    const { table } = this.draft;
    const counts = count === undefined ? [] : [count];
    return table.add(OP.member, object, this.draft.stringId(name), ...counts);
  }

  /** Returns the number of arguments of a call if it selects among overloads. */
  #count(call: Syntax): number | undefined {
    return this.spec.overloadsByCount === true ? this.spec.callArguments(call).length : undefined;
  }

  /**
   * Returns the method that a bare name calls. Where the class around declares methods of that name
   * and may inherit others, the number of arguments decides.
   */
  #method(call: Syntax, callee: Syntax): ExpressionId {
    const { table } = this.draft;
    const count = this.#count(call);
    const named = this.name(callee, 'call', count);
    if (count === undefined || table.opOf(named) !== OP.declaration) return named;
    const { parent = -1, name = '' } = this.draft.declarations[table.operandOf(named, 0)] ?? {};
    const inherits = (this.draft.shapes[parent]?.heritage.length ?? 0) > 0;
    if (!inherits) return named;
    const inherited = this.memberOf(table.add(OP.self, parent), `${name}()`, count);
    return table.add(OP.firstOf, inherited, named);
  }

  call(node: Syntax, rule: CallRule): ExpressionId {
    const args = this.spec.callArguments(node).map((argument) => this.expression(argument));
    return this.#callOf(node, rule, args);
  }

  #callOf(node: Syntax, rule: CallRule, args: readonly ExpressionId[]): ExpressionId {
    const op = rule.form === 'new' ? OP.construct : OP.call;
    const types = (this.spec.typeArguments?.(node) ?? []).map((type) => this.type(type));
    return this.draft.table.add(op, this.callee(node, rule), types.length, ...types, ...args);
  }

  /**
   * Returns the argument that a call passes to a parameter of a function literal inside it. The
   * call is lowered without its function literals, because their parameters depend on the result.
   */
  passed(lambda: Syntax, position: number): ExpressionId {
    const expected = this.#expected(lambda);
    if (expected === this.draft.unknown) return expected;
    return this.draft.table.add(OP.parameter, expected, position);
  }

  /** Returns the receiver that the enclosing call gives a function literal, if any. */
  receiverOf(lambda: Syntax): ExpressionId {
    const expected = this.#expected(lambda);
    if (expected === this.draft.unknown) return expected;
    return this.draft.table.add(OP.receiver, expected);
  }

  #expected(lambda: Syntax): ExpressionId {
    for (let call = lambda.parent; call !== undefined; call = call.parent) {
      const rule = ruleFor(this.spec.calls, call);
      if (rule === undefined) continue;
      const args = this.spec.callArguments(call);
      const index = args.findIndex((one) => one.start <= lambda.start && lambda.end <= one.end);
      if (index < 0) return this.draft.unknown;
      const shell = this.#callOf(
        call,
        rule,
        args.map((one, other) => (other === index ? this.draft.unknown : this.expression(one))),
      );
      return this.draft.table.add(OP.expected, shell, index);
    }
    return this.draft.unknown;
  }

  lambda(result: ExpressionId, parameters: readonly ExpressionId[]): ExpressionId {
    return this.draft.table.add(OP.lambda, result, 0, ...parameters);
  }

  /** Whether nodes of this type denote a type. */
  isType(nodeType: string): boolean {
    return this.spec.typeNames.has(nodeType) || Object.hasOwn(this.spec.types, nodeType);
  }

  /** Returns the type that a node denotes. */
  type(node: Syntax | undefined): ExpressionId {
    if (node === undefined) return this.draft.unknown;
    const known = this.#types.get(node);
    if (known !== undefined) return known;
    this.#types.set(node, this.draft.unknown);
    const type = this.#lowerType(node);
    this.#types.set(node, type);
    return type;
  }

  #lowerType(node: Syntax): ExpressionId {
    const rule = ruleFor(this.spec.types, node);
    if (rule !== undefined) return rule(node, this);
    return this.spec.typeNames.has(node.type) || this.spec.valueNames.has(node.type)
      ? this.namedType(this.entity(node), [])
      : this.draft.unknown;
  }

  /** Returns a value of the type that a node denotes. */
  valueOf(node: Syntax | undefined): ExpressionId {
    return this.draft.ofType(this.type(node));
  }

  namedType(entity: ExpressionId, args: readonly Syntax[]): ExpressionId {
    const { table, unknown } = this.draft;
    if (entity === unknown) return unknown;
    // A type parameter is already a type.
    if (table.opOf(entity) === OP.typeParameter) return entity;
    return table.add(OP.named, entity, ...args.map((argument) => this.type(argument)));
  }

  /**
   * Returns the entity that a type's name refers to; qualified names are resolved from left to
   * right.
   */
  entity(node: Syntax): ExpressionId {
    const rule = ruleFor(this.spec.entities, node);
    if (rule !== undefined) return rule(node, this);
    if (node.children.length === 0) return this.name(node, 'type');
    const names = qualifiedNames(node);
    const [first, ...rest] = names;
    if (first === undefined) return this.draft.unknown;
    const root = this.name(first, 'type');
    return rest.reduce((object, name) => this.memberOf(object, this.draft.textOf(name)), root);
  }
}
