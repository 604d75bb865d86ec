/** Finds a member of a type by name. */
import { OP, opAt, operandAt } from '../../model/expression.ts';
import { NO_EXPRESSION } from '../../model/facts.ts';
import { constructed } from '../calls.ts';
import { builtinMethod } from './builtins.ts';
import {
  type Denotation,
  exportDenotations,
  exportsBesideWhole,
  operandsFrom,
} from './denotation.ts';
import type { Evaluator, Usage } from './evaluator.ts';
import { globalMember } from './global-members.ts';
import { implementationOf } from './overloads.ts';
import { EMPTY, type Environment, type Type, unionOf } from './types.ts';

/** Maximum number of alternatives of a union that are followed. */
const ALTERNATIVES_MAX = 8;

export interface Member {
  /** Symbols of the member; none for members of unnamed object types and of builtins. */
  readonly nodes: readonly number[];
  readonly type: () => Type | undefined;
}

/** Finds a member of a type. For a union, combines the members of every alternative that has it. */
export function memberOf(
  evaluator: Evaluator,
  type: Type | undefined,
  name: string,
  usage: Usage = 'value',
): Member | undefined {
  if (type === undefined || !evaluator.enter()) return undefined;
  const member = memberInside(evaluator, type, name, usage);
  evaluator.leave();
  return member;
}

function memberInside(
  evaluator: Evaluator,
  type: Type,
  name: string,
  usage: Usage,
): Member | undefined {
  switch (type.form) {
    case 'instance':
      return instanceMember(evaluator, type.node, type.args, name, new Set());
    case 'value':
      return valueMember(evaluator, type.node, type.environment, name, new Set());
    case 'module':
      return moduleMember(evaluator, type.files, name, usage);
    case 'object':
      return objectMember(evaluator, type, name);
    case 'union':
      return unionMember(evaluator, type.types, name, usage);
    case 'builtin':
    case 'tuple':
      return builtinMember(type, name.replace(/\(\)$/, ''));
    case 'parameter':
      return memberOf(evaluator, atLeast(evaluator, type), name);
    case 'global':
      return globalMember(evaluator, type.name, name);
    default:
      return undefined;
  }
}

function unionMember(
  evaluator: Evaluator,
  types: readonly Type[],
  name: string,
  usage: Usage,
): Member | undefined {
  const found = types.flatMap((type) => memberOf(evaluator, type, name, usage) ?? []);
  if (found.length <= 1) return found[0];
  const nodes = [...new Set(found.flatMap((member) => member.nodes))].slice(0, ALTERNATIVES_MAX);
  // Only the running program decides which of them is used.
  if (nodes.length > 1) evaluator.inferred = true;
  return { nodes, type: () => unionOf(found.map((member) => member.type())) };
}

function symbolMember(
  evaluator: Evaluator,
  nodes: readonly number[],
  environment: Environment,
): Member {
  const [first] = nodes;
  return {
    nodes: nodes.slice(0, 1),
    type: () => (first === undefined ? undefined : evaluator.typeOfSymbol(first, environment)),
  };
}

/**
 * Finds a member of a value of a class, interface or named object type: an own member, else an
 * inherited one.
 */
function instanceMember(
  evaluator: Evaluator,
  node: number,
  args: readonly (Type | undefined)[],
  name: string,
  visited: Set<number>,
): Member | undefined {
  if (visited.has(node)) return undefined;
  visited.add(node);
  const { program } = evaluator;
  const merged = wholeOf(evaluator, node);
  const environmentIn = (one: number): Environment =>
    evaluator.environmentOf(program.fileOf(one) === program.fileOf(node) ? node : one, args);
  for (const one of merged) {
    const own = [
      ...program.childrenNamed(one, name),
      ...evaluator.extensions.named(one, name),
    ].filter((child) => isInstanceMember(evaluator, one, child));
    if (own.length > 0)
      return symbolMember(evaluator, preferred(evaluator, own), environmentIn(one));
  }
  for (const one of merged) {
    for (const base of basesOf(evaluator, one, environmentIn(one))) {
      const inherited =
        base.form === 'instance'
          ? instanceMember(evaluator, base.node, base.args, name, visited)
          : memberOf(evaluator, base, name);
      if (inherited !== undefined) return inherited;
    }
  }
  return undefined;
}

