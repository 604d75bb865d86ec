/** Reads the bases of declarations from the names in their heritage clauses. */
import { OP } from '../../model/expression.ts';
import type { ExpressionId, Heritage } from '../../model/facts.ts';
import type { Syntax } from '../lowering/syntax.ts';
import type { StructureDraft } from './draft.ts';
import { typeNames } from './reading.ts';
import { declarationNamed, TYPES } from './scope.ts';

export function addHeritage(draft: StructureDraft): void {
  const { heritage } = draft.spec;
  if (heritage === undefined) return;
  for (const [node, [declaration]] of draft.declared) {
    const shape = declaration === undefined ? undefined : draft.shapes[declaration];
    if (declaration === undefined || shape === undefined) continue;
    const clauses = node.children.filter(({ type }) => Object.hasOwn(heritage, type));
    const bases = clauses.flatMap((clause) => {
      const form = heritage[clause.type];
      return form === undefined ? [] : basesIn(draft, clause, form, declaration);
    });
    if (bases.length > 0) shape.heritage = bases;
  }
}

function basesIn(
  draft: StructureDraft,
  clause: Syntax,
  form: Heritage['form'],
  declaration: number,
): Heritage[] {
  return typeNames(clause, true).map((name) => ({
    form,
    expression: draft.table.add(OP.named, typeNamed(draft, draft.textOf(name), declaration)),
    line: draft.lineOf(name.start),
  }));
}

function typeNamed(draft: StructureDraft, name: string, from: number): ExpressionId {
  const found = declarationNamed(draft, name, from, TYPES);
  return found < 0 || found === from
    ? draft.table.add(OP.free, draft.stringId(name))
    : draft.table.add(OP.either, draft.table.add(OP.declaration, found));
}
