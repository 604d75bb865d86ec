import { commentBefore, lineComments } from '../lowering/comments.ts';
import type { FileDraft } from '../lowering/file-draft.ts';
import { fieldOf, type Syntax } from '../lowering/syntax.ts';
import { child, field, firstChild, oneImport } from '../structure/reading.ts';
import type { StructureSpec } from '../structure/spec.ts';
import { structureLanguage } from '../structure/structure.ts';

const SPEC: StructureSpec = {
  declarations: {
    module_binding: { kind: 'namespace', doc: docOfFirst },
    module_type_definition: { kind: 'interface' },
    let_binding: {
      doc: docOfFirst,
      kind: (node, { outer }) => {
        if (fieldOf(node, 'pattern')?.type !== 'value_name') return undefined;
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
      kind: 'variable',
      names: (node) => node.children.slice(0, 1).map((name) => ({ node: name })),
    },
    external: {
      kind: 'function',
      names: (node) => node.children.slice(0, 1).map((name) => ({ node: name })),
    },
    type_binding: { kind: 'class', doc: docOfFirst },
    constructor_declaration: {
      kind: 'enumMember',
      names: (node) => node.children.slice(0, 1).map((name) => ({ node: name })),
    },
    field_declaration: {
      kind: 'field',
      names: (node) => node.children.slice(0, 1).map((name) => ({ node: name })),
    },
    class_binding: { kind: 'class' },
    method_definition: { kind: 'method' },
  },
  calls: {
    application_expression: { callee: field('function') },
  },
  imports: { open_module: oneImport(child('module_path')), include_module: oneImport(firstChild) },
};

/** The comment above `let`, `type` or `module` is of the first that they declare. */
function docOfFirst(node: Syntax, draft: FileDraft): string | undefined {
  const { parent } = node;
  if (parent?.children[0] !== node) return undefined;
  const index = commentBefore(draft.tree.comments, parent.start);
  return index < 0 ? undefined : lineComments(draft, index, parent.start);
}

export const OCAML = structureLanguage(
  { id: 'ocaml', title: 'OCaml', extensions: ['.ml'], grammar: 'tree-sitter-ocaml.wasm' },
  SPEC,
);
