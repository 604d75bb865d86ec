import type { SymbolKind } from '../../model/symbol.ts';
import type { FileDraft } from '../lowering/file-draft.ts';
import { fieldOf, type Syntax } from '../lowering/syntax.ts';
import { field, unquoted } from '../structure/reading.ts';
import type { DeclarationRule, DeclaredName, Imported, StructureSpec } from '../structure/spec.ts';
import { structureLanguage } from '../structure/structure.ts';

const ASSIGNMENT: DeclarationRule = {
  kind: kindOf,
  names: assignedNames,
  owner: (node, draft) => (isFunction(node) ? tableOf(assigned(node)[0], draft) : undefined),
  // Of what is no function or table, the value says what it is: `local json = require("json")`.
  body: (node) => {
    const value = values(node)[0];
    return value?.type === 'table_constructor' ? value : value && fieldOf(value, 'body');
  },
};

const SPEC: StructureSpec = {
  declarations: {
    function_declaration: {
      kind: (node) =>
        fieldOf(node, 'name')?.type === 'method_index_expression' ? 'method' : 'function',
      names: (node) => plainName(fieldOf(node, 'name')),
      owner: (node, draft) => tableOf(fieldOf(node, 'name'), draft),
    },
    variable_declaration: ASSIGNMENT,
    assignment_statement: {
      ...ASSIGNMENT,
      kind: (node) => (isLocal(node) ? undefined : kindOf(node)),
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
  access: (_, words, outer) => ({
    visibility: 'public',
    exported: outer !== undefined || !words.has('local'),
  }),
};

/** `a = 1` of `local a = 1`. */
function assignment(node: Syntax): Syntax {
  return node.children.find(({ type }) => type === 'assignment_statement') ?? node;
}

function isLocal({ parent }: Syntax): boolean {
  return parent?.type === 'variable_declaration';
}

function kindOf(node: Syntax): SymbolKind {
  return isFunction(node) ? 'function' : 'variable';
}

function assigned(node: Syntax): readonly Syntax[] {
  return assignment(node).children.find(({ type }) => type === 'variable_list')?.children ?? [];
}

function values(node: Syntax): readonly Syntax[] {
  return assignment(node).children.find(({ type }) => type === 'expression_list')?.children ?? [];
}

function isFunction(node: Syntax): boolean {
  return values(node)[0]?.type === 'function_definition';
}

/** New names, and functions put into tables; other fields are data. */
function assignedNames(node: Syntax, draft: FileDraft): DeclaredName[] {
  const isNew = node.type === 'variable_declaration';
  return assigned(node).flatMap((target) => {
    if (target.type !== 'identifier') return isFunction(node) ? plainName(target) : [];
    // A later assignment of a local changes it; a capital is a global on purpose.
    return isNew || /^\p{Lu}/u.test(draft.textOf(target)) ? [{ node: target }] : [];
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
