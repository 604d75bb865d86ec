/** Annotations and attributes of classes and methods, by the external names that they have. */
import { appendTo } from '../base/append-to.ts';
import { at } from '../base/assert.ts';
import type { EntryType } from '../model/entry-point.ts';
import type { FileFacts } from '../model/facts.ts';
import type { Decoration, Written } from '../model/registrations.ts';
import type { DecorationContext, Effects, Framework } from './framework.ts';
import { basesOf } from './members.ts';
import { positionsBy } from './positions.ts';
import type { Value } from './value.ts';
import type { Values } from './values.ts';

export interface Annotation {
  /** The external name: `jakarta.ws.rs.Path`. */
  readonly path: string;
  readonly file: number;
  /** The number of its call; −1 for a bare name. */
  readonly call: number;
}

const VERBS = ['Get', 'Post', 'Put', 'Patch', 'Delete', 'Head', 'Options'];

/** Returns the annotations of a package that are named like methods of HTTP, each with its reader. */
export function verbAnnotations(
  packageName: string,
  readerOf: (verb: string) => (context: DecorationContext, effects: Effects) => void,
): NonNullable<Framework['decorators']> {
  return Object.fromEntries(VERBS.map((verb) => [`${packageName}.${verb}`, readerOf(verb)]));
}

/** Returns the annotations of the class around a method. */
export function classAnnotations({
  values,
  file,
  decoration,
}: DecorationContext): readonly Annotation[] {
  return annotationsOf(values, file, (one) => one.isClass && one.name === decoration.owner);
}

/** Returns the annotations of the same method. */
export function annotationsBeside({
  values,
  file,
  decoration,
}: DecorationContext): readonly Annotation[] {
  return annotationsOf(values, file, (one) => !one.isClass && one.start === decoration.start);
}

export function annotationsOf(
  values: Values,
  file: number,
  matches: (one: Decoration) => boolean,
): readonly Annotation[] {
  return (values.registrations(file)?.decorations ?? []).filter(matches).flatMap(({ value }) => {
    const { call, named } = decoratorOf(values, file, value);
    return named.flatMap((one) =>
      one.form === 'external' ? [{ path: one.path, file, call }] : [],
    );
  });
}

/** Reads a decorator: the number of its call, −1 for a bare name, and the values that its name has. */
export function decoratorOf(
  values: Values,
  file: number,
  value: Written,
): { readonly call: number; readonly named: readonly Value[] } {
  const call = value.form === 'call' ? value.call : -1;
  return { call, named: values.of(file, call < 0 ? value : values.call(file, call)?.callee) };
}

/** Returns the texts that an annotation is given: its first argument, or one by any of the names. */
export function annotationTexts(
  values: Values,
  { file, call }: Pick<Annotation, 'file' | 'call'>,
  names: readonly string[],
): readonly string[] {
  const own = values.call(file, call);
  const given = own?.named.filter(([name]) => names.includes(name)).map(([, one]) => one) ?? [];
  return [...(own?.args.slice(0, 1) ?? []), ...given].flatMap((one) => {
    const texts = values.pathTexts(file, one);
    return texts.length > 0 ? texts : [values.prefix(file, one)];
  });
}

/** Maximum number of classes that one annotated method may belong to. */
const OWNERS_MAX = 500;

/** Returns the nodes of the class around an annotated method and of those that inherit the method. */
export function ownersOf({ values, file, decoration }: DecorationContext): readonly number[] {
  const own = typeNamed(values, file, decoration.owner);
  if (own === undefined) return [];
  const count = parameterCount(values, file, decoration);
  const derived = derivedTypes(values);
  const found = [own];
  for (const one of found) {
    if (found.length >= OWNERS_MAX) break;
    const inheriting = (derived.get(one) ?? []).filter(
      (other) => !found.includes(other) && !overrides(values, other, decoration.name, count),
    );
    found.push(...inheriting);
  }
  return found;
}

function parameterCount(
  values: Values,
  file: number,
  { name, start }: Pick<Decoration, 'name' | 'start'>,
): number {
  const node = values.declarationAt(file, name, start);
  return node === undefined ? 0 : values.program.shape(node).parameters.length;
}

/** Whether a class declares an annotated method of the name and number of parameters itself. */
function overrides(values: Values, node: number, name: string, count: number): boolean {
  const file = values.program.fileOf(node);
  const owner = values.program.declaration(node).name;
  return (values.registrations(file)?.decorations ?? []).some(
    (one) =>
      !one.isClass &&
      one.owner === owner &&
      one.name === name &&
      parameterCount(values, file, one) === count,
  );
}

const DERIVED = new WeakMap<Values, ReadonlyMap<number, readonly number[]>>();

/** Returns the classes that derive directly from each class or interface of the project. */
function derivedTypes(values: Values): ReadonlyMap<number, readonly number[]> {
  const known = DERIVED.get(values);
  if (known !== undefined) return known;
  const found = new Map<number, number[]>();
  for (const file of values.files) {
    for (const { name, bases } of values.registrations(file)?.classes ?? []) {
      const node = bases.length === 0 ? undefined : typeNamed(values, file, name);
      if (node === undefined) continue;
      for (const base of bases.flatMap((one) => values.of(file, one)))
        if (base.form === 'symbol') appendTo(found, base.node, node);
    }
  }
  DERIVED.set(values, found);
  return found;
}

const declarationsNamed = positionsBy((one: FileFacts['declarations'][number]) => one.name);

function typeNamed({ program }: Values, file: number, name: string): number | undefined {
  const { declarations } = program.facts(file);
  const index = declarationsNamed(declarations, name).find((one) =>
    /^(?:class|interface|record|object)$/.test(at(declarations, one).kind),
  );
  return index === undefined ? undefined : program.nodeOf(file, index);
}

/** Maximum number of base classes that an annotation of a class may come from. */
const BASES_MAX = 6;

/** Returns the annotations of a class that match, or those of its nearest base that has some. */
export function inheritedAnnotations(
  values: Values,
  node: number,
  matches: (one: Annotation) => boolean,
): readonly Annotation[] {
  let nodes: readonly number[] = [node];
  for (let depth = 0; depth < BASES_MAX && nodes.length > 0; depth++) {
    const found = nodes.flatMap((one) => annotationsOfType(values, one).filter(matches));
    if (found.length > 0) return found;
    nodes = nodes.flatMap((one) =>
      basesOf(values, one).flatMap((base) => (base.form === 'symbol' ? [base.node] : [])),
    );
  }
  return [];
}

export function annotationsOfType(values: Values, node: number): readonly Annotation[] {
  const { name } = values.program.declaration(node);
  return annotationsOf(
    values,
    values.program.fileOf(node),
    (one) => one.isClass && one.name === name,
  );
}

/** Adds an entry point, by default a route, that the annotated method handles. */
export function addAnnotated(
  { values, file, decoration, framework }: DecorationContext,
  effects: Effects,
  { type = 'http', path, methods, isScoped = false, ...own }: AnnotatedEntry,
): void {
  const node = own.node ?? values.declarationAt(file, decoration.name, decoration.start);
  effects.found.push({
    framework: framework.name,
    type,
    object: undefined,
    path,
    methods,
    handler: undefined,
    ...(node === undefined ? {} : { handlerNode: node }),
    middleware: [],
    file,
    line: decoration.line,
    endLine: decoration.line,
    isScoped,
  });
}

interface AnnotatedEntry {
  readonly type?: EntryType;
  readonly path: string;
  readonly methods: readonly string[];
  readonly isScoped?: boolean;
  /** The node of the handler, if it is not the annotated declaration. */
  readonly node?: number;
}
