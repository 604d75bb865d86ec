/**
 * Where pages have fallen behind: what they link to, name, import or call and is not there. Told only
 * where nothing else can be meant, since one false alarm costs the trust that ten findings earn.
 */
import { getOrCompute } from '../../base/memoize.ts';
import type { PageFacts } from '../../model/page.ts';
import type { RepoPath } from '../../model/path.ts';
import { Labels } from '../lookup/labels.ts';
import type { Linked } from '../lookup/link-target.ts';
import type { Code } from '../lookup/module-exports.ts';
import { contextOf } from '../lookup/page-context.ts';
import { SymbolLookup } from '../lookup/symbol-lookup.ts';
import { LabelCheck } from './drift-labels.ts';
import { linkDrift } from './drift-links.ts';
import { nameDrift } from './drift-names.ts';
import { filesOf, pathDrift } from './drift-paths.ts';
import { type CallCheck, snippetDrift } from './drift-snippets.ts';
import { type UnknownName, unknownNames } from './unknown-names.ts';

export const DRIFT_KINDS = [
  'missingFile',
  'missingAnchor',
  'missingLabel',
  'missingMember',
  'missingPath',
  'missingExport',
  'wrongArguments',
  'goneName',
  // By dates: for who asks for it.
  'olderThanCode',
] as const;
export type DriftKind = (typeof DRIFT_KINDS)[number];

export const LINK_KINDS: readonly DriftKind[] = ['missingFile', 'missingAnchor', 'missingLabel'];

/** Kinds that say that a page is wrong; the others, that it may be. */
export const WRONG_KINDS: readonly DriftKind[] = DRIFT_KINDS.filter(
  (kind) => kind !== 'olderThanCode',
);

/** `sure`: nothing else can be meant. `likely`: the name is there, elsewhere; the signature is newer. */
export const CONFIDENCES = ['sure', 'likely', 'weak'] as const;

export interface Drift {
  readonly kind: DriftKind;
  readonly confidence: (typeof CONFIDENCES)[number];
  readonly path: RepoPath;
  readonly line: number;
  /** Node of the section, or of the page. */
  readonly node: number;
  /** What is written. */
  readonly text: string;
  /** Why that is not so, and what would be. */
  readonly detail: string;
  /** What may be meant, best first. */
  readonly near: readonly string[];
}

/** A place of a page, and whose findings are told there. */
export interface FindingLocation {
  readonly path: RepoPath;
  readonly node: (section: number) => number;
}

export interface DriftInput extends Linked {
  /** What the pages are about: mostly the project that they are in. */
  readonly code: Code;
  /** Whether a path of the project exists, indexed or not. */
  readonly isThere: (path: RepoPath) => boolean;
}

/** What is behind, and calls that can be told from the text of what they call alone. */
export interface DriftFound {
  readonly drifts: readonly Drift[];
  readonly calls: readonly CallCheck[];
  /** Names that only history can tell of. */
  readonly unknown: readonly UnknownName[];
}

/** Pages about what was, or to be filled in: names in them may well be gone. */
const HISTORY =
  /template|change|history|releas|migrat|upgrad|news|roadmap|deprecat|archive|what.s.new|(?:^|\/)(?:v\d|adr|rfcs?|blog)/i;
/** Nobody expects these to keep up with the code. */
export function isOfPast(path: RepoPath): boolean {
  return HISTORY.test(path);
}

/** Sections about what was, or will be, in pages about what is. */
const PAST =
  /change|histor|migrat|upgrad|deprecat|legacy|removed|before\b|old\b|future|v\d|\d\.\d/i;

export function driftOf(input: DriftInput): DriftFound {
  const { graph, pages, code, isThere } = input;
  const names = new SymbolLookup(code);
  const leading = { names, linked: input, labels: new Labels(input) };
  const labels = new LabelCheck(leading, isThere);
  const files = filesOf(input, isThere);
  const drifts: Drift[] = [];
  const calls: CallCheck[] = [];
  const unknown: UnknownName[] = [];
  for (const [path, page] of pages) {
    const file = graph.fileNode(path);
    if (file === undefined) continue;
    const location = { path, node: (section: number) => file + 1 + section };
    const found = [...linkDrift(leading, location, page, labels, isThere)];
    if (!isOfPast(path)) {
      const present = ofPresent(input, location, page);
      const context = contextOf(names, input, path, page);
      const ofSnippets = snippetDrift(code, names, context, location, present);
      found.push(
        ...nameDrift(names, location, present),
        ...pathDrift(names, location, present, files),
      );
      found.push(...ofSnippets.drifts);
      calls.push(...ofSnippets.calls);
      unknown.push(...unknownNames(names, context, location, present));
    }
    drifts.push(...found.sort((a, b) => a.line - b.line));
  }
  return { drifts, calls, unknown };
}

/** The page without sections about the past. Snippets keep their places: what they import is told by these. */
function ofPresent({ graph }: Linked, { node }: FindingLocation, page: PageFacts): PageFacts {
  const isPast = (section: number): boolean => {
    for (let at = node(section); at >= 0; ) {
      const { kind, name, parent } = graph.node(at);
      if (kind === 'section' && PAST.test(name)) return true;
      at = parent;
    }
    return false;
  };
  const sections = new Map<number, boolean>();
  const isPresent = ({ section }: { readonly section: number }): boolean =>
    !getOrCompute(sections, section, () => isPast(section));
  const snippets = page.snippets.map((one) =>
    isPresent(one) ? one : { ...one, imports: [], uses: [] },
  );
  return { ...page, mentions: page.mentions.filter(isPresent), snippets };
}
