/** Import statements: the names that they bind, and the modules that the file depends on. */

import { childOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { fieldsOf } from '../../extractors/outline/reading.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { PythonDraft } from './draft.ts';
import type { Place } from './scope.ts';

/**
 * Binds `import a.b, c as d`. A path such as `a.b.x` is resolved as a whole where it is used; see
 * values.ts.
 */
export function bindImports(draft: PythonDraft, node: Syntax, place: Place): void {
  for (const part of fieldsOf(node, 'name')) {
    const path = fieldOf(part, 'name') ?? part;
    const alias = fieldOf(part, 'alias');
    const specifier = draft.textOf(path).replace(/\s+/g, '');
    const line = draft.lineOf(path.start);
    const module = draft.importModule(specifier, 'import', ['*'], line);
    if (alias !== undefined || !specifier.includes('.')) {
      bindModule(draft, alias ?? path, place, () => draft.table.add(OP.module, module));
      continue;
    }
    const [first = path] = path.children;
    draft.dotted.set(specifier, module);
    bindModule(draft, first, place, () =>
      draft.table.add(OP.module, draft.silentModule(draft.textOf(first), line)),
    );
  }
}

/**
 * Binds `from a import b as c, d`. Each name is an export of the module or a module inside the
 * package.
 */
export function bindImportFrom(draft: PythonDraft, node: Syntax, place: Place): void {
  const source = fieldOf(node, 'module_name');
  if (source === undefined) return;
  const specifier = draft.textOf(source).replace(/\s+/g, '');
  const parts = fieldsOf(node, 'name');
  const isAll = childOfType(node, 'wildcard_import') !== undefined;
  const names = parts.map((part) => draft.textOf(fieldOf(part, 'name') ?? part));
  const form = isAll ? 'ambient' : 'import';
  const module = draft.importModule(
    specifier,
    form,
    isAll ? ['*'] : names,
    draft.lineOf(node.start),
  );
  if (isAll && place.scope.form === 'module') draft.exports.push({ form: 'all', module });
  for (const [index, part] of parts.entries()) {
    const name = names[index] ?? '';
    const local = fieldOf(part, 'alias') ?? fieldOf(part, 'name') ?? part;
    const inner = specifier.endsWith('.') ? `${specifier}${name}` : `${specifier}.${name}`;
    const submodule = draft.importModule(inner, 'part', ['*'], draft.lineOf(part.start));
    bindModule(draft, local, place, () =>
      draft.first([draft.binding(module, name), draft.table.add(OP.module, submodule)]),
    );
  }
}

function bindModule(
  draft: PythonDraft,
  name: Syntax,
  { scope, block }: Place,
  make: () => ExpressionId,
): void {
  let memo: ExpressionId | undefined;
  scope.bind(draft.textOf(name), {
    form: 'import',
    offset: name.start,
    block,
    evaluate: () => {
      memo ??= make();
      return memo;
    },
  });
}
