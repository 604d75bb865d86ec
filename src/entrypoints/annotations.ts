/** Annotations and attributes of classes and methods, by the external names that they have. */
import type { EntryType } from '../model/entry-point.ts';
import type { Decoration } from '../model/registrations.ts';
import type { DecorationContext, Effects } from './framework.ts';
import type { Values } from './values.ts';

export interface Annotation {
  /** The external name: `jakarta.ws.rs.Path`. */
  readonly path: string;
  readonly file: number;
  /** The number of its call; −1 for a bare name. */
  readonly call: number;
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
    const call = value.form === 'call' ? value.call : -1;
    const named = call < 0 ? value : values.call(file, call)?.callee;
    return values
      .of(file, named)
      .flatMap((one) => (one.form === 'external' ? [{ path: one.path, file, call }] : []));
  });
}

/** Returns the texts that an annotation is given: its first argument, or one by any of the names. */
export function annotationTexts(
  values: Values,
  { file, call }: Pick<Annotation, 'file' | 'call'>,
  names: readonly string[],
): readonly string[] {
  const own = values.call(file, call);
  const given = own?.named.filter(([name]) => names.includes(name)).map(([, one]) => one) ?? [];
  return [...(own?.args.slice(0, 1) ?? []), ...given].flatMap((one) => values.pathTexts(file, one));
}

/** Adds an entry point, by default a route, that the annotated method handles. */
export function addAnnotated(
  { values, file, decoration, framework }: DecorationContext,
  effects: Effects,
  { type = 'http', path, methods, isScoped = false }: AnnotatedEntry,
): void {
  const node = values.declarationAt(file, decoration.name, decoration.start);
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
}
