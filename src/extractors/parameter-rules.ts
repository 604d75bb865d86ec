/** How a language writes the parameters of a declaration. */

export interface Parameter {
  readonly name: string;
  readonly isRequired: boolean;
  /** The type as written; absent if there is none, or if the language does not tell it apart. */
  readonly type?: string;
}

/** Whether the values of one type can be given where another is expected: all, none or some of them. */
export type Fit = 'yes' | 'no' | 'partly' | 'unclear';

/** Compares types as they are written. */
export interface WrittenTypes {
  readonly fit: (from: string, to: string) => Fit;
  /** Returns the type of an argument that shows it by itself, such as a literal. */
  readonly ofArgument: (argument: string) => string | undefined;
  /** Returns the written type of what a declaration yields, from its text without parameters. */
  readonly ofResult: (text: string) => string | undefined;
}

export type ParameterPart =
  | (Parameter & { readonly isRest?: boolean; readonly isAnyName?: boolean })
  /** `self`: the object on which the function is called. */
  | 'receiver'
  /** Parameters that follow are given by name only. */
  | 'onlyNamed'
  | 'nothing';

export interface ParameterRules {
  /** A pattern of the text before the name of a declared function. */
  readonly before: string;
  /** Whether type parameters may be in square brackets. */
  readonly hasSquareTypeParameters: boolean;
  /** Reads one part of the list, trimmed. */
  readonly read: (part: string) => ParameterPart;
  /** Without it, types are not compared. */
  readonly types?: WrittenTypes;
  /**
   * Returns how a method is called, from the text before it. Undefined if a decorator may have replaced
   * it. Without this function, callers pass every parameter.
   */
  readonly methodKind?: (text: string) => 'instance' | 'static' | 'class' | undefined;
}

/** Not part of a longer name. */
export const AT_NAME = '(?<![\\w$.])';

export function plainParameter(part: string): Parameter {
  return { name: /\w+/.exec(part)?.[0] ?? '', isRequired: true };
}

/** Parameters are all required, but for a last one that takes any number: `...`. */
export function plainOrRest(part: string): ParameterPart {
  return { ...plainParameter(part), isRest: part.includes('...') };
}
