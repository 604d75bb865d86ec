/** The types that a declaration's signature names, read from its text. */

export interface SignatureTypes {
  /** Name of the type that a call gives; `place` counts its results where there are several. */
  readonly result: (signature: string, name: string, place: number) => string | undefined;
  /** Name of the type that a variable or member is declared with. */
  readonly value: (signature: string, name: string) => string | undefined;
}

/** Matches type arguments, which may have type arguments themselves. */
const ARGUMENTS = '(?:<(?:[^<>]|<[^<>]*>)*>)?';
const RESULT =
  /\)\s*(?::|->|=>)?\s*(?:Promise<|Result<|Option<)?[*&]?(?:\w+(?:\.|::))*([A-Z]\w*|this)[^()]*$/;
const VALUE = /^[^=(]*:\s*([A-Z]\w*)\s*(?:=|;|$)/;

/** `make(): Cart`, `fn make() -> Cart`; `cart: Cart`. */
export const TYPES_AFTER_NAMES: SignatureTypes = {
  result: (signature) => RESULT.exec(signature)?.[1],
  value: (signature) => VALUE.exec(signature)?.[1],
};

/** `Cart make()`; `Cart cart`. */
export const TYPES_BEFORE_NAMES: SignatureTypes = { result: typeBefore, value: typeBefore };

function typeBefore(signature: string, name: string): string | undefined {
  const before = `([A-Za-z_]\\w*)${ARGUMENTS}[?&*]*\\s+[&*]?(?:\\w+::)*${name.replaceAll('$', '\\$')}`;
  return new RegExp(`${before}\\s*${ARGUMENTS}\\s*(?:[({;=]|$)`).exec(signature)?.[1];
}
