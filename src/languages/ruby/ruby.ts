import type { FileDraft } from '../lowering/file-draft.ts';
import { fieldOf, type Syntax } from '../lowering/syntax.ts';
import { accessByName, field, lastName, unquoted } from '../structure/reading.ts';
import type { DeclaredName, Imported, StructureSpec } from '../structure/spec.ts';
import { structureLanguage } from '../structure/structure.ts';

const SPEC: StructureSpec = {
  declarations: {
    class: { kind: 'class', names: constantName },
    module: { kind: 'namespace', names: constantName },
    method: {
      kind: (node, { draft, outer }) => {
        const name = fieldOf(node, 'name');
        if (name !== undefined && draft.textOf(name) === 'initialize') return 'constructor';
        return outer === 'namespace' ? 'method' : 'function';
      },
    },
    singleton_method: { kind: 'method' },
    assignment: {
      kind: (node) => (fieldOf(node, 'left')?.type === 'constant' ? 'variable' : undefined),
      names: (node) => {
        const left = fieldOf(node, 'left');
        return left === undefined ? [] : [{ node: left }];
      },
      body: field('right'),
    },
    call: {
      kind: (node, { draft }) => (ATTRIBUTES.test(methodOf(node, draft)) ? 'property' : undefined),
      names: (node, draft) =>
        (fieldOf(node, 'arguments')?.children ?? []).flatMap((name) =>
          name.type === 'simple_symbol' ? [{ node: name, text: draft.textOf(name).slice(1) }] : [],
        ),
    },
  },
  calls: { call: { callee: field('method'), receiver: field('receiver') } },
  imports: {
    call: (node, draft): Imported[] => {
      const method = methodOf(node, draft);
      const argument = fieldOf(node, 'arguments')?.children[0];
      if (!/^(require|require_relative|load|autoload)$/.test(method)) return [];
      if (argument?.type !== 'string' || fieldOf(node, 'receiver') !== undefined) return [];
      const path = unquoted(draft.textOf(argument));
      const isBare = method === 'require_relative' && !path.startsWith('.');
      return [{ specifier: isBare ? `./${path}` : path }];
    },
  },
  heritage: { superclass: 'extends' },
  implicitSelf: true,
  self: ['self'],
  access: accessByName(/^(?!_)/),
};

const ATTRIBUTES = /^attr_(reader|writer|accessor)$/;

function methodOf(node: Syntax, draft: FileDraft): string {
  const method = fieldOf(node, 'method');
  return method === undefined ? '' : draft.textOf(method);
}

/** `class A::B` declares B. */
function constantName(node: Syntax): DeclaredName[] {
  const name = fieldOf(node, 'name');
  return name === undefined ? [] : [{ node: lastName(name) }];
}

export const RUBY = structureLanguage(
  {
    id: 'ruby',
    title: 'Ruby',
    extensions: ['.rb', '.rake', '.gemspec', '.ru'],
    fileNames: ['Rakefile', 'Gemfile', 'Guardfile', 'Vagrantfile', 'Capfile'],
    interpreters: ['ruby'],
    grammar: 'tree-sitter-ruby.wasm',
  },
  SPEC,
);
