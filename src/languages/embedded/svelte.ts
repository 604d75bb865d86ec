/**
 * Extracts code from Svelte markup: expressions in braces, and the functions that directives name.
 */
import { type Expression, elementsIn, type MarkupCode, markupOf, namesIn } from './markup.ts';

const DIRECTIVE = /\s(?:use|transition|in|out|animate):(?<name>[A-Za-z_$][\w$]*)(?=[\s=/>|])/g;
const LET = /\slet:(?<name>[A-Za-z_$][\w$]*)/g;

export function svelteCode(text: string, script: string): MarkupCode {
  // `$cart` reads the value of the store `cart`.
  const plain = text.replace(/(?<=^|\.\.\.|[^\w$.])\$(?=[A-Za-z_])/g, ' ');
  const markup = markupOf(plain);
  const locals = new Set<string>();
  const expressions: Expression[] = [];
  for (let at = markup.indexOf('{'); at >= 0; ) {
    const end = closingBrace(markup, at);
    if (end === undefined) break;
    const found = expressionIn(markup, at + 1, end, locals);
    if (found !== undefined) expressions.push(found);
    at = markup.indexOf('{', end + 1);
  }
  for (const { groups } of markup.matchAll(LET)) locals.add(groups?.['name'] ?? '');
  const named = [...markup.matchAll(DIRECTIVE)].map(({ index, 0: all, groups }) => {
    const end = index + all.length;
    return { start: end - (groups?.['name'] ?? '').length, end };
  });
  return { text: plain, expressions, elements: [...elementsIn(markup, script), ...named], locals };
}

/** Returns the expression inside a pair of braces. Names that it declares are added to `locals`. */
function expressionIn(
  markup: string,
  start: number,
  end: number,
  locals: Set<string>,
): Expression | undefined {
  const code = markup.slice(start, end);
  const head = /^\s*(?:[#:@](?:else if|\w+)|\.\.\.)/.exec(code)?.[0] ?? '';
  const word = head.trim();
  const rest = code.slice(head.length);
  const give = (pattern: string) => {
    for (const name of namesIn(pattern)) locals.add(name);
  };
  const from = start + head.length;
  if (word === ':then' || word === ':catch' || word === '#snippet') give(rest);
  else if (word === '@const') {
    const [pattern = ''] = rest.split('=');
    give(pattern);
    return whole(markup, from + pattern.length + 1, end);
  } else if (word === '#each' || word === '#await') {
    const parts = /^(?<value>[\s\S]*?)(?:\s(?:as|then|catch)\s(?<pattern>[\s\S]*))?$/.exec(rest);
    const { value = '', pattern = '' } = parts?.groups ?? {};
    give(pattern.replace(/\([^()]*\)\s*$/, ''));
    return whole(markup, from, from + value.length);
  } else return whole(markup, from, end);
  return undefined;
}

function whole(markup: string, start: number, end: number): Expression | undefined {
  // A comment would swallow the closing parenthesis. Tags that end a block contain no code.
  const code = markup.slice(start, end).trim();
  return code === '' || code.startsWith('/') ? undefined : { start, end };
}

/** Returns the index of the brace that closes the one at `from`. Braces in strings do not count. */
function closingBrace(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return at;
    else if (character === '"' || character === "'" || character === '`') {
      const end = text.indexOf(character, at + 1);
      if (end < 0) return undefined;
      at = end;
    }
  }
  return undefined;
}
