import type { ReferenceForm } from '../../model/facts.ts';
import { FileDraft } from '../lowering/file-draft.ts';
import type { Syntax, SyntaxTree } from '../lowering/syntax.ts';
import type { CallRule, StructureSpec } from './spec.ts';

/** A call found during the walk. */
export interface CallSite {
  readonly node: Syntax;
  readonly rule: CallRule;
  readonly form: ReferenceForm;
  /** The enclosing declaration, or −1 for the file. */
  readonly owner: number;
}

/** The results collected so far for one file. */
export class StructureDraft extends FileDraft {
  readonly spec: StructureSpec;
  readonly calls: CallSite[] = [];
  /** The declarations that each node makes; several if the node declares several names. */
  readonly declared = new Map<Syntax, readonly number[]>();
  /** Nodes that are the name of a declaration. */
  readonly names = new Set<Syntax>();
  /** Names of the types of declarations that are written outside their type. */
  readonly attached = new Map<number, string>();
  /** Declarations that a lookup by name does not find. */
  readonly cases = new Set<number>();

  constructor(text: string, tree: SyntaxTree, spec: StructureSpec) {
    super(text, tree);
    this.spec = spec;
  }
}
