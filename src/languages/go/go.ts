import { fieldOf, type Syntax } from '../lowering/syntax.ts';
import { accessByName, field, fieldsOf, lastName, unquoted } from '../structure/reading.ts';
import type { StructureSpec } from '../structure/spec.ts';
import { structureLanguage } from '../structure/structure.ts';

const SPEC: StructureSpec = {
  declarations: {
    function_declaration: { kind: 'function' },
    method_declaration: {
      kind: 'method',
      owner: (node, draft) => {
        const receiver = fieldOf(node, 'receiver')?.children[0];
        const type = receiver && fieldOf(receiver, 'type');
        return type && draft.textOf(receiverType(type));
      },
    },
    type_spec: {
      kind: (node) => KINDS[fieldOf(node, 'type')?.type ?? ''] ?? 'typeAlias',
      body: field('type'),
    },
    type_alias: { kind: 'typeAlias', body: field('type') },
    const_spec: { kind: 'variable', body: field('value') },
    var_spec: { kind: 'variable', body: field('value') },
    field_declaration: { kind: 'field' },
    method_elem: { kind: 'method' },
  },
  calls: { call_expression: { callee: field('function') } },
  imports: {
    import_spec: (node, draft) => {
      const path = fieldOf(node, 'path');
      return path === undefined ? [] : [{ specifier: unquoted(draft.textOf(path)) }];
    },
  },
  access: accessByName(/^\p{Lu}/u),
};

const KINDS: Readonly<Record<string, 'class' | 'interface'>> = {
  struct_type: 'class',
  interface_type: 'interface',
};

/** `Stack` of `*Stack[T]`. */
function receiverType(type: Syntax): Syntax {
  if (type.type === 'generic_type') return fieldsOf(type, 'type')[0] ?? type;
  const [inner] = type.children;
  return inner === undefined ? lastName(type) : receiverType(inner);
}

export const GO = structureLanguage(
  { id: 'go', title: 'Go', extensions: ['.go'], grammar: 'tree-sitter-go.wasm' },
  SPEC,
);
