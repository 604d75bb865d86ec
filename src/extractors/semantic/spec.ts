/**
 * What the typed extractor is told of a grammar, beyond its structure: where names live, what an
 * expression is made of, what a type is spelled like. A language with full support is such a table, the
 * structure table it extends, and a module resolver.
 */
import type {
  ExpressionId,
  Heritage,
  ImportForm,
  Parameter,
  ReferenceForm,
  TypeParameter,
} from '../../model/facts.ts';
import type { DocSyntax } from '../lowering/doc-names.ts';
import type { Syntax } from '../lowering/syntax.ts';
import type { StructureSpec } from '../outline/spec.ts';
import type { Range } from '../preprocessor/left-out.ts';
import type { Lowering } from './lowering.ts';

/** A name that is no symbol: a parameter, a variable of a function, what a pattern binds. */
export interface Local {
  readonly name: Syntax;
  /** What it is called, where that is not the text of `name`: Kotlin's `it`. */
  readonly text?: string;
  /** Where it lives, where that is not the scope around. */
  readonly scope?: Syntax;
  /** Whether it only says what a name of that text is here: `if (x is Y)`. */
  readonly narrows?: boolean;
  /** What it holds; asked for once, when something needs it. */
  readonly value: () => ExpressionId;
  /**
   * Where it begins to be seen, in languages where a later local of a scope hides an earlier one of its
   * name; without this it is seen in the whole scope, and the first of a name stands for all.
   */
  readonly from?: number;
}

/** What an import makes known in its file. */
export interface TypedImport {
  readonly specifier: string;
  readonly form: ImportForm;
  /** The imported names, for people; `*` for all. */
  readonly names: readonly string[];
  readonly bindings?: readonly BoundName[];
  /** Names bound to what an expression finds, in the scope that the import stands in. */
  readonly bound?: readonly BoundExpression[];
  /** A module, by specifier, all of whose exports are exported from here. */
  readonly passedOn?: string;
}

/** `*` is every member of what the expression finds. */
interface BoundExpression {
  readonly local: string;
  readonly expression: ExpressionId;
}

interface BoundName {
  readonly local: string;
  /** The exported name; `*` is the module itself. */
  readonly name: string;
  /** Members followed from there: `import static a.B.c` binds `c` to the member c of B. */
  readonly path?: readonly string[];
}

/** What a declaration says of its own type. What is left out is not known. */
export interface ShapeFacts {
  readonly type?: ExpressionId;
  readonly value?: ExpressionId;
  readonly returns?: ExpressionId;
  readonly parameters?: readonly Parameter[];
  readonly receiver?: ExpressionId;
  /** Whether it belongs to its receiver although it stands in another type: a C# extension method. */
  readonly isExtension?: boolean;
  /** Whether it is a member of its type itself, where no word in its head says so. */
  readonly isStatic?: boolean;
}

export interface Reference {
  readonly form: ReferenceForm;
  readonly expression: ExpressionId;
  /** The node that names it, which is no use beside. */
  readonly spends?: Syntax;
}

/** A type that is said to be based on another apart from its declaration: `impl Trait for Type`. */
interface Conformance {
  readonly type: Syntax;
  readonly base: Syntax;
  readonly form: Heritage['form'];
}

export interface BaseClause {
  readonly clause: Syntax;
  readonly form: Heritage['form'];
}

type Table<Value> = Readonly<Record<string, (node: Syntax, lowering: Lowering) => Value>>;