/**
 * Returns all declarations of a type: those that merge with it in its file, and its parts in other
 * files.
 */
function wholeOf({ program, extensions }: Evaluator, node: number): readonly number[] {
  const merged = program.merged(node);
  const parts = [...extensions.partsOf(node), ...program.globals.partsOf(node)];
  return parts.length === 0 ? merged : [...new Set([...merged, ...parts])];
}

/**
 * Selects the getter of a pair of accessors, because it has the type. Selects the implementation of
 * overloads.
 */
function preferred(evaluator: Evaluator, nodes: readonly number[]): readonly number[] {
  const [first] = nodes;
  if (first === undefined || nodes.length === 1) return nodes;
  if (evaluator.program.declaration(first).kind === 'accessor') {
    const getter = nodes.find((node) => evaluator.program.shape(node).returns !== NO_EXPRESSION);
    return [getter ?? first];
  }
  return [implementationOf(evaluator.program, first, nodes)];
}

function isInstanceMember(evaluator: Evaluator, owner: number, child: number): boolean {
  const { kind } = evaluator.program.declaration(owner);
  const childKind = evaluator.program.declaration(child).kind;
  // A mixed-in module contributes its methods.
  if (kind === 'namespace') {
    return /^(method|property)$/.test(childKind) && !evaluator.program.isStatic(child);
  }
  if (childKind === 'enumMember') return false;
  const isStrict = evaluator.program.hasStrictStatics(owner);
  // `super().__init__()` names a constructor like any method. A constructor with the name of its
  // class is not a member.
  if (childKind === 'constructor') {
    return (
      !isStrict &&
      evaluator.program.declaration(child).name !== evaluator.program.declaration(owner).name
    );
  }
  if (kind === 'interface' || kind === 'typeAlias') return true;
  return !evaluator.program.isStatic(child) || !isStrict;
}

/**
 * Returns the types that a class or interface inherits from, in order, including the other parts of
 * an intersection.
 */
export function basesOf(
  evaluator: Evaluator,
  node: number,
  environment: Environment,
): readonly Type[] {
  const { program } = evaluator;
  const file = program.fileOf(node);
  const { heritage, type } = program.shape(node);
  const bases = heritage.flatMap(({ expression }) => {
    const base =
      evaluator.typeOf(file, expression, environment) ??
      constructedBase(evaluator, file, expression, environment);
    return base === undefined ? [] : [base];
  });
  for (const { file: from, base } of evaluator.extensions.basesOf(node)) {
    const declared = evaluator.typeOf(from, base.expression);
    if (declared !== undefined) bases.push(declared);
  }
  const { kind } = program.declaration(node);
  // A class without a field list, like Rust's `struct Name(Inner)`.
  const isDefined = kind === 'typeAlias' || (kind === 'class' && !program.hasStrictStatics(node));
  if (!isDefined || type === NO_EXPRESSION) return bases;
  if (!program.hasStrictStatics(node)) {
    const defined = evaluator.typeOf(file, type, environment);
    return defined === undefined ? bases : [...bases, defined];
  }
  const table = evaluator.table(file);
  if (opAt(table, type) !== OP.intersection) return bases;
  const parts = operandsFrom(table, type, 0).flatMap((part) => {
    if (opAt(table, part) === OP.membersOf) return [];
    return evaluator.typeOf(file, part, environment) ?? [];
  });
  return [...bases, ...parts];
}

/**
 * Resolves `extends X` where X is a value whose type is a class: a variable, or a mixin's result.
 */
