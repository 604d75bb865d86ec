/**
 * Describes a grammar to the structure extractor: which nodes declare, call and import. A language
 * with structure support consists of this table only.
 */
import type { Heritage, ReferenceForm } from '../../model/facts.ts';
import type { SymbolKind, Visibility } from '../../model/symbol.ts';
import type { FileDraft } from '../lowering/file-draft.ts';
import type { Syntax } from '../lowering/syntax.ts';

/** The context of a node. */
interface Surroundings {
  readonly draft: FileDraft;
  /** Kind of the enclosing declaration; undefined at file level. */
  readonly outer: SymbolKind | undefined;
}

/** A name as written in the text; `text` is set if the symbol has a different name. */
export interface DeclaredName {
  readonly node: Syntax;
  readonly text?: string;
  /**
   * Whether the name refers to another declaration and this one is a special case of it. For a
   * template specialization the name refers to the template.
   */
  readonly isCase?: boolean;
}

export interface DeclarationRule {
  /** Undefined if the node declares nothing; its children are still read. */
  readonly kind:
    | SymbolKind
    | ((node: Syntax, surroundings: Surroundings) => SymbolKind | undefined);
  /** All names that the node declares. Defaults to its fields `name`. */
  readonly names?: (node: Syntax, draft: FileDraft) => readonly DeclaredName[];
  /**
   * Whether it is a member of the type that its function belongs to, such as a constructor
   * parameter that declares a field.
   */
  readonly isLifted?: boolean;
  /** The body, where the signature ends. Defaults to the field `body`. */
  readonly body?: (node: Syntax) => Syntax | undefined;
  /**
   * Name of the type that it is a member of although it is written outside it, e.g. a Go receiver's
   * type.
   */
  readonly owner?: (node: Syntax, draft: FileDraft) => string | undefined;
  /** The whole declaration, if the node is only its last part: `final int a = 1` for `a = 1`. */
  readonly whole?: (node: Syntax) => Syntax;
  /** The last node of the declaration, if it does not end with this node. */
  readonly last?: (node: Syntax, draft: FileDraft) => Syntax | undefined;
  /** Documentation that is not in comments above it. */
  readonly doc?: (node: Syntax, draft: FileDraft) => string | undefined;
}

/** A block that adds members to a type: Rust's `impl`, Swift's `extension`. */
interface ExtensionRule {
  readonly type: (node: Syntax, draft: FileDraft) => string | undefined;
}

export interface CallRule {
  /** The expression being called. */
  readonly callee: (node: Syntax, draft: FileDraft) => Syntax | undefined;
  /** The receiver, if it is not part of the callee. */
  readonly receiver?: (node: Syntax) => Syntax | undefined;
  readonly form?: ReferenceForm;
}

export interface Imported {
  readonly specifier: string;
  readonly names?: readonly string[];
}

export interface Access {
  readonly visibility: Visibility;
  readonly exported: boolean;
}

export interface StructureSpec {
  /** Declaration rules by node type. */
  readonly declarations: Readonly<Record<string, DeclarationRule>>;
  readonly extensions?: Readonly<Record<string, ExtensionRule>>;
  readonly calls?: Readonly<Record<string, CallRule>>;
  readonly imports?: Readonly<
    Record<string, (node: Syntax, draft: FileDraft) => readonly Imported[]>
  >;
  /**
   * Unnamed nodes with variables of their own, such as a function passed as an argument or `let …
   * in`.
   */
  readonly closures?: readonly string[];
  /** The modules that the file declares, in languages where imports are resolved by those names. */
  readonly modules?: (draft: FileDraft) => readonly string[];
  /**
   * The sibling node that declares what this node continues, such as the head for a separate body.
   */
  readonly continued?: (node: Syntax, draft: FileDraft) => Syntax | undefined;
  /** The clauses of a declaration that name its bases, by node type. */
  readonly heritage?: Readonly<Record<string, Heritage['form']>>;
  /**
   * Nodes before a declaration that are part of it, and nodes inside it that are left out of its
   * signature.
   */
  readonly annotations?: readonly string[];
  /** Nodes that enclose a declaration and are part of it, such as C++'s `template <…>`. */
  readonly wrappers?: readonly string[];
  readonly comments?: readonly string[];
  /** Kinds that a bare name may call, other than types. */
  readonly callable?: RegExp;
  /** Whether a declaration is visible inside itself; not so in OCaml's plain `let`. */
  readonly isRecursive?: (declaration: number, draft: FileDraft) => boolean;
  /** Whether methods can call each other by bare names. */
  readonly implicitSelf?: boolean;
  /** Names of the receiver inside a method, such as `this`. */
  readonly self?: readonly string[];
  /**
   * Determines the visibility; `words` are those before the name: modifiers, keywords and types.
   */
  readonly access?: (
    name: string,
    words: ReadonlySet<string>,
    outer: SymbolKind | undefined,
  ) => Access;
}
