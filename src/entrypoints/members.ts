/** Members of values: of objects, modules, classes and instances. */
import { appendTo } from '../base/append-to.ts';
import { at } from '../base/assert.ts';
import { lowerBound } from '../base/lower-bound.ts';
import { getOrCompute } from '../base/memoize.ts';
import { OP, opAt, operandAt } from '../model/expression.ts';
import type { Written, WrittenClass, WrittenField } from '../model/registrations.ts';
import { isTestPath } from '../model/test-paths.ts';
import { denoted } from './modules.ts';
import { functionsOf, positionsBy } from './positions.ts';
import { type FrameworkObject, NONE, type Value } from './value.ts';
import type { Values } from './values.ts';

/** Maximum number of base classes that a member may come from. */
const BASES_MAX = 8;

export function memberValue(
  values: Values,
  file: number,
  written: Written & { readonly form: 'member' },
): readonly Value[] {
  const { object, name, key } = written;
  if (key !== undefined) return computedMember(values, file, object, key);
  const whole = values.of(file, object).flatMap((one) => memberOf(values, one, name));
  if (whole.length > 0) return whole;
  const inside = dotted(values, file, written);
  if (inside.length > 0) return inside;
  return fieldValue(values, file, '', written.name);
}

/** Returns `app[method]`; without an object, as in Ruby's `send(method)`, what has the name. */
function computedMember(
  values: Values,
  file: number,
  object: Written,
  key: Written,
): readonly Value[] {
  return values
    .texts(file, key)
    .flatMap((name) =>
      object.form === 'unknown'
        ? values.of(file, { form: 'name', name, scope: -1, at: 0 })
        : values.of(file, object).flatMap((one) => memberOf(values, one, name)),
    );
}

/** Returns `a.b` of `import a.b`. */
function dotted(
  values: Values,
  file: number,
  written: Written & { readonly form: 'member' },
): readonly Value[] {
  if (written.object.form !== 'name') return NONE;
  const local = `${written.object.name}.${written.name}`;
  const own = values.registrations(file);
  const found = own?.imports.find((one) => one.local === local);
  return found === undefined ? NONE : values.fromModule(file, found.specifier, found.name);
}

export function memberOf(values: Values, value: Value, name: string): readonly Value[] {
  switch (value.form) {
    case 'external':
      return externalMember(values, value.path, name);
    case 'text':
      // The value of an enum member of Python.
      return name === 'value' ? [value] : NONE;
    case 'object': {
      const own = ofWrapper(values, value.object, name);
      if (own !== undefined) return own;
      if (values.objects.isAttribute(value.object, name)) return [value];
      const part = values.objects.partOf(value.object, name);
      return part === undefined
        ? [{ form: 'bound', object: value.object, method: name }]
        : [{ form: 'object', object: part }];
    }
    case 'module':
      return name === 'default'
        ? values.exported(value.files, '=')
        : values.exported(value.files, name);
    case 'written':
      return entryValue(values, value.file, value.written, name);
    case 'symbol': {
      const text = name === 'value' ? values.textOfSymbol(value.node) : undefined;
      return text === undefined ? staticMember(values, value.node, name) : [{ form: 'text', text }];
    }
    case 'instance':
      return instanceMember(values, value.node, name, 0);
    case 'function':
      // `require('./loader').default` is what the module exports by default.
      if (name === 'default') return [value];
      return decoratedObjects(values, value).flatMap((one) => memberOf(values, one, name));
    default:
      return NONE;
  }
}

/** Returns what a struct that embeds a router has beside it: the router itself, and own methods. */
function ofWrapper(
  values: Values,
  object: FrameworkObject,
  name: string,
): readonly Value[] | undefined {
  const { wrapper, parent } = object;
  if (wrapper === undefined || parent === undefined) return undefined;
  if (embeddedNames(values, wrapper).includes(name)) return [{ form: 'object', object: parent }];
  if (values.objects.ruleOf(object, name) !== undefined) return undefined;
  const own = instanceMember(values, wrapper, name, 0);
  return own.length === 0 ? undefined : own;
}

/** Whether a file is written in Go. */
export function isOfGo({ program }: Values, file: number): boolean {
  return at(program.paths, file).endsWith('.go');
}

/** Returns the names by which a struct of Go has what it embeds. */
export function embeddedNames(values: Values, node: number): readonly string[] {
  if (values.program.isOutside(node)) return [];
  const { name } = values.program.declaration(node);
  const { classes = [] } = values.registrations(values.program.fileOf(node)) ?? {};
  const { bases = [] } = classes[classesNamed(classes, name)[0] ?? -1] ?? {};
  return bases.flatMap((base) =>
    base.form === 'name' || base.form === 'member' ? [base.name] : [],
  );
}

