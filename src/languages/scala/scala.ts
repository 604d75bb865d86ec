import type { FileDraft } from '../lowering/file-draft.ts';
import { fieldOf, type Syntax } from '../lowering/syntax.ts';
import { accessByWords, field, fieldsOf, firstChild } from '../structure/reading.ts';
import type { DeclaredName, Imported, StructureSpec } from '../structure/spec.ts';
import { structureLanguage } from '../structure/structure.ts';

const SPEC: StructureSpec = {
  declarations: {
    class_definition: { kind: 'class' },
    object_definition: { kind: 'class' },
    package_object: { kind: 'class' },
    trait_definition: { kind: 'interface' },
    enum_definition: { kind: 'enum' },
    simple_enum_case: { kind: 'enumMember' },
    full_enum_case: { kind: 'enumMember' },
    function_definition: { kind: 'function' },
    function_declaration: { kind: 'function' },
    given_definition: { kind: 'variable' },
    val_definition: { kind: 'variable', names: patternName, body: field('value') },
    var_definition: { kind: 'variable', names: patternName, body: field('value') },
    val_declaration: { kind: 'variable' },
    var_declaration: { kind: 'variable' },
    class_parameter: {
      kind: (node, { draft }) => (/\b(val|var)\b/.test(draft.textOf(node)) ? 'field' : undefined),
    },
    type_definition: { kind: 'typeAlias', body: field('type') },
  },
  calls: {
    call_expression: { callee: field('function') },
    instance_expression: { callee: firstChild, form: 'new' },
  },
  imports: { import_declaration: importedPaths },
  heritage: { extends_clause: 'extends' },
  annotations: ['annotation'],
  implicitSelf: true,
  self: ['this'],
  access: accessByWords('public'),
};

function patternName(node: Syntax): DeclaredName[] {
  const pattern = fieldOf(node, 'pattern');
  return pattern?.type === 'identifier' ? [{ node: pattern }] : [];
}

function importedPaths(node: Syntax, draft: FileDraft): Imported[] {
  const path = fieldsOf(node, 'path')
    .map((part) => draft.textOf(part))
    .join('.');
  const selectors = node.children.find(({ type }) => type === 'namespace_selectors');
  const isAll = node.children.some(({ type }) => type === 'namespace_wildcard');
  if (isAll) return [{ specifier: path, names: ['*'] }];
  if (selectors === undefined) return [{ specifier: path }];
  return selectors.children.map((one) => {
    if (one.type === 'namespace_wildcard') return { specifier: path, names: ['*'] };
    const name = fieldOf(one, 'name') ?? one;
    return { specifier: `${path}.${draft.textOf(name)}` };
  });
}

export const SCALA = structureLanguage(
  {
    id: 'scala',
    title: 'Scala',
    extensions: ['.scala', '.sc', '.sbt'],
    grammar: 'tree-sitter-scala.wasm',
    family: 'jvm',
  },
  SPEC,
);
