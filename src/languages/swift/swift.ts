import type { SymbolKind } from '../../model/symbol.ts';
import { fieldOf, type Syntax } from '../lowering/syntax.ts';
import {
  accessByWords,
  child,
  field,
  fieldsOf,
  firstChild,
  lastName,
  oneImport,
} from '../structure/reading.ts';
import type { DeclaredName, StructureSpec } from '../structure/spec.ts';
import { structureLanguage } from '../structure/structure.ts';

const SPEC: StructureSpec = {
  declarations: {
    class_declaration: {
      kind: (node, { draft }): SymbolKind | undefined => {
        if (extended(node) !== undefined) return undefined;
        const name = fieldOf(node, 'name');
        const head = draft.text.slice(node.start, name?.start ?? node.start);
        return /\benum\b/.test(head) ? 'enum' : 'class';
      },
    },
    protocol_declaration: { kind: 'interface' },
    function_declaration: { kind: 'function', names: firstName },
    protocol_function_declaration: { kind: 'function', names: firstName },
    init_declaration: { kind: 'constructor', names: (node) => [{ node, text: 'init' }] },
    deinit_declaration: { kind: 'method', names: (node) => [{ node, text: 'deinit' }] },
    subscript_declaration: {
      kind: 'method',
      names: (node) => [{ node, text: 'subscript' }],
      body: child('computed_property'),
    },
    property_declaration: {
      kind: 'variable',
      names: boundNames,
      body: (node) => fieldOf(node, 'computed_value') ?? fieldOf(node, 'value'),
    },
    protocol_property_declaration: {
      kind: 'property',
      names: boundNames,
      body: child('protocol_property_requirements'),
    },
    enum_entry: {
      kind: 'enumMember',
      names: (node) =>
        fieldsOf(node, 'name')
          .filter(({ type }) => type === 'simple_identifier')
          .map((name) => ({ node: name })),
    },
    typealias_declaration: { kind: 'typeAlias', names: firstName },
  },
  extensions: {
    class_declaration: {
      type: (node, draft) => {
        const type = extended(node);
        return type && draft.textOf(lastName(type));
      },
    },
  },
  calls: { call_expression: { callee: firstChild } },
  imports: { import_declaration: oneImport(child('identifier')) },
  heritage: { inheritance_specifier: 'extends' },
  annotations: ['attribute'],
  implicitSelf: true,
  self: ['self', 'Self'],
  access: accessByWords('internal'),
};

/** The type that an `extension` adds to; undefined for declarations of types. */
function extended(node: Syntax): Syntax | undefined {
  const name = fieldOf(node, 'name');
  return name?.type === 'user_type' ? name : undefined;
}

/** The grammar calls the result type a name as well. */
function firstName(node: Syntax): DeclaredName[] {
  return fieldsOf(node, 'name')
    .slice(0, 1)
    .map((name) => ({ node: name }));
}

function boundNames(node: Syntax): DeclaredName[] {
  return fieldsOf(node, 'name').flatMap((pattern) => {
    const name = field('bound_identifier')(pattern);
    return name === undefined ? [] : [{ node: name }];
  });
}

export const SWIFT = structureLanguage(
  { id: 'swift', title: 'Swift', extensions: ['.swift'], grammar: 'tree-sitter-swift.wasm' },
  SPEC,
);
