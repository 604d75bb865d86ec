import { type DraftDeclaration, FileDraft } from '../../extractors/lowering/file-draft.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { Scope } from './scope.ts';
import type { Syntax, SyntaxTree } from './syntax.ts';

/** Everything the extraction of one file gathers. Lives as long as that extraction. */
export class Context extends FileDraft {
  /** JavaScript: `exports.x =` exports, and functions double as classes. */
  readonly commonJs: boolean;
  /** Declarations by the node that makes them: declaring twice gives the same number. */
  readonly declared = new Map<Syntax, number>();
  readonly scopes = new Map<Syntax, Scope>();
  /** What all blocks of a namespace share, by where it stands and its name. */
  readonly namespaces = new Map<Scope, Map<string, Scope>>();
  /** The scopes in {@link namespaces}. */
  readonly sharedScopes = new Set<Scope>();
  /** Export statements name their locals before or after these are declared. */
  readonly defaultExported = new Set<number>();
  /** Local names in export lists. */
  readonly exportedNames = new Set<string>();
  /** CommonJS: what the module exports by each name; `=` is the whole. */
  readonly ownExports = new Map<string, () => ExpressionId>();
  /** Declarations up to this one stand at the file's own level or inside those; later ones in callbacks. */
  fileLevelCount = Number.POSITIVE_INFINITY;
  /** Imports by the call that makes them: `require('x')` is met more than once. */
  readonly modules = new Map<Syntax, number>();
  readonly objectsDeclared = new Set<Syntax>();
  /** Work that needs every name of the file to be bound first. */
  readonly later: (() => void)[] = [];

  readonly #latest = new Map<string, number>();

  constructor(text: string, tree: SyntaxTree, commonJs: boolean) {
    super(text, tree);
    this.commonJs = commonJs;
  }

  override addDeclaration(draft: DraftDeclaration): number {
    const index = super.addDeclaration(draft);
    this.#latest.set(`${draft.parent} ${draft.name}`, index);
    return index;
  }

  /** The latest declaration of a name inside a parent; −1: none. */
  latestDeclaration(parent: number, name: string): number {
    return this.#latest.get(`${parent} ${name}`) ?? -1;
  }

  /** Exports a declaration of the file's own level under its name. Namespaces export by containing. */
  exportDeclaration(owner: number, name: string, index: number): void {
    if (owner !== -1) return;
    this.exports.push({ form: 'local', name, expression: this.table.add(OP.declaration, index) });
  }
}
