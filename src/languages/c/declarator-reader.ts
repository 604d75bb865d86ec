/** Reads the heads of declarations token by token and blanks the macros in them. */
import type { Edit } from '../../extractors/preprocessor/edits.ts';
import { behindAngles, behindBrackets, type Token } from '../../extractors/preprocessor/tokens.ts';
import { BUILT_IN, SPECIFIER, TokenClassifier } from './token-classifier.ts';

const ACCESS = /^(public|private|protected|signals|slots)$/;

interface Head {
  /** Index of the token after the head, that is, after its `;` or the `{` that it opens. */
  readonly end: number;
  readonly opens?: { readonly form: 'open' | 'enum' | 'body'; readonly name: string };
}

/** Mutable state while one head is read. */
interface Reading {
  readonly begin: number;
  readonly around: string;
  form: 'open' | 'enum' | 'body';
  name: string;
  /** Number of consecutive types and names read so far. */
  names: number;
  hasParameters: boolean;
}

export class DeclaratorReader {
  readonly edits: Edit[] = [];
  readonly #tokens: readonly Token[];
  readonly #text: string;
  readonly #classifier: TokenClassifier;

  constructor(tokens: readonly Token[], text: string) {
    this.#tokens = tokens;
    this.#text = text;
    this.#classifier = new TokenClassifier(tokens, text);
  }

  /** Whether the macro that starts a statement can be blanked without changing the statement. */
  isSpare(at: number): boolean {
    return this.#classifier.isSpare(at);
  }

  isExpression(open: number): boolean {
    return this.#classifier.isExpression(open);
  }

