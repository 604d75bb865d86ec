/** What a page is read into: a flat list of blocks, with lines. */
import type { MentionNoun } from '../../model/page.ts';
import type { Listed } from './listed-code.ts';

export interface Heading {
  readonly form: 'heading';
  /** 1 to 6. */
  readonly depth: number;
  /** Without its markers; code and emphasis as plain text. */
  readonly text: string;
  /** `{#name}` at its end. */
  readonly anchor: string | undefined;
  /** 1-based. */
  readonly line: number;
  /** Of what follows: an underline belongs to the heading. */
  readonly bodyLine: number;
}

interface CodeBlock {
  readonly form: 'code';
  /** First word after the fence, in lower case; empty for none. */
  readonly language: string;
  /** Of its first line of code, 1-based. */
  readonly line: number;
  readonly text: string;
}

export interface Inline {
  /** label, name: see {@link PageLink.form}. */
  readonly form: 'code-span' | 'link' | 'image' | 'label' | 'name' | 'anchor';
  readonly text: string;
  readonly line: number;
  /** Of an anchor: see {@link PageAnchor.isLabel}. */
  readonly isLabel?: true;
  /** Of an anchor: it is of the next heading. */
  readonly isAhead?: boolean;
  /** Of inline code: where the link leads that it stands in. */
  readonly link?: string | undefined;
  /** Of inline code: what it is called. */
  readonly noun?: MentionNoun | undefined;
  /** Of inline code: see {@link PageMention.scope}. */
  readonly scope?: string | undefined;
  /** Of inline code in a list or table. */
  readonly listed?: Listed | undefined;
}

export type Block = Heading | CodeBlock | Inline;
