import { fieldOf, type Syntax } from '../lowering/syntax.ts';
import {
  accessByWords,
  child,
  field,
  firstChild,
  namesWithin,
  unquoted,
} from '../structure/reading.ts';
import type { DeclaredName, Imported, StructureSpec } from '../structure/spec.ts';
import { structureLanguage } from '../structure/structure.ts';

const SPEC: StructureSpec = {
  declarations: {
    class_declaration: { kind: 'class' },
    trait_declaration: { kind: 'class' },
    interface_declaration: { kind: 'interface' },
    enum_declaration: { kind: 'enum' },
    enum_case: { kind: 'enumMember' },
    function_definition: { kind: 'function' },
    method_declaration: {
      kind: (node, { draft }) => {
        const name = fieldOf(node, 'name');
        return name !== undefined && draft.textOf(name) === '__construct'
          ? 'constructor'
          : 'method';
      },
    },
    property_declaration: { kind: 'field', names: variables('property_element') },
    property_promotion_parameter: { kind: 'field', names: variableName },
    const_declaration: { kind: 'variable', names: namesWithin('const_element') },
  },
  calls: {
    function_call_expression: { callee: field('function') },
    member_call_expression: { callee: field('name'), receiver: field('object') },
    nullsafe_member_call_expression: { callee: field('name'), receiver: field('object') },
    scoped_call_expression: { callee: field('name'), receiver: field('scope') },
    object_creation_expression: {
      callee: child('name', 'qualified_name', 'relative_scope'),
      form: 'new',
    },
  },
  imports: {
    namespace_use_clause: (node, draft) => {
      const name = firstChild(node);
      return name === undefined ? [] : [{ specifier: draft.textOf(name) }];
    },
    include_expression: included,
    include_once_expression: included,
    require_expression: included,
    require_once_expression: included,
  },
  heritage: { base_clause: 'extends', class_interface_clause: 'implements' },
  annotations: ['attribute_list'],
  self: ['$this', 'self', 'static'],
  access: accessByWords('public'),
};

/** The literal part of a path: `__DIR__ . '/x.php'` is `./x.php`. */
function included(node: Syntax, draft: { textOf: (node: Syntax) => string }): Imported[] {
  const literal = /(__DIR__\s*\.\s*)?(['"])([^'"$]+)\2\s*\)?$/.exec(draft.textOf(node));
  const path = literal?.[3];
  if (path === undefined) return [];
  return [{ specifier: literal?.[1] === undefined ? unquoted(path) : `.${path}` }];
}

function variables(type: string): (node: Syntax) => DeclaredName[] {
  return (node) => node.children.filter((inner) => inner.type === type).flatMap(variableName);
}

function variableName(node: Syntax): DeclaredName[] {
  const name = fieldOf(node, 'name')?.children[0];
  return name === undefined ? [] : [{ node: name }];
}

export const PHP = structureLanguage(
  {
    id: 'php',
    title: 'PHP',
    extensions: ['.php', '.phtml', '.php5', '.inc'],
    interpreters: ['php'],
    grammar: 'tree-sitter-php.wasm',
  },
  SPEC,
);
