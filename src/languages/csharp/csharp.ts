import { accessByWords, field, firstChild, namesWithin } from '../structure/reading.ts';
import type { StructureSpec } from '../structure/spec.ts';
import { structureLanguage } from '../structure/structure.ts';

const accessors = (node: Parameters<typeof firstChild>[0]) =>
  field('accessors')(node) ?? field('value')(node);

const SPEC: StructureSpec = {
  declarations: {
    class_declaration: { kind: 'class' },
    struct_declaration: { kind: 'class' },
    record_declaration: { kind: 'class' },
    interface_declaration: { kind: 'interface' },
    enum_declaration: { kind: 'enum' },
    enum_member_declaration: { kind: 'enumMember', body: field('value') },
    delegate_declaration: { kind: 'typeAlias' },
    namespace_declaration: { kind: 'namespace' },
    method_declaration: { kind: 'method' },
    local_function_statement: { kind: 'function' },
    constructor_declaration: { kind: 'constructor' },
    destructor_declaration: {
      kind: 'method',
      names: (node) => node.children.slice(0, 1).map((name) => ({ node: name, text: 'Finalize' })),
    },
    operator_declaration: {
      kind: 'method',
      names: (node, draft) => {
        const parameters = field('parameters')(node);
        const head = draft.text.slice(node.start, parameters?.start ?? node.end);
        const text = `operator${/operator\s*(\S+)\s*$/.exec(head)?.[1] ?? ''}`;
        return parameters === undefined ? [] : [{ node: firstChild(node) ?? node, text }];
      },
    },
    property_declaration: { kind: 'property', body: accessors },
    indexer_declaration: {
      kind: 'property',
      names: (node) => [{ node: field('parameters')(node) ?? node, text: 'this[]' }],
      body: accessors,
    },
    event_declaration: { kind: 'property', body: accessors },
    field_declaration: { kind: 'field', names: namesWithin('variable_declarator', 'name') },
    event_field_declaration: { kind: 'field', names: namesWithin('variable_declarator', 'name') },
  },
  calls: {
    invocation_expression: { callee: field('function') },
    object_creation_expression: { callee: field('type'), form: 'new' },
  },
  imports: {
    using_directive: (node, draft) => {
      const name = node.children.findLast(({ type }) => /name|identifier/.test(type));
      return name === undefined ? [] : [{ specifier: draft.textOf(name), names: ['*'] }];
    },
  },
  heritage: { base_list: 'extends' },
  annotations: ['attribute_list'],
  implicitSelf: true,
  self: ['this'],
  access: (name, words, outer) => {
    if (outer === 'interface' || outer === 'enum') return accessByWords('public')(name, words);
    const isTop = outer === undefined || outer === 'namespace';
    return accessByWords(isTop ? 'internal' : 'private')(name, words);
  },
};

export const CSHARP = structureLanguage(
  {
    id: 'csharp',
    title: 'C#',
    extensions: ['.cs', '.csx'],
    grammar: 'tree-sitter-c_sharp.wasm',
  },
  SPEC,
);
