/** Names where they are written: variables, parameters, functions, imports. */
import { dirname } from 'node:path';
import { appendTo } from '../base/append-to.ts';
import { at } from '../base/assert.ts';
import { getOrCompute } from '../base/memoize.ts';
import { OP, opAt, operandAt } from '../model/expression.ts';
import type { Registrations, Written, WrittenImport } from '../model/registrations.ts';
import { ambientDenotations } from '../resolve/inference/denotation.ts';
import { type FileReader, fileReaders } from './frameworks/php/laravel-files.ts';
import { isOfGo, staticMember } from './members.ts';
import { instanceOf } from './own-routers.ts';
import { functionsOf, positionsBy } from './positions.ts';
import { areUnknownResults, NONE, type Value } from './value.ts';
import type { Values } from './values.ts';

export function named(
  values: Values,
  file: number,
  name: string,
  from: number,
  offset: number,
): readonly Value[] {
  const own = values.registrations(file);
  if (own === undefined) return NONE;
  let before: number | undefined = offset;
  for (let scope = from; ; scope = own.functions[scope]?.parent ?? -1) {
    const found = namedIn(values, file, own, name, scope, before);
    if (found !== undefined) return found;
    if (scope < 0) break;
    // The order of statements counts within a function, of which a loop is a part.
    if (own.functions[scope]?.over === undefined) before = undefined;
  }
  const found = imported(values, file, own, name);
  // A package that is imported as a whole may have any name.
  const isGuess = found.every(({ form }) => form === 'external') && !isImported(own, name);
  if (!isGuess) return found;
  const other = name.startsWith('$')
    ? ofRequirer(values, file, name)
    : constantOfClass(values, file, own, name, offset);
  return other.length > 0 ? other : found;
}

function isImported({ imports }: Registrations, name: string): boolean {
  return importsNamed(imports, name).length > 0;
}

/** Returns a constant of the class around a name, or of a class or interface that it derives from. */
function constantOfClass(
  values: Values,
  file: number,
  own: Registrations,
  name: string,
  offset: number,
): readonly Value[] {
  if (!/^[A-Z][A-Z0-9_]*$/.test(name)) return NONE;
  const key = `constant ${file} ${name} ${offset}`;
  if (!values.enter(key)) return NONE;
  const around = own.classes.flatMap((one) => values.declarationAt(file, one.name, offset) ?? []);
  const [inner] = around.slice(-1);
  const found = inner === undefined ? NONE : staticMember(values, inner, name);
  values.leave(key);
  return found;
}

/** A file of PHP that another one requires has the variables of that one. */
function ofRequirer(values: Values, file: number, name: string): readonly Value[] {
  const key = `required ${file} ${name}`;
  if (!values.enter(key)) return NONE;
  const found = (fileReaders(values).get(file) ?? []).flatMap((reader) =>
    reader.by === 'require'
      ? named(values, reader.file, name, scopeOf(values, reader), Number.MAX_SAFE_INTEGER)
      : [],
  );
  values.leave(key);
  return found;
}

function scopeOf(values: Values, { file, call }: FileReader): number {
  return values.call(file, call)?.scope ?? -1;
}

/** Returns undefined if a scope does not declare the name. */
function namedIn(
  values: Values,
  file: number,
  own: Registrations,
  name: string,
  scope: number,
  offset: number | undefined,
): readonly Value[] | undefined {
  const variables = variablesOf(own).get(name)?.get(scope);
  const written = own.functions[scope];
  const parameter = written?.parameters.findIndex((one) => one.name === name) ?? -1;
  const isLater = offset !== undefined && variables?.every(({ at: start }) => start >= offset);
  // A variable of a later block may have the name of an import.
  const isImport = isLater === true && isImported(own, name);
  if (variables !== undefined && !isImport) {
    const found = variableValue(values, file, variables, offset);
    // A parameter may be a part of what it is assigned: `path = join(base, path)`.
    if (found.length === 0 && parameter >= 0) return values.parameterValue(file, scope, parameter);
    const [node] = found.length > 0 || scope >= 0 ? [] : values.program.topLevelNamed(file, name);
    return node === undefined ? found : [{ form: 'symbol', node }];
  }
  const functions = functionsOf(own);
  const inside = functions.free.get(name)?.get(scope);
  if (inside !== undefined) return [{ form: 'function', file, index: inside }];
  if (written === undefined) return undefined;
  // Where no receiver is named, the other methods of a class are called by their names alone.
  const isMethod = written.owner !== '' && written.receiver === undefined;
  const beside = isMethod ? functions.methods.get(name)?.get(written.owner) : undefined;
  if (beside !== undefined && parameter < 0) return [{ form: 'function', file, index: beside }];
  if (written.receiver === name) {
    const given = values.receiverOf(file, scope);
    if (given.length > 0) return given;
    if (written.owner === '') {
      const bound = values.parameterValue(file, scope, 0);
      return bound.length > 0 ? bound : undefined;
    }
    const node = topLevel(values, file, written.owner);
    if (node === undefined) return NONE;
    return [instanceOf(values, node, { key: `${file} this ${written.owner}`, file })];
  }
  return parameter < 0 ? undefined : values.parameterValue(file, scope, parameter);
}

