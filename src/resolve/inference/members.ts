/** Finds a member of a type by name. */
import { arityAt, OP, opAt, operandAt } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { RepoPath } from '../../model/path.ts';
import type { Program } from '../program.ts';
import { atLeast } from './at-least.ts';
import { basesOf } from './bases.ts';
import { dereferenced, forArguments, isInstanceMember, wholeOf } from './declared-members.ts';
import {
  type Denotation,
  exportDenotations,
  exportsBesideWhole,
  namespaceDenotations,
} from './denotation.ts';
import type { Evaluator, Usage } from './evaluator.ts';
import { isSubtypeOf } from './fitting-signatures.ts';
import { builtinMember, globalMember } from './global-members.ts';
import { indexedMember, objectMember } from './object-members.ts';
import { accepts, preferred } from './overloads.ts';
import { ownArguments } from './symbol-types.ts';
import { EMPTY, type Environment, type Type, unionOf } from './types.ts';

/** Maximum number of alternatives of a union that are followed. */
const ALTERNATIVES_MAX = 8;

export interface Member {
  /** Symbols of the member; none for members of unnamed object types and of builtins. */
  readonly nodes: readonly number[];
  /** Whether the member is only another name of its symbols: `{ run: lib.start }`. */
  readonly isAlias?: boolean;
  /** Whether the member is only that of an index signature, which has any name. */
  readonly isIndex?: boolean;
  readonly type: () => Type | undefined;
}

/** Returns the object, the name, and the number of arguments that selects among overloads. */
export function memberParts(
  evaluator: Evaluator,
  file: number,
  expression: ExpressionId,
): { readonly object: ExpressionId; readonly name: string; readonly count: number | undefined } {
  const table = evaluator.table(file);
  return {
    object: operandAt(table, expression, 0),
    name: evaluator.string(file, operandAt(table, expression, 1)),
    count: arityAt(table, expression) > 2 ? operandAt(table, expression, 2) : undefined,
  };
}

/**
 * Finds a member of a type. For a union, combines the members of every alternative that has it.
 * With `count`, an overload that takes so many arguments is preferred.
 */
export function memberOf(
  evaluator: Evaluator,
  type: Type | undefined,
  name: string,
  usage: Usage = 'value',
  count?: number,
): Member | undefined {
  if (type === undefined || !evaluator.enter()) return undefined;
  const member = memberInside(evaluator, type, name, usage, count);
  evaluator.leave();
  return member;
}

