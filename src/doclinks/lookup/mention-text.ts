/** Which name a piece of inline code spells, by its form alone. */

export interface SpelledName {
  /** Outer names first. */
  readonly parts: readonly string[];
  /** It is called, constructed or applied: no word of prose. */
  readonly isCall: boolean;
  /** Written so that it can only be of something: `.add`, `def add(self)`, `limit=5`. */
  readonly isMember: boolean;
  /** Written so that it can be of nothing: `@cart`, `#[cart]`, `cart!`, `<Cart />`. */
  readonly isFree?: boolean;
  /** Its owners are namespaces or types: `shop::add`. */
  readonly isPath?: boolean;
  /** It is given a value: `limit=5`. */
  readonly isGiven?: boolean;
}

const NAME = /^[A-Za-z_$][\w$]*$/;
const SEPARATOR = /::|->|[.#]/;
const KEYWORDS =
  /^(?:(?:new|await|async|export|public|function|class|interface|type|enum|struct|trait|fn|def|func|fun|const|typeof|import type|raise|throw|return|yield|pub|impl)\s+)+/;
/** `def load(self, path)`, `func (c *Ctx) Next() error`, `function load(): Cart`. */
const SIGNATURE =
  /^(?:(?:export|public|async|pub|static|suspend)\s+)*(?:function|fn|def|func|fun)\s+(?:\(\w*\s*\*?(\w+)\)\s*)?(\w+)\s*[[<(](.*)$/s;
const OF_INSTANCE = /^\s*(?:&\s*(?:mut\s+)?)?(?:self|cls)\b/;
const ELEMENT = /^<([A-Z][\w.]*)\b[^<>]*\/?>(?:<\/\1>)?$/;
/** `limit=5`, `limit: 5`, `limit?: number`: an option and what it is. */
const OPTION = /^([A-Za-z_]\w*)(?:\?:|:\s|\s?=(?![=>]))\s*(.*)$/s;
/** An attribute or a macro of Rust: `#[cart(size = 2)]`, `cart![1, 2]`. */
const ATTRIBUTE = /^#!?\[\s*(\w+(?:::\w+)*)\s*(?:[(=].*)?\]$|^(\w+(?:::\w+)*)!(?:\s*[([{].*)?$/s;
/** `every { … }`, `every(cart) { … }`: called with a block. */
const WITH_BLOCK =
  /^(?!(?:export|import|default|if|else|do|try|loop|unsafe|async|static)\b)([A-Za-z_][\w.]*)(?:\s*\([^()]*\))?\s+\{.*\}$/s;
/** `with cart() as c:` */
const WITH = /^(?:async\s+)?with\s+(.+?)(?:\s+as\s+.*)?:?$/s;
/** `cart.size = 2`, and `cart.size=`, as Ruby and Koa write what can be set. */
const SET = /^(\w+(?:\.\w+)+)\s?=(?![=>])/;
/** What is shown and what is meant: `Cart <shop.Cart>`. */
const SHOWN = /^[^<>]+\s<[~!]?([\w.]*\.[\w.]+)>$/s;
/** `const cart = new Cart()`: what stands on the right. */
const ASSIGNED = /^(?:const|let|var|val)\s[^=]*=\s*(.+)$|^\w+\s:?=\s((?:await |new )?[\w.]+\(.*)$/s;

/** A path as it is written, without the lines it names: `src/a.ts:10-20`, `src/a.ts#L10-L20`. */
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

/** A key of settings, with those around it, which may be written as a table: `[output.html]`. */
const KEY = /^\[{0,2}([A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*)\]{0,2}(?:\s*[=:]\s.*)?$/s;

/** The parts of a key, outer ones first. */
export function keyParts(text: string): readonly string[] | undefined {
  return KEY.exec(withoutChosen(text.trim()))?.[1]?.split('.');
}

/** Without the names that the reader chooses: `jobs.<name>.size`, `jobs.*.size`. */
export function withoutChosen(key: string): string {
  if (!key.includes('.')) return key;
  return key.replaceAll(/(?<=\w)\.(?:<[\w-]+>|\{[\w-]+\}|\*)(?=\.\w|$)/g, '');
}

/** The name that it ends in: of the thing itself. */
export function lastName(text: string): string | undefined {
  return (spelledName(text)?.parts ?? keyParts(text))?.at(-1);
}

/** As settings are spelled in code: `site-url` is `siteUrl` or `site_url`. */
export function asMembers(key: string): readonly string[] {
  if (!key.includes('-')) return [key];
  const [first = '', ...rest] = key.split('-');
  return [first + rest.map(capital).join(''), key.replaceAll('-', '_')];
}

/** The same, and where fields that others see begin with a capital, `SiteUrl`. */
export function asFields(key: string): readonly string[] {
  const words = key.split(/[-_]/).filter((word) => word !== '');
  return [...new Set([...asMembers(key), pascal(words)])];
}

/** `SiteUrl` */
export function pascal(words: readonly string[]): string {
  return words.map(capital).join('');
}

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** `new Cart<T>(items)`, `@cart`, `cart.add()`, `Cart{}`, `*Cart`, `Cart[T]`, `Cart | null`. */
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

/** `Map<string, List<T>>.get` → `Map.get`. */
function withoutTypeArguments(words: string): string {
  let plain = words.replaceAll('->', '.');
  for (let depth = 0; depth < NESTING_MAX && plain.includes('<'); depth++) {
    plain = plain.replaceAll(/\{?<[^<>()]*>\}?/g, '');
  }
  return plain;
}

/** Where the bracket that opens at `start` closes; −1 for nowhere. */
function closingOf(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    if (text[index] === '(') depth++;
    else if (text[index] === ')' && --depth === 0) return index;
  }
  return -1;
}

/** Two words joined, or a type of more than capitals (`Cart`, `HTTPCart`): nobody writes so in prose. */
export function looksDeclared(name: string): boolean {
  return isJoined(name) || /^_|^[A-Z]+[a-z]{2}|^[A-Z][a-z]/.test(name);
}

/** Two words joined, `addItem`, `add_item`, or one with a mark that words do not have: `add!`. */
export function isJoined(name: string): boolean {
  return /[a-z\d][A-Z]|[A-Za-z\d]_[A-Za-z\d]|\w[!?]$/.test(name);
}

/** A method of Ruby or Elixir that ends in a mark: `Cart#add!`, `empty?()`. */
export function markedName(text: string): SpelledName | undefined {
  const [, owners = '', name] =
    /^((?:\w+(?:::|\.|#))*|[.#])([a-z_]\w*[!?])(?:\s*\(.*\))?$/s.exec(text.trim()) ?? [];
  if (name === undefined) return undefined;
  const outer = owners.split(SEPARATOR).filter((part) => part !== '');
  return { parts: [...outer, name], isCall: true, isMember: /^[.#]$/.test(owners) };
}

/** Three words joined are no coincidence. */
export function isUnmistakable(name: string): boolean {
  return (name.match(/[A-Z]?[a-z\d]+|[A-Z]+(?![a-z])/g) ?? []).length > 2;
}
