/**
 * Describes a grammar to the semantic extractor, beyond its structure: the scopes of names, the
 * parts of expressions, and how types are written. A language with full support consists of this
 * table, the structure table it extends, and a module resolver.
 */
import type {
  ExpressionId,
  Heritage,
  ImportForm,
  Parameter,
  ReferenceForm,
  TypeParameter,
} from '../../model/facts.ts';
import type { MethodSetFacts } from '../../model/method-sets.ts';
import type { DocSyntax } from '../lowering/doc-names.ts';
import type { Syntax } from '../lowering/syntax.ts';
import type { StructureSpec } from '../outline/spec.ts';
import type { Range } from '../preprocessor/left-out.ts';
import type { Lowering } from './lowering.ts';

/** A name that is not a symbol: a parameter, a local variable, a pattern binding. */
export interface Local {
  readonly name: Syntax;
  /** The name, if it is not the text of `name`, e.g. Kotlin's `it`. */
  readonly text?: string;
  /** The scope it belongs to, if that is not the enclosing one. */
  readonly scope?: Syntax;
  /** Whether it only narrows the type of an existing name: `if (x is Y)`. */
  readonly narrows?: boolean;
  /** Returns its value; called once, when the value is first needed. */
  readonly value: () => ExpressionId;
  /**
   * Offset from which it is visible, in languages where a later local hides an earlier one of its
   * name. If not set, it is visible in the whole scope and the first local of a name is used for
   * all.
   */
  readonly from?: number;
}

/** The names that an import introduces into its file. */
export interface TypedImport {
  readonly specifier: string;
  readonly form: ImportForm;
  /** The imported names as shown to readers; `*` for all. */
  readonly names: readonly string[];
  readonly bindings?: readonly BoundName[];
  /** Names bound to the result of an expression, in the scope that contains the import. */
  readonly bound?: readonly BoundExpression[];
  /** Specifier of a module whose exports are all exported again from this file. */
  readonly passedOn?: string;
  /** A type that the file announces, and whose declaration the module may have. */
  readonly announces?: string;
}

/** A name bound to an expression; `*` binds every member of the result. */
interface BoundExpression {
  readonly local: string;
  readonly expression: ExpressionId;
}

interface BoundName {
  readonly local: string;
  /** The exported name; `*` stands for the module itself. */
  readonly name: string;
  /** Members to follow from there: `import static a.B.c` binds `c` to the member c of B. */
  readonly path?: readonly string[];
}

/** The types that a declaration states for itself; missing parts are not known. */
export interface ShapeFacts {
  readonly type?: ExpressionId;
  readonly value?: ExpressionId;
  readonly returns?: ExpressionId;
  readonly parameters?: readonly Parameter[];
  readonly receiver?: ExpressionId;
  /**
   * Whether it belongs to its receiver although it is written inside another type, such as a C#
   * extension method.
   */
  readonly isExtension?: boolean;
  /** Whether it is a member of the type itself although no modifier says so. */
  readonly isStatic?: boolean;
}

export interface Reference {
  readonly form: ReferenceForm;
  readonly expression: ExpressionId;
  /** The node that names it, which is not counted as a further use. */
  readonly spends?: Syntax;
}

/** A base that is declared apart from the type: `impl Trait for Type`. */
interface Conformance {
  readonly type: Syntax;
  readonly base: Syntax;
  readonly form: Heritage['form'];
}

export interface BaseClause {
  readonly clause: Syntax;
  readonly form: Heritage['form'];
  /**
   * Whether the members of the base are members of the type itself, not of its instances. With the
   * form `mixin`, they are members of the types that have this one as a base.
   */
  readonly isStatic?: boolean;
}

type Table<Value> = Readonly<Record<string, (node: Syntax, lowering: Lowering) => Value>>;

