/**
 * What the structure extractor is told of a grammar: which nodes declare, call and import. A language
 * with structure support is such a table and nothing else.
 */
import type { Heritage, ReferenceForm } from '../../model/facts.ts';
import type { SymbolKind, Visibility } from '../../model/symbol.ts';
import type { FileDraft } from '../lowering/file-draft.ts';
import type { Syntax } from '../lowering/syntax.ts';

/** Where a node stands. */
interface Surroundings {
  readonly draft: FileDraft;
  /** Kind of the declaration it stands in; undefined at the file's level. */
  readonly outer: SymbolKind | undefined;
}

/** A name as it stands in the text; `text` where the symbol is called otherwise. */
export interface DeclaredName {
  readonly node: Syntax;
  readonly text?: string;
  /** Whether the name means another declaration, which this is a case of: a specialization's template. */
  readonly isCase?: boolean;
}

export interface DeclarationRule {
  /** Undefined: this node declares nothing; what is in it is read all the same. */
  readonly kind:
    | SymbolKind
    | ((node: Syntax, surroundings: Surroundings) => SymbolKind | undefined);
  /** Every name that the node declares; without this, its fields `name`. */
  readonly names?: (node: Syntax, draft: FileDraft) => readonly DeclaredName[];
  /** Whether it belongs to what its function is a member of: a constructor's parameter that is a field. */
  readonly isLifted?: boolean;
  /** Where the signature ends; without this, its field `body`. */
  readonly body?: (node: Syntax) => Syntax | undefined;
  /** Name of the type it is a member of although it stands elsewhere, e.g. a Go receiver's. */
  readonly owner?: (node: Syntax, draft: FileDraft) => string | undefined;
  /** What is declared, where the node is only its last part: `final int a = 1` of `a = 1`. */
  readonly whole?: (node: Syntax) => Syntax;
  /** Where the declaration ends when that is not the node's end. */
  readonly last?: (node: Syntax, draft: FileDraft) => Syntax | undefined;
  /** Documentation that does not stand above it. */
  readonly doc?: (node: Syntax, draft: FileDraft) => string | undefined;
}

/** A block that adds members to a type: Rust's `impl`, Swift's `extension`. */
interface ExtensionRule {
  readonly type: (node: Syntax, draft: FileDraft) => string | undefined;
}

export interface CallRule {
  /** The expression that is called. */
  readonly callee: (node: Syntax, draft: FileDraft) => Syntax | undefined;
  /** What the callee is a member of, where that is not part of it. */
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
  /** By node type. */
  readonly declarations: Readonly<Record<string, DeclarationRule>>;
  readonly extensions?: Readonly<Record<string, ExtensionRule>>;
  readonly calls?: Readonly<Record<string, CallRule>>;
  readonly imports?: Readonly<
    Record<string, (node: Syntax, draft: FileDraft) => readonly Imported[]>
  >;
  /** Nodes without a name whose variables are their own: a function that is passed, `let … in`. */
  readonly closures?: readonly string[];
  /** The modules that the file says it defines, where imports are found by that. */
  readonly modules?: (draft: FileDraft) => readonly string[];
  /** The node that declares what another, beside it, goes on with: a body beside its head. */
  readonly continued?: (node: Syntax, draft: FileDraft) => Syntax | undefined;
  /** Clauses of a declaration that name its bases. */
  readonly heritage?: Readonly<Record<string, Heritage['form']>>;
  /** Nodes before a declaration that belong to it, and nodes in it that are no part of its signature. */
  readonly annotations?: readonly string[];
  /** Nodes around a declaration that are part of it, such as C++'s `template <…>`. */
  readonly wrappers?: readonly string[];
  readonly comments?: readonly string[];
  /** Kinds of what a bare name may call, where that is no type. */
  readonly callable?: RegExp;
  /** Whether a name means its own declaration inside of it: not in OCaml's plain `let`. */
  readonly isRecursive?: (declaration: number, draft: FileDraft) => boolean;
  /** Whether methods call each other by bare names. */
  readonly implicitSelf?: boolean;
  /** How code names the value it is a method of. */
  readonly self?: readonly string[];
  /** Words are those before the name: modifiers, keywords, types. */
  readonly access?: (
    name: string,
    words: ReadonlySet<string>,
    outer: SymbolKind | undefined,
  ) => Access;
}