function memberInside(
  evaluator: Evaluator,
  type: Type,
  name: string,
  usage: Usage,
  count: number | undefined,
): Member | undefined {
  switch (type.form) {
    case 'instance': {
      const { node, args } = type;
      const fitting =
        count === undefined
          ? undefined
          : instanceMember(evaluator, node, args, name, new Set(), count);
      return fitting ?? instanceMember(evaluator, node, args, name, new Set());
    }
    case 'parent': {
      const { node, environment } = type;
      const args = ownArguments(evaluator, node, environment);
      return inheritedMember(evaluator, node, args, name, new Set([node]));
    }
    case 'value':
      return valueMember(evaluator, type.node, type.environment, name, new Set(), count);
    case 'function':
      // The method of a functional interface that a function value implements.
      return CALLS.test(name) ? { nodes: [], type: () => type } : undefined;
    case 'module':
      return moduleMember(evaluator, type.files, name, usage);
    case 'object':
      return objectMember(evaluator, type, name);
    case 'union':
      return unionMember(evaluator, type.types, name, usage, count);
    case 'builtin':
    case 'tuple':
      return builtinMember(evaluator, type, name.replace(/\(\)$/, ''));
    case 'parameter':
      return memberOf(evaluator, atLeast(evaluator, type), name, usage, count);
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
  count: number | undefined,
): Member | undefined {
  const found = types.flatMap((type) => memberOf(evaluator, type, name, usage, count) ?? []);
  if (found.length <= 1) return found[0];
  const all = new Set(found.flatMap((member) => member.nodes));
  // Of several objects in a list, an entry that names a symbol does not say what is called.
  const named = found.filter((member) => all.size === 1 || member.isAlias !== true);
  const nodes = [...new Set(named.flatMap((member) => member.nodes))].slice(0, ALTERNATIVES_MAX);
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

/** Methods of Java's function types: `supplier.get()` has the result of the function. */
const CALLS = /^(apply|call|get)\(\)$/;

/**
 * Finds a member of a value of a class, interface or named object type: an own member, else an
 * inherited one. With `count`, only methods that take so many arguments are considered.
 */
function instanceMember(
  evaluator: Evaluator,
  node: number,
  args: readonly (Type | undefined)[],
  name: string,
  visited: Set<number>,
  count?: number,
): Member | undefined {
  if (visited.has(node)) return undefined;
  visited.add(node);
  const { program } = evaluator;
  const merged = wholeOf(evaluator, node);
  for (const one of merged) {
    const written = program.childrenNamed(one, name);
    // An implementation for all types that have an interface gives it no other methods.
    const isWhole = written.length > 0 && program.declaration(one).kind === 'interface';
    const own = [...written, ...(isWhole ? [] : evaluator.extensions.named(one, name))].filter(
      (child) =>
        isInstanceMember(evaluator, one, child) &&
        (count === undefined || accepts(program, child, count)),
    );
    if (own.length > 0) {
      const fitting = forArguments(evaluator, own, args);
      const environment = environmentIn(evaluator, node, args, one);
      return symbolMember(evaluator, preferred(program, fitting), environment);
    }
  }
  return (
    inheritedMember(evaluator, node, args, name, visited, count) ??
    indexedMember(evaluator, merged, name, (one) => environmentIn(evaluator, node, args, one)) ??
    memberOf(evaluator, dereferenced(evaluator, node, args), name)
  );
}

/** Binds the type arguments of a type inside one of its declarations. */
function environmentIn(
  evaluator: Evaluator,
  node: number,
  args: readonly (Type | undefined)[],
  one: number,
): Environment {
  const { program } = evaluator;
  return evaluator.environmentOf(program.fileOf(one) === program.fileOf(node) ? node : one, args);
}

/** Finds a member that a type inherits. */
function inheritedMember(
  evaluator: Evaluator,
  node: number,
  args: readonly (Type | undefined)[],
  name: string,
  visited: Set<number>,
  count?: number,
): Member | undefined {
  // In TypeScript, `ArrayLike` seems to have all of `Array`, so other bases come first.
  const isLast = evaluator.program.hasStrictStatics(node);
  let fallback: Member | undefined;
  const inside = (base: Type): Member | undefined =>
    base.form === 'instance'
      ? instanceMember(evaluator, base.node, base.args, name, visited, count)
      : memberOf(evaluator, base, name);
  for (const one of wholeOf(evaluator, node)) {
    const bases = basesOf(evaluator, one, environmentIn(evaluator, node, args, one));
    for (const [position, base] of bases.entries()) {
      const inherited = inside(base);
      if ((isLast && base.form === 'builtin') || inherited?.isIndex === true)
        fallback ??= inherited;
      else if (inherited !== undefined)
        return isLast
          ? inherited
          : mostDerived(evaluator, inherited, bases.slice(position + 1), inside);
    }
  }
  return fallback;
}

/**
 * Returns the inherited member, or the one of a later base that overrides it: a class comes after
 * all classes that inherit from it.
 */
function mostDerived(
  evaluator: Evaluator,
  found: Member,
  later: readonly Type[],
  inside: (base: Type) => Member | undefined,
): Member {
  const ownerOf = ({ nodes: [node = -1] }: Member): number =>
    node < 0 ? -1 : evaluator.program.parentOf(node);
  const owner = ownerOf(found);
  for (const base of owner < 0 ? [] : later) {
    if (base.form !== 'instance' || !isSubtypeOf(evaluator, base, owner, new Set())) continue;
    const other = inside(base);
    const node = other === undefined ? -1 : ownerOf(other);
    if (other !== undefined && node >= 0) {
      const type = { form: 'instance', node, args: [] } as const;
      if (isSubtypeOf(evaluator, type, owner, new Set())) return other;
    }
  }
  return found;
}

/** Finds static members, members of namespaces and enums, and properties of functions. */
function valueMember(
  evaluator: Evaluator,
  node: number,
  environment: Environment,
  name: string,
  visited: Set<number>,
  count?: number,
): Member | undefined {
  if (visited.has(node)) return undefined;
  visited.add(node);
  const { program } = evaluator;
  const { kind } = program.declaration(node);
  if (name === 'prototype' && (kind === 'class' || kind === 'function')) {
    return { nodes: [], type: () => evaluator.instanceOf(node, []) };
  }
  const whole = wholeOf(evaluator, node);
  let other: Member | undefined;
  for (const one of whole) {
    const own = [
      ...program.membersNamed(one, name),
      ...evaluator.extensions
        .named(one, name)
        .filter((child) => program.isStatic(child) || !program.hasStrictStatics(one)),
    ];
    if (own.length === 0) continue;
    const fitting = own.filter((child) => count === undefined || accepts(program, child, count));
    if (fitting.length > 0)
      return symbolMember(evaluator, preferred(program, fitting), environment);
    other ??= symbolMember(evaluator, preferred(program, own), environment);
  }
  for (const one of whole) {
    const assigned = assignedMember(evaluator, one, name);
    if (assigned !== undefined) return assigned;
  }
  const passedOn = kind === 'namespace' ? namespaceDenotations(program, node, name) : [];
  if (passedOn.length > 0) return denotedMember(evaluator, passedOn, name, 'value');
  const beside = exportsBesideWhole(program, node, name);
  if (beside.length > 0) return denotedMember(evaluator, beside, name, 'value');
  if (kind !== 'class' && (program.hasStrictStatics(node) || !/^(enum|interface)$/.test(kind)))
    return other;
  const bases = whole.flatMap((one) => basesOf(evaluator, one, environment));
  for (const base of bases) {
    if (base.form !== 'instance') continue;
    const inherited = isModule(evaluator, base.node)
      ? passedOnMember(evaluator, base.node, name)
      : valueMember(evaluator, base.node, EMPTY, name, visited, count);
    if (inherited !== undefined) return inherited;
  }
  return other;
}

/** Finds a member that a module gives to the classes that include it: in Ruby, by `included`. */
function passedOnMember(evaluator: Evaluator, node: number, name: string): Member | undefined {
  for (const one of wholeOf(evaluator, node)) {
    const found = assignedMember(evaluator, one, name, true);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Finds a member that code assigns to a function or class: `X.m = f`. */
function assignedMember(
  evaluator: Evaluator,
  node: number,
  name: string,
  isPassedOn = false,
): Member | undefined {
  const file = evaluator.program.fileOf(node);
  for (const { expression, form } of evaluator.program.shape(node).heritage) {
    if (opAt(evaluator.table(file), expression) !== OP.typeOf) continue;
    if (isPassedOn && form !== 'mixin') continue;
    const found = memberOf(evaluator, evaluator.typeOf(file, expression), name);
    if (found !== undefined) return found;
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
  if (denotations.length > 0) return denotedMember(evaluator, denotations, name, usage);
  const inner = moduleInside(evaluator.program, files, name);
  return inner < 0 ? undefined : { nodes: [], type: () => ({ form: 'module', files: [inner] }) };
}

/** Returns the module in a package of Python, which has it as an attribute; −1 if there is none. */
function moduleInside(program: Program, [file = -1]: readonly number[], name: string): number {
  const [, folder] = /^(.*\/|)__init__\.pyi?$/.exec(program.paths[file] ?? '') ?? [];
  if (folder === undefined) return -1;
  const paths = [`${folder}${name}.py`, `${folder}${name}/__init__.py`];
  return paths.map((path) => program.numberOf(path as RepoPath)).find((one) => one >= 0) ?? -1;
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
          ? nodesOfWhole(evaluator, denotation.whole, name, usage)
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

/**
 * Returns a member of the value that a module exports as a whole. A namespace of its name may have
 * it as well.
 */
function nodesOfWhole(
  evaluator: Evaluator,
  whole: Denotation,
  name: string,
  usage: Usage,
): readonly number[] {
  const nodes = memberOf(evaluator, evaluator.typeOfDenotation(whole), name)?.nodes ?? [];
  if (nodes.length > 0 || usage !== 'type' || whole.form !== 'expression') return nodes;
  return evaluator
    .symbolsOf(whole.file, whole.expression, 'type')
    .flatMap((node) => evaluator.program.merged(node))
    .flatMap((node) => evaluator.program.membersNamed(node, name));
}
