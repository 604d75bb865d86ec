/**
 * Rewrites syntax that the grammars do not support yet as equivalent supported syntax.
 *
 * Only the parser sees the result; names, signatures and documentation are read from the original
 * text. Every rewrite keeps the length, and the line breaks unless it says otherwise. A pattern that
 * matches inside a comment, a string or the text of an element therefore does no harm. tree-sitter-typescript 0.23
 * and tree-sitter-javascript 0.25 are the latest versions. Remove a rule once a grammar supports
 * its syntax.
 */

import { blankTagArguments } from './tag-arguments.ts';
import { separateCallSignatures } from './types/separate-call-signatures.ts';

interface Rule {
  /**
   * A string contained in every match, or several, of which every match contains one. Searching for them
   * first is much cheaper than the pattern.
   */
  readonly sign: string | readonly string[];
  readonly pattern: RegExp;
  readonly replace: (match: string, ...groups: string[]) => string;
}

/**
 * Follows a word that is a modifier only before a name. Excludes the operators that would make the
 * word itself a name.
 */
const NO_OPERATOR = '(?!(?:of|in|as|is|instanceof|satisfies|extends)\\b)';

const RULES: readonly Rule[] = [
  // `export` on a line of its own, which the grammars take for a name. Lines are counted in the
  // original text.
  {
    sign: 'export',
    pattern:
      /^export[ \t]*\r?\n(?=(?:const|let|var|function|async|class|abstract|type|interface|enum|declare|namespace)\b)/gm,
    replace: (line) => 'export'.padEnd(line.length),
  },
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
  // `using x = open()` declares like `const`. `await using` awaits disposal.
  {
    sign: 'using',
    pattern: new RegExp(
      `(?<![\\w$.])(await[ \\t]+)?using(?=[ \\t]+${NO_OPERATOR}[\\w$]+\\s*(?:=(?![=>])|[:,;]|of\\b))`,
      'g',
    ),
    replace: (_, before = '') => `${blank(before)}const`,
  },
  // `accessor x = 1` in a class.
  {
    sign: 'accessor',
    pattern: new RegExp(`(?<![\\w$.'"\`])accessor(?=[ \\t]+${NO_OPERATOR}#?[A-Za-z_$])`, 'g'),
    replace: (word) => blank(word),
  },
  // Replaces the module in `import('x').T<A>` and `import('x').T[]` by a name, because the grammar
  // allows nothing after the call.
  {
    sign: 'import(',
    pattern: /\bimport\((['"])[^'"\n\\]*\1\)(?=(?:\s*\.\s*[A-Za-z_$][\w$]*)+\s*[<[])/g,
    replace: (call) => call.replace(/\W/g, '_'),
  },
  // `f<typeof import('x')>()`: the grammar allows no call in the type arguments of a call.
  {
    sign: 'typeof import',
    pattern: /\btypeof import\((['"])[^'"\n\\]*\1\)/g,
    replace: (query) => `typeof ${query.slice('typeof '.length).replace(/\W/g, '_')}`,
  },
  // A member or variable named like a keyword.
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
  // An escaped backtick in a template's text, which the grammar does not allow in types.
  {
    sign: '\\`',
    pattern: /\\[\s\S]/g,
    replace: (pair) => (pair === '\\`' ? '__' : pair),
  },
  // `<b class="x" for={y}>`: the grammar of JavaScript allows no keyword as name of an attribute.
  {
    sign: ['="', "='", '={'],
    pattern:
      /(?<=[\s"'}])(?<!\bexport\s+)(class|default|for|in|new|if|case|do|this|var|with)(?=(?::[\w-]+)?=["'{])/g,
    replace: (name) => name.replace(/\w/g, '_'),
  },
  // `<a href="/?x=1&y=2">`: the grammars require every `&` in an attribute to begin an entity.
  {
    sign: '&',
    pattern: /=(?:"[^"\s<>]*&[^"\s<>]*"|'[^'\s<>]*&[^'\s<>]*')/g,
    replace: (attribute) => attribute.replaceAll('&', '+'),
  },
];

function blank(text: string): string {
  return text.replace(/[^\s]/g, ' ');
}

/** Returns the text to parse, with the same length and line breaks. */
export function preParse(text: string): string {
  let parsed = text;
  for (const { sign, pattern, replace } of RULES) {
    const signs = typeof sign === 'string' ? [sign] : sign;
    if (signs.some((one) => parsed.includes(one))) parsed = parsed.replace(pattern, replace);
  }
  return blankTagArguments(separateCallSignatures(parsed));
}
