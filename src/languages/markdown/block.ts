/** The parsed form of a page: a flat list of blocks with lines. */
import type { MentionNoun } from '../../model/page.ts';

export interface Heading {
  readonly form: 'heading';
  /** Level from 1 to 6. */
  readonly depth: number;
  /** Text without markers. Code and emphasis are plain text. */
  readonly text: string;
  /** Explicit anchor, `{#name}` at the end of the heading. */
  readonly anchor: string | undefined;
  /** Line number, 1-based. */
  readonly line: number;
  /** Line after the heading, including its underline. */
  readonly bodyLine: number;
}

interface CodeBlock {
  readonly form: 'code';
  /** First word after the fence, in lower case; empty if there is none. */
  readonly language: string;
  /** 1-based line of the first line of code. */
  readonly line: number;
  readonly text: string;
}

export interface Inline {
  /** For `label` and `name`, see {@link PageLink.form}. */
  readonly form: 'code-span' | 'link' | 'image' | 'label' | 'name' | 'anchor';
  readonly text: string;
  readonly line: number;
  /** For anchors: see {@link PageAnchor.isLabel}. */
  readonly isLabel?: true;
  /** For anchors: whether the anchor belongs to the next heading. */
  readonly isAhead?: boolean;
  /** For inline code: target of the surrounding link. */
  readonly link?: string | undefined;
  /** For inline code: the noun used for it. */
  readonly noun?: MentionNoun | undefined;
  /** For inline code: see {@link PageMention.scope}. */
  readonly scope?: string | undefined;
}

export type Block = Heading | CodeBlock | Inline;
