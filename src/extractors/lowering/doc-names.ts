/**
 * Finds the names that doc comments link to, in the syntax of each language's documentation tool:
 * `{@link Cart#add}`, `:meth:`Cart.add``, `<see cref="Cart.Add"/>`. Plain words and inline code do
 * not count.
 */

export interface DocName {
  /**
   * The parts of the name, outermost first. The first part is empty for a member of the documented
   * symbol: `#add`.
   */
  readonly names: readonly string[];
  /** The comment line that contains the name. */
  readonly line: string;
  /** Whether the name is written as a call: `add()`. */
  readonly isCall: boolean;
  /** Whether the name is marked as a member of a class. */
  readonly isMember: boolean;
}

export interface DocSyntax {
  /**
   * Matches every comment that contains a name in this syntax. Most comments fail this check and
   * need no further matching.
   */
  readonly mark: RegExp;
  /** Group 1 is the name. */
  readonly patterns: readonly RegExp[];
}

const TAGGED = /\{@(?:link|linkcode|linkplain|see|value)\s+([^\s|{}]+(?:\([^()]*\))?)/g;
/** Matches `@see Cart`, optionally followed by a remark. `@see the manual` is prose. */
const SEE = /^[ \t]*@see\s+([\w$.#:\\]*[\w$](?:\([^()\n]*\))?)(?=\s*$|\s+[-–—(]|,)/gm;
const BRACKETS = String.raw`(?![\w(:[])`;

/** TypeScript, JavaScript, Java, PHP. */
export const TAGS: DocSyntax = { mark: /\{@|@see\b/, patterns: [TAGGED, SEE] };

/** Kotlin: `[Cart.add]`, `[the cart][Cart]`. */
export const KDOC: DocSyntax = {
  mark: /\[|@see\b|@throws\b/,
  patterns: [
    new RegExp(String.raw`(?<![\w\]])\[([A-Za-z_][\w.]*)\]${BRACKETS}`, 'g'),
    /\[[^[\]\n]+\]\[([A-Za-z_][\w.]*)\]/g,
    SEE,
    /^[ \t]*@(?:throws|exception|sample)\s+([A-Za-z_][\w.]*)/gm,
  ],
};

/** Scala: `[[Cart.add]]`. */
export const SCALADOC: DocSyntax = {
  mark: /\[\[|@see\b/,
  patterns: [/\[\[([A-Za-z_][\w.#$]*)[^\]\n]*\]\]/g, SEE],
};

/** Rust: [`Cart::add`], [Cart], [the cart](Cart). */
export const RUSTDOC: DocSyntax = {
  mark: /\[/,
  patterns: [
    /\[`?(?:(?:struct|enum|trait|mod|fn|macro|type|method|value|derive)@)?((?:::)?[A-Za-z_][\w:]*(?:\(\)|!)?)(?:<[^<>`\]]*>)?`?\](?![\w([])(?!:\s*(?:https?:|<))/g,
    /\]\((?:(?:struct|enum|trait|mod|fn|macro|type|method|value)@)?((?:crate|self|super|Self|[A-Z]\w*|[a-z_]\w*::)[\w:]*(?:\(\))?)\)/g,
    /^[ \t]*\[[^\]\n]+\]:\s*`?((?:crate|self|super|Self|[A-Z]\w*|[a-z_]\w*::)[\w:]*(?:\(\))?)`?\s*$/gm,
  ],
};

/** Go: `[Cart.Add]`, `[shop.Cart]`, `[*Cart]`. Go's own rule requires exported names. */
export const GODOC: DocSyntax = {
  mark: /\[/,
  patterns: [/(?<![\w\]])\[\*?((?:[a-z]\w*\.)?[A-Z]\w*(?:\.[A-Z]\w*)?)\](?![\w([:])/g],
};

/** C#: `cref="Cart.Add(int)"`. */
export const XMLDOC: DocSyntax = {
  mark: /\bcref=/,
  patterns: [/\bcref="(?:[A-Z]:)?([A-Za-z_@][\w.{},]*(?:\([^()"]*\))?)"/g],
};

/** C and C++. */
export const DOXYGEN: DocSyntax = {
  mark: /[@\\](?:ref|link|copydoc|copybrief|copydetails|see|sa)\b/,
  patterns: [
    /[@\\](?:ref|link|copydoc|copybrief|copydetails)\s+((?:::)?[A-Za-z_~][\w:.#]*(?:\(\))?)/g,
    /[@\\](?:see|sa)\s+((?:::|#)?[A-Za-z_~][\w:]*(?:\(\))?)(?=\s*$|,|\s+[-–(])/gm,
  ],
};

/** Swift: ``Cart/add(_:)``. */
export const DOCC: DocSyntax = {
  mark: /``/,
  patterns: [/(?<!`)``([A-Za-z_][\w./]*(?:\([^()`]*\))?)``(?!`)/g],
};

/** Ruby: `{Cart#add}`, `{Cart the cart}`. */
export const YARD: DocSyntax = {
  mark: /\{|@see\b/,
  patterns: [
    /(?<![\w#$])\{((?:::)?[A-Z]\w*(?:::\w+)*(?:[.#]\w+[?!]?)?|#[a-z_]\w*[?!]?)(?:\s[^{}\n]*)?\}/g,
    /^[ \t]*@see\s+((?:[A-Z]\w*(?:::\w+)*)?(?:[.#]\w+[?!]?)?)(?=\s*$|\s+[-–(])/gm,
  ],
};

/** Python: `:meth:`~shop.Cart.add``, `:class:`the cart <Cart>``. A name with `!` is not a link. */
export const SPHINX: DocSyntax = {
  mark: /:`/,
  patterns: [
    /:(?:py:)?(?:func|class|exc|data|obj|const|any|type|mod):`[~.]*([A-Za-z_][\w.]*(?:\(\))?)`/g,
    /:(?:py:)?(?:func|class|exc|data|obj|const|any|type):`[^`<>]*<[~.]*([A-Za-z_][\w.]*)>`/g,
  ],
};
const SPHINX_MEMBERS = /:(?:py:)?(?:meth|attr):`(?:[^`<>]*<)?[~.]*([A-Za-z_][\w.]*(?:\(\))?)>?`/g;

/** Matches a link definition such as `[name]: target`; the name then refers to that target only. */
const DEFINED = /^[ \t]*(\[[^\]\n]+\]):/gm;

function label(bracketed: string): string {
  return bracketed.replaceAll(/[[\]`]/g, '');
}

const CODE_BLOCK = /^[ \t]*(```|~~~)[\s\S]*?(?:^[ \t]*\1|$(?![\s\S]))/gm;
/** Maximum number of names per comment; a comment with more is a table. */
const NAMES_MAX = 64;

export function docNames(syntax: DocSyntax, doc: string): readonly DocName[] {
  if (!syntax.mark.test(doc)) return [];
  const found = new Map<string, DocName>();
  const text = doc.replaceAll(CODE_BLOCK, (code) => code.replaceAll(/[^\n]/g, ' '));
  const defined = new Set(Array.from(text.matchAll(DEFINED), ([, one = '']) => label(one)));
  const add = (pattern: RegExp, isMember: boolean): void => {
    for (const match of text.matchAll(pattern)) {
      const [whole, raw = ''] = match;
      const name = defined.has(label(whole)) ? undefined : spelled(raw);
      if (name === undefined || found.has(raw) || found.size >= NAMES_MAX) continue;
      found.set(raw, {
        ...name,
        isMember,
        line: lineAt(doc, match.index + whole.indexOf(raw)),
      });
    }
  };
  for (const pattern of syntax.patterns) add(pattern, false);
  if (syntax === SPHINX) add(SPHINX_MEMBERS, true);
  return [...found.values()];
}

function lineAt(doc: string, offset: number): string {
  const end = doc.indexOf('\n', offset);
  return doc.slice(doc.lastIndexOf('\n', offset) + 1, end < 0 ? doc.length : end).trim();
}

/** Parses a name; returns undefined for URLs and other text that is not a name. */
function spelled(raw: string): Pick<DocName, 'names' | 'isCall'> | undefined {
  const plain = raw
    .replace(/\([^()]*\)$/, '')
    .replaceAll(/\{[^{}]*\}|!$/g, '')
    .replace(/^::/, '');
  const names = plain.split(/::\$?|->|[.#~/]/);
  if (!names.every((name, index) => (index === 0 && name === '') || /^[\w$\\@?!]+$/.test(name)))
    return undefined;
  if (names.at(-1) === '') return undefined;
  return { names, isCall: raw.endsWith(')') };
}