function constructedBase(
  evaluator: Evaluator,
  file: number,
  expression: number,
  environment: Environment,
): Type | undefined {
  const entity = operandAt(evaluator.table(file), expression, 0);
  return constructed(evaluator, evaluator.typeOf(file, entity, environment));
}

/** Returns the class that a class extends, as the type of `super`. */
export function baseType(
  evaluator: Evaluator,
  node: number,
  environment: Environment,
): Type | undefined {
  const { heritage } = evaluator.program.shape(node);
  const file = evaluator.program.fileOf(node);
  // A mixin is not the parent class.
  const isMixed = heritage.some(({ form }) => form === 'mixin');
  for (const { form, expression } of isMixed ? heritage : []) {
    const base = form === 'extends' ? evaluator.typeOf(file, expression, environment) : undefined;
    if (base !== undefined) return base;
  }
  for (const one of wholeOf(evaluator, node)) {
    const [base] = basesOf(evaluator, one, environment);
    if (base !== undefined) return base;
  }
  return undefined;
}

/** Finds static members, members of namespaces and enums, and properties of functions. */
function valueMember(
  evaluator: Evaluator,
  node: number,
  environment: Environment,
  name: string,
  visited: Set<number>,
): Member | undefined {
  if (visited.has(node)) return undefined;
  visited.add(node);
  const { program } = evaluator;
  const { kind } = program.declaration(node);
  if (name === 'prototype' && (kind === 'class' || kind === 'function')) {
    return { nodes: [], type: () => evaluator.instanceOf(node, []) };
  }
  const whole = wholeOf(evaluator, node);
  for (const one of whole) {
    const own = [
      ...program.membersNamed(one, name),
      ...evaluator.extensions
        .named(one, name)
        .filter((child) => program.isStatic(child) || !program.hasStrictStatics(one)),
    ];
    if (own.length > 0) return symbolMember(evaluator, preferred(evaluator, own), environment);
  }
  const beside = exportsBesideWhole(program, node, name);
  if (beside.length > 0) return denotedMember(evaluator, beside, name, 'value');
  if (kind !== 'class' && (program.hasStrictStatics(node) || !/^(enum|interface)$/.test(kind)))
    return undefined;
  const bases = whole.flatMap((one) => basesOf(evaluator, one, environment));
  for (const base of bases) {
    if (base.form !== 'instance' || isModule(evaluator, base.node)) continue;
    const inherited = valueMember(evaluator, base.node, EMPTY, name, visited);
    if (inherited !== undefined) return inherited;
  }
  return undefined;
}

/** Whether the node is a module, whose mixins are members of instances. */
function isModule({ program }: Evaluator, node: number): boolean {
  return program.declaration(node).kind === 'namespace';
}

function moduleMember(
  evaluator: Evaluator,
  files: readonly number[],
  name: string,
  usage: Usage,
): Member | undefined {
  const denotations = exportDenotations(evaluator.program, files, name);
  return denotations.length === 0 ? undefined : denotedMember(evaluator, denotations, name, usage);
}

function denotedMember(
  evaluator: Evaluator,
  denotations: readonly Denotation[],
  name: string,
  usage: Usage,
): Member {
  const nodes = denotations.flatMap((denotation) =>
    denotation.form === 'expression'
      ? evaluator.symbolsOf(denotation.file, denotation.expression, usage)
      : denotation.form === 'symbol'
        ? [denotation.node]
        : denotation.form === 'member'
          ? (memberOf(evaluator, evaluator.typeOfDenotation(denotation.whole), name)?.nodes ?? [])
          : [],
  );
  return {
    nodes: [...new Set(nodes)].slice(0, 1),
    type: () => {
      // Of a module and something else of its name, the module has the members.
      const types = denotations.map((one) => evaluator.typeOfDenotation(one));
      return types.find((type) => type?.form === 'module') ?? types[0];
    },
  };
}

