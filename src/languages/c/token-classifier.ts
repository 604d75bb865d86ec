/** Classifies the tokens of a declaration by their position. */
import { behindAngles, behindBrackets, type Token } from '../../extractors/preprocessor/tokens.ts';

export const BUILT_IN =
  /^(void|bool|char|wchar_t|char8_t|char16_t|char32_t|int|long|short|unsigned|signed|float|double|auto|_Bool)$/;
export const SPECIFIER =
  /^(static|inline|extern|virtual|constexpr|consteval|constinit|explicit|friend|typedef|const|volatile|mutable|register|thread_local|typename|restrict|noexcept|override|final|__inline|__inline__|__extension__|__forceinline)$/;
const STARTER =
  /^(template|class|struct|union|enum|namespace|using|operator|decltype|public|private|protected)$/;
/** Names that look like macros. */
export const MACRO = /^_*[A-Z][A-Z0-9_]{2,}$/;

export class TokenClassifier {
  readonly #tokens: readonly Token[];
  readonly #text: string;

  constructor(tokens: readonly Token[], text: string) {
    this.#tokens = tokens;
    this.#text = text;
  }

  /** Returns the index after a name and its optional arguments. */
  behindCall(at: number): number {
    return this.at(at + 1) === '(' ? behindBrackets(this.#tokens, at + 1) : at + 1;
  }

  at(index: number): string {
    return this.#tokens[index]?.text ?? '';
  }

  isName(index: number): boolean {
    return this.#tokens[index]?.kind === 'name';
  }

  isMacro(index: number): boolean {
    return this.isName(index) && MACRO.test(this.at(index));
  }

  isPlain(index: number): boolean {
    const text = this.at(index);
    const isWord = this.isName(index) && !this.isMacro(index) && !STARTER.test(text);
    return isWord && !SPECIFIER.test(text) && !BUILT_IN.test(text) && !text.startsWith('__');
  }

  /** Returns the index after a qualified name such as `A::B<C>::d`. */
  path(at: number): number {
    let next = at + 1;
    for (;;) {
      if (this.at(next) === '<') next = behindAngles(this.#tokens, next) ?? next;
      if (this.at(next) !== '::') return next;
      next++;
      if (this.at(next) === '~') next++;
      if (!this.isName(next) || this.at(next) === 'operator') return next;
      next++;
    }
  }

  isEnd(at: number): boolean {
    return (this.#tokens[at]?.kind ?? 'directive') === 'directive';
  }

  /**
   * Whether the parentheses could hold arguments, that is, no two names or literals are adjacent.
   */
  isExpression(open: number): boolean {
    const inner = this.#tokens.slice(open + 1, behindBrackets(this.#tokens, open) - 1);
    return inner.every(({ kind, text }, index) => {
      const { kind: next = 'mark', text: nextText = '' } = inner[index + 1] ?? {};
      if (kind === 'mark') return text !== ':' || inner.some((one) => one.text === '?');
      if (SPECIFIER.test(text) || BUILT_IN.test(text) || /^(sizeof|new|struct|return)$/.test(text))
        return true;
      return next === 'mark' || (kind === 'literal' && nextText !== '') || kind === 'directive';
    });
  }

  /** Whether the macro that starts a statement can be blanked without changing the statement. */
  isSpare(at: number): boolean {
    const next = this.#tokens[at + 1];
    if (next === undefined) return false;
    if (
      /^[;{}]$/.test(this.at(at - 1)) &&
      (next.text === '{' || /^(static|constexpr|auto)$/.test(next.text))
    )
      return true;
    const isWord = next.kind === 'name' || next.kind === 'directive' || /^[{}]$/.test(next.text);
    return isWord && this.isAlone(at, at + 1);
  }

  /** Whether a declaration could begin at `from`. */
  declares(from: number, around: string): boolean {
    let at = from;
    while (/^(const|volatile)$/.test(this.at(at))) at++;
    const text = this.at(at);
    if (text === '~' || (text === '[' && this.at(at + 1) === '[')) return true;
    if (!this.isName(at)) return false;
    if (BUILT_IN.test(text) || SPECIFIER.test(text) || STARTER.test(text)) return true;
    if (this.isMacro(at)) {
      const behind = this.behindCall(at);
      if (this.isEnd(behind) || this.declares(behind, around)) return true;
      return behind === at + 1 && this.isFunctionName(behind);
    }
    const end = this.path(at);
    if (/^[*&]$/.test(this.at(end))) return true;
    if (this.isName(end)) return true;
    return this.at(end) === '(' && this.constructs(at, end, around);
  }

  /**
   * Whether a constructor head starts here: `Name(` inside the class Name, or `Name::Name(` outside
   * of it.
   */
  constructs(at: number, end: number, around: string): boolean {
    const last = this.at(end - 1);
    if (end === at + 1) return last === around;
    return this.at(end - 2) === '~' || last === this.at(at) || last === this.at(end - 3);
  }

  /** Whether a function name starts here, as in `*name(`. */
  isFunctionName(at: number): boolean {
    let next = at;
    while (/^[*&]$/.test(this.at(next)) || this.at(next) === 'const') next++;
    if (!this.isName(next) || SPECIFIER.test(this.at(next))) return false;
    return this.at(this.path(next)) === '(';
  }

  isOneType(open: number, end: number): boolean {
    const inner = this.#tokens.slice(open + 1, end - 1);
    return (
      inner.length > 0 &&
      inner.every(({ kind, text }) => kind === 'name' || /^(\*|&|::)$/.test(text))
    );
  }

  /** Whether the tokens have their lines to themselves. */
  isAlone(at: number, next: number): boolean {
    const [first, last] = [this.#tokens[at], this.#tokens[next - 1]];
    if (first === undefined || last === undefined) return false;
    const lineStart = this.#text.lastIndexOf('\n', first.start) + 1;
    if (this.#text.slice(lineStart, first.start).trim() !== '') return false;
    const rest = /[^\n]*/.exec(this.#text.slice(last.end, last.end + 200))?.[0] ?? '';
    return /^\s*(\/[/*].*)?$/.test(rest);
  }
}
