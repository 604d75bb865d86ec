/** How a language writes the parameters of a declaration. */

export interface Parameter {
  readonly name: string;
  readonly isRequired: boolean;
}

export type ParameterPart =
  | (Parameter & { readonly isRest?: boolean; readonly isAnyName?: boolean })
  /** `self`: what the function is called on. */
  | 'receiver'
  /** Parameters that follow are given by name only. */
  | 'onlyNamed'
  | 'nothing';

export interface ParameterRules {
  /** A pattern of what stands before the name of a declared function. */
  readonly before: string;
  /** Type parameters may stand in square brackets. */
  readonly hasSquareTypeParameters: boolean;
  /** Reads one part of the list, trimmed. */
  readonly read: (part: string) => ParameterPart;
  /**
   * What a method is called on, by the text before it; undefined when something may have made another
   * function of it. Where the language has none, every parameter is one of the caller's.
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
