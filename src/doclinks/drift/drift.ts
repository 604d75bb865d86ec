/**
 * Finds outdated documentation: links, names, imports and calls whose target does not exist. A
 * finding is reported only if the reference is unambiguous, because one false alarm costs the trust
 * that ten findings earn.
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
  // Decided by dates; only reported on request.
  'olderThanCode',
] as const;
export type DriftKind = (typeof DRIFT_KINDS)[number];

export const LINK_KINDS: readonly DriftKind[] = ['missingFile', 'missingAnchor', 'missingLabel'];

/** Kinds that mean a page is wrong. The other kinds mean that it may be. */
export const WRONG_KINDS: readonly DriftKind[] = DRIFT_KINDS.filter(
  (kind) => kind !== 'olderThanCode',
);

/**
 * Confidence of a finding. `sure`: the reference is unambiguous. `likely`: the name exists
 * elsewhere, or the signature is newer.
 */
export const CONFIDENCES = ['sure', 'likely', 'weak'] as const;

export interface Drift {
  readonly kind: DriftKind;
  readonly confidence: (typeof CONFIDENCES)[number];
  readonly path: RepoPath;
  readonly line: number;
  /** Node of the section, or of the page. */
  readonly node: number;
  /** The reference as written. */
  readonly text: string;
  /** Why it is wrong, and what would be right. */
  readonly detail: string;
  /** Possible intended targets, best first. */
  readonly near: readonly string[];
}

/** The page of a finding, and how its sections map to nodes. */
export interface FindingLocation {
  readonly path: RepoPath;
  readonly node: (section: number) => number;
}

export interface DriftInput extends Linked {
  /** The code that the pages describe, usually of their own project. */
  readonly code: Code;
  /** Whether a path exists in the project, indexed or not. */
  readonly isThere: (path: RepoPath) => boolean;
}

/** The findings, and the calls that still need the text of their declarations to be checked. */
export interface DriftFound {
  readonly drifts: readonly Drift[];
  readonly calls: readonly CallCheck[];
  /** Names that only the history can explain. */
  readonly unknown: readonly UnknownName[];
}

/** Pages about the past, and templates. Names on them may no longer exist. */
const HISTORY =
  /template|change|history|releas|migrat|upgrad|news|roadmap|deprecat|archive|what.s.new|(?:^|\/)(?:v\d|adr|rfcs?|blog)/i;
/** Whether a page is not expected to keep up with the code. */
export function isOfPast(path: RepoPath): boolean {
  return HISTORY.test(path);
}

/** Sections about the past or the future, on pages about the present. */
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

/**
 * Returns the page without sections about the past. Snippets keep their indexes, because their
 * imports are found by index.
 */
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
