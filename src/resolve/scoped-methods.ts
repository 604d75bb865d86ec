/**
 * Finds methods of interfaces in scope, in languages where an interface can be implemented for types
 * of other packages: Rust's traits. The type of the object decides nothing, so other ways to resolve
 * the method come first.
 */
import { appendTo } from '../base/append-to.ts';
import { getOrCompute } from '../base/memoize.ts';
import { OP, opAt, operandAt } from '../model/expression.ts';
import { type ExpressionId, SCOPED_INTERFACES } from '../model/facts.ts';
import { atLeast } from './inference/at-least.ts';
import { basesOf } from './inference/bases.ts';
import {
  bindingDenotations,
  type Denotation,
  exportDenotations,
  operandsFrom,
} from './inference/denotation.ts';
import type { Evaluator } from './inference/evaluator.ts';
import { type Member, memberOf } from './inference/members.ts';
import { accepts } from './inference/overloads.ts';
import { EMPTY, type Environment, type Type } from './inference/types.ts';
import type { Program } from './program.ts';

/** Maximum number of imports and members that a name is followed through. Also ends cycles. */
const DEPTH_MAX = 32;

/** The declarations and modules that a name in scope leads to. */
interface Found {
  readonly nodes: readonly number[];
  /** Modules, as lists of files. */
  readonly modules: readonly (readonly number[])[];
}

const NOTHING: Found = { nodes: [], modules: [] };

/** Returns the called member of the object, or else the method that only one interface in scope has. */
export function scopedMethods(
  evaluator: Evaluator,
  file: number,
  expression: ExpressionId,
  environment: Environment,
): readonly number[] {
  const own = ownMember(evaluator, file, expression, environment)?.nodes ?? [];
  return own.length > 0 ? own : methodsOfScope(evaluator, file, expression, environment);
}

export function scopedMethodType(
  evaluator: Evaluator,
  file: number,
  expression: ExpressionId,
  environment: Environment,
): Type | undefined {
  const own = ownMember(evaluator, file, expression, environment);
  if (own !== undefined) return own.type();
  const [method] = methodsOfScope(evaluator, file, expression, environment);
  return method === undefined ? undefined : evaluator.typeOfSymbol(method, environment);
}

function ownMember(
  evaluator: Evaluator,
  file: number,
  expression: ExpressionId,
  environment: Environment,
): Member | undefined {
  const table = evaluator.table(file);
  const type = evaluator.typeOf(file, operandAt(table, expression, 0), environment);
  return memberOf(evaluator, type, evaluator.string(file, operandAt(table, expression, 1)));
}

function methodsOfScope(
  evaluator: Evaluator,
  file: number,
  expression: ExpressionId,
  environment: Environment,
): readonly number[] {
  const { program } = evaluator;
  const table = evaluator.table(file);
  const operand = (index: number): number => operandAt(table, expression, index);
  const inScope = methodsInScope(program, file, operand(2));
  const named = inScope.get(evaluator.string(file, operand(1))) ?? [];
  const methods =
    named.length > 1 ? named.filter((one) => accepts(program, one, operand(3))) : named;
  const [method] = methods;
  if (method === undefined || methods.length > 1) return [];
  if (operand(4) > 0) {
    const type = atLeast(evaluator, evaluator.typeOf(file, operand(0), environment));
    const among = interfacesOf(evaluator, type);
    const isKnown = isFunction(evaluator, type);
    if (!isKnown && !extendsOneOf(evaluator, program.parentOf(method), among)) return [];
  }
  evaluator.inferred = true;
  return methods;
}

/** Whether a value is a function, which has no methods but those of interfaces. */
function isFunction({ program }: Evaluator, type: Type | undefined): boolean {
  return type?.form === 'value' && program.declaration(type.node).kind === 'function';
}

/** Returns the interfaces that a value of a generic type is known to have. */
function interfacesOf({ program }: Evaluator, type: Type | undefined): ReadonlySet<number> {
  const types = type?.form === 'union' ? type.types : [type];
  return new Set(
    types.flatMap((one) =>
      one?.form === 'instance' && program.declaration(one.node).kind === 'interface'
        ? one.node
        : [],
    ),
  );
}

/** Whether an interface is one of a set, or extends one of them. */
function extendsOneOf(evaluator: Evaluator, node: number, among: ReadonlySet<number>): boolean {
  const reached = new Set([node]);
  for (const one of reached) {
    if (among.has(one)) return true;
    for (const base of basesOf(evaluator, one, EMPTY))
      if (base.form === 'instance') reached.add(base.node);
  }
  return false;
}

/** Caches the methods in scope by program and file: a file has one scope. */
const METHODS = new WeakMap<Program, Map<number, ReadonlyMap<string, readonly number[]>>>();