export interface TypedSpec extends Omit<StructureSpec, 'imports'> {
  /** Node types that form scopes; a local belongs to the nearest one around it. */
  readonly scopes: ReadonlySet<string>;
  /** The locals that a node introduces, by node type. */
  readonly locals: Table<readonly Local[]>;
  /**
   * Whether methods and variables may share a name, as in Java. Methods are then looked up as
   * `name()`, see {@link Program}. With `members` this applies to members of objects only; bare
   * names refer to functions.
   */
  readonly separateMethods?: 'only' | 'preferred' | 'members';
  /**
   * Whether a call with another number of arguments than a method has parameters is a call of
   * another method. A class may then inherit overloads of a method that it declares.
   */
  readonly overloadsByCount?: boolean;
  /** Node types of names used as values. */
  readonly valueNames: ReadonlySet<string>;
  /**
   * Node types whose direct names are labels or definitions: type parameters, keys, break targets.
   */
  readonly labels?: ReadonlySet<string>;
  /** Whether a name is a label or a definition because of its position. */
  readonly isLabel?: (node: Syntax, lowering: Lowering) => boolean;
  /**
   * Names that the language itself provides. Where nothing binds them, they refer to nothing in a
   * project.
   */
  readonly globals?: ReadonlySet<string>;
  /** Whether a value name is used as a type, in grammars that use one node type for both. */
  readonly isTypeName?: (node: Syntax) => boolean;
  /** Node types of member accesses: `a.b`. */
  readonly members?: ReadonlySet<string>;
  /** Node types of names used as types, including qualified ones. */
  readonly typeNames: ReadonlySet<string>;
  /** Lowers expressions, by node type; other nodes are unknown. Names and calls need no entry. */
  readonly expressions: Table<ExpressionId>;
  /** Lowers types, by node type; other nodes are unknown. Names need no entry. */
  readonly types: Table<ExpressionId>;
  /**
   * Reads shapes, by the type of the declaring node; `index` is the position among the names that
   * the node declares.
   */
  readonly shapes: Readonly<
    Record<string, (node: Syntax, lowering: Lowering, index: number) => ShapeFacts>
  >;
  /**
   * Returns the type of `this` inside a node that declares no type, such as an `impl` or an
   * anonymous class.
   */
  readonly selfTypes?: Readonly<Record<string, (node: Syntax) => Syntax | undefined>>;
  /** Whether a call by a bare name may refer to a member; if not, outer scopes are searched. */
  readonly takes?: (call: Syntax, member: number, lowering: Lowering) => boolean;
  /** Names that a node introduces: `Self` and the type parameters of an `impl`. */
  readonly namesIn?: Readonly<
    Record<string, (node: Syntax, name: string, lowering: Lowering) => ExpressionId | undefined>
  >;
  /** Resolves a qualified type name, if its parts are not resolved from left to right. */
  readonly entities?: Table<ExpressionId>;
  /** Returns the bases of a class without a name. */
  readonly anonymousBases?: Readonly<Record<string, (node: Syntax) => readonly BaseClause[]>>;
  readonly conformances?: Readonly<Record<string, (node: Syntax) => Conformance | undefined>>;
  /**
   * Separator between a namespace and its member, if other files may refer to the member by both
   * names.
   */
  readonly namespaceSeparator?: string;
  /** Whether members of a namespace can be named only through it. */
  readonly closedNamespaces?: boolean;
  /**
   * Returns `this` inside a node whose bare names may refer to its members, such as a lambda with a
   * receiver.
   */
  readonly receivers?: Table<ExpressionId>;
  /**
   * Returns the declaration of a companion, an object whose members belong to the type around it;
   * −1 if there is none.
   */
  readonly companions?: Table<number>;
  /**
   * Prefix of an extension's exported name, in languages where extensions are written inside types
   * and found by name.
   */
  readonly extensionMarker?: string;
  /** Returns the list that the file exports as {@link SCOPED_INTERFACES}, or an unknown expression. */
  readonly scopedInterfaces?: (lowering: Lowering) => ExpressionId;
  /** Whether an extension of a type outside the project can be found by its name alone. */
  readonly extensionsByName?: boolean;
  /** Bases that are not in a clause of the table `heritage`. */
  readonly bases?: (node: Syntax, lowering: Lowering) => readonly BaseClause[];
  readonly typeParameters?: (node: Syntax, lowering: Lowering) => readonly TypeParameter[];
  /** Uses that are not names, calls or types: annotations, method references. */
  readonly references?: Table<Reference | undefined>;
  readonly callArguments: (node: Syntax) => readonly Syntax[];
  readonly typeArguments?: (node: Syntax) => readonly Syntax[];
  readonly typedImports: Table<readonly TypedImport[]>;
  /** The packages that the file declares. */
  readonly packages?: (root: Syntax, lowering: Lowering) => readonly string[];
  /** Adds the file's exports, if they differ from its file-level declarations. */
  readonly exports?: (root: Syntax, lowering: Lowering) => void;
  /** The syntax of names in doc comments. */
  readonly docs?: {
    readonly syntax: DocSyntax;
    /**
     * Returns the starting points of a name and how many of its parts they cover, if it does not
     * start with a name in scope.
     */
    readonly start?: (
      names: readonly string[],
      node: Syntax,
      lowering: Lowering,
    ) => { readonly owners: readonly ExpressionId[]; readonly count: number } | undefined;
  };
  /**
   * Returns the parts of a text that are certainly not compiled. Declarations in them are hidden by
   * others of the same name.
   */
  readonly leftOut?: (text: string) => readonly Range[];
  /** Reads the method sets, in languages whose types satisfy interfaces without naming them. */
  readonly methodSets?: (root: Syntax, lowering: Lowering) => MethodSetFacts | undefined;
  /** Specifiers of modules whose exports are visible without an import. */
  readonly implicitModules?: (packages: readonly string[]) => readonly string[];
}
