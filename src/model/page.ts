/** Unresolved facts of one documentation page about other files. */
import type { NoteFacts } from './note.ts';

/**
 * A position on a page. `section` is an index into the page's declarations, −1 above the first
 * heading.
 */
interface PagePlace {
  readonly section: number;
  /** Line number, 1-based. */
  readonly line: number;
}

/** A link target: the slug of a heading as GitHub makes it, or an explicit anchor. */
export interface PageAnchor extends PagePlace {
  readonly name: string;
  /** Other pages link to it by this name alone, like a Sphinx label. */
  readonly isLabel?: true;
}

/** A decoded link within the project: `../src/a.ts#L10`, `#usage`, `/docs/b`. */
export interface PageLink extends PagePlace {
  readonly target: string;
  /**
   * label: refers to a label of any page, `:ref:` in Sphinx. name: refers to a label, page or
   * declaration, `:any:` in Sphinx or `[text][shop.Cart]` in mkdocstrings.
   */
  readonly form: 'link' | 'image' | 'label' | 'name';
}

/** The noun beside inline code: ``the `timeout` parameter``. */
export type MentionNoun = 'parameter' | 'module';

/** Inline code as written, or a heading that looks like a name. */
export interface PageMention extends PagePlace {
  readonly text: string;
  readonly isHeading: boolean;
  /** Target of the enclosing link, as in {@link PageLink}; empty if the link leaves the project. */
  readonly link?: string;
  readonly noun?: MentionNoun;
  /** The module and type to which a Sphinx page assigns the names here: `shop.stock.Cart`. */
  readonly scope?: string;
}

/** A module that a code block imports. */
export interface SnippetImport {
  readonly specifier: string;
  /** The exported names; `*` is the module, `default` its default export. */
  readonly names: readonly string[];
  /** The block's name for the module itself; empty without one. */
  readonly alias: string;
  readonly line: number;
}

/** The arguments of a call; present only if every argument could be parsed. */
export interface PassedArguments {
  readonly positional: number;
  /** Names of the named arguments: `f(limit=3)`. */
  readonly named: readonly string[];
}

/**
 * A use of a name that a code block does not declare. It begins at an export of a module
 * (`steps[0]` is its name, `*` the module) or, with `module` −1, at an unbound name. The next steps
 * are member names, `()` for the result of a call and `new()` for an instance.
 */
export interface SnippetUse {
  /** Index into {@link PageSnippet.imports}, or −1. */
  readonly module: number;
  readonly steps: readonly string[];
  /** Whether the last step is called or constructed. */
  readonly isCall: boolean;
  /** The block's name for the receiver of the last step: `app` in `app.get()`; or empty. */
  readonly receiver: string;
  readonly passed?: PassedArguments;
  readonly line: number;
}

/** Facts of a code block, read by its language's own extractor. */
export interface SnippetFacts {
  readonly imports: readonly SnippetImport[];
  readonly uses: readonly SnippetUse[];
  /** Names declared at the top level of the block. */
  readonly declares: readonly string[];
}

export interface PageSnippet extends PagePlace, SnippetFacts {
  /** Id of the language used to read the block. */
  readonly language: string;
}

export interface PageFacts {
  /** The page includes other files or generated content, so it may have further anchors. */
  readonly isOpen?: true;
  readonly anchors: readonly PageAnchor[];
  readonly links: readonly PageLink[];
  readonly mentions: readonly PageMention[];
  readonly snippets: readonly PageSnippet[];
  /** The lines of all code blocks, in page order; 1-based, inclusive. Absent without any. */
  readonly codeBlocks?: readonly {
    readonly startLine: number;
    readonly endLine: number;
  }[];
  /** Present only if the page is a note, or is read as notes. */
  readonly notes?: readonly NoteFacts[];
}
