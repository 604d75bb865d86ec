/** A place of a page, and what is meant there. */
import type { Evidence } from '../../model/edge.ts';
import type { MentionNoun } from '../../model/page.ts';
import type { PageContext } from './page-context.ts';
import type { PageTopic } from './page-topic.ts';

export interface MentionTarget {
  readonly node: number;
  readonly evidence: Evidence;
}

/** What is meant, when it is one thing and that is shown. */
export function singleTarget([only, ...others]: readonly MentionTarget[]):
  | MentionTarget
  | undefined {
  return others.length > 0 || only?.evidence === 'nameOnly' ? undefined : only;
}

/** Where a name stands. */
export interface MentionSite {
  readonly context: PageContext;
  readonly section: number;
  /** It is what a heading says, not marked as code. */
  readonly isHeading: boolean;
  /** It stands in a code block. */
  readonly isInCode?: boolean;
  /** What the words beside it call it. */
  readonly noun: MentionNoun | undefined;
  /** Where the page puts its names, in Sphinx: a module, and a type in it. */
  readonly scope: readonly string[];
  /** It begins a list item, or a row of a table. */
  readonly leads: boolean;
  /** What the list items or the row around begin with, the nearest first. */
  readonly under: readonly string[];
  /** Target of the link within the project that it stands in. */
  readonly link: string | undefined;
  /** It stands in a link that leaves the project. */
  readonly leadsOutside: boolean;
  /** Unknown while it is being found out. */
  readonly topic: PageTopic | undefined;
}

/** What any call may take or give: its members may be those of what is called. */
const ANY_HOLDER =
  /^(?:init|options?|opts|args?|arguments|param(?:eter)?s?|props|config|settings)$/;

/** Its list item stands below another that begins with code or a type: it is a member of that. */
export function isListedBelow({ leads, under: [holder] }: MentionSite): boolean {
  return leads && holder !== undefined && isTellingHolder(holder);
}

export function isTellingHolder(name: string): boolean {
  return !ANY_HOLDER.test(name);
}
