import { fieldOf } from '../lowering/syntax.ts';
import { field, fieldsOf, unquoted } from '../structure/reading.ts';
import type { Imported, StructureSpec } from '../structure/spec.ts';
import { structureLanguage } from '../structure/structure.ts';

const SPEC: StructureSpec = {
  declarations: {
    function_definition: { kind: 'function' },
    variable_assignment: {
      // Assignments before a command are its environment.
      kind: (node) => (node.parent?.type === 'command' ? undefined : 'variable'),
      body: field('value'),
    },
  },
  calls: { command: { callee: field('name') } },
  imports: {
    command: (node, draft): Imported[] => {
      const name = fieldOf(node, 'name');
      const [argument] = fieldsOf(node, 'argument');
      if (name === undefined || argument === undefined) return [];
      if (!/^(source|\.)$/.test(draft.textOf(name))) return [];
      // `"$(dirname "$0")/lib.sh"` lies beside the script.
      const path = unquoted(draft.textOf(argument)).replace(/^\$(\(.*\)|\{[^}]*\}|\w+)\//s, './');
      return /[$`*]/.test(path) ? [] : [{ specifier: path }];
    },
  },
};

export const BASH = structureLanguage(
  {
    id: 'bash',
    title: 'Shell',
    extensions: ['.sh', '.bash', '.zsh', '.ksh', '.bats', '.ebuild'],
    fileNames: ['.bashrc', '.bash_profile', '.zshrc', '.profile', 'PKGBUILD'],
    interpreters: ['sh', 'bash', 'zsh', 'ksh', 'dash', 'ash'],
    grammar: 'tree-sitter-bash.wasm',
  },
  SPEC,
);
