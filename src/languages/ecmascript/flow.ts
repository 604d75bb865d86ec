/**
 * Reads JavaScript with Flow's types by the grammar of TypeScript. Where Flow differs, the text that
 * only the parser sees is rewritten, at the same length.
 *
 * Flow: https://flow.org/en/docs/types/
 */

/** The pragma in the first comment, or imports and exports of types, which only Flow has. */
const PRAGMA =
  /^(?:#![^\n]*\n)?(?:\s|\/\/[^\n]*\n|['"]use \w+['"];?)*\/[/*][\s\S]{0,2000}?@(?:no)?flow\b/;
const TYPE_IMPORT = /^(?:import|export) (?:type|typeof|opaque type)\b/m;
const FIRST_COMMENTS_MAX = 4000;

/** Returns whether a script has types of Flow. */
export function hasFlowTypes(text: string): boolean {
  return PRAGMA.test(text.slice(0, FIRST_COMMENTS_MAX)) || TYPE_IMPORT.test(text);
}

/** Texts, comments and regular expressions; what nothing closes goes on to the end. */
const OPAQUE =
  /(["'])(?:\\.|(?!\1)[^\\\n])*\1?|`(?:\\[\s\S]|[^`\\])*`?|\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|\/(?<=(?:[(,=:[!&|?{};]\s{0,20}|\breturn\s)\/)(?:\\.|\[(?:\\.|[^\]\\\n])*\]?|[^/\\\n[])+\/?/g;

/**
 * Syntax that the grammar of TypeScript lacks and can do without. Lookbehinds follow what they are
 * about, because they are slow after long blanks.
 */
const BLANKED: readonly RegExp[] = [
  // `?T`, after what cannot end an expression.
  /\?(?<=(?:[:<,(|&[=]|=>)\s*\?)(?=[\w$({['"`*?<])/g,
  // `{| |}`
  /(?<=\{)\||\|(?=\})/g,
  // `{ +name: T, -set: T }`
  /[+-](?<=(?:(?:[{,;|]|\bstatic)\s*|^[ \t]*)[+-])(?=\[|#?[\w$]+\??\s*[:(<])/gm,
  // `{ name: T, ... }`
  /\.\.\.(?=\s*,?\s*\})/g,
  // `opaque type Id: Bound = T`, `type T = interface { … }`
  /\bopaque(?=\s+type\b)/g,
  /:(?<=\bopaque\s+type\s+[\w$]+\s*:)[^=;]{1,300}(?==)/g,
  /\binterface(?<==\s*interface)(?=\s*\{)/g,
  // `import typeof X`, `import { typeof X }`
  /(?<=\bimport\s+type)of\b/g,
  /\btypeof(?<=[{,]\s*typeof)(?=\s+[\w$]+\s*(?:,|\}|as\b))/g,
  // `Module<>`
  /(?<=[\w$])<>/g,
  // `name: Item => T`, `type F = Item => T`, unless a result comes before the arrow.
  /\b(?:string|number|boolean|mixed|unknown|any|void|null|[A-Z][\w$.]*)(?<=(?:(?<!\)\s*):|<|\btype\s+[\w$]+(?:<[^<>\n]*>)?\s*=)\s*[\w$.]+)(?:<[^<>\n]*>)?\s*=>/g,
  /%checks\b/g,
  // `<T>(x: T) => …`, which begins like an element.
  /<(?<=(?:[=(,:]|\basync)\s*<)[A-Z][\w$]*(?:\s*,\s*[A-Z][\w$]*)*>(?=\s*\()/g,
];

/** Type parameters, of which the first has a bound or variance: `<T: Item, +U>`. */
const BOUNDED = /<(?=\s*(?:[+-]\s*[\w$]+|[A-Z][\w$]*\s*:(?!:)))/g;
/** An alias of an object type, as far as its bracket. */
const ALIAS = /\btype\s+[\w$]+(?:<[^<>]*>)?\s*(?::[^=;]{1,300})?=\s*(?:[$\w]+<)?(?=\{)/g;
/** Matches before the parentheses of parameters or of a call. */
const CALLEE = /[\w$)\]>]\s*$/;
const KEYWORD = /\b(?:return|await|yield|case|of|in|typeof|throw|new|default|void|else|do)\s*$/;
const BEFORE_MAX = 20;

/** Returns the text as TypeScript, with the same length and line breaks. */
export function flowAsTypeScript(text: string): string {
  const plain = text.replace(OPAQUE, (all) =>
    all.length === 1 ? all : all[0] + all.slice(1, -1).replace(/[^\n]/g, '_') + all.at(-1),
  );
  const characters = text.split('');
  const blank = (from: number, to: number) => {
    for (let place = from; place < to; place++)
      if (characters[place] !== '\n') characters[place] = ' ';
  };
  for (const pattern of BLANKED)
    for (const { 0: all, index } of plain.matchAll(pattern)) blank(index, index + all.length);
  for (const { index } of plain.matchAll(/<\*(?=>)/g)) characters[index + 1] = '$';
  // `component` has the length of `function `.
  for (const { index } of plain.matchAll(/\bcomponent(?=\s+[A-Z]\w*\s*[(<])/g))
    characters.splice(index, 'component'.length, ...'function ');
  blankInBrackets(plain, blank);
  return characters.join('');
}

type Blank = (from: number, to: number) => void;

/**
 * The text to blank between two brackets: the type of `(value: T)`, the bounds and the variance of
 * type parameters, or what an object type takes over from others, `...Base`.
 */
type Between = 'cast' | 'bounds' | 'spreads';

interface Bracket {
  readonly between: Between | undefined;
  /** Offset of what is to be blanked up to the next comma or bracket; −1: nothing. */
  from: number;
  /** In `((value: any): T)`, the inner type: it is one only if the outer is, and no arrow follows. */
  inner?: readonly [from: number, to: number];
}

/** Visits all brackets in one pass, so that deep nesting takes no longer. */
function blankInBrackets(plain: string, blank: Blank): void {
  const bounded = new Set(Array.from(plain.matchAll(BOUNDED), ({ index }) => index));
  const aliases = new Set(
    Array.from(plain.matchAll(ALIAS), ({ 0: all, index }) => index + all.length),
  );
  const open: Bracket[] = [];
  for (let place = 0; place < plain.length; place++) {
    const character = plain[place] ?? '';
    if (isOpening(plain, place)) {
      const isInside = character === '{' && open.at(-1)?.between === 'spreads';
      const between = bounded.has(place)
        ? 'bounds'
        : aliases.has(place) || isInside
          ? 'spreads'
          : undefined;
      open.push({ between: between ?? (isCastAt(plain, place) ? 'cast' : undefined), from: -1 });
    } else if (isClosing(plain, place)) {
      const { between, from = -1, inner } = open.pop() ?? {};
      if (from < 0) continue;
      const next = /^\s*(=>|[:{])/.exec(plain.slice(place + 1, place + BEFORE_MAX))?.[1];
      const outer = open.at(-1);
      if (between !== 'cast' || next === undefined) {
        blank(from, place);
        if (inner !== undefined) blank(...inner);
      } else if (next === ':' && outer?.between === 'cast') outer.inner = [from, place];
    } else visit(plain, place, open, blank);
  }
}

/** Looks at a character directly between the innermost brackets. */
function visit(plain: string, place: number, open: Bracket[], blank: Blank): void {
  const bracket = open.at(-1);
  if (bracket?.between === undefined) return;
  const { between, from } = bracket;
  const character = plain[place] ?? '';
  const isStart = between === 'spreads' ? plain.startsWith('...', place) : character === ':';
  const isEnd = character === ',' || (between === 'bounds' && character === '=');
  const isArrow = character === '=' && plain[place + 1] === '>';
  if (between === 'cast' && (isEnd || isArrow || (character === '?' && from < 0)))
    // Several values, a function, or a condition.
    open.splice(-1, 1, { between: undefined, from: -1 });
  else if (from < 0 && isStart) bracket.from = place;
  else if (from >= 0 && isEnd) {
    blank(from, between === 'spreads' ? place + 1 : place);
    bracket.from = -1;
  } else if (between === 'bounds' && from < 0 && '+-'.includes(character)) blank(place, place + 1);
}

/** Whether parentheses hold one value, rather than parameters or arguments. */
function isCastAt(plain: string, place: number): boolean {
  const before = plain.slice(Math.max(0, place - BEFORE_MAX), place);
  return plain[place] === '(' && (!CALLEE.test(before) || KEYWORD.test(before));
}

/** Whether a character is an opening bracket; comparisons with spaces are none. */
function isOpening(plain: string, place: number): boolean {
  const next = plain[place + 1];
  return plain[place] === '<' ? next !== ' ' && next !== '=' : '([{'.includes(plain[place] ?? ' ');
}

function isClosing(plain: string, place: number): boolean {
  const before = plain[place - 1];
  return plain[place] === '>'
    ? before !== '=' && before !== ' '
    : ')]}'.includes(plain[place] ?? ' ');
}