/** Finds members of object literals and of unnamed object types. Spreads are searched last. */
function objectMember(
  evaluator: Evaluator,
  type: Type & { readonly form: 'object' },
  name: string,
): Member | undefined {
  const { file, expression, environment } = type;
  const table = evaluator.table(file);
  const operands = operandsFrom(table, expression, 0);
  const spreads: number[] = [];
  let index: Member | undefined;
  for (let entry = 0; entry + 1 < operands.length; entry += 2) {
    const key = evaluator.string(file, operands[entry] ?? 0);
    const value = operands[entry + 1] ?? NO_EXPRESSION;
    if (key === '...') spreads.unshift(value);
    else if (key === name) {
      const isSymbol = opAt(table, value) === OP.declaration;
      const nodes = isSymbol ? evaluator.symbolsOf(file, value, 'value') : [];
      return { nodes, type: () => evaluator.typeOf(file, value, environment) };
    } else if (key === '[]') {
      index = { nodes: [], type: () => evaluator.typeOf(file, value, environment) };
    }
  }
  for (const spread of spreads) {
    const found = memberOf(evaluator, evaluator.typeOf(file, spread, environment), name);
    if (found !== undefined) return found;
  }
  return index;
}

function builtinMember(
  type: Type & { readonly form: 'builtin' | 'tuple' },
  name: string,
): Member | undefined {
  if (/^\d+$/.test(name)) {
    const position = Number(name);
    return {
      nodes: [],
      type: () => (type.form === 'tuple' ? type.types[position] : type.args[0]),
    };
  }
  const owner = type.form === 'tuple' ? 'Array' : type.name;
  if (owner === 'Record')
    return { nodes: [], type: () => (type.form === 'builtin' ? type.args[1] : undefined) };
  if (builtinMethod(owner, name) === undefined) return undefined;
  return { nodes: [], type: () => ({ form: 'builtinMethod', owner: type, method: name }) };
}

/**
 * Returns the types of all entries of one name: an object type may have several call signatures.
 */
export function objectEntries(
  evaluator: Evaluator,
  { file, expression, environment }: Type & { readonly form: 'object' },
  name: string,
): readonly Type[] {
  const operands = operandsFrom(evaluator.table(file), expression, 0);
  const types: Type[] = [];
  for (let entry = 0; entry + 1 < operands.length; entry += 2) {
    if (evaluator.string(file, operands[entry] ?? 0) !== name) continue;
    const type = evaluator.typeOf(file, operands[entry + 1] ?? NO_EXPRESSION, environment);
    if (type !== undefined) types.push(type);
  }
  return types;
}

/** Returns the underlying type of `type Handlers []Handler`. Returns other types unchanged. */
function definedAs(evaluator: Evaluator, type: Type): Type {
  const { program } = evaluator;
  if (type.form !== 'instance' || program.declaration(type.node).kind !== 'typeAlias') return type;
  if (program.hasStrictStatics(type.node)) return type;
  const { type: defined } = program.shape(type.node);
  const inside = evaluator.environmentOf(type.node, type.args);
  return evaluator.typeOf(program.fileOf(type.node), defined, inside) ?? type;
}

/**
 * Returns the constraint of a type parameter or the underlying type of a defined type. Returns
 * other types unchanged.
 */
export function atLeast(evaluator: Evaluator, type: Type | undefined): Type | undefined {
  if (type?.form !== 'parameter') return type && definedAs(evaluator, type);
  const parameter = evaluator.program
    .shape(type.node)
    .typeParameters.find((candidate) => candidate.name === type.name);
  if (parameter === undefined) return undefined;
  const constraint = evaluator.typeOf(evaluator.program.fileOf(type.node), parameter.constraint);
  // A constraint that refers to itself gives no information.
  const { node, name } = type;
  const isItself =
    constraint?.form === 'parameter' && constraint.node === node && constraint.name === name;
  return isItself ? undefined : constraint;
}
