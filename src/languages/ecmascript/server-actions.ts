/** Finds the functions that `'use server'` makes callable by clients: those of a file, or a single one. */
import { childOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import type { Collector } from '../../extractors/registrations/collector.ts';
import { USE_SERVER } from '../../model/marks.ts';

/** Marks the functions that a directive makes callable; other statements are left alone. */
export function readDirective(collector: Collector, node: Syntax): void {
  const text = node.children.length === 1 ? node.children[0] : undefined;
  if (text?.type !== 'string' || !/^.use server.$/.test(collector.textOf(text))) return;
  const callee = { form: 'name', name: USE_SERVER, scope: -1, at: node.start } as const;
  const names =
    node.parent?.type === 'program' ? exportedNames(collector, node.parent) : nameOfFunction(node);
  for (const name of names) collector.call(name, callee, [name]);
}

/** Returns the names of the exported functions and variables that a file declares. */
function exportedNames(collector: Collector, program: Syntax): readonly Syntax[] {
  const listed = new Set(program.children.flatMap((one) => listedNames(collector, one)));
  return program.children.flatMap((statement) => {
    const exported = fieldOf(statement, 'declaration');
    const names = declaredNames(exported ?? statement);
    return exported ? names : names.filter((name) => listed.has(collector.textOf(name)));
  });
}

/** Returns the names in `export { create, remove as drop }`; none for those of another module. */
function listedNames(collector: Collector, statement: Syntax): readonly string[] {
  if (fieldOf(statement, 'source') !== undefined) return [];
  return (childOfType(statement, 'export_clause')?.children ?? []).flatMap((specifier) => {
    const name = fieldOf(specifier, 'name');
    return name === undefined ? [] : collector.textOf(name);
  });
}

function declaredNames(statement: Syntax): readonly Syntax[] {
  const declared = /^function_/.test(statement.type) ? [statement] : statement.children;
  return declared
    .filter(({ type }) => /^(?:function_declaration|variable_declarator)$/.test(type))
    .flatMap(nameOf);
}

/** Returns the name of the function that begins with a directive, or of the variable that holds it. */
function nameOfFunction(directive: Syntax): readonly Syntax[] {
  const owner = directive.parent?.parent;
  if (owner === undefined || directive.parent?.type !== 'statement_block') return [];
  if (owner.type === 'function_declaration') return nameOf(owner);
  return owner.parent?.type === 'variable_declarator' ? nameOf(owner.parent) : [];
}

function nameOf(node: Syntax): readonly Syntax[] {
  const name = fieldOf(node, 'name') ?? childOfType(node, 'identifier');
  return name?.type === 'identifier' ? [name] : [];
}
