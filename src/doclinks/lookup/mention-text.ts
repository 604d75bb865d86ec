/** Parses which name a piece of inline code spells, from its form alone. */

export interface SpelledName {
  /** The parts of the name, outermost first. */
  readonly parts: readonly string[];
  /** Whether it is called, constructed or applied, which rules out a word of prose. */
  readonly isCall: boolean;
  /** Whether its form marks it as a member: `.add`, `def add(self)`, `limit=5`. */
  readonly isMember: boolean;
  /** Whether its form rules out a member: `@cart`, `#[cart]`, `cart!`, `<Cart />`. */
  readonly isFree?: boolean;
  /** Whether its owners are namespaces or types: `shop::add`. */
  readonly isPath?: boolean;
  /** Whether it is given a value: `limit=5`. */
  readonly isGiven?: boolean;
}

const NAME = /^[A-Za-z_$][\w$]*$/;
const SEPARATOR = /::|->|[.#]/;
const KEYWORDS =
  /^(?:(?:new|await|async|export|public|function|class|interface|type|enum|struct|trait|fn|def|func|fun|const|typeof|import type|raise|throw|return|yield|pub|impl)\s+)+/;
/**
 * Matches signatures: `def load(self, path)`, `func (c *Ctx) Next() error`, `function load():
 * Cart`.
 */
const SIGNATURE =
  /^(?:(?:export|public|async|pub|static|suspend)\s+)*(?:function|fn|def|func|fun)\s+(?:\(\w*\s*\*?(\w+)\)\s*)?(\w+)\s*[[<(](.*)$/s;
const OF_INSTANCE = /^\s*(?:&\s*(?:mut\s+)?)?(?:self|cls)\b/;
const ELEMENT = /^<([A-Z][\w.]*)\b[^<>]*\/?>(?:<\/\1>)?$/;
/** Matches an option with its value or type: `limit=5`, `limit: 5`, `limit?: number`. */
const OPTION = /^([A-Za-z_]\w*)(?:\?:|:\s|\s?=(?![=>]))\s*(.*)$/s;
/** Matches a Rust attribute or macro: `#[cart(size = 2)]`, `cart![1, 2]`. */
const ATTRIBUTE = /^#!?\[\s*(\w+(?:::\w+)*)\s*(?:[(=].*)?\]$|^(\w+(?:::\w+)*)!(?:\s*[([{].*)?$/s;
/** Matches a call with a block: `every { … }`, `every(cart) { … }`. */
const WITH_BLOCK =
  /^(?!(?:export|import|default|if|else|do|try|loop|unsafe|async|static)\b)([A-Za-z_][\w.]*)(?:\s*\([^()]*\))?\s+\{.*\}$/s;
/** Matches a Python context manager: `with cart() as c:`. */
const WITH = /^(?:async\s+)?with\s+(.+?)(?:\s+as\s+.*)?:?$/s;
/**
 * Matches assignments: `cart.size = 2`, and `cart.size=`, which Ruby and Koa docs use for settable
 * properties.
 */
const SET = /^(\w+(?:\.\w+)+)\s?=(?![=>])/;
/** Matches a display text with its target: `Cart <shop.Cart>`. */
const SHOWN = /^[^<>]+\s<[~!]?([\w.]*\.[\w.]+)>$/s;
/** Captures the right-hand side of a declaration: `const cart = new Cart()`. */
const ASSIGNED = /^(?:const|let|var|val)\s[^=]*=\s*(.+)$|^\w+\s:?=\s((?:await |new )?[\w.]+\(.*)$/s;

/** Removes the line numbers from a path: `src/a.ts:10-20`, `src/a.ts#L10-L20`. */
export function withoutLines(text: string): string {
  return text.replace(/(?::\d+(?:-\d+)?|#L\d+(?:-L?\d+)?)$/, '');
}

export function spelledName(text: string): SpelledName | undefined {
  // Sphinx shows only the last part of `~shop.Cart`.
  const bare = text.trim().replace(/^[~!](?=[\w.])/, '');
  const words = SHOWN.exec(bare)?.[1] ?? WITH.exec(bare)?.[1] ?? bare;
  const [, receiver, declared, rest = ''] = SIGNATURE.exec(words) ?? [];
  if (declared !== undefined) {
    const parts = receiver === undefined ? [declared] : [receiver, declared];
    return { parts, isCall: true, isMember: OF_INSTANCE.test(rest) };
  }
  const element = ELEMENT.exec(words)?.[1];
  if (element !== undefined) return free(nameOf(element, true));
  const [attribute, macro] = ATTRIBUTE.exec(words)?.slice(1) ?? [];
  const applied = attribute ?? macro;
  if (applied !== undefined) return free(nameOf(applied, true));
  const block = WITH_BLOCK.exec(words)?.[1];
  if (block !== undefined) return nameOf(block, true);
  const set = SET.exec(words)?.[1];
  if (set !== undefined) return nameOf(set, false);
  const assigned = ASSIGNED.exec(words);
  if (assigned !== null) return expressionName(assigned[1] ?? assigned[2] ?? '');
  const option = OPTION.exec(words)?.[1];
  if (option !== undefined)
    return { parts: [option], isCall: false, isMember: true, isGiven: true };
  return expressionName(words);
}

/**
 * Matches a settings key with the keys around it. It may be written as a table: `[output.html]`.
 */
const KEY = /^\[{0,2}([A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*)\]{0,2}(?:\s*[=:]\s.*)?$/s;

/** Returns the parts of a key, outermost first. */
export function keyParts(text: string): readonly string[] | undefined {
  return KEY.exec(withoutChosen(text.trim()))?.[1]?.split('.');
}

/** Removes the parts that the reader chooses: `jobs.<name>.size`, `jobs.*.size`. */
export function withoutChosen(key: string): string {
  if (!key.includes('.')) return key;
  return key.replaceAll(/(?<=\w)\.(?:<[\w-]+>|\{[\w-]+\}|\*)(?=\.\w|$)/g, '');
}

/** Returns the spellings of a settings key in code: `site-url` is `siteUrl` or `site_url`. */
function asMembers(key: string): readonly string[] {
  if (!key.includes('-')) return [key];
  const [first = '', ...rest] = key.split('-');
  return [first + rest.map(capital).join(''), key.replaceAll('-', '_')];
}

/**
 * Returns these spellings and also `SiteUrl`, for languages whose public fields begin with a
 * capital.
 */
export function asFields(key: string): readonly string[] {
  const words = key.split(/[-_]/).filter((word) => word !== '');
  return [...new Set([...asMembers(key), pascal(words)])];
}

/** Joins words in Pascal case, such as `SiteUrl`. */
export function pascal(words: readonly string[]): string {
  return words.map(capital).join('');
}

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * Returns the name in an expression such as `new Cart<T>(items)`, `@cart`, `cart.add()`, `Cart{}`,
 * `*Cart`, `Cart[T]` or `Cart | null`.
 */
function expressionName(words: string): SpelledName | undefined {
  const bare = words.replace(/;$/, '').replace(/\s*\|\s*(?:null|undefined|None)$/, '');
  const isApplied = /^(?:new\s|@)/.test(bare);
  const plain = withoutTypeArguments(bare.replace(KEYWORDS, ''))
    .replace(/^(?:\[\]|[@&*?])+/, '')
    .replace(/(?:\[\w*(?:, *\w+)*\]|\?|\{.*\})$/s, '');
  const end = plain.indexOf('(');
  if (end < 0) return nameOf(plain, isApplied);
  if (closingOf(plain, end) !== plain.length - 1) return undefined;
  return nameOf(plain.slice(0, end), true);
}

function nameOf(spelled: string, isCall: boolean): SpelledName | undefined {
  const name = spelled.replace(/^[.#]/, '');
  const parts = name.split(SEPARATOR);
  if (!parts.every((part) => NAME.test(part))) return undefined;
  const isPath = name.includes('::');
  return { parts, isCall, isMember: name !== spelled, ...(isPath ? { isPath } : {}) };
}

function free(name: SpelledName | undefined): SpelledName | undefined {
  return name && { ...name, isFree: true };
}

const NESTING_MAX = 4;

/** Removes type arguments: `Map<string, List<T>>.get` → `Map.get`. */
function withoutTypeArguments(words: string): string {
  let plain = words.replaceAll('->', '.');
  for (let depth = 0; depth < NESTING_MAX && plain.includes('<'); depth++) {
    plain = plain.replaceAll(/\{?<[^<>()]*>\}?/g, '');
  }
  return plain;
}

/** Returns the position where the bracket that opens at `start` closes; −1 if it never closes. */
function closingOf(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    if (text[index] === '(') depth++;
    else if (text[index] === ')' && --depth === 0) return index;
  }
  return -1;
}

/**
 * Whether a name is two joined words, or a type name that is not all capitals (`Cart`, `HTTPCart`).
 * Prose contains no such words.
 */
export function looksDeclared(name: string): boolean {
  return isJoined(name) || /^_|^[A-Z]+[a-z]{2}|^[A-Z][a-z]/.test(name);
}

/**
 * Whether a name is two joined words, such as `addItem` or `add_item`, or ends in a mark, such as
 * `add!`.
 */
export function isJoined(name: string): boolean {
  return /[a-z\d][A-Z]|[A-Za-z\d]_[A-Za-z\d]|\w[!?]$/.test(name);
}

/** Parses a Ruby or Elixir method whose name ends in a mark: `Cart#add!`, `empty?()`. */
export function markedName(text: string): SpelledName | undefined {
  const [, owners = '', name] =
    /^((?:\w+(?:::|\.|#))*|[.#])([a-z_]\w*[!?])(?:\s*\(.*\))?$/s.exec(text.trim()) ?? [];
  if (name === undefined) return undefined;
  const outer = owners.split(SEPARATOR).filter((part) => part !== '');
  return { parts: [...outer, name], isCall: true, isMember: /^[.#]$/.test(owners) };
}

/** Whether a name is three joined words, which is no coincidence. */
export function isUnmistakable(name: string): boolean {
  return (name.match(/[A-Z]?[a-z\d]+|[A-Z]+(?![a-z])/g) ?? []).length > 2;
}
