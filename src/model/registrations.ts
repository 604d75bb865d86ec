/**
 * The registrations of a file with frameworks, as they are written: the calls, decorators and annotations
 * that may declare an entry point, and the values that they use. Names are not resolved here, and
 * nothing names a framework; `src/entrypoints` does both once all files are known.
 */

/** A value as written. Indexes refer to the lists of the same {@link Registrations}. */
export type Written =
  | { readonly form: 'text'; readonly text: string }
  /** Texts and values joined: a template, or a sum. */
  | { readonly form: 'joined'; readonly parts: readonly Written[] }
  /** A name, as seen at an offset inside a function; −1 is the file. */
  | { readonly form: 'name'; readonly name: string; readonly scope: number; readonly at: number }
  /** A member; `key` is the value that names it if it is computed: `app[method]`. */
  | {
      readonly form: 'member';
      readonly object: Written;
      readonly name: string;
      readonly key?: Written;
    }
  | { readonly form: 'call'; readonly call: number }
  | { readonly form: 'object'; readonly entries: readonly (readonly [string, Written])[] }
  | { readonly form: 'list'; readonly items: readonly Written[] }
  | { readonly form: 'function'; readonly index: number }
  | { readonly form: 'unknown' };

export const UNKNOWN: Written = { form: 'unknown' };

export interface WrittenParameter {
  readonly name: string;
  /** The annotated type. */
  readonly type?: Written;
  /** Whether it takes all further arguments as a list. */
  readonly isRest?: boolean;
}

/** A function, or the body of a loop, which is one that is called for each item. */
export interface WrittenFunction {
  /** The function around it; −1 for none. */
  readonly parent: number;
  /** The declared name; empty for an anonymous function. */
  readonly name: string;
  /** The class that the function is a member of; empty for none. */
  readonly owner: string;
  readonly parameters: readonly WrittenParameter[];
  /** The receiver, for members that name it; the first parameter of a Python method. */
  readonly receiver?: string;
  /** Whether it is called like a method of its first parameter. */
  readonly isExtension?: boolean;
  readonly returns: readonly Written[];
  /** The list of a loop; its parameters are the item and the key. */
  readonly over?: Written;
  readonly start: number;
  readonly line: number;
  readonly endLine: number;
}

/** A value given to a variable; `scope` is the function that declares it. */
export interface WrittenVariable {
  readonly scope: number;
  readonly name: string;
  readonly at: number;
  /** End of the branch that gives the value: a use behind it may see another value. */
  readonly until?: number;
  readonly value: Written;
  /** The annotated type. */
  readonly type?: Written;
}

/** A value given to a field, or the field's type. */
export interface WrittenField {
  /** The class; empty if only the field's name is known. */
  readonly owner: string;
  readonly name: string;
  readonly value: Written;
  readonly type?: Written;
}

export interface WrittenCall {
  readonly callee: Written;
  readonly args: readonly Written[];
  /** Arguments passed by name. */
  readonly named: readonly (readonly [string, Written])[];
  /** The function around the call; −1 for none. */
  readonly scope: number;
  readonly line: number;
  readonly endLine: number;
}

export interface WrittenImport {
  readonly local: string;
  readonly specifier: string;
  /** The exported name; `*` is the module itself, `=` its CommonJS value. */
  readonly name: string;
}

/** A decorator, annotation or attribute. */
export interface Decoration {
  /** A call, or the bare name. */
  readonly value: Written;
  /** Name and offset of the declaration below it. */
  readonly name: string;
  readonly start: number;
  /** The class that the declaration is a member of; empty for none. */
  readonly owner: string;
  readonly isClass: boolean;
  readonly line: number;
}

export interface WrittenClass {
  readonly name: string;
  readonly start: number;
  readonly bases: readonly Written[];
}

export interface Registrations {
  /** Whether there are only values that other files may use: nothing here registers anything. */
  readonly isPassive?: boolean;
  readonly functions: readonly WrittenFunction[];
  readonly variables: readonly WrittenVariable[];
  readonly fields: readonly WrittenField[];
  readonly calls: readonly WrittenCall[];
  readonly imports: readonly WrittenImport[];
  readonly decorations: readonly Decoration[];
  readonly classes: readonly WrittenClass[];
}
