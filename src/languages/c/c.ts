/** C and C++: one table, which C++ adds to. */
import type { SymbolKind } from '../../model/symbol.ts';
import { fieldOf, type Syntax } from '../lowering/syntax.ts';
import { field, oneImport } from '../structure/reading.ts';
import type { Access, DeclarationRule, StructureSpec } from '../structure/spec.ts';
import { structureLanguage } from '../structure/structure.ts';
import { declaredNames, isFunction, ownerOf } from './declarators.ts';

/** `struct x *p` names a type; only with a body it declares one. */
function typeRule(kind: SymbolKind): DeclarationRule {
  return { kind: (node) => (fieldOf(node, 'body') === undefined ? undefined : kind) };
}

function dataOrFunction(data: SymbolKind): DeclarationRule {
  return {
    kind: (node, { outer }) => {
      if (!isFunction(node)) return data;
      // Inside a function, `T x(a)` is a variable more often than a declaration of a function.
      return outer === 'function' || outer === 'method' ? undefined : 'function';
    },
    names: declaredNames,
    owner: ownerOf,
    body: initializer,
  };
}

function initializer(node: Syntax): Syntax | undefined {
  const declarator = fieldOf(node, 'declarator');
  return declarator?.type === 'init_declarator' ? fieldOf(declarator, 'value') : undefined;
}

const access = (_: string, words: ReadonlySet<string>): Access =>
  words.has('static')
    ? { visibility: 'private', exported: false }
    : { visibility: 'public', exported: true };

const C_SPEC: StructureSpec = {
  declarations: {
    function_definition: { kind: 'function', names: declaredNames, owner: ownerOf },
    declaration: dataOrFunction('variable'),
    field_declaration: dataOrFunction('field'),
    struct_specifier: typeRule('class'),
    union_specifier: typeRule('class'),
    enum_specifier: typeRule('enum'),
    enumerator: { kind: 'enumMember', body: field('value') },
    type_definition: { kind: 'typeAlias', names: declaredNames, body: field('type') },
    preproc_def: { kind: 'variable', body: field('value') },
    preproc_function_def: { kind: 'function', body: field('value') },
  },
  calls: { call_expression: { callee: field('function') } },
  imports: { preproc_include: oneImport(field('path')) },
  access,
};

const CPP_SPEC: StructureSpec = {
  ...C_SPEC,
  declarations: {
    ...C_SPEC.declarations,
    class_specifier: typeRule('class'),
    namespace_definition: { kind: 'namespace' },
    alias_declaration: { kind: 'typeAlias', body: field('type') },
    concept_definition: { kind: 'interface' },
  },
  calls: { ...C_SPEC.calls, new_expression: { callee: field('type'), form: 'new' } },
  heritage: { base_class_clause: 'extends' },
  wrappers: ['template_declaration'],
  implicitSelf: true,
  self: ['this'],
};

export const C = structureLanguage(
  { id: 'c', title: 'C', extensions: ['.c'], grammar: 'tree-sitter-c.wasm', family: 'c' },
  C_SPEC,
);

/** Headers may be of either language; C++ reads both. */
export const CPP = structureLanguage(
  {
    id: 'cpp',
    title: 'C++',
    extensions: [
      '.cc',
      '.cpp',
      '.cxx',
      '.c++',
      '.hpp',
      '.hh',
      '.hxx',
      '.h++',
      '.h',
      '.ipp',
      '.inl',
      '.tpp',
      '.cu',
      '.cuh',
    ],
    grammar: 'tree-sitter-cpp.wasm',
    family: 'c',
  },
  CPP_SPEC,
);
