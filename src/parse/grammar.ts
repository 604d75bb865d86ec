import { fileURLToPath } from 'node:url';
import { Language, Parser } from 'web-tree-sitter';

/** Built by `npm run build` from the grammars' npm packages; src and dist lie equally deep. */
const GRAMMAR_FOLDER = new URL('../../grammars/', import.meta.url);

let runtime: Promise<void> | undefined;
const parsers = new Map<string, Promise<Parser>>();

/** Loads a grammar once per process. A file that is missing is a broken installation, so it throws plainly. */
export function parserFor(grammar: string): Promise<Parser> {
  const known = parsers.get(grammar);
  if (known !== undefined) return known;
  const loading = load(grammar);
  parsers.set(grammar, loading);
  return loading;
}

async function load(grammar: string): Promise<Parser> {
  runtime ??= Parser.init();
  await runtime;
  const language = await Language.load(fileURLToPath(new URL(grammar, GRAMMAR_FOLDER)));
  const parser = new Parser();
  parser.setLanguage(language);
  return parser;
}