/** Returns the objects that the decorators of a function make of it: a group of commands. */
export function decoratedObjects(
  values: Values,
  { file, index }: { readonly file: number; readonly index: number },
): readonly Value[] {
  const own = values.registrations(file);
  const { name = '', line = 0 } = own?.functions[index] ?? {};
  return (own?.decorations ?? [])
    .filter((one) => one.name === name && name !== '' && !one.isClass && one.line < line)
    .flatMap((one) => values.of(file, one.value))
    .filter(({ form }) => form === 'object');
}

function externalMember(values: Values, path: string, name: string): readonly Value[] {
  const object = values.objects.shared(path);
  return object !== undefined && values.objects.ruleOf(object, name) !== undefined
    ? [{ form: 'bound', object, method: name }]
    : [{ form: 'external', path: `${path}.${name}` }];
}

export function entryValue(
  values: Values,
  file: number,
  written: Written,
  name: string,
): readonly Value[] {
  if (written.form === 'list') return values.of(file, written.items[Number(name)]);
  if (written.form !== 'object') return NONE;
  const own = written.entries.filter(([key]) => key === name).map(([, value]) => value);
  if (own.length > 0) return own.flatMap((one) => values.of(file, one));
  // An object can contain itself: `options = { ...options }`.
  if (!values.enter(written)) return NONE;
  const found = written.entries
    .filter(([key]) => key === '...')
    .flatMap(([, spread]) => values.of(file, spread).flatMap((one) => memberOf(values, one, name)));
  values.leave(written);
  return found;
}

/** Returns a static member of a class or interface, or of one that it derives from. */
export function staticMember(
  values: Values,
  node: number,
  name: string,
  depth = 0,
): readonly Value[] {
  if (values.program.isOutside(node)) return NONE;
  const file = values.program.fileOf(node);
  const { kind, name: owner } = values.program.declaration(node);
  if (kind === 'variable') {
    const type = values.evaluator.typeOfSymbol(node, new Map());
    if (type?.form === 'instance') return instanceMember(values, type.node, name, 0);
  }
  if (kind === 'class' || kind === 'interface') {
    const found = fieldValue(values, file, owner, name);
    if (found.length > 0) return found;
  }
  const children = values.program.childrenNamed(node, name);
  if (children.length > 0 || depth > BASES_MAX)
    return children.flatMap((child) => values.declaredValue(child));
  return basesOf(values, node).flatMap((base) =>
    base.form === 'symbol' ? staticMember(values, base.node, name, depth + 1) : NONE,
  );
}

function instanceMember(
  values: Values,
  node: number,
  name: string,
  depth: number,
): readonly Value[] {
  const file = values.program.fileOf(node);
  // What a package declares has no registrations.
  if (values.program.isOutside(node)) return NONE;
  const { name: owner } = values.program.declaration(node);
  const found = fieldValue(values, file, owner, name);
  if (found.length > 0) return found;
  const own = values.registrations(file);
  const index = own && functionsOf(own).methods.get(name)?.get(owner);
  if (index !== undefined) return [{ form: 'function', file, index }];
  const elsewhere = values.methodBeside(file, owner, name);
  if (elsewhere !== undefined) return [elsewhere];
  const [child] = values.program.childrenNamed(node, name);
  const implementing = child === undefined ? undefined : implementation(values, node, name);
  if (implementing !== undefined) return [implementing];
  if (child !== undefined) return [{ form: 'symbol', node: child }];
  if (depth > BASES_MAX) return NONE;
  return basesOf(values, node).flatMap((base) =>
    base.form === 'symbol' ? instanceMember(values, base.node, name, depth + 1) : [],
  );
}

/** Returns the function that a call of a class runs. */
export function constructorOf(values: Values, node: number): Value | undefined {
  const { program } = values;
  if (program.isOutside(node) || program.declaration(node).kind !== 'class') return undefined;
  const [file, { name: owner }] = [program.fileOf(node), program.declaration(node)];
  const own = values.registrations(file);
  const { methods } = own === undefined ? {} : functionsOf(own);
  const [index] = CONSTRUCTORS.flatMap((name) => methods?.get(name)?.get(owner) ?? []);
  return index === undefined ? undefined : { form: 'function', file, index };
}

/** Names of the methods that make an object, in Python, JavaScript and PHP. */
const CONSTRUCTORS = ['__init__', 'constructor', '__construct'];

