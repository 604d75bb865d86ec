/**
 * FileFacts: what one file says on its own, a pure function of its path, language and text.
 *
 * Names are already bound inside the file: an expression says "declaration 7", "import binding 2" or
 * "free name x", so that resolving needs no scopes and no syntax trees. Expressions live in one
 * integer table per file (see expression.ts); facts of a whole project stay small and load fast.
 */
import type { Diagnostic } from './diagnostic.ts';
import type { MethodSetFacts } from './method-sets.ts';
import type { PageFacts } from './page.ts';
import type { RepoPath } from './path.ts';
import type { Registrations } from './registrations.ts';
import type { SentRequest } from './sent-request.ts';
import type { SettingFact } from './setting.ts';
import type { Declaration } from './symbol.ts';

/** Index into {@link FileFacts.expressions}; NO_EXPRESSION where there is none. */
export type ExpressionId = number;
export const NO_EXPRESSION: ExpressionId = -1;

/**
 * How a file names another module.
 * - ambient: all exports are visible as bare names (`from m import *`, `import a.b.*`, `#include`).
 *   Earlier ambient modules hide later ones.
 * - implicit: ambient without a statement, such as the file's own package.
 * - part: an imported name that may be a module (`from package import module`); otherwise it is
 *   ignored.
 * - path: a module that code steps through or re-exports; it declares no names and makes no edge.
 */
export type ImportForm =
  | 'import'
  | 'type'
  | 'dynamic'
  | 'require'
  | 'reexport'
  | 'reexportType'
  | 'ambient'
  | 'implicit'
  | 'part'
  | 'path';

/** One mention of a module. `names` are the imported names (`*` for all, `default`), for people. */
export interface ImportFact {
  readonly specifier: string;
  readonly form: ImportForm;
  readonly names: readonly string[];
  readonly line: number;
}

/**
 * Whether names that the file does not bind may come from this module: `import a.*`, the file's own
 * package.
 */
export function isAmbient({ form }: ImportFact): boolean {
  return form === 'ambient' || form === 'implicit';
}

/** A local name bound to an export of another module. */
export interface ImportBinding {
  /** Index into {@link FileFacts.imports}. */
  readonly module: number;
  /** The exported name; `*` is the module itself, `=` its CommonJS `module.exports`. */
  readonly name: string;
}

/**
 * The exported name of the list of interfaces whose methods are in scope where all names of the file
 * are imported; see `scopedMethod` of {@link OP}.
 */
export const SCOPED_INTERFACES = '~interfaces';

/** One row of a file's export table. */
export type ExportFact =
  /** `export { local as name }`, `export function name`, `exports.name = …`; `=` is `module.exports = …`. */
  | {
      readonly form: 'local';
      readonly name: string;
      readonly expression: ExpressionId;
      /** Whether `import *` leaves it out, as Python does with names that are not in `__all__`. */
      readonly isHidden?: boolean;
    }
  /** `export { source as name } from '…'`; source `*` is the module itself. */
  | {
      readonly form: 'from';
      readonly name: string;
      readonly module: number;
      readonly source: string;
    }
  /** `export * from '…'` */
  | { readonly form: 'all'; readonly module: number };

export interface TypeParameter {
  readonly name: string;
  readonly constraint: ExpressionId;
  readonly default: ExpressionId;
}

export interface Parameter {
  readonly name: string;
  /** The annotation, or else the initializer's type; NO_EXPRESSION without both. */
  readonly type: ExpressionId;
  readonly rest: boolean;
  /** Set where calls are known to pass it. */
  readonly required?: true;
}

export interface Heritage {
  readonly form: 'extends' | 'implements' | 'mixin';
  /** A type expression: entity with type arguments. */
  readonly expression: ExpressionId;
  readonly line: number;
}

/** A base of a type that may be declared in another file: Rust's `impl Trait for Type`. */
export interface Conformance extends Heritage {
  /** The type that conforms. */
  readonly type: ExpressionId;
}

/** The written type of a declaration; parallel to {@link FileFacts.declarations}. */
export interface Shape {
  /**
   * Whether the declaration is a function. Then `value` is the returned expression if the return
   * type is not annotated.
   */
  readonly callable: boolean;
  /**
   * Annotation of a variable, field, property or accessor; right-hand side of a type alias; of a
   * TypeScript method, the stated type of `this`.
   */
  readonly type: ExpressionId;
  /** Initializer of a variable, field or assignment. */
  readonly value: ExpressionId;
  readonly returns: ExpressionId;
  readonly parameters: readonly Parameter[];
  readonly typeParameters: readonly TypeParameter[];
  readonly heritage: readonly Heritage[];
  /**
   * The owner of a member that is declared outside its type (a Go receiver, a Rust impl, an
   * extension).
   */
  readonly receiver: ExpressionId;
}

export const EMPTY_SHAPE: Shape = {
  callable: false,
  type: NO_EXPRESSION,
  value: NO_EXPRESSION,
  returns: NO_EXPRESSION,
  parameters: [],
  typeParameters: [],
  heritage: [],
  receiver: NO_EXPRESSION,
};

/** The syntax of a reference. The order is the stored code, so new forms go last. */
export const REFERENCE_FORMS = [
  'call',
  'new',
  'super',
  'jsx',
  'decorator',
  'tagged',
  'type',
  'value',
  // A mention in a doc comment.
  'doc',
] as const;
export type ReferenceForm = (typeof REFERENCE_FORMS)[number];

/**
 * Integers per reference in {@link FileFacts.references}: source declaration (−1: the file), form,
 * expression, line.
 */
export const REFERENCE_WIDTH = 4;

/**
 * A command-line flag or settings key that a file declares as text, or an environment variable that
 * it reads.
 */
export interface CliFlag {
  /** A flag with its dashes (`--port`, `-p`), a variable or key without (`PORT`, `work_dir`). */
  readonly name: string;
  /** The declaring declaration; −1 for the file. */
  readonly declaration: number;
}

export interface FileFacts {
  readonly path: RepoPath;
  readonly language: string;
  readonly lineCount: number;
  /** Packages, namespaces or modules that the file declares itself part of. */
  readonly packages: readonly string[];
  /** File-level doc comment, without markers. */
  readonly doc: string;
  /** In source order. An enclosing declaration comes before its contents. */
  readonly declarations: readonly Declaration[];
  readonly shapes: readonly Shape[];
  readonly imports: readonly ImportFact[];
  readonly bindings: readonly ImportBinding[];
  readonly exports: readonly ExportFact[];
  readonly conformances: readonly Conformance[];
  /** Names that expressions refer to by index. */
  readonly strings: readonly string[];
  /** The expression table; see expression.ts. */
  readonly expressions: Int32Array;
  readonly references: Int32Array;
  readonly diagnostics: readonly Diagnostic[];
  /** Hashes of texts, see extract/fingerprints.ts. Absent in facts of a code block. */
  readonly fingerprints?: Uint32Array;
  /** Present only if the file declares any. */
  readonly cliFlags?: readonly CliFlag[];
  /** Present only if types of the language satisfy interfaces without naming them. */
  readonly methodSets?: MethodSetFacts;
  /** Present only if the file may register entry points. */
  readonly registrations?: Registrations;
  /** Present only if the file is of tests and may send requests to the program. */
  readonly sentRequests?: readonly SentRequest[];
  /** Present only if the file declares or reads settings. */
  readonly settings?: readonly SettingFact[];
  /** The links, mentions and snippets of a documentation page. */
  readonly page?: PageFacts;
}
