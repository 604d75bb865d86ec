import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { child, namesWithin } from '../../extractors/outline/reading.ts';
import type { DeclaredName, StructureSpec } from '../../extractors/outline/spec.ts';
import type { SymbolKind } from '../../model/symbol.ts';

const body = child('class_body', 'enum_class_body', 'function_body', 'getter');

function firstName(node: Syntax): DeclaredName[] {
  return node.children
    .filter(({ type }) => type === 'identifier')
    .slice(0, 1)
    .map((name) => ({ node: name }));
}

function isVariable({ type }: Syntax): boolean {
  return type === 'variable_declaration' || type === 'multi_variable_declaration';
}

/** Declaration rules of Kotlin. */
export const DECLARATIONS: StructureSpec['declarations'] = {
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
    names: (node) => namesWithin('variable_declaration')(node),
    body: (node) => node.children[node.children.findIndex(isVariable) + 1],
  },
  class_parameter: {
    kind: (node, { draft }) => (/\b(val|var)\b/.test(draft.textOf(node)) ? 'field' : undefined),
    names: firstName,
  },
  enum_entry: { kind: 'enumMember', names: firstName },
  type_alias: { kind: 'typeAlias', names: firstName },
};