export interface TypedSpec extends Omit<StructureSpec, 'imports'> {
  /** Nodes that names live in; a local belongs to the nearest one around it. */
  readonly scopes: ReadonlySet<string>;
  /** The locals that a node introduces, by node type. */
  readonly locals: Table<readonly Local[]>;
  /**
   * Whether methods and variables of one name live side by side, as in Java; then a method is looked up
   * as `name()`, see {@link Program}. `members`: of objects alone; bare names are of functions.
   */
  readonly separateMethods?: 'only' | 'preferred' | 'members';
  /** Nodes that are a name used as a value. */
  readonly valueNames: ReadonlySet<string>;
  /** Nodes whose own names are labels or definitions: type parameters, keys, break targets. */
  readonly labels?: ReadonlySet<string>;
  /** Whether a name is a label or a definition by where it stands. */
  readonly isLabel?: (node: Syntax, lowering: Lowering) => boolean;
  /** Names that the language itself gives; bound nowhere, they refer to nothing of a project. */
  readonly globals?: ReadonlySet<string>;
  /** Whether a value name stands where a type is spelled, in grammars that call both alike. */
  readonly isTypeName?: (node: Syntax) => boolean;
  /** Nodes that are a member of something: `a.b`. */
  readonly members?: ReadonlySet<string>;
  /** Nodes that are a name used as a type, qualified ones included. */
  readonly typeNames: ReadonlySet<string>;
  /** What an expression is; nodes of other types are unknown. Names and calls are known without this. */
  readonly expressions: Table<ExpressionId>;
  /** What a type is; nodes of other types are unknown. Names are known without this. */
  readonly types: Table<ExpressionId>;
  /** By the type of the declaring node; `index` is the position among the names that it declares. */
  readonly shapes: Readonly<
    Record<string, (node: Syntax, lowering: Lowering, index: number) => ShapeFacts>
  >;
  /** The type whose instance `this` is inside a node that declares no type: `impl`, an anonymous class. */
  readonly selfTypes?: Readonly<Record<string, (node: Syntax) => Syntax | undefined>>;
  /** Whether a call by a bare name may mean a member; where not, what lies further out is asked. */
  readonly takes?: (call: Syntax, member: number, lowering: Lowering) => boolean;
  /** Names that nodes bring with them: `Self` and the type parameters of an `impl`. */
  readonly namesIn?: Readonly<
    Record<string, (node: Syntax, name: string, lowering: Lowering) => ExpressionId | undefined>
  >;
  /** What a qualified name of a type names, where that is not its names from left to right. */
  readonly entities?: Table<ExpressionId>;
  readonly conformances?: Readonly<Record<string, (node: Syntax) => Conformance | undefined>>;
  /** What stands between a namespace and a member, where others may name it by both across files. */
  readonly namespaceSeparator?: string;
  /** Whether members of a namespace are named through it alone. */
  readonly closedNamespaces?: boolean;
  /** What `this` is inside a node, and whose members bare names are: a lambda with a receiver. */
  readonly receivers?: Table<ExpressionId>;
  /** Nodes that declare an object whose members are a type's: a companion; −1: none. */
  readonly companions?: Table<number>;
  /** What the name of an extension is exported with, where extensions stand in types and are found by name. */
  readonly extensionMarker?: string;
  /** Whether an extension of a type that is not of the project is found by its name alone. */
  readonly extensionsByName?: boolean;
  /** Bases that no clause of the table `heritage` holds. */
  readonly bases?: (node: Syntax, lowering: Lowering) => readonly BaseClause[];
  readonly typeParameters?: (node: Syntax, lowering: Lowering) => readonly TypeParameter[];
  /** Uses that are neither names, calls nor types: annotations, method references. */
  readonly references?: Table<Reference | undefined>;
  /** The arguments of a call. */
  readonly callArguments: (node: Syntax) => readonly Syntax[];
  readonly typeArguments?: (node: Syntax) => readonly Syntax[];
  readonly typedImports: Table<readonly TypedImport[]>;
  /** The packages that the file says it is part of. */
  readonly packages?: (root: Syntax, lowering: Lowering) => readonly string[];
  /** What the file exports, where that is not what stands at its level. */
  readonly exports?: (root: Syntax, lowering: Lowering) => void;
  /** How doc comments name things. */
  readonly docs?: {
    readonly syntax: DocSyntax;
    /** Where a name begins, and how many of its parts that is, where it is no name in scope. */
    readonly start?: (
      names: readonly string[],
      node: Syntax,
      lowering: Lowering,
    ) => { readonly owners: readonly ExpressionId[]; readonly count: number } | undefined;
  };
  /** Parts of a text that are certainly not compiled: what stands there gives way to others of its name. */
  readonly leftOut?: (text: string) => readonly Range[];
  /** Modules whose exports are visible without being imported, by specifier. */
  readonly implicitModules?: (packages: readonly string[]) => readonly string[];
}
