/** Exports of a module: every name that it binds at its top level. */
import { childOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { OP } from '../../model/expression.ts';
import type { PythonDraft } from './draft.ts';
import { renamedFixtures } from './fixtures.ts';
import type { Scope } from './scope.ts';

export function exportNames(draft: PythonDraft, module: Scope): void {
  const all = listedNames(draft, module.body);
  for (const name of module.names.keys()) {
    // Importers see the module after it has run to its end.
    const entries = module.entriesAt(name, endOf(module.body)) ?? [];
    if (entries.length === 0) continue;
    const expression = draft.expressionOf(entries);
    const isHidden = all === undefined ? name.startsWith('_') : !all.has(name);
    draft.exports.push({ form: 'local', name, expression, ...(isHidden && { isHidden }) });
  }
  for (const [name, index] of renamedFixtures(draft, module))
    draft.exports.push({ form: 'local', name, expression: draft.table.add(OP.declaration, index) });
}

function endOf(body: Syntax): Syntax {
  return { ...body, start: body.end, end: body.end, children: [] };
}

/** Marks declarations as exported according to `__all__`, if the module defines it. */
export function markExported(draft: PythonDraft, root: Syntax): void {
  const names = new Set(root.children.flatMap((statement) => listed(draft, statement) ?? []));
  if (names.size === 0) return;
  for (const declaration of draft.declarations) {
    if (declaration.parent < 0) declaration.exported = names.has(declaration.name);
  }
}

/** Returns the names of `__all__`; undefined if the module has none or computes it. */
function listedNames(draft: PythonDraft, root: Syntax): ReadonlySet<string> | undefined {
  const lists = root.children
    .filter((statement) => draft.text.startsWith('__all__', statement.start))
    .map((statement) => listed(draft, statement));
  if (lists.length === 0 || lists.includes(undefined)) return undefined;
  return new Set(lists.flatMap((names) => names ?? []));
}

/** Returns the names that a statement writes into `__all__`; undefined if it does not, or not all. */
function listed(draft: PythonDraft, statement: Syntax): readonly string[] | undefined {
  const assignment = childOfType(statement, 'assignment', 'augmented_assignment');
  const left = assignment && fieldOf(assignment, 'left');
  if (left === undefined || draft.textOf(left) !== '__all__') return undefined;
  const value = assignment && fieldOf(assignment, 'right');
  if (value?.type !== 'list' && value?.type !== 'tuple') return undefined;
  if (value.children.some(({ type }) => type !== 'string')) return undefined;
  return value.children.map((one) => draft.textOf(one).replace(/^\w*["']+|["']+$/g, ''));
}
