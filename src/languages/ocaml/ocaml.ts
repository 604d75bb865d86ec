import { commentBefore, lineComments } from '../../extractors/lowering/comments.ts';
import type { FileDraft } from '../../extractors/lowering/file-draft.ts';
import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { child, field, firstChild, oneImport } from '../../extractors/outline/reading.ts';
import type { StructureSpec } from '../../extractors/outline/spec.ts';
import { structureLanguage } from '../../extractors/outline/structure.ts';
import { ocamlModules } from './ocaml-modules.ts';

const SPEC: StructureSpec = {
  declarations: {
    module_binding: { kind: 'namespace', doc: docOfFirst, whole: wholeOfFirst },
    module_type_definition: { kind: 'interface' },
    let_binding: {
      doc: docOfFirst,
      whole: wholeOfFirst,
      kind: (node, { outer, draft }) => {
        const name = fieldOf(node, 'pattern');
        if (name?.type !== 'value_name' || draft.textOf(name) === '_') return undefined;
        if (node.children.some(({ type }) => type === 'parameter')) return 'function';
        const isFunction = /^(fun|function)_expression$/.test(fieldOf(node, 'body')?.type ?? '');
        return isFunction && outer !== 'function' ? 'function' : 'variable';
      },
      names: (node) => {
        const name = fieldOf(node, 'pattern');
        return name === undefined ? [] : [{ node: name }];
      },
    },
    value_specification: {
      kind: (node) => (node.children[1]?.type === 'function_type' ? 'function' : 'variable'),
      names: (node) => node.children.slice(0, 1).map((name) => ({ node: name })),
    },
    external: {
      kind: 'function',
      names: (node) => node.children.slice(0, 1).map((name) => ({ node: name })),
    },
    type_binding: {
      // A type alias, or a type that is defined here.
      kind: (node) => {
        const made = /^(record|variant)_declaration$|^polymorphic_variant|^object_type$/;
        const isAlias = node.children.some(({ type }) =>
          /_type$|^type_constructor_path$/.test(type),
        );
        return isAlias && !node.children.some(({ type }) => made.test(type))
          ? 'typeAlias'
          : 'class';
      },
      doc: docOfFirst,
      whole: wholeOfFirst,
    },
    constructor_declaration: {
      kind: ({ parent }) => (parent?.type === 'exception_definition' ? 'class' : 'enumMember'),
      whole: (node) => (node.parent?.type === 'exception_definition' ? node.parent : node),
      names: (node) => node.children.slice(0, 1).map((name) => ({ node: name })),
    },
    field_declaration: {
      kind: 'field',
      names: (node) => node.children.slice(0, 1).map((name) => ({ node: name })),
    },
    class_binding: { kind: 'class', doc: docOfFirst, whole: wholeOfFirst },
    method_definition: { kind: 'method' },
  },
  calls: {
    application_expression: { callee: field('function') },
  },
  callable: /^(function|method|variable|field)$/,
  isRecursive: (declaration, { declarations }) => {
    const { kind, signature } = declarations[declaration] ?? {};
    return (
      !/^(function|variable)$/.test(kind ?? '') || !/^let\b(?!.*\brec\b)/.test(signature ?? '')
    );
  },
  closures: ['let_expression'],
  imports: {
    open_module: oneImport(child('module_path')),
    include_module: oneImport(firstChild),
    // A module alias: `module Cart = Shop_core.Cart`.
    module_binding: oneImport(child('module_path')),
  },
};

/**
 * Returns the whole node of a declaration. The first one starts at its keyword (`let rec f x = …`);
 * the others start after their `and`.
 */
function wholeOfFirst(node: Syntax): Syntax {
  const { parent } = node;
  return parent !== undefined && isFirst(node) ? parent : node;
}

/**
 * Whether a node is the first declaration. An extension marker, as in `let%lwt`, may come before
 * it.
 */
function isFirst(node: Syntax): boolean {
  return node.parent?.children.find(({ type }) => type === node.type) === node;
}

/**
 * Returns the comment above `let`, `type` or `module`, which documents only the first declaration.
 */
function docOfFirst(node: Syntax, draft: FileDraft): string | undefined {
  const { parent } = node;
  if (parent === undefined || !isFirst(node)) return undefined;
  const index = commentBefore(draft.tree.comments, parent.start);
  return index < 0 ? undefined : lineComments(draft, index, parent.start);
}

export const OCAML = structureLanguage(
  {
    id: 'ocaml',
    title: 'OCaml',
    extensions: ['.ml'],
    grammar: 'tree-sitter-ocaml.wasm',
    aliases: ['ml'],
    isCostlyToOptimize: true,
    createModuleResolver: ocamlModules,
  },
  SPEC,
);
