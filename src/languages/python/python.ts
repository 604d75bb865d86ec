import type { GrammarLanguage } from '../../extractors/language.ts';
import { finishFacts } from '../../extractors/lowering/finish.ts';
import { copyTree } from '../../extractors/lowering/syntax.ts';
import type { ParsedTree } from '../../extractors/parsed-tree.ts';
import { OP } from '../../model/expression.ts';
import type { FileFacts } from '../../model/facts.ts';
import type { RepoPath } from '../../model/path.ts';
import { addMentions } from './doc-mentions.ts';
import { docstring } from './docstring.ts';
import { PythonDraft } from './draft.ts';
import { exportNames, markExported } from './exports.ts';
import { hoist } from './hoist.ts';
import { createModuleResolver } from './module-resolution/resolver.ts';
import { PYTHON_PARAMETERS } from './parameter-rules.ts';
import { PYTHON_REGISTRATIONS } from './registrations.ts';
import { Scope } from './scope.ts';
import { assignedValue, typeExpression } from './types.ts';
import { walk } from './walk.ts';

const TREE_TYPES = {
  leaves: new Set(['identifier', 'comment', 'string_content', 'integer', 'float', 'import_prefix']),
  comments: new Set(['comment']),
};

function extract(parsed: ParsedTree, text: string, path: RepoPath): FileFacts {
  const tree = copyTree(parsed, TREE_TYPES);
  const draft = new PythonDraft(text, tree, path);
  const module = new Scope('module', undefined, { owner: -1, body: tree.root });
  hoist(draft, tree.root, { scope: module, block: tree.root });
  exportNames(draft, module);
  for (const work of draft.later) work();
  giveAttributes(draft);
  for (const statement of tree.root.children) walk(draft, statement, module);
  markExported(draft, tree.root);
  const doc = docstring(draft, tree.root);
  addMentions(draft, module, doc);
  return finishFacts(draft, { path, language: 'python', doc });
}

/** Sets the types of attributes: the declared one, or else those of the values assigned to `self`. */
function giveAttributes(draft: PythonDraft): void {
  for (const attributes of draft.attributes.values()) {
    for (const { declaration, values } of attributes.values()) {
      const shape = draft.shapes[declaration];
      if (shape === undefined) continue;
      const [declared] = values.filter(({ node }) => node.type === 'type');
      const type = declared && typeExpression(draft, declared.node, declared.scope);
      if (type !== undefined && type !== draft.unknown) {
        shape.type = type;
        continue;
      }
      const assigned = values.filter(({ node }) => node.type !== 'type').slice(0, 8);
      const parts = assigned.map(({ node, scope }) => assignedValue(draft, node, scope));
      shape.value = draft.orNone(draft.either(OP.either, parts));
    }
  }
}

export const PYTHON: GrammarLanguage = {
  id: 'python',
  title: 'Python',
  extensions: ['.py', '.pyi', '.pyw'],
  declarationFiles: { '.pyi': ['.py'] },
  interpreters: ['python', 'python2', 'python3', 'pypy'],
  grammar: 'tree-sitter-python.wasm',
  family: 'python',
  support: 'full',
  aliases: ['py', 'python3', 'pycon', 'ipython', 'ipython3'],
  excludes: [
    '__pycache__/',
    '.venv/',
    'venv/',
    'site-packages/',
    '.tox/',
    '.nox/',
    '.eggs/',
    '*.egg-info/',
    '.mypy_cache/',
    '.pytest_cache/',
    '.ruff_cache/',
  ],
  passesOnImports: 'always',
  listsExports: 'always',
  modulesInProse: 'dotted',
  importsSubmodules: true,
  construction: 'call',
  closedTypes: true,
  importsRunInOrder: true,
  resolutionOrder: true,
  getterMethod: '__get__',
  parameterRules: PYTHON_PARAMETERS,
  hashComments: true,
  callArguments: 'named',
  hasDecorators: true,
  extract,
  registrations: PYTHON_REGISTRATIONS,
  createModuleResolver,
};
