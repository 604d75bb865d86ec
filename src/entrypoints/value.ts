import type { Written } from '../model/registrations.ts';

/** Maximum number of alternatives of one value. */
export const ALTERNATIVES_MAX = 8;

/** One of the things that a written value can stand for. */
export type Value =
  | { readonly form: 'text'; readonly text: string }
  /** Something of another package: `express.Router`, `fastapi.FastAPI`. A call adds `()`. */
  | { readonly form: 'external'; readonly path: string }
  /** A router, application, command or the like, which a framework makes. */
  | { readonly form: 'object'; readonly object: FrameworkObject }
  /** A method of such an object. */
  | { readonly form: 'bound'; readonly object: FrameworkObject; readonly method: string }
  /** A function of the project, by its number in the registrations of a file. */
  | { readonly form: 'function'; readonly file: number; readonly index: number }
  /** A symbol of the project. */
  | { readonly form: 'symbol'; readonly node: number }
  /** An instance of a class of the project. */
  | { readonly form: 'instance'; readonly node: number }
  /** A module of the project. */
  | { readonly form: 'module'; readonly files: readonly number[] }
  /** A list, an object or a template with parts that are not known. */
  | { readonly form: 'written'; readonly file: number; readonly written: Written };

export const NONE: readonly Value[] = [];

/** An object that entry points are registered on. */
export interface FrameworkObject {
  /** Identifies the place that makes it. */
  readonly key: string;
  readonly framework: string;
  /** The class, as the framework's rules name it: `Router`. */
  readonly kind: string;
  /** The object that it belongs to, if that is known when it is made, and the path in between. */
  readonly parent?: FrameworkObject;
  readonly prefix: readonly string[];
  readonly middleware: readonly string[];
  /** Whether it is the application itself, or reached from outside without being mounted. */
  readonly isRoot: boolean;
  /** Whether its origin is only known by its type. */
  readonly isInferred: boolean;
  readonly file: number;
  /** The call that makes it; −1 if there is none. */
  readonly call: number;
  /** The struct of the project that embeds the parent and has methods of its own. */
  readonly wrapper?: number;
}

/** Whether a value is an object of a framework, whose prefix may depend on parameters. */
export function hasObject(value: Value): value is Value & { readonly form: 'object' | 'bound' } {
  return value.form === 'object' || value.form === 'bound';
}

/** Whether nothing but results of functions of other packages is known, so that a type says more. */
export function areUnknownResults(found: readonly Value[]): boolean {
  return found.every((one) => one.form === 'external' && one.path.endsWith('()'));
}

/** Matches the constants of libraries that name a method: `http.MethodPost`, `RequestMethod.PUT`. */
const METHOD_CONSTANT =
  /\b(?:Methods?(?:\.|::)?|METHOD_|HttpMethods?\.|RequestMethod\.)(get|post|put|patch|delete|head|options)$/i;

export function textOf(value: Value): string | undefined {
  if (value.form === 'external') return METHOD_CONSTANT.exec(value.path)?.[1]?.toUpperCase();
  return value.form === 'text' ? value.text : undefined;
}

/** Drops repeated alternatives, and all beyond the maximum. */
export function distinct(values: readonly Value[]): readonly Value[] {
  if (values.length < 2) return values;
  const seen = new Map<unknown, Value>();
  for (const value of values) seen.set(keyOf(value), value);
  return [...seen.values()].slice(0, ALTERNATIVES_MAX);
}

function keyOf(value: Value): unknown {
  switch (value.form) {
    case 'text':
      return `t${value.text}`;
    case 'external':
      return `e${value.path}`;
    case 'object':
      return `o${value.object.key}`;
    case 'bound':
      return `b${value.object.key} ${value.method}`;
    case 'function':
      return `f${value.file} ${value.index}`;
    case 'symbol':
      return `s${value.node}`;
    case 'instance':
      return `i${value.node}`;
    case 'module':
      return `m${value.files.join()}`;
    case 'written':
      return value.written;
  }
}

/** Returns the text that a signature ends with. Backslashes are literal in a raw text. */
export function textAtEnd(signature: string): string | undefined {
  const raw = /=\s*r(['"])((?:(?!\1).)*)\1$/.exec(signature);
  const plain = /[=:]\s*(?:[a-z]+)?(['"`])((?:(?!\1)[^$\\])*)\1\s*(?:as const)?[;,]?$/.exec(
    signature,
  );
  return (raw ?? plain)?.[2];
}
