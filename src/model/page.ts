/** What a page of documentation says of other files, on its own: nothing in it is resolved. */

/** A place of a page; `section` is an index into the page's declarations, −1 above the first heading. */
interface PagePlace {
  readonly section: number;
  /** 1-based. */
  readonly line: number;
}

/** A name that links can lead to: of a heading as GitHub makes it, or one that the page sets itself. */
export interface PageAnchor extends PagePlace {
  readonly name: string;
  /** Pages link to it by this name alone, as to a label of Sphinx. */
  readonly isLabel?: true;
}

/** A link within the project, decoded: `../src/a.ts#L10`, `#usage`, `/docs/b`. */
export interface PageLink extends PagePlace {
  readonly target: string;
  /**
   * label: to a label of any page, `:ref:` in Sphinx. name: to a label, a page or a declaration, `:any:`
   * in Sphinx and `[text][shop.Cart]` of mkdocstrings.
   */
  readonly form: 'link' | 'image' | 'label' | 'name';
}

/** What the words beside inline code call it: ``the `timeout` option``. */
export type MentionNoun = 'option' | 'parameter' | 'member' | 'function' | 'module' | 'type';

/** Inline code, as it is written, or a heading that looks like a name. */
export interface PageMention extends PagePlace {
  readonly text: string;
  readonly isHeading: boolean;
  /** Target of the link that it stands in, as of {@link PageLink}; empty when that leaves the project. */
  readonly link?: string;
  readonly noun?: MentionNoun;
  /** The module, and the type in it, that a page of Sphinx puts the names there in: `shop.stock.Cart`. */
  readonly scope?: string;
  /** A list item or a row of a table begins with it. */
  readonly leads?: true;
  /** Inline code that the list items or the row around it begin with, the nearest first. */
  readonly under?: readonly string[];
}

/** A module that a code block imports. */
export interface SnippetImport {
  readonly specifier: string;
  /** The exported names; `*` is the module, `default` what it exports so. */
  readonly names: readonly string[];
  /** What the block calls the module itself; empty when it does not. */
  readonly alias: string;
  readonly line: number;
}

/** What a call passes; only where each of its arguments is told apart. */
export interface PassedArguments {
  readonly positional: number;
  /** Names of those given by name: `f(limit=3)`. */
  readonly named: readonly string[];
}

/**
 * A use of something that a code block does not declare. It begins at an export of a module (`steps[0]`
 * its name, `*` for the module) or, with `module` −1, at a name bound nowhere in the block. Then come
 * names of members, `()` for the result of a call and `new()` for an instance.
 */
export interface SnippetUse {
  /** Index into {@link PageSnippet.imports}, or −1. */
  readonly module: number;
  readonly steps: readonly string[];
  /** The last step is called, or constructed. */
  readonly isCall: boolean;
  /** What the block calls the value whose member the last step is: `app` of `app.get()`; or empty. */
  readonly receiver: string;
  readonly passed?: PassedArguments;
  readonly line: number;
}

/** What a code block says, read by its language's own extractor. */
export interface SnippetFacts {
  readonly imports: readonly SnippetImport[];
  readonly uses: readonly SnippetUse[];
  /** Names that the block declares at its top. */
  readonly declares: readonly string[];
}

export interface PageSnippet extends PagePlace, SnippetFacts {
  /** Id of the language that it was read as. */
  readonly language: string;
}

/** A key that a code block of settings, or of an object's literal, shows. */
export interface PageKey {
  readonly section: number;
  /** With the keys around it, outer ones first. */
  readonly path: readonly string[];
}

export interface PageFacts {
  /** Other files, or what is made of code, are part of it: it has more anchors than these. */
  readonly isOpen?: true;
  readonly anchors: readonly PageAnchor[];
  readonly links: readonly PageLink[];
  readonly mentions: readonly PageMention[];
  readonly snippets: readonly PageSnippet[];
  /** Each once for a section. */
  readonly keys: readonly PageKey[];
}
