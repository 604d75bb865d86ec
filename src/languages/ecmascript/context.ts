import { type DraftDeclaration, FileDraft } from '../../extractors/lowering/file-draft.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { Scope } from './scope.ts';
import type { Syntax, SyntaxTree } from './syntax.ts';

/** Extraction state of one file. */
export class Context extends FileDraft {
  /** Whether the file is JavaScript: `exports.x =` exports, and functions may be classes. */
  readonly commonJs: boolean;
  readonly root: Syntax;
  /** Declarations by node. Declaring a node again returns the same number. */
  readonly declared = new Map<Syntax, number>();
  readonly scopes = new Map<Syntax, Scope>();
  /** Scopes in which a condition holds, by condition. */
  readonly consequences = new Map<Syntax, Scope>();
  /** Scopes in which a condition does not hold, by condition. */
  readonly alternatives = new Map<Syntax, Scope>();
  /** Scopes shared by all blocks of a namespace, by outer scope and name. */
  readonly namespaces = new Map<Scope, Map<string, Scope>>();
  /** All scopes in {@link namespaces}. */
  readonly sharedScopes = new Set<Scope>();
  /**
   * Default-exported declarations. Collected because an export may name a local before or after its
   * declaration.
   */
  readonly defaultExported = new Set<number>();
  /** Local names in export lists. */
  readonly exportedNames = new Set<string>();
  /** For CommonJS: exported values by name. The name `=` is the module's whole value. */
  readonly ownExports = new Map<string, () => ExpressionId>();
  /** For CommonJS: variables that are other names of `exports`, as in `var api = exports`. */
  readonly exportAliases = new Set<string>();
  /** For CommonJS: functions that `exports.x = function` declares. */
  readonly exportedFunctions = new Set<number>();
  /** For CommonJS: the left sides in `const x = exports.y = value`. */
  readonly exportTargets = new Set<Syntax>();
  /** For JavaScript: entries of members that `X.prototype.m = value` gives to a declaration. */
  readonly prototypeMembers = new Map<number, (() => readonly [number, ExpressionId])[]>();
  /** For JavaScript: the left sides that give such members. */
  readonly prototypeTargets = new Set<Syntax>();
  /**
   * Number of declarations at file level or nested in those. Later declarations are inside
   * callbacks.
   */
  fileLevelCount = Number.POSITIVE_INFINITY;
  /** Imports by call node, because `require('x')` is visited more than once. */
  readonly modules = new Map<Syntax, number>();
  /** Whether some condition narrows a member; scopes then hold it by its text. */
  narrowsMembers = false;
  readonly objectsDeclared = new Set<Syntax>();
  /** The options of the first Vue component of the file, and the groups of functions in them. */
  component: readonly Syntax[] | undefined;
  /** Work deferred until every name of the file is bound. */
  readonly later: (() => void)[] = [];

  readonly #latest = new Map<string, number>();

  constructor(text: string, tree: SyntaxTree, commonJs: boolean) {
    super(text, tree);
    this.commonJs = commonJs;
    this.root = tree.root;
  }

  override addDeclaration(draft: DraftDeclaration): number {
    const index = super.addDeclaration(draft);
    this.#latest.set(`${draft.parent} ${draft.name}`, index);
    return index;
  }

  /** Returns the latest declaration of a name inside a parent, or −1 if there is none. */
  latestDeclaration(parent: number, name: string): number {
    return this.#latest.get(`${parent} ${name}`) ?? -1;
  }

  /**
   * Exports a file-level declaration under its name. Members of a namespace need no export of their
   * own.
   */
  exportDeclaration(owner: number, name: string, index: number): void {
    if (owner !== -1) return;
    this.exports.push({ form: 'local', name, expression: this.table.add(OP.declaration, index) });
  }
}
