/**
 * Detects adjacent words that no grammar allows: one of them is a macro or syntax the grammar does
 * not support.
 */
import { behindAngles, type Token } from '../../extractors/preprocessor/tokens.ts';

const BUILT_IN = /^(void|bool|char|wchar_t|int|long|short|unsigned|signed|float|double)$/;
const KEYWORD =
  /^(alignas|asm|auto|bool|break|case|catch|char|class|co_await|co_return|co_yield|concept|const|consteval|constexpr|constinit|continue|decltype|default|delete|do|double|else|enum|explicit|export|extern|final|float|for|friend|goto|if|inline|int|long|mutable|namespace|new|noexcept|not|operator|or|and|override|private|protected|public|register|requires|restrict|return|short|signed|sizeof|static|struct|switch|template|this|thread_local|throw|try|typedef|typename|union|unsigned|using|virtual|void|volatile|wchar_t|while)$/;
const CAPITALS = /^[A-Z][A-Z0-9_]+$/;

/** Returns the indexes of the tokens to blank out. */
export function adjacentMacros(tokens: readonly Token[], text: string): ReadonlySet<number> {
  const found = new Set<number>();
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    if (next?.kind !== 'name') return;
    const isWord =
      token.kind === 'name' && !KEYWORD.test(token.text) && !token.text.startsWith('_');
    // In `local int x`, the word before the type is a macro. A tag (`struct x`) or a member name is
    // not.
    if (isWord && isTypeBehind(tokens, index + 1)) {
      if (!/^(struct|union|enum|class|\.|->|::|~)$/.test(tokens[index - 1]?.text ?? ''))
        found.add(index);
      return;
    }
    const isPointer = token.text === '(' && CAPITALS.test(next.text);
    if (isPointer && isFunctionPointer(tokens, index + 2)) found.add(index + 1);
    if (text.slice(token.end, next.start).includes('\n')) return;
    // For example, `64 KB`.
    if (token.kind === 'literal' && /^\d/.test(token.text) && CAPITALS.test(next.text))
      found.add(index + 1);
    // For example, `code FAR *x`.
    const behind = tokens[index + 2];
    const isBefore = behind?.text === '*' || behind?.kind === 'name';
    const isType = isWord || BUILT_IN.test(token.text);
    if (isType && CAPITALS.test(next.text) && isBefore && !found.has(index)) found.add(index + 1);
    if (token.text === 'new') for (const star of starsBehind(tokens, index + 1)) found.add(star);
  });
  return found;
}

/**
 * Whether a type starts at `at`: a built-in type, or a `const` type followed by a name, `*` or `&`.
 */
function isTypeBehind(tokens: readonly Token[], at: number): boolean {
  const [first, second, third] = tokens.slice(at, at + 3);
  if (first === undefined || BUILT_IN.test(first.text)) return first !== undefined;
  if (first.text !== 'const' || second?.kind !== 'name') return false;
  if (BUILT_IN.test(second.text) || second.text === 'auto') return true;
  return third?.kind === 'name' || third?.text === '*' || third?.text === '&';
}

/** Matches `*name)(` in `(CALL *name)(…)`. */
function isFunctionPointer(tokens: readonly Token[], at: number): boolean {
  const [star, name, close, open] = tokens.slice(at, at + 4);
  return star?.text === '*' && name?.kind === 'name' && close?.text === ')' && open?.text === '(';
}

/** Returns the stars in `new Name *[size]`, which the grammar reads as a multiplication. */
function starsBehind(tokens: readonly Token[], at: number): readonly number[] {
  let next = at;
  while (tokens[next]?.kind === 'name' || /^(::|<)$/.test(tokens[next]?.text ?? '')) {
    next = tokens[next]?.text === '<' ? (behindAngles(tokens, next) ?? tokens.length) : next + 1;
  }
  const stars: number[] = [];
  while (tokens[next]?.text === '*') stars.push(next++);
  return tokens[next]?.text === '[' ? stars : [];
}
