/**
 * Rewrites for the parser what its grammars do not know yet into what they read the same way.
 *
 * Only the parser sees the result; names, signatures and documentation are read from the text itself.
 * So every rewriting keeps the length and the line breaks, and where a pattern meets its like in a
 * comment, a string or the text of an element, nothing is lost. tree-sitter-typescript 0.23 and
 * tree-sitter-javascript 0.25 are the latest there are; a rule goes when a grammar learns its syntax.
 */

import { blankTagArguments } from './tag-arguments.ts';
import { separateCallSignatures } from './types/separate-call-signatures.ts';

interface Rule {
  /** A text that is there wherever the pattern matches; looking for it is much cheaper. */
  readonly sign: string;
  readonly pattern: RegExp;
  readonly replace: (match: string, ...groups: string[]) => string;
}

/** After a word that is a modifier only before a name: what would make it a name itself. */
const NO_OPERATOR = '(?!(?:of|in|as|is|instanceof|satisfies|extends)\\b)';

const RULES: readonly Rule[] = [
  // `export type * from 'x'`
  {
    sign: 'export',
    pattern: /\b(export\s+)(type)(?=\s*\*)/g,
    replace: (_, before = '', word = '') => before + blank(word),
  },
  // `import defer * as x from 'y'`
  {
    sign: 'import defer',
    pattern: /\b(import\s+)(defer)(?=\s*\*)/g,
    replace: (_, before = '', word = '') => before + blank(word),
  },
  // `interface Box<in T, out U>`
  {
    sign: '<',
    pattern:
      /([<,](?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/)){0,400}\*\/)*)((?:in\s+out|in|out)\s)(?=\s*[A-Za-z_$][\w$]*\s*(?:[,>=]|extends\b))/g,
    replace: (_, before = '', words = '') => before + blank(words),
  },
  // `using x = open()` declares as `const` does; `await using` awaits its end.
  {
    sign: 'using',
    pattern: new RegExp(
      `(?<![\\w$.])(await[ \\t]+)?using(?=[ \\t]+${NO_OPERATOR}[\\w$]+\\s*(?:=(?![=>])|[:,;]|of\\b))`,
      'g',
    ),
    replace: (_, before = '') => `${blank(before)}const`,
  },
  // `accessor x = 1` in a class
  {
    sign: 'accessor',
    pattern: new RegExp(`(?<![\\w$.'"\`])accessor(?=[ \\t]+${NO_OPERATOR}#?[A-Za-z_$])`, 'g'),
    replace: (word) => blank(word),
  },
  // `import('x').T<A>` and `import('x').T[]`: a module by its name; the call takes nothing behind it.
  {
    sign: 'import(',
    pattern: /\bimport\((['"])[^'"\n\\]*\1\)(?=(?:\s*\.\s*[A-Za-z_$][\w$]*)+\s*[<[])/g,
    replace: (call) => call.replace(/\W/g, '_'),
  },
  // A member or variable that is called as a word of the language is.
  {
    sign: '\n',
    pattern: /(in\d*|instanceof|abstract)(?=\??:)(?<=\n[ \t]*\1)/g,
    replace: (name) => name.replace(/\w/g, '_'),
  },
  {
    sign: ' as',
    pattern: /\b((?:let|const|var)\s+)(as)(?=\s*[=:;])/g,
    replace: (_, before = '', name = '') => before + name.replace(/\w/g, '_'),
  },
  // A backtick in the text of a template, which types may not hold.
  {
    sign: '\\`',
    pattern: /\\[\s\S]/g,
    replace: (pair) => (pair === '\\`' ? '__' : pair),
  },
  // `<a href="/?x=1&y=2">`: the grammars want every `&` of an attribute to begin an entity.
  {
    sign: '&',
    pattern: /=(?:"[^"\s<>]*&[^"\s<>]*"|'[^'\s<>]*&[^'\s<>]*')/g,
    replace: (attribute) => attribute.replaceAll('&', '+'),
  },
];

function blank(text: string): string {
  return text.replace(/[^\s]/g, ' ');
}

/** The text to parse: of the same length, with the same line breaks. */
export function preParse(text: string): string {
  let parsed = text;
  for (const { sign, pattern, replace } of RULES) {
    if (parsed.includes(sign)) parsed = parsed.replace(pattern, replace);
  }
  return blankTagArguments(separateCallSignatures(parsed));
}
