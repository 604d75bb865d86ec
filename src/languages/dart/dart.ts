import type { Syntax } from '../../extractors/lowering/syntax.ts';
import { accessByName, child, fieldsOf, oneImport } from '../../extractors/outline/reading.ts';
import type {
  DeclarationRule,
  DeclaredName,
  StructureSpec,
} from '../../extractors/outline/spec.ts';
import { structureLanguage } from '../../extractors/outline/structure.ts';
import { TYPES_BEFORE_NAMES } from '../../extractors/signature-types.ts';

/** Adds the body to a rule, because the grammar makes signature and body siblings. */
function withBody(rule: DeclarationRule): DeclarationRule {
  return { ...rule, body: bodyAfter, last: (node) => bodyAfter(node) ?? node };
}

const VARIABLE: DeclarationRule = { kind: 'variable', names: identifierName, whole: statementOf };

const SPEC: StructureSpec = {
  declarations: {
    class_definition: { kind: 'class' },
    mixin_declaration: { kind: 'class', names: identifierName, body: child('class_body') },
    extension_declaration: { kind: 'class' },
    extension_type_declaration: { kind: 'class' },
    enum_declaration: { kind: 'enum' },
    enum_constant: { kind: 'enumMember' },
    function_signature: withBody({ kind: 'function' }),
    getter_signature: withBody({ kind: 'accessor' }),
    setter_signature: withBody({ kind: 'accessor' }),
    operator_signature: withBody({
      kind: 'method',
      names: (node, draft) => {
        const operator = node.children.find(({ type }) => /operator/.test(type));
        return operator === undefined
          ? []
          : [{ node: operator, text: `operator${draft.textOf(operator)}` }];
      },
    }),
    constructor_signature: withBody({ kind: 'constructor', names: constructorName }),
    constant_constructor_signature: withBody({ kind: 'constructor', names: constructorName }),
    factory_constructor_signature: withBody({ kind: 'constructor', names: constructorName }),
    redirecting_factory_constructor_signature: withBody({
      kind: 'constructor',
      names: constructorName,
    }),
    initialized_identifier: VARIABLE,
    static_final_declaration: VARIABLE,
    type_alias: { kind: 'typeAlias', names: namesWithinSelf },
  },
  calls: {
    selector: {
      // The grammar reads `a.b(1)` as a row of siblings: a, .b, (1).
      callee: (node) => {
        if (node.children[0]?.type !== 'argument_part') return undefined;
        const siblings = node.parent?.children ?? [];
        const before = siblings[siblings.indexOf(node) - 1];
        return before?.type === 'argument_part' ? undefined : before;
      },
      receiver: (node) => {
        const siblings = node.parent?.children ?? [];
        const at = siblings.indexOf(node);
        // After `super`, the grammar wraps the member in no selector node.
        return /selector$/.test(siblings[at - 1]?.type ?? '') ? siblings[at - 2] : undefined;
      },
    },
  },
  imports: {
    import_specification: oneImport(child('configurable_uri')),
    library_export: oneImport(child('configurable_uri')),
    part_directive: oneImport(child('uri')),
  },
  heritage: { superclass: 'extends', interfaces: 'implements' },
  continued: headBefore,
  annotations: ['annotation'],
  wrappers: ['method_signature'],
  closures: ['function_expression'],
  comments: ['comment', 'documentation_comment'],
  implicitSelf: true,
  self: ['this'],
  access: accessByName(/^(?!_)/),
};

/**
 * Returns the whole statement around `a = 1`, such as `static final int a = 1`. Its list is the
 * last child of a declaration or is at file level. If a list has several names, only the first
 * includes the words before it.
 */
function statementOf(node: Syntax): Syntax {
  const list = node.parent;
  if (list?.children[0] !== node) return node;
  if (list.parent?.type === 'declaration') return list.parent;
  const siblings = list.parent?.children ?? [];
  let first: Syntax = list;
  for (let index = siblings.indexOf(list) - 1; index >= 0; index--) {
    const before = siblings[index];
    if (before === undefined || !/_builtin$|type|^inferred/.test(before.type)) break;
    first = before;
  }
  return first;
}

function bodyAfter(node: Syntax): Syntax | undefined {
  const outer = node.parent?.type === 'method_signature' ? node.parent : node;
  const siblings = outer.parent?.children ?? [];
  const next = siblings[siblings.indexOf(outer) + 1];
  return next?.type === 'function_body' ? next : undefined;
}

function headBefore(node: Syntax): Syntax | undefined {
  if (node.type !== 'function_body') return undefined;
  const siblings = node.parent?.children ?? [];
  const before = siblings[siblings.indexOf(node) - 1];
  return before?.type === 'method_signature' ? before.children.at(-1) : before;
}

function identifierName(node: Syntax): DeclaredName[] {
  const name = node.children.find(({ type }) => type === 'identifier');
  return name === undefined ? [] : [{ node: name }];
}

function namesWithinSelf(node: Syntax): DeclaredName[] {
  return node.children
    .filter(({ type }) => type === 'type_identifier')
    .slice(0, 1)
    .map((name) => ({ node: name }));
}

/**
 * Returns the name of a constructor: `named` for `Cart.named`, the class name for the unnamed one.
 */
function constructorName(node: Syntax): DeclaredName[] {
  const named = fieldsOf(node, 'name');
  const parts =
    named.length > 0 ? named : node.children.filter(({ type }) => type === 'identifier');
  const last = parts.at(-1);
  return last === undefined ? [] : [{ node: last }];
}

export const DART = structureLanguage(
  {
    id: 'dart',
    title: 'Dart',
    extensions: ['.dart'],
    grammar: 'tree-sitter-dart.wasm',
    excludes: ['.dart_tool/'],
    signatureTypes: TYPES_BEFORE_NAMES,
  },
  SPEC,
);
