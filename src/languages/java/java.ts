import { accessByWords, field, namesWithin } from '../structure/reading.ts';
import type { StructureSpec } from '../structure/spec.ts';
import { structureLanguage } from '../structure/structure.ts';

const SPEC: StructureSpec = {
  declarations: {
    class_declaration: { kind: 'class' },
    record_declaration: { kind: 'class' },
    interface_declaration: { kind: 'interface' },
    annotation_type_declaration: { kind: 'interface' },
    enum_declaration: { kind: 'enum' },
    enum_constant: { kind: 'enumMember' },
    method_declaration: { kind: 'method' },
    annotation_type_element_declaration: { kind: 'method' },
    constructor_declaration: { kind: 'constructor' },
    compact_constructor_declaration: { kind: 'constructor' },
    field_declaration: { kind: 'field', names: namesWithin('variable_declarator', 'name') },
    constant_declaration: { kind: 'field', names: namesWithin('variable_declarator', 'name') },
  },
  calls: {
    method_invocation: { callee: field('name'), receiver: field('object') },
    object_creation_expression: { callee: field('type'), form: 'new' },
  },
  imports: {
    import_declaration: (node, draft) => {
      const [name, star] = node.children;
      if (name === undefined) return [];
      return [{ specifier: draft.textOf(name), ...(star === undefined ? {} : { names: ['*'] }) }];
    },
  },
  heritage: {
    superclass: 'extends',
    super_interfaces: 'implements',
    extends_interfaces: 'extends',
  },
  annotations: ['marker_annotation', 'annotation'],
  implicitSelf: true,
  self: ['this'],
  access: (name, words, outer) => {
    const isInterfaceMember = outer === 'interface' && !words.has('private');
    return accessByWords(isInterfaceMember || outer === 'enum' ? 'public' : 'internal')(
      name,
      words,
    );
  },
};

export const JAVA = structureLanguage(
  {
    id: 'java',
    title: 'Java',
    extensions: ['.java'],
    grammar: 'tree-sitter-java.wasm',
    family: 'jvm',
  },
  SPEC,
);
