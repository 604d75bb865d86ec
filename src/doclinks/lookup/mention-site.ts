/** Describes a place on a page where a name is mentioned, and its possible targets. */
import type { Evidence } from '../../model/edge.ts';
import type { MentionNoun } from '../../model/page.ts';
import type { PageContext } from './page-context.ts';
import type { PageTopic } from './page-topic.ts';

export interface MentionTarget {
  readonly node: number;
  readonly evidence: Evidence;
}

/** Returns the only target, unless its evidence is the name alone. */
export function singleTarget([only, ...others]: readonly MentionTarget[]):
  | MentionTarget
  | undefined {
  return others.length > 0 || only?.evidence === 'nameOnly' ? undefined : only;
}

/** The place where a name is mentioned. */
export interface MentionSite {
  readonly context: PageContext;
  readonly section: number;
  /** Whether it is the plain text of a heading, not marked as code. */
  readonly isHeading: boolean;
  /** Whether it is in a code block. */
  readonly isInCode?: boolean;
  /** The noun beside it, such as "option". */
  readonly noun: MentionNoun | undefined;
  /** The current module and type, where a Sphinx page sets them. */
  readonly scope: readonly string[];
  /** Whether it is in a link that leaves the project. */
  readonly leadsOutside: boolean;
  /** The page's topic; undefined while it is still being determined. */
  readonly topic: PageTopic | undefined;
}
