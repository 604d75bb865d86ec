import { fieldOf } from '../../extractors/lowering/syntax.ts';
import { field, fieldsOf, unquoted } from '../../extractors/outline/reading.ts';
import type { DeclaredName, Imported, StructureSpec } from '../../extractors/outline/spec.ts';
import { structureLanguage } from '../../extractors/outline/structure.ts';

/** Matches the head of a Bats test, `@test "says hello" {`. A brace closes the test. */
const TEST = /^([ \t]*)(@test[ \t]+(["']).*\3)(?=[ \t]*\{[ \t]*$)/gm;
const TEST_NAME = /^@test[ \t]+(["'])(.*)\1/;

/** Rewrites each Bats test as a function declaration of the same length. */
function testsAsFunctions(text: string): string {
  if (!text.includes('@test')) return text;
  return text.replace(TEST, (_, indent: string, head: string) => {
    return `${indent}${'_'.repeat(head.length - 2)}()`;
  });
}

const SPEC: StructureSpec = {
  declarations: {
    function_definition: {
      kind: 'function',
      names: (node, draft): DeclaredName[] => {
        const name = fieldOf(node, 'name');
        const test = TEST_NAME.exec(draft.text.slice(node.start, fieldOf(node, 'body')?.start));
        if (name === undefined) return [];
        return test?.[2] === undefined ? [{ node: name }] : [{ node: name, text: test[2] }];
      },
    },
    variable_assignment: {
      // Assignments before a command only set its environment.
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
      // `"$(dirname "$0")/lib.sh"` refers to a file beside the script.
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
    aliases: ['sh', 'shell'],
    hashComments: true,
    isCostlyToOptimize: true,
    hasNoSnippets: true,
    preParse: testsAsFunctions,
  },
  SPEC,
);
