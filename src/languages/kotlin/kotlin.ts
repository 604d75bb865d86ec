import type { SymbolKind } from '../../model/symbol.ts';
import { fieldOf, type Syntax } from '../lowering/syntax.ts';
import { accessByWords, child, firstChild, namesWithin } from '../structure/reading.ts';
import type { DeclaredName, StructureSpec } from '../structure/spec.ts';
import { structureLanguage } from '../structure/structure.ts';

const body = child('class_body', 'enum_class_body', 'function_body', 'getter');

const SPEC: StructureSpec = {
  declarations: {
    class_declaration: {
      kind: (node, { draft }): SymbolKind => {
        const head = draft.text.slice(node.start, fieldOf(node, 'name')?.start ?? node.end);
        if (/\binterface\s*$/.test(head)) return 'interface';
        return /\benum\b/.test(head) ? 'enum' : 'class';
      },
      body,
    },
    object_declaration: { kind: 'class', body },
    companion_object: {
      kind: 'class',
      names: (node): DeclaredName[] => {
        const name = fieldOf(node, 'name');
        return name === undefined ? [{ node, text: 'Companion' }] : [{ node: name }];
      },
      body,
    },
    function_declaration: { kind: 'function', body },
    secondary_constructor: {
      kind: 'constructor',
      names: (node) => [{ node, text: 'constructor' }],
      body: child('block'),
    },
    property_declaration: {
      kind: 'variable',
      names: (node) => variableNames(node),
      body: (node) => node.children[node.children.findIndex(isVariable) + 1],
    },
    class_parameter: {
      kind: (node, { draft }) => (/\b(val|var)\b/.test(draft.textOf(node)) ? 'field' : undefined),
      names: (node) =>
        node.children
          .filter(isName)
          .slice(0, 1)
          .map((name) => ({ node: name })),
    },
    enum_entry: {
      kind: 'enumMember',
      names: (node) =>
        node.children
          .filter(isName)
          .slice(0, 1)
          .map((name) => ({ node: name })),
    },
    type_alias: {
      kind: 'typeAlias',
      names: (node) =>
        node.children
          .filter(isName)
          .slice(0, 1)
          .map((name) => ({ node: name })),
    },
  },
  calls: { call_expression: { callee: firstChild } },
  imports: {
    import: (node, draft) => {
      const path = node.children.find(({ type }) => type === 'qualified_identifier');
      if (path === undefined) return [];
      const isAll = /\.\*\s*$/.test(draft.textOf(node));
      return [{ specifier: draft.textOf(path), ...(isAll ? { names: ['*'] } : {}) }];
    },
  },
  heritage: { delegation_specifiers: 'extends' },
  annotations: ['annotation', 'file_annotation'],
  implicitSelf: true,
  self: ['this'],
  access: accessByWords('public'),
};

function isName({ type }: Syntax): boolean {
  return type === 'identifier';
}

function isVariable({ type }: Syntax): boolean {
  return type === 'variable_declaration' || type === 'multi_variable_declaration';
}

function variableNames(node: Syntax): DeclaredName[] {
  return namesWithin('variable_declaration')(node);
}

export const KOTLIN = structureLanguage(
  {
    id: 'kotlin',
    title: 'Kotlin',
    extensions: ['.kt', '.kts'],
    grammar: 'tree-sitter-kotlin.wasm',
    family: 'jvm',
  },
  SPEC,
);
