/**
 * Components and pages. Their scripts, and the expressions in the markup of components, are parsed
 * as TypeScript or JavaScript. Everything else is blanked so that offsets and lines match the file.
 */

import type { GrammarLanguage } from '../../extractors/language.ts';
import { scriptLanguage, TYPESCRIPT } from '../ecmascript/ecmascript.ts';
import { blank, type MarkupCode, statementsOf } from './markup.ts';
import { svelteCode } from './svelte.ts';
import { vueCode } from './vue.ts';

const SCRIPT = /(<script\b(?<attributes>[^>]*)>)(?<code>[\s\S]*?)<\/script\s*>/gi;

/** Extracts the code in a component's markup; `script` is the text of its scripts. */
type ReadMarkup = (text: string, script: string) => MarkupCode;

function component(
  id: string,
  title: string,
  extensions: readonly string[],
  readMarkup?: ReadMarkup,
): GrammarLanguage {
  return scriptLanguage({
    id,
    title,
    extensions,
    grammar: TYPESCRIPT.grammar,
    view: (text) => codeOf(text, readMarkup),
    extract: (parsed, text, path) => ({ ...TYPESCRIPT.extract(parsed, text, path), language: id }),
  });
}

/** Returns the file's text with everything but code blanked, and the grammar to parse it with. */
function codeOf(
  text: string,
  readMarkup: ReadMarkup | undefined,
): { text: string; grammar: string } {
  const scripts = scriptsOf(text);
  const script = scripts.map(({ start, end }) => text.slice(start, end)).join('\n');
  const around = readMarkup === undefined ? blank(text) : statementsOf(readMarkup(text, script));
  const kept: string[] = [];
  let from = 0;
  for (const { start, end } of scripts) {
    const before = around.slice(from, start);
    // Ends the last markup statement before the script begins.
    kept.push(/\S/.test(before) ? `${before.slice(0, -1)};` : before, text.slice(start, end));
    from = end;
  }
  kept.push(around.slice(from));
  const isTyped = scripts.some((script) => /\blang\s*=\s*["']?tsx?\b/i.test(script.attributes));
  const isElement = scripts.some((script) => /\blang\s*=\s*["']?[jt]sx\b/i.test(script.attributes));
  const grammar = isElement ? 'tsx' : isTyped ? 'typescript' : 'javascript';
  return { text: kept.join(''), grammar: `tree-sitter-${grammar}.wasm` };
}

interface Script {
  readonly attributes: string;
  readonly start: number;
  readonly end: number;
}

function scriptsOf(text: string): readonly Script[] {
  return [...text.matchAll(SCRIPT)].flatMap((match) => {
    const { attributes = '', code = '' } = match.groups ?? {};
    const start = match.index + (match[1]?.length ?? 0);
    return isScript(attributes) ? [{ attributes, start, end: start + code.length }] : [];
  });
}

/** Whether a script element holds code. It may also hold data or a template. */
function isScript(attributes: string): boolean {
  const type = /\btype\s*=\s*["']?([^"'\s>]+)/i.exec(attributes)?.[1];
  return (
    type === undefined ||
    /^(module|(text|application)\/(javascript|ecmascript|typescript|babel|jsx))$/i.test(type)
  );
}

export const EMBEDDED_LANGUAGES: readonly GrammarLanguage[] = [
  component('vue', 'Vue', ['.vue'], vueCode),
  component('svelte', 'Svelte', ['.svelte'], svelteCode),
  component('html', 'HTML', ['.html', '.htm', '.xhtml']),
];
