import type { ReferenceForm } from '../../model/facts.ts';
import { FileDraft } from '../lowering/file-draft.ts';
import type { Syntax, SyntaxTree } from '../lowering/syntax.ts';
import type { CallRule, StructureSpec } from './spec.ts';

/** A call met on the walk. */
export interface CallSite {
  readonly node: Syntax;
  readonly rule: CallRule;
  readonly form: ReferenceForm;
  /** The declaration it stands in; −1: the file. */
  readonly owner: number;
}

/** The extraction of one file. */
export class StructureDraft extends FileDraft {
  readonly spec: StructureSpec;
  readonly calls: CallSite[] = [];
  /** The declarations made by a node; several for one with several names. */
  readonly declared = new Map<Syntax, readonly number[]>();
  /** Nodes that are the name of a declaration. */
  readonly names = new Set<Syntax>();
  /** Declarations whose type stands elsewhere, by that type's name. */
  readonly attached = new Map<number, string>();
  /** Declarations that their names do not lead to. */
  readonly cases = new Set<number>();

  constructor(text: string, tree: SyntaxTree, spec: StructureSpec) {
    super(text, tree);
    this.spec = spec;
  }
}
