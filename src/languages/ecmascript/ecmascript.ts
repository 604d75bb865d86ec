/** TypeScript, TSX, JavaScript and JSX: one extractor over three grammars. */
import type { FileFacts } from '../../model/facts.ts';
import type { RepoPath } from '../../model/path.ts';
import { modifierBits } from '../../model/symbol.ts';
import type { GrammarLanguage } from '../language.ts';
import { finishFacts } from '../lowering/finish.ts';
import type { ParsedTree } from '../parsed-tree.ts';
import { Context } from './context.ts';
import { addMentions } from './doc-mentions.ts';
import { hoistStatements } from './hoist.ts';
import { createModuleResolver } from './module-resolution/resolver.ts';
import { preParse } from './pre-parse.ts';
import { Scope } from './scope.ts';
import { copySyntax } from './syntax.ts';
import { fileDoc } from './text.ts';
import { walk } from './walk.ts';

function extract(language: string, parsed: ParsedTree, text: string, path: RepoPath): FileFacts {
  const isJavaScript = language === 'javascript' || language === 'jsx';
  const tree = copySyntax(parsed);
  const context = new Context(text, tree, isJavaScript);
  const scope = new Scope(undefined, { owner: -1 });
  hoistStatements(context, tree.root.children, scope, /\.d\.[cm]?ts$/.test(path));
  context.fileLevelCount = context.declarations.length;
  for (const statement of tree.root.children) walk(context, statement, scope);
  // The list may grow on the way: an object literal that is first met while working out a result.
  for (const work of context.later) work();
  markExported(context);
  const doc = fileDoc(context);
  addMentions(context, scope, doc);
  return finishFacts(context, { path, language, doc });
}

/** Export lists may name their locals before or after these are declared. */
function markExported(context: Context): void {
  context.declarations.forEach((draft, index) => {
    const isFileLevel = draft.parent < 0 && index < context.fileLevelCount;
    if (isFileLevel && context.exportedNames.has(draft.name)) draft.exported = true;
    if (context.defaultExported.has(index)) draft.modifiers |= modifierBits(['default']);
  });
}

function language(
  id: string,
  title: string,
  extensions: readonly string[],
  grammar: string,
  interpreters: readonly string[] = [],
): GrammarLanguage {
  return {
    id,
    title,
    extensions,
    interpreters,
    support: 'full',
    grammar: `tree-sitter-${grammar}.wasm`,
    family: 'ecmascript',
    preParse,
    extract: (parsed, text, path) => extract(id, parsed, text, path),
    createModuleResolver,
    strictStatics: true,
  };
}

export const ECMASCRIPT_LANGUAGES: readonly GrammarLanguage[] = [
  language('typescript', 'TypeScript', ['.ts', '.mts', '.cts'], 'typescript', [
    'deno',
    'bun',
    'tsx',
    'ts-node',
  ]),
  language('tsx', 'TSX', ['.tsx'], 'tsx'),
  language('javascript', 'JavaScript', ['.js', '.mjs', '.cjs'], 'javascript', ['node']),
  language('jsx', 'JSX', ['.jsx'], 'javascript'),
];
