/** TypeScript, TSX, JavaScript and JSX: one extractor over three grammars. */

import type { GrammarLanguage, Reading } from '../../extractors/language.ts';
import { finishFacts } from '../../extractors/lowering/finish.ts';
import type { ParsedTree } from '../../extractors/parsed-tree.ts';
import type { FileFacts } from '../../model/facts.ts';
import type { RepoPath } from '../../model/path.ts';
import { modifierBits } from '../../model/symbol.ts';
import { Context } from './context.ts';
import { addMentions } from './doc-mentions.ts';
import { flowAsTypeScript, hasFlowTypes } from './flow.ts';
import { hoistStatements, isGlobalFile } from './hoist.ts';
import { annotateFromComments } from './jsdoc/annotate.ts';
import { missingBases } from './module-resolution/extended-configs.ts';
import { createModuleResolver } from './module-resolution/resolver.ts';
import { componentMembers } from './objects.ts';
import { OUTSIDE_DECLARATIONS } from './outside/outside.ts';
import { TYPESCRIPT_PARAMETERS } from './parameter-rules.ts';
import { preParse } from './pre-parse.ts';
import { ECMASCRIPT_REGISTRATIONS } from './registrations.ts';
import { Scope } from './scope.ts';
import { copySyntax, type Syntax } from './syntax.ts';
import { fileDoc } from './text.ts';
import { walk } from './walk.ts';

function extract(language: string, parsed: ParsedTree, text: string, path: RepoPath): FileFacts {
  const isJavaScript = language === 'javascript' || language === 'jsx';
  const tree = copySyntax(parsed);
  if (isJavaScript) annotateFromComments(tree, text);
  const context = new Context(text, tree, isJavaScript);
  const scope = new Scope(undefined, { owner: -1 });
  const statements = tree.root.children;
  const isGlobal = isGlobalFile(statements, path);
  hoistStatements(context, statements, scope, /\.d\.[cm]?ts$/.test(path), isGlobal);
  context.fileLevelCount = context.declarations.length;
  const isExport = ({ type }: Syntax) => type === 'export_statement';
  if (path.endsWith('.vue')) {
    // The options of the component give meaning to the names in its markup.
    for (const statement of statements.filter(isExport)) walk(context, statement, scope);
    const markup = markupScope(context, scope);
    for (const statement of statements) if (!isExport(statement)) walk(context, statement, markup);
  } else for (const statement of statements) walk(context, statement, scope);
  // The list may grow during the loop, when resolving a result visits a new object literal.
  for (const work of context.later) work();
  markExported(context);
  const doc = fileDoc(context);
  addMentions(context, scope, doc);
  return finishFacts(context, { path, language, doc });
}

/** Returns the scope of the markup of a Vue component, which has the component's functions as names. */
function markupScope(context: Context, scope: Scope): Scope {
  const markup = new Scope(scope);
  for (const [name, index] of componentMembers(context, context.component ?? [])) {
    if (!scope.values.has(name)) markup.values.set(name, { form: 'declaration', index });
  }
  return markup;
}

/**
 * Marks exported declarations at the end, because export lists may name locals before or after
 * their declarations.
 */
function markExported(context: Context): void {
  context.declarations.forEach((draft, index) => {
    const isFileLevel = draft.parent < 0 && index < context.fileLevelCount;
    if (isFileLevel && context.exportedNames.has(draft.name)) draft.exported = true;
    if (context.defaultExported.has(index)) draft.modifiers |= modifierBits(['default']);
  });
}

/** A language whose code is ECMAScript's. */
export function scriptLanguage(
  own: Pick<GrammarLanguage, 'id' | 'title' | 'extensions' | 'grammar'> & Partial<GrammarLanguage>,
): GrammarLanguage {
  return {
    support: 'full',
    family: 'ecmascript',
    preParse,
    extract: (parsed, text, path) => extract(own.id, parsed, text, path),
    createModuleResolver,
    strictStatics: true,
    defaultExports: true,
    listsExports: 'ifAny',
    outside: OUTSIDE_DECLARATIONS,
    registrations: ECMASCRIPT_REGISTRATIONS,
    ...own,
  };
}

/** Facts of TypeScript, with or without elements, besides its grammar. */
const TYPED = {
  closedTypes: true,
  parameterRules: TYPESCRIPT_PARAMETERS,
  callArguments: 'positional',
  hasDecorators: true,
} as const;

export const TYPESCRIPT = scriptLanguage({
  id: 'typescript',
  title: 'TypeScript',
  extensions: ['.ts', '.mts', '.cts'],
  grammar: 'tree-sitter-typescript.wasm',
  interpreters: ['deno', 'bun', 'tsx', 'ts-node'],
  aliases: ['ts'],
  groupNames: ['node', 'ecmascript'],
  configNames: ['tsconfig*.json', 'jsconfig*.json', 'package.json', 'pnpm-workspace.yaml'],
  missingConfigBases: missingBases,
  manifest: { fileName: 'package.json', name: /^[ \t]*"name"\s*:\s*"([^"]+)"/m },
  moduleEndings: ['.ts', '/index.ts'],
  declarationFiles: { '.d.ts': ['.js', '.jsx'], '.d.mts': ['.mjs'], '.d.cts': ['.cjs'] },
  modulesInProse: 'package',
  ...TYPED,
});

const FLOW: Reading = {
  grammar: 'tree-sitter-tsx.wasm',
  preParse: (text) => preParse(flowAsTypeScript(text)),
};

/** How scripts are parsed: like TypeScript if they say that they have types, or only then without errors. */
const UNTYPED = {
  grammar: 'tree-sitter-javascript.wasm',
  readings: (text: string): readonly Reading[] =>
    hasFlowTypes(text) ? [FLOW] : [{ preParse }, FLOW, { preParse }],
} as const;

export const ECMASCRIPT_LANGUAGES: readonly GrammarLanguage[] = [
  TYPESCRIPT,
  scriptLanguage({
    id: 'tsx',
    title: 'TSX',
    extensions: ['.tsx'],
    grammar: 'tree-sitter-tsx.wasm',
    groupNames: ['typescript', 'ts', 'node', 'ecmascript', 'react'],
    ...TYPED,
  }),
  scriptLanguage({
    id: 'javascript',
    title: 'JavaScript',
    extensions: ['.js', '.mjs', '.cjs'],
    ...UNTYPED,
    interpreters: ['node'],
    aliases: ['js', 'node'],
    groupNames: ['ecmascript'],
    excludes: [
      'node_modules/',
      'bower_components/',
      'jspm_packages/',
      '.next/',
      '.nuxt/',
      '.svelte-kit/',
      '.turbo/',
      '.parcel-cache/',
      '.yarn/',
      '.pnp.*',
      '*.min.js',
      '*.min.mjs',
      '*.min.cjs',
      'package-lock.json',
      'npm-shrinkwrap.json',
      'yarn.lock',
      'pnpm-lock.yaml',
      'bun.lock',
      'bun.lockb',
    ],
    scriptsWithoutImports: true,
    moduleEndings: ['.js', '.mjs'],
    callArguments: 'positional',
    hasDecorators: true,
  }),
  scriptLanguage({
    id: 'jsx',
    title: 'JSX',
    extensions: ['.jsx'],
    ...UNTYPED,
    groupNames: ['javascript', 'js', 'node', 'ecmascript', 'react'],
    callArguments: 'positional',
  }),
];
