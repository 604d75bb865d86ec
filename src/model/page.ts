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
}

/** A link within the project, decoded: `../src/a.ts#L10`, `#usage`, `/docs/b`. */
export interface PageLink extends PagePlace {
  readonly target: string;
  readonly form: 'link' | 'image';
}

/** Inline code, as it is written. */
export interface PageMention extends PagePlace {
  readonly text: string;
}

export interface PageFacts {
  readonly anchors: readonly PageAnchor[];
  readonly links: readonly PageLink[];
  readonly mentions: readonly PageMention[];
}
