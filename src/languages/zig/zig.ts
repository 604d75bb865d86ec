import { fieldOf } from '../../extractors/lowering/syntax.ts';
import { accessByWord, child, field, unquoted } from '../../extractors/outline/reading.ts';
import type { Imported, StructureSpec } from '../../extractors/outline/spec.ts';
import { structureLanguage } from '../../extractors/outline/structure.ts';
import type { SymbolKind } from '../../model/symbol.ts';

const CONTAINERS: Readonly<Record<string, SymbolKind>> = {
  struct_declaration: 'class',
  union_declaration: 'class',
  opaque_declaration: 'class',
  enum_declaration: 'enum',
  error_set_declaration: 'enum',
};
const container = child(...Object.keys(CONTAINERS));

const SPEC: StructureSpec = {
  declarations: {
    // `fn List(comptime T: type) type` is a type with a parameter. Its members are those of the
    // type it returns.
    function_declaration: {
      kind: (node, { draft }) => {
        const type = fieldOf(node, 'type');
        return type !== undefined && draft.textOf(type) === 'type' ? 'class' : 'function';
      },
    },
    variable_declaration: {
      // If a function creates a type, other names in its block are local to it.
      kind: (node) =>
        CONTAINERS[container(node)?.type ?? ''] ??
        (node.parent?.type === 'block' ? undefined : 'variable'),
      names: (node) => node.children.slice(0, 1).map((name) => ({ node: name })),
      body: container,
    },
    container_field: {
      kind: (node) => (node.parent?.type === 'enum_declaration' ? 'enumMember' : 'field'),
    },
    test_declaration: {
      kind: 'function',
      names: (node, draft) => {
        const name = node.children.find(({ type }) => type !== 'block');
        return name === undefined ? [] : [{ node: name, text: unquoted(draft.textOf(name)) }];
      },
      body: child('block'),
    },
  },
  calls: { call_expression: { callee: field('function') } },
  imports: {
    builtin_function: (node, draft): Imported[] => {
      const [name, list] = node.children;
      const path = list?.children[0];
      if (name === undefined || draft.textOf(name) !== '@import' || path === undefined) return [];
      return [{ specifier: unquoted(draft.textOf(path)) }];
    },
  },
  self: ['self', 'Self'],
  access: accessByWord('pub'),
};

export const ZIG = structureLanguage(
  {
    id: 'zig',
    title: 'Zig',
    extensions: ['.zig'],
    grammar: 'tree-sitter-zig.wasm',
    excludes: ['.zig-cache/', 'zig-cache/'],
  },
  SPEC,
);
