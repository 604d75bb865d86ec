import { createHash } from 'node:crypto';

const CODE_LENGTH_MAX = 1_500;

/** What is taken of a declaration: its beginning, without what a docstring says. */
export function codeOf(text, language) {
  const cut = text.slice(0, CODE_LENGTH_MAX * 3);
  const own = language === 'python' ? cut.replace(/[rRuUbB]?("""|''')[\s\S]*?\1/, '') : cut;
  return own.slice(0, CODE_LENGTH_MAX);
}

/** Equal for code that differs in layout and punctuation alone. */
export function codeHash(code) {
  return createHash('md5').update(code.replace(/\W+/g, ' ')).digest('hex').slice(0, 16);
}
