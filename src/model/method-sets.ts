/**
 * Facts for languages in which a type satisfies each interface whose methods it has. Types are
 * written as text that names each type as `"module".Name`; the file's own package is `""`.
 */
export interface MethodSetFacts {
  /** Name of the package that the file declares itself part of. */
  readonly package: string;
  readonly types: readonly MethodSetType[];
  readonly methods: readonly MethodFact[];
}

export interface MethodSetType {
  readonly name: string;
  /**
   * A constraint is an interface that no method set satisfies. A defined type has the fields of
   * another type, an alias is another name.
   */
  readonly form: 'interface' | 'constraint' | 'struct' | 'defined' | 'alias';
  /** The embedded types, or the type that it is defined by. */
  readonly parts: readonly string[];
  /** Names of the fields of a struct, which hide promoted methods. */
  readonly fields: readonly string[];
}

/** A method of a type or of an interface. */
export interface MethodFact {
  readonly owner: string;
  readonly name: string;
  /** Types of its parameters and results. `$0` is the owner's first type parameter. */
  readonly type: string;
}
