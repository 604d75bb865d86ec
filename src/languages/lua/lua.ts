import type { FileDraft } from '../lowering/file-draft.ts';
import { fieldOf, type Syntax } from '../lowering/syntax.ts';
import { field, unquoted } from '../structure/reading.ts';
import type { DeclaredName, Imported, StructureSpec } from '../structure/spec.ts';
import { structureLanguage } from '../structure/structure.ts';

const SPEC: StructureSpec = {
  declarations: {
    function_declaration: {
      kind: (node) =>
        fieldOf(node, 'name')?.type === 'method_index_expression' ? 'method' : 'function',
      names: (node) => plainName(fieldOf(node, 'name')),
      owner: (node, draft) => tableOf(fieldOf(node, 'name'), draft),
    },
    assignment_statement: {
      kind: (node) => (isFunction(node) ? 'function' : 'variable'),
      names: (node, draft) => assignedNames(node, draft),
      owner: (node, draft) => (isFunction(node) ? tableOf(assigned(node)[0], draft) : undefined),
      body: (node) => {
        const value = values(node)[0];
        return value?.type === 'function_definition' ? fieldOf(value, 'body') : value;
      },
    },
  },
  calls: { function_call: { callee: field('name') } },
  imports: {
    function_call: (node, draft): Imported[] => {
      const name = fieldOf(node, 'name');
      const argument = fieldOf(node, 'arguments')?.children[0];
      if (name === undefined || argument?.type !== 'string') return [];
      if (!/^(require|dofile|loadfile|include)$/.test(draft.textOf(name))) return [];
      return [{ specifier: unquoted(draft.textOf(argument)) }];
    },
  },
  self: ['self'],
};

function assigned(node: Syntax): readonly Syntax[] {
  return node.children.find(({ type }) => type === 'variable_list')?.children ?? [];
}

function values(node: Syntax): readonly Syntax[] {
  return node.children.find(({ type }) => type === 'expression_list')?.children ?? [];
}

function isFunction(node: Syntax): boolean {
  return values(node)[0]?.type === 'function_definition';
}

/** New names, and functions put into tables; other fields are data. */
function assignedNames(node: Syntax, draft: FileDraft): DeclaredName[] {
  const isLocal = node.parent?.type === 'variable_declaration';
  return assigned(node).flatMap((target) => {
    if (target.type !== 'identifier') return isFunction(node) ? plainName(target) : [];
    // A later assignment of a local changes it; a capital is a global on purpose.
    return isLocal || /^\p{Lu}/u.test(draft.textOf(target)) ? [{ node: target }] : [];
  });
}

function plainName(name: Syntax | undefined): DeclaredName[] {
  if (name === undefined) return [];
  const inner = fieldOf(name, 'field') ?? fieldOf(name, 'method') ?? name;
  return /identifier$/.test(inner.type) ? [{ node: inner }] : [];
}

/** `M` of `M.push`. */
function tableOf(name: Syntax | undefined, draft: FileDraft): string | undefined {
  const table = name && fieldOf(name, 'table');
  return table && draft.textOf(table);
}

export const LUA = structureLanguage(
  {
    id: 'lua',
    title: 'Lua',
    extensions: ['.lua', '.rockspec', '.luau'],
    interpreters: ['lua', 'luajit'],
    grammar: 'tree-sitter-lua.wasm',
  },
  SPEC,
);
