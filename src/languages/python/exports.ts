/** Exports of a module: every name that it binds at its top level. */
import { childOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { OP } from '../../model/expression.ts';
import type { PythonDraft } from './draft.ts';
import { renamedFixtures } from './fixtures.ts';
import type { Scope } from './scope.ts';

export function exportNames(draft: PythonDraft, module: Scope): void {
  for (const name of module.names.keys()) {
    // Importers see the module after it has run to its end.
    const entries = module.entriesAt(name, endOf(module.body)) ?? [];
    if (entries.length === 0) continue;
    draft.exports.push({ form: 'local', name, expression: draft.expressionOf(entries) });
  }
  for (const [name, index] of renamedFixtures(draft, module))
    draft.exports.push({ form: 'local', name, expression: draft.table.add(OP.declaration, index) });
}

function endOf(body: Syntax): Syntax {
  return { ...body, start: body.end, end: body.end, children: [] };
}

/** Marks declarations as exported according to `__all__`, if the module defines it. */
export function markExported(draft: PythonDraft, root: Syntax): void {
  const named = root.children.flatMap((statement) => listed(draft, statement));
  if (named.length === 0) return;
  const names = new Set(named);
  for (const declaration of draft.declarations) {
    if (declaration.parent < 0) declaration.exported = names.has(declaration.name);
  }
}

function listed(draft: PythonDraft, statement: Syntax): string[] {
  const assignment = childOfType(statement, 'assignment', 'augmented_assignment');
  const left = assignment && fieldOf(assignment, 'left');
  if (left === undefined || draft.textOf(left) !== '__all__') return [];
  const value = assignment && fieldOf(assignment, 'right');
  if (value?.type !== 'list' && value?.type !== 'tuple') return [];
  return value.children.flatMap((one) =>
    one.type === 'string' ? [draft.textOf(one).replace(/^\w*["']+|["']+$/g, '')] : [],
  );
}
