/** `'use server'`: functions that a client may call, of a whole file or of one function. */
import { childOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import type { Collector } from '../../extractors/registrations/collector.ts';
import { USE_SERVER } from '../../model/marks.ts';

/** Marks the functions that a directive makes callable; other statements are left alone. */
export function readDirective(collector: Collector, node: Syntax): void {
  const text = node.children.length === 1 ? node.children[0] : undefined;
  if (text?.type !== 'string' || !/^.use server.$/.test(collector.textOf(text))) return;
  const callee = { form: 'name', name: USE_SERVER, scope: -1, at: node.start } as const;
  const names = node.parent?.type === 'program' ? exportedNames(node.parent) : nameAround(node);
  for (const name of names) collector.call(name, callee, [name]);
}

function exportedNames(program: Syntax): readonly Syntax[] {
  return program.children.flatMap((one) => {
    const declared = one.type === 'export_statement' ? fieldOf(one, 'declaration') : undefined;
    if (declared === undefined) return [];
    const own = /^function_/.test(declared.type) ? [declared] : declared.children;
    return own.flatMap((each) => {
      const isNamed = /^(?:function_declaration|variable_declarator)$/.test(each.type);
      return isNamed ? nameOf(each) : [];
    });
  });
}

/** Returns the name of the function that begins with a directive, or of the variable it is. */
function nameAround(node: Syntax): readonly Syntax[] {
  const around = node.parent?.parent;
  if (around === undefined || node.parent?.type !== 'statement_block') return [];
  if (around.type === 'function_declaration') return nameOf(around);
  return around.parent?.type === 'variable_declarator' ? nameOf(around.parent) : [];
}

function nameOf(node: Syntax): readonly Syntax[] {
  const name = fieldOf(node, 'name') ?? childOfType(node, 'identifier');
  return name?.type === 'identifier' ? [name] : [];
}
