import type { FileDraft } from '../../extractors/lowering/file-draft.ts';
import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { field, unquoted } from '../../extractors/outline/reading.ts';
import type {
  DeclarationRule,
  DeclaredName,
  Imported,
  StructureSpec,
} from '../../extractors/outline/spec.ts';
import { structureLanguage } from '../../extractors/outline/structure.ts';
import type { SymbolKind } from '../../model/symbol.ts';

const ASSIGNMENT: DeclarationRule = {
  kind: kindOf,
  names: assignedNames,
  owner: (node, draft) => (isFunction(node) ? tableOf(assigned(node)[0], draft) : undefined),
  // For values other than functions and tables, the value belongs to the signature: `local json =
  // require("json")`.
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
    // A function inside a table constructor: `local M = { start = function() … end }`.
    field: {
      kind: (node) =>
        fieldOf(node, 'value')?.type === 'function_definition' && !isInFunction(node)
          ? 'method'
          : undefined,
      names: (node) => {
        const name = fieldOf(node, 'name');
        return name?.type === 'identifier' ? [{ node: name, isCase: !isOfVariable(node) }] : [];
      },
      body: (node) => {
        const value = fieldOf(node, 'value');
        return value && fieldOf(value, 'body');
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
  closures: ['function_definition'],
  self: ['self'],
  access: (_, words, outer) => ({
    visibility: 'public',
    exported: outer !== undefined || !words.has('local'),
  }),
};

/** Returns the assignment inside a declaration, such as `a = 1` in `local a = 1`. */
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

/**
 * Returns the declared names: new variables, and functions assigned to table fields. Other fields
 * are data.
 */
function assignedNames(node: Syntax, draft: FileDraft): DeclaredName[] {
  const isNew = node.type === 'variable_declaration';
  return assigned(node).flatMap((target) => {
    if (target.type !== 'identifier') return isFunction(node) ? plainName(target) : [];
    // Assigning to a known name changes it. A capitalized new name is taken for an intentional
    // global.
    return isNew || isNewGlobal(draft.textOf(target), draft) ? [{ node: target }] : [];
  });
}

function isNewGlobal(name: string, draft: FileDraft): boolean {
  return /^\p{Lu}/u.test(name) && !fileNames(draft).has(name);
}

const FILE_NAMES = new WeakMap<FileDraft, { names: Set<string>; read: number }>();

/** Returns the names declared at file level so far. */
function fileNames(draft: FileDraft): ReadonlySet<string> {
  const known = FILE_NAMES.get(draft) ?? { names: new Set<string>(), read: 0 };
  FILE_NAMES.set(draft, known);
  for (; known.read < draft.declarations.length; known.read++) {
    const { name, parent } = draft.declarations[known.read] ?? { name: '', parent: 0 };
    if (parent < 0) known.names.add(name);
  }
  return known.names;
}

/**
 * Whether a field's table is itself assigned to a variable, rather than nested in another table.
 */
function isOfVariable(node: Syntax): boolean {
  let value = node.parent;
  // The results of `class { … }` and `setmetatable({}, { … })` are treated as the table itself.
  while (value?.parent?.type === 'arguments') value = value.parent.parent;
  return value?.parent?.type === 'expression_list';
}

function isInFunction(node: Syntax): boolean {
  for (let outer = node.parent; outer !== undefined; outer = outer.parent)
    if (/^function_(definition|declaration)$/.test(outer.type)) return true;
  return false;
}

function plainName(name: Syntax | undefined): DeclaredName[] {
  if (name === undefined) return [];
  const inner = fieldOf(name, 'field') ?? fieldOf(name, 'method') ?? name;
  return /identifier$/.test(inner.type) ? [{ node: inner }] : [];
}

/** Returns the table in a qualified name, such as `M` in `M.push`. */
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