function methodsInScope(
  program: Program,
  file: number,
  scope: ExpressionId,
): ReadonlyMap<string, readonly number[]> {
  const byFile = getOrCompute(METHODS, program, () => new Map());
  return getOrCompute(byFile, file, () => {
    const interfaces = new Set<number>();
    const reached = { interfaces, namespaces: new Set<number>(), visited: new Set<number>() };
    addInterfaces(program, file, scope, reached);
    const methods = new Map<string, number[]>();
    for (const one of interfaces) {
      for (const [name, [child]] of program.childrenOf(one)) {
        const isMethod = child !== undefined && program.declaration(child).kind === 'method';
        if (isMethod) appendTo(methods, name, child);
      }
    }
    return methods;
  });
}

interface Reached {
  readonly interfaces: Set<number>;
  readonly namespaces: Set<number>;
  readonly visited: Set<number>;
}

/** Adds the interfaces of a list of names, and those that the modules in it make visible. */
function addInterfaces(program: Program, file: number, list: ExpressionId, reached: Reached): void {
  for (const one of operandsFrom(program.facts(file).expressions, list, 0))
    addFound(program, follow(program, file, one, 0), reached);
}

function addFound(program: Program, { nodes, modules }: Found, reached: Reached): void {
  for (const node of nodes) {
    const { kind } = program.declaration(node);
    if (kind === 'interface') reached.interfaces.add(node);
    if (kind !== 'namespace' || reached.namespaces.has(node)) continue;
    reached.namespaces.add(node);
    addInside(program, node, reached);
  }
  for (const files of modules) for (const target of files) addExported(program, target, reached);
}

/** Adds the interfaces that a namespace declares or imports. */
function addInside(program: Program, node: number, reached: Reached): void {
  const file = program.fileOf(node);
  for (const child of [...program.childrenOf(node).values()].flat())
    if (program.declaration(child).kind === 'interface') reached.interfaces.add(child);
  const prefix = `${program.pathOf(node)}::`;
  for (const [name, rows] of program.exports(file).byName) {
    if (!name.startsWith(prefix) || name.indexOf('::', prefix.length) >= 0) continue;
    for (const row of rows)
      if (row.form === 'local')
        addFound(program, follow(program, file, row.expression, 0), reached);
  }
}

function addExported(program: Program, file: number, reached: Reached): void {
  if (reached.visited.has(file)) return;
  reached.visited.add(file);
  const { byName, starModules } = program.exports(file);
  for (const row of byName.get(SCOPED_INTERFACES) ?? [])
    if (row.form === 'local') addInterfaces(program, file, row.expression, reached);
  for (const module of starModules)
    for (const target of program.importedFiles(file, module)) addExported(program, target, reached);
}

/** Follows a path of names without evaluating types. */
function follow(program: Program, file: number, expression: ExpressionId, depth: number): Found {
  if (depth > DEPTH_MAX) return NOTHING;
  const table = program.facts(file).expressions;
  const operand = operandAt(table, expression, 0);
  switch (opAt(table, expression)) {
    case OP.declaration:
      return { nodes: [program.nodeOf(file, operand)], modules: [] };
    case OP.binding:
      return denoted(program, bindingDenotations(program, file, operand), depth);
    case OP.member: {
      const name = program.facts(file).strings[operandAt(table, expression, 1)] ?? '';
      const { nodes, modules } = follow(program, file, operand, depth + 1);
      return together([
        ...modules.map((files) => denoted(program, exportDenotations(program, files, name), depth)),
        ...nodes.map((node) => insideOf(program, node, name, depth)),
      ]);
    }
    case OP.firstOf:
      return together(
        operandsFrom(table, expression, 0).map((one) => follow(program, file, one, depth + 1)),
      );
    default:
      return NOTHING;
  }
}

/** Returns what a namespace declares or imports under a name. */
function insideOf(program: Program, node: number, name: string, depth: number): Found {
  const children = program.childrenNamed(node, name);
  if (children.length > 0) return { nodes: children, modules: [] };
  const path = program.pathOf(node);
  const files = [program.fileOf(node)];
  return denoted(program, exportDenotations(program, files, `${path}::${name}`), depth);
}

function denoted(program: Program, denotations: readonly Denotation[], depth: number): Found {
  return together(
    denotations.map((one): Found => {
      if (one.form === 'expression') return follow(program, one.file, one.expression, depth + 1);
      if (one.form === 'module') return { nodes: [], modules: [one.files] };
      return one.form === 'symbol' ? { nodes: [one.node], modules: [] } : NOTHING;
    }),
  );
}

function together(found: readonly Found[]): Found {
  return {
    nodes: found.flatMap(({ nodes }) => nodes),
    modules: found.flatMap(({ modules }) => modules),
  };
}
