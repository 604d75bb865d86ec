import { fieldOf, type Syntax } from '../lowering/syntax.ts';
import { accessByWord, field, lastName, typeNames } from '../structure/reading.ts';
import type { StructureSpec } from '../structure/spec.ts';
import { structureLanguage } from '../structure/structure.ts';

const SPEC: StructureSpec = {
  declarations: {
    function_item: { kind: 'function' },
    function_signature_item: { kind: 'function' },
    struct_item: { kind: 'class' },
    union_item: { kind: 'class' },
    enum_item: { kind: 'enum' },
    enum_variant: { kind: 'enumMember' },
    trait_item: { kind: 'interface' },
    mod_item: { kind: (node) => (fieldOf(node, 'body') === undefined ? undefined : 'namespace') },
    field_declaration: { kind: 'field' },
    static_item: { kind: 'variable', body: field('value') },
    const_item: { kind: 'variable', body: field('value') },
    type_item: { kind: 'typeAlias', body: field('type') },
    associated_type: { kind: 'typeAlias' },
    macro_definition: { kind: 'function', body: (node) => node.children[1] },
  },
  extensions: {
    impl_item: {
      type: (node, draft) => {
        const type = fieldOf(node, 'type');
        return type && draft.textOf(lastName(typeNames(type)[0] ?? type));
      },
    },
  },
  calls: {
    call_expression: { callee: field('function') },
    macro_invocation: { callee: field('macro') },
  },
  imports: {
    use_declaration: (node, draft) => {
      const tree = fieldOf(node, 'argument');
      return tree === undefined ? [] : usePaths(draft.textOf.bind(draft), tree, '');
    },
    mod_item: (node, draft) => {
      const name = fieldOf(node, 'name');
      const isInline = fieldOf(node, 'body') !== undefined;
      return isInline || name === undefined ? [] : [{ specifier: draft.textOf(name) }];
    },
  },
  heritage: { trait_bounds: 'extends' },
  annotations: ['attribute_item', 'inner_attribute_item'],
  self: ['self', 'Self'],
  access: accessByWord('pub'),
};

/** `a::{b, c::*}` is `a::b` and `a::c::*`. */
function usePaths(
  textOf: (node: Syntax) => string,
  tree: Syntax,
  prefix: string,
): { specifier: string; names?: readonly string[] }[] {
  const join = (path: string): string => (prefix === '' ? path : `${prefix}::${path}`);
  switch (tree.type) {
    case 'scoped_use_list': {
      const path = fieldOf(tree, 'path');
      const list = fieldOf(tree, 'list');
      if (list === undefined) return [];
      return usePaths(textOf, list, path === undefined ? prefix : join(textOf(path)));
    }
    case 'use_list':
      return tree.children.flatMap((inner) => usePaths(textOf, inner, prefix));
    case 'use_as_clause': {
      const path = fieldOf(tree, 'path');
      return path === undefined ? [] : usePaths(textOf, path, prefix);
    }
    case 'use_wildcard': {
      const [path] = tree.children;
      return [{ specifier: join(path === undefined ? '' : textOf(path)), names: ['*'] }];
    }
    case 'self':
      return [{ specifier: prefix }];
    default:
      return [{ specifier: join(textOf(tree)) }];
  }
}

export const RUST = structureLanguage(
  { id: 'rust', title: 'Rust', extensions: ['.rs'], grammar: 'tree-sitter-rust.wasm' },
  SPEC,
);
