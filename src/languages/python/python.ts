import type { FileDraft } from '../lowering/file-draft.ts';
import { fieldOf, type Syntax } from '../lowering/syntax.ts';
import { accessByName, field, fieldsOf } from '../structure/reading.ts';
import type { Imported, StructureSpec } from '../structure/spec.ts';
import { structureLanguage } from '../structure/structure.ts';

const SPEC: StructureSpec = {
  declarations: {
    class_definition: { kind: 'class', doc: docstring },
    function_definition: { kind: 'function', doc: docstring },
    assignment: {
      kind: (node) => (fieldOf(node, 'left')?.type === 'identifier' ? 'variable' : undefined),
      names: (node) => {
        const left = fieldOf(node, 'left');
        return left === undefined ? [] : [{ node: left }];
      },
      body: field('right'),
    },
    type_alias_statement: {
      kind: 'typeAlias',
      names: (node) => fieldsOf(node, 'left').map((name) => ({ node: name })),
    },
  },
  calls: { call: { callee: field('function') } },
  imports: {
    import_statement: (node, draft) =>
      fieldsOf(node, 'name').map((name) => ({
        specifier: draft.textOf(fieldOf(name, 'name') ?? name),
      })),
    import_from_statement: (node, draft): Imported[] => {
      const module = fieldOf(node, 'module_name');
      if (module === undefined) return [];
      const names = fieldsOf(node, 'name').map((name) =>
        draft.textOf(fieldOf(name, 'name') ?? name),
      );
      return [{ specifier: draft.textOf(module), names }];
    },
  },
  heritage: { argument_list: 'extends' },
  wrappers: ['decorated_definition'],
  self: ['self', 'cls'],
  access: accessByName(/^(?!_)|^__\w+__$/),
};

function docstring(node: Syntax, draft: FileDraft): string | undefined {
  const first = fieldOf(node, 'body')?.children[0];
  const string = first?.type === 'expression_statement' ? first.children[0] : undefined;
  return string?.type === 'string'
    ? draft
        .textOf(string)
        .replace(/^\w*("""|'''|"|')([\s\S]*)\1$/, '$2')
        .trim()
    : undefined;
}

export const PYTHON = structureLanguage(
  {
    id: 'python',
    title: 'Python',
    extensions: ['.py', '.pyi', '.pyw'],
    interpreters: ['python', 'python2', 'python3'],
    grammar: 'tree-sitter-python.wasm',
  },
  SPEC,
);