  blank(from: number, to: number, by = ''): void {
    const [first, last] = [this.#tokens[from], this.#tokens[to - 1]];
    if (first !== undefined && last !== undefined) {
      this.edits.push({ start: first.start, end: last.end, by });
    }
  }

  /**
   * Blanks parts of a directive that are not expressions: `#if HAS(<header>)`, or a comment in a
   * macro's body.
   */
  directive({ text, start, end }: Token): void {
    const parts = /^(el)?if$/.test(text)
      ? /(?<=\()\s*(<[^<>\n]*>|"[^"\n]*"|\w+(::\w+)+)\s*(?=\))/g
      : undefined;
    const found = text === 'define' ? /\/\*[\s\S]*?\*\/(?=[^\S\n]*\S)/g : parts;
    if (found === undefined) return;
    for (const { index, 0: part } of this.#text.slice(start, end).matchAll(found)) {
      this.edits.push({ start: start + index, end: start + index + part.length });
    }
  }

  /** Reads a declaration head, starting at `begin`. */
  read(begin: number, around: string): Head {
    const state: Reading = {
      begin,
      around,
      form: 'body',
      name: '',
      names: 0,
      hasParameters: false,
    };
    for (let at = begin; at < this.#tokens.length; ) {
      const { kind, text } = this.#tokens[at] as Token;
      if (kind === 'directive' || text === '}') return { end: at };
      if (text === ';') return { end: at + 1 };
      if (text === '{') return { end: at + 1, opens: { form: state.form, name: state.name } };
      if (kind === 'name') at = this.#word(at, state);
      else if (text === '(') at = this.#parameters(at, state);
      else if (text === ':') {
        if (ACCESS.test(this.#classifier.at(at - 1)) || ACCESS.test(this.#classifier.at(at - 2)))
          return { end: at + 1 };
        at = state.hasParameters ? this.#initializers(at + 1) : at + 1;
      } else if (text === '=') at = this.#value(at + 1);
      else if (text === '[') at = behindBrackets(this.#tokens, at);
      else if (text === '<') at = behindAngles(this.#tokens, at) ?? at + 1;
      else {
        if (text === ',') state.names = Math.min(state.names, 1);
        at++;
      }
    }
    return { end: this.#tokens.length };
  }

  /**
   * Reads one word of a head together with the tokens that belong to it. Returns the index after
   * them.
   */
  #word(at: number, state: Reading): number {
    const text = this.#classifier.at(at);
    if (text === 'template') return this.#template(at + 1);
    if (text === 'operator') return this.#operator(at + 1, state);
    if (text === 'namespace') {
      state.form = 'open';
      return at + 1;
    }
    if (text === 'extern' && this.#classifier.at(at + 1) === 'template') {
      // An explicit instantiation declaration (`extern template`) declares nothing.
      const end = this.#value(at);
      this.blank(at, end);
      return end;
    }
    if (text === 'extern' && this.#tokens[at + 1]?.kind === 'literal') {
      if (this.#classifier.at(at + 2) === '{') state.form = 'open';
      return at + 2;
    }
    if (/^(class|struct|union|enum)$/.test(text)) return this.#type(at, state);
    if (/^(__attribute__|__declspec|alignas|decltype|requires)$/.test(text)) {
      if (text === 'decltype') state.names++;
      return this.#classifier.behindCall(at);
    }
    if (SPECIFIER.test(text) || ACCESS.test(text)) return at + 1;
    if (BUILT_IN.test(text)) {
      if (!BUILT_IN.test(this.#classifier.at(at - 1))) state.names++;
      return at + 1;
    }
    if (this.#classifier.isMacro(at) && this.#classifier.at(at - 1) !== '->')
      return this.#macro(at, state);
    const end = this.#classifier.path(at);
    if (state.names === 0 && end === at + 1 && this.#isBeforeTypeAndName(end)) this.blank(at, end);
    else state.names++;
    return end;
  }

  /**
   * Whether a type and a name follow, as in `local type *name`. The first of three plain words in a
   * row is then a macro.
   */
  #isBeforeTypeAndName(at: number): boolean {
    if (!this.#classifier.isPlain(at)) return false;
    let next = this.#classifier.path(at);
    while (/^[*&]$/.test(this.#classifier.at(next))) next++;
    return this.#classifier.isPlain(next);
  }

  /** Reads the parameters of a template. A macro among them is replaced by an unnamed parameter. */
  #template(at: number): number {
    if (this.#classifier.at(at) !== '<') return at;
    const end = behindAngles(this.#tokens, at) ?? at + 1;
    for (let one = at + 1; one < end; one++) {
      const isFirst = this.#classifier.at(one - 1) === '<' || this.#classifier.at(one - 1) === ',';
      if (this.#classifier.at(one) !== '(') continue;
      const behind = behindBrackets(this.#tokens, one);
      const isWhole = this.#classifier.at(behind) === ',' || this.#classifier.at(behind) === '>';
      const starts = this.#classifier.at(one - 2) === '<' || this.#classifier.at(one - 2) === ',';
      if (!isFirst && this.#classifier.isMacro(one - 1) && starts && isWhole)
        this.blank(one - 1, behind, 'int');
      one = behind - 1;
    }
    return end;
  }

  #operator(at: number, state: Reading): number {
    state.names++;
    let next = this.#classifier.at(at) === '(' ? at + 2 : at;
    while (next < this.#tokens.length && !/^[(;{}]$/.test(this.#classifier.at(next))) next++;
    return next;
  }

  /** Reads `class MACRO Name` and records the name and the form of the body. */
  #type(at: number, state: Reading): number {
    state.form = this.#classifier.at(at) === 'enum' ? 'enum' : 'open';
    state.names++;
    let next = at + 1;
    if (state.form === 'enum' && /^(class|struct)$/.test(this.#classifier.at(next))) next++;
    while (
      /^(alignas|__attribute__|__declspec)$/.test(this.#classifier.at(next)) ||
      this.#classifier.at(next) === '['
    ) {
      next = behindBrackets(this.#tokens, this.#classifier.at(next) === '[' ? next : next + 1);
    }
    while (this.#classifier.isMacro(next)) {
      const behind = this.#classifier.behindCall(next);
      if (!this.#classifier.isName(behind) || this.#classifier.at(behind) === 'final') break;
      this.blank(next, behind);
      next = behind;
    }
    if (!this.#classifier.isName(next)) return next;
    const end = this.#classifier.path(next);
    state.name = this.#classifier.at(next);
    return end;
  }

  /** Reads parameters and any macros between them and the body. */
  #parameters(at: number, state: Reading): number {
    state.form = 'body';
    state.hasParameters = true;
    state.name = '';
    let next = behindBrackets(this.#tokens, at);
    for (let one = at + 3; one < next - 1; one++) {
      const isBehindName =
        this.#classifier.isName(one - 1) && /[\w>*&]$/.test(this.#classifier.at(one - 2));
      if (
        !this.#classifier.isMacro(one) ||
        !isBehindName ||
        SPECIFIER.test(this.#classifier.at(one - 1))
      )
        continue;
      if (/^[,)]$/.test(this.#classifier.at(one + 1))) this.blank(one, one + 1);
    }
    for (;;) {
      if (
        /^(const|noexcept|override|final|volatile)$/.test(this.#classifier.at(next)) ||
        this.#classifier.at(next) === '&'
      )
        next++;
      else if (this.#classifier.isMacro(next)) {
        const end = this.#classifier.behindCall(next);
        const follows = this.#classifier.at(end);
        if (
          !/^([{;:=,]|->|const|noexcept|override|final)$/.test(follows) &&
          !this.#classifier.isMacro(end)
        )
          return next;
        this.blank(next, end);
        next = end;
      } else return next;
    }
  }

  /** Skips constructor initializers such as `a(1), b{2}`. Returns the index of the body. */
  #initializers(at: number): number {
    let next = at;
    while (this.#classifier.isName(next)) {
      next = this.#classifier.path(next);
      if (!/^[({]$/.test(this.#classifier.at(next))) return next;
      next = behindBrackets(this.#tokens, next);
      while (this.#classifier.at(next) === '.') next++;
      if (this.#classifier.at(next) !== ',') return next;
      next++;
    }
    return next;
  }

  /** Skips an initializer. Returns the index of its `;`. */
  #value(at: number): number {
    let next = at;
    while (next < this.#tokens.length) {
      const { kind, text } = this.#tokens[next] as Token;
      if (kind === 'directive' || text === ';' || text === '}') return next;
      next = /^[([{]$/.test(text) ? behindBrackets(this.#tokens, next) : next + 1;
    }
    return next;
  }

  #macro(at: number, state: Reading): number {
    const hasArguments = this.#classifier.at(at + 1) === '(';
    const next = hasArguments ? behindBrackets(this.#tokens, at + 1) : at + 1;
    if (
      state.names === 0 ? this.#isBefore(at, next, state) : this.#isAmong(next, state, hasArguments)
    ) {
      this.blank(at, next);
      return next;
    }
    if (
      hasArguments &&
      state.names === 0 &&
      this.#classifier.isFunctionName(next) &&
      this.#classifier.isOneType(at + 1, next)
    ) {
      // The macro wraps a type: `API(char *) name(`.
      this.blank(at, at + 2);
      this.blank(next - 1, next);
      return at + 2;
    }
    state.names++;
    if (hasArguments && !this.#isDirectlyBefore(next)) return at + 1;
    return hasArguments ? this.#parameters(at + 1, state) : next;
  }

  /** Whether the tokens after a leading macro form a declaration without it. */
  #isBefore(at: number, next: number, state: Reading): boolean {
    const isAlone = this.#classifier.isAlone(at, next);
    // A call alone on its line is a declaration of its own.
    if (isAlone && this.#classifier.at(at + 1) === '(' && this.isExpression(at + 1)) {
      return state.around !== '' && this.#classifier.declares(next, state.around);
    }
    return this.#classifier.isEnd(next) ? isAlone : this.#classifier.declares(next, state.around);
  }

  /** Whether a macro after a type comes directly before a name or after the declared name. */
  #isAmong(next: number, { names }: Reading, hasArguments: boolean): boolean {
    const text = this.#classifier.at(next);
    if (this.#classifier.isName(next)) return text !== 'operator' || !hasArguments;
    if (!hasArguments && /^[*&]$/.test(text)) return true;
    return names >= 2 && /^[;={,]$/.test(text);
  }

  #isDirectlyBefore(next: number): boolean {
    return (
      /^([{;:=]|->|const|noexcept)$/.test(this.#classifier.at(next)) ||
      this.#classifier.isMacro(next)
    );
  }
}