type Variables = ReadonlyMap<string, ReadonlyMap<number, Registrations['variables']>>;

/** The variables of each file by name and scope. */
const VARIABLES = new WeakMap<Registrations, Variables>();

function variablesOf(own: Registrations): Variables {
  return getOrCompute(VARIABLES, own, () => {
    const variables = new Map<string, Map<number, Registrations['variables'][number][]>>();
    for (const one of own.variables)
      appendTo(
        getOrCompute(variables, one.name, () => new Map()),
        one.scope,
        one,
      );
    return variables;
  });
}

/**
 * Returns the assignments that a use may see: inside one function, the last one before it, and those
 * before that one as far as it is made in a branch that the use is not in.
 */
function seenAt(variables: Registrations['variables'], offset: number): Registrations['variables'] {
  const before = variables.filter((one) => one.at < offset);
  const certain = before.findLastIndex(({ until = offset + 1 }) => until > offset);
  return before.length > 0 ? before.slice(Math.max(certain, 0)) : variables;
}

export function variableValue(
  values: Values,
  file: number,
  variables: Registrations['variables'],
  offset: number | undefined,
): readonly Value[] {
  const chosen = offset === undefined ? variables : seenAt(variables, offset);
  const own = chosen.flatMap(({ value }) => values.of(file, value));
  const found = own.length > 0 ? own : assignedInPackage(values, file, variables);
  if (!areUnknownResults(found)) return found;
  const typed = chosen.flatMap(({ type, at: start }) =>
    valueOfType(values, file, type, `${start}`),
  );
  return typed.length > 0 ? typed : found;
}

/** Returns what other files of a package of Go assign to a variable that is declared without a value. */
function assignedInPackage(
  values: Values,
  file: number,
  variables: Registrations['variables'],
): readonly Value[] {
  const [only, other] = variables;
  if (only === undefined || other !== undefined || only.scope >= 0) return NONE;
  if (only.value.form !== 'unknown' || !isOfGo(values, file)) return NONE;
  const { paths } = values.program;
  const folder = dirname(at(paths, file));
  const key = `assigned ${file} ${only.name}`;
  if (!values.enter(key)) return NONE;
  const found = values.files.flatMap((one) =>
    one !== file && dirname(at(paths, one)) === folder
      ? (values.registrations(one)?.variables ?? [])
          .filter(({ name, scope }) => name === only.name && scope >= 0)
          .flatMap(({ value }) => values.of(one, value))
      : [],
  );
  values.leave(key);
  return found.filter(({ form }) => form === 'object');
}

/** Returns a value that is only known by its type. */
export function valueOfType(
  values: Values,
  file: number,
  type: Written | undefined,
  key: string,
): readonly Value[] {
  return values.of(file, type).flatMap((one): readonly Value[] => {
    if (one.form === 'symbol')
      return [instanceOf(values, one.node, { key: `${file} ${key}`, file })];
    if (one.form !== 'external') return [];
    const made = values.objects.madeBy(one.path);
    if (made === undefined) return [];
    return [
      { form: 'object', object: values.objects.made(made, `${file} ${key}`, file, -1, true) },
    ];
  });
}

function topLevel(values: Values, file: number, name: string): number | undefined {
  return values.program.topLevelNamed(file, name)[0] ?? inPackage(values, file, name);
}

/** Finds a type in the other files of a package. */
function inPackage(values: Values, file: number, name: string): number | undefined {
  for (const denotation of ambientDenotations(values.program, file, name)) {
    if (denotation.form !== 'expression') continue;
    const table = values.program.facts(denotation.file).expressions;
    if (opAt(table, denotation.expression) === OP.declaration)
      return values.program.nodeOf(denotation.file, operandAt(table, denotation.expression, 0));
  }
  return undefined;
}

/** Returns a class that a function declares: `def make(): class Router(APIRouter)`. */
function classNamed(
  values: Values,
  file: number,
  { classes }: Registrations,
  name: string,
): number | undefined {
  const [only, other] = classes.filter((one) => one.name === name);
  if (only === undefined || other !== undefined) return undefined;
  return values.declarationAt(file, name, only.start);
}

const importsNamed = positionsBy((one: WrittenImport) => one.local);

function imported(
  values: Values,
  file: number,
  own: Registrations,
  name: string,
): readonly Value[] {
  const position = importsNamed(own.imports, name).at(-1);
  const found = position === undefined ? undefined : own.imports[position];
  if (found !== undefined) return values.fromModule(file, found.specifier, found.name);
  const [declared = classNamed(values, file, own, name)] = values.program.topLevelNamed(file, name);
  if (declared !== undefined) return [{ form: 'symbol', node: declared }];
  const ambient = ambientDenotations(values.program, file, name);
  if (ambient.length > 0) return ambient.flatMap((one) => values.denoted(one, name));
  // Names of a package that was imported as a whole.
  const all = importsNamed(own.imports, '*').flatMap((one) =>
    values.fromModule(file, own.imports[one]?.specifier ?? '', name),
  );
  // Many packages may be imported as a whole; those whose name a framework knows count.
  const known = all.filter((one) => one.form !== 'external' || values.objects.isKnown(one.path));
  return known.length > 0 ? known : all;
}
