/** How a language writes the parameters of a declaration. */

export interface Parameter {
  readonly name: string;
  readonly isRequired: boolean;
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
