/**
 * Components and pages: the scripts in them are read as TypeScript or JavaScript, everything around them
 * blanked, so that offsets and lines stay those of the file.
 */
import { ECMASCRIPT_LANGUAGES } from '../ecmascript/ecmascript.ts';
import type { GrammarLanguage } from '../language.ts';

const SCRIPT = /(<script\b(?<attributes>[^>]*)>)(?<code>[\s\S]*?)<\/script\s*>/gi;

function component(id: string, title: string, extensions: readonly string[]): GrammarLanguage {
  const script = ECMASCRIPT_LANGUAGES.find((language) => language.id === 'typescript');
  if (script === undefined) throw new Error('no language for scripts');
  return {
    ...script,
    id,
    title,
    extensions,
    support: 'full',
    view: (text) => scriptsOf(text),
    extract: (root, text, path) => ({ ...script.extract(root, text, path), language: id }),
  };
}

/** What is left of a file when only its scripts are. */
function scriptsOf(text: string): { text: string; grammar: string } {
  const kept: string[] = [];
  let from = 0;
  let isTyped = false;
  let isElement = false;
  for (const match of text.matchAll(SCRIPT)) {
    const { attributes = '', code = '' } = match.groups ?? {};
    if (!isScript(attributes)) continue;
    const start = match.index + (match[1]?.length ?? 0);
    kept.push(blank(text.slice(from, start)), code);
    from = start + code.length;
    isTyped ||= /\blang\s*=\s*["']?tsx?\b/i.test(attributes);
    isElement ||= /\blang\s*=\s*["']?[jt]sx\b/i.test(attributes);
  }
  kept.push(blank(text.slice(from)));
  const grammar = isElement ? 'tsx' : isTyped ? 'typescript' : 'javascript';
  return { text: kept.join(''), grammar: `tree-sitter-${grammar}.wasm` };
}

/** Data and templates stand in script elements too. */
function isScript(attributes: string): boolean {
  const type = /\btype\s*=\s*["']?([^"'\s>]+)/i.exec(attributes)?.[1];
  return (
    type === undefined ||
    /^(module|(text|application)\/(javascript|ecmascript|typescript|babel|jsx))$/i.test(type)
  );
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}

export const EMBEDDED_LANGUAGES: readonly GrammarLanguage[] = [
  component('vue', 'Vue', ['.vue']),
  component('svelte', 'Svelte', ['.svelte']),
  component('html', 'HTML', ['.html', '.htm', '.xhtml']),
];