/** Returns the method that implements one of an interface of Go, if no other type has its name. */
function implementation(values: Values, node: number, name: string): Value | undefined {
  const { program } = values;
  if (!isOfGo(values, program.fileOf(node)) || program.declaration(node).kind !== 'interface')
    return undefined;
  const [only, other] = getOrCompute(METHODS, values, () => methodsByName(values)).get(name) ?? [];
  return other === undefined ? only : undefined;
}

const METHODS = new WeakMap<Values, ReadonlyMap<string, readonly Value[]>>();

/** Returns the methods of types of Go by their names. */
function methodsByName(values: Values): ReadonlyMap<string, readonly Value[]> {
  const found = new Map<string, Value[]>();
  for (const file of values.files)
    if (isOfGo(values, file))
      for (const [index, { name, owner }] of (
        values.registrations(file)?.functions ?? []
      ).entries())
        if (owner !== '') appendTo(found, name, { form: 'function', file, index });
  return found;
}

/** Returns the bases of a class: symbols of the project or external names. */
export function basesOf(values: Values, node: number): readonly Value[] {
  const file = values.program.fileOf(node);
  const { name } = values.program.declaration(node);
  const own = values.registrations(file);
  if (own === undefined) return declaredBases(values, file, node);
  const written = own.classes[classesNamed(own.classes, name)[0] ?? -1];
  return written?.bases.flatMap((base) => values.of(file, base)) ?? NONE;
}

/** Returns the bases of a class in a file that registers nothing. */
function declaredBases(values: Values, file: number, node: number): readonly Value[] {
  const { program, evaluator } = values;
  if (program.isOutside(node)) return NONE;
  const { expressions } = program.facts(file);
  return program.shape(node).heritage.flatMap(({ expression: type }): readonly Value[] => {
    const isNamed = opAt(expressions, type) === OP.named;
    const expression = isNamed ? operandAt(expressions, type, 0) : type;
    const found = denoted(values, { form: 'expression', file, expression }, '');
    if (found.length > 0) return found;
    evaluator.begin();
    const base = evaluator.typeOf(file, type);
    return base?.form === 'instance' ? [{ form: 'symbol', node: base.node }] : NONE;
  });
}

/** Whether a class derives from an external class, by its name; returns the names on the way. */
export function externalBases(values: Values, node: number): ReadonlySet<string> {
  const found = new Set<string>();
  const visited = new Set<number>();
  const visit = (one: number): void => {
    if (visited.has(one) || visited.size > 64) return;
    visited.add(one);
    for (const base of basesOf(values, one)) {
      if (base.form === 'external') found.add(base.path);
      else if (base.form === 'symbol') visit(base.node);
    }
  };
  visit(node);
  return found;
}

const fieldsNamed = positionsBy((one: WrittenField) => one.name);
const classesNamed = positionsBy((one: WrittenClass) => one.name);

/** Returns the values given to a field of a class, or to any field of that name in a file. */
function fieldValue(values: Values, file: number, owner: string, name: string): readonly Value[] {
  const all = values.registrations(file)?.fields ?? [];
  const positions = fieldsNamed(all, name);
  const key = `field ${file} ${owner} ${name}`;
  if (positions.length === 0 || !values.enter(key)) return NONE;
  const fields = positions
    .map((position) => at(all, position))
    .filter((one) => owner === '' || one.owner === owner || one.owner === '');
  let found = fields.flatMap(({ value }) => values.of(file, value));
  if (found.length === 0)
    found = fields.flatMap(({ type, owner: of }) =>
      values.valueOfType(file, type, `${of}.${name}`),
    );
  values.leave(key);
  return found;
}

/** Returns the methods that the files of a folder declare outside of their types, as in Go. */
export function methodsIn(values: Values, folder: string): ReadonlyMap<string, Value> {
  const { paths } = values.program;
  const prefix = folder === '.' ? '' : `${folder}/`;
  const methods = new Map<string, Value>();
  for (let file = lowerBound(paths, prefix); paths[file]?.startsWith(prefix) === true; file++) {
    const path = at(paths, file);
    if (path.includes('/', prefix.length) || isTestPath(path)) continue;
    for (const [index, own] of (values.registrations(file)?.functions ?? []).entries())
      if (own.receiver !== undefined && own.owner !== '')
        methods.set(`${own.owner}.${own.name}`, { form: 'function', file, index });
  }
  return methods;
}

/** Returns the functions that are called like methods of their first parameter, by their names. */
export function extensionsByName(values: Values): ReadonlyMap<string, readonly Value[]> {
  const found = new Map<string, Value[]>();
  for (const file of values.files)
    for (const [index, own] of (values.registrations(file)?.functions ?? []).entries())
      if (own.isExtension === true) appendTo(found, own.name, { form: 'function', file, index });
  return found;
}
