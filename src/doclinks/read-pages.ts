/**
 * Resolves the references of pages, most certain first: references that need no context, then the
 * rest by each page's topic.
 */
import type { Task } from '../base/cooperative.ts';
import type { PageFacts, PageLink, PageMention } from '../model/page.ts';
import type { RepoPath } from '../model/path.ts';
import { type Leading, resolveLink } from './links/resolve-link.ts';
import type { Labels } from './lookup/labels.ts';
import type { Linked } from './lookup/link-target.ts';
import type { MentionSite, MentionTarget } from './lookup/mention-site.ts';
import type { PageContext } from './lookup/page-context.ts';
import { pageKeys } from './lookup/page-keys.ts';
import { type PageEdgeCandidate, type PageTopic, topicOf } from './lookup/page-topic.ts';
import type { SymbolLookup } from './lookup/symbol-lookup.ts';
import { mentionTargets } from './mentions/mention-target.ts';
import { keyAsText } from './settings/declared-text.ts';
import { snippetTargets } from './snippets/snippet-targets.ts';

interface OnePage {
  readonly context: PageContext;
  readonly page: PageFacts;
}

/** The resolved references of a page, and the open ones. */
interface Reading extends OnePage {
  readonly edgeCandidates: PageEdgeCandidate[];
  /** Candidates that are the only one for their name, but have weak evidence. */
  readonly guesses: PageEdgeCandidate[];
  open: readonly PageMention[];
}

/** Resolves pages; yields after each pass over a page. */
export function* readPageSteps(
  names: SymbolLookup,
  linked: Linked,
  labels: Labels,
  all: readonly OnePage[],
): Task<ReadonlyMap<RepoPath, readonly PageEdgeCandidate[]>> {
  const leading = { names, linked, labels };
  const found = new Map<RepoPath, readonly PageEdgeCandidate[]>();
  for (const { context, page } of all) {
    const reading: Reading = { context, page, edgeCandidates: [], guesses: [], open: [] };
    readCertain(leading, reading);
    yield;
    readOpen(leading, reading);
    found.set(context.path, reading.edgeCandidates);
    yield;
  }
  return found;
}

function readCertain(leading: Leading, reading: Reading): void {
  const { names } = leading;
  const { context, page, edgeCandidates } = reading;
  for (const link of page.links) readLink(leading, reading, link);
  for (const [index, snippet] of page.snippets.entries()) {
    const { section } = snippet;
    for (const { line, ...mentioned } of snippetTargets(names, context, index, snippet)) {
      edgeCandidates.push({ kind: 'demonstrates', section, line, mentioned });
    }
  }
  reading.open = page.mentions.filter((mention) => {
    const mentioned = targets(names, context, mention, undefined);
    const isOpen =
      mentioned.length === 0 || mentioned.some(({ evidence }) => evidence === 'nameOnly');
    if (!isOpen) addCandidate(reading, mention, mentioned);
    else if (mentioned.length === 1)
      reading.guesses.push(...mentioned.map((one) => candidateOf(mention, one)));
    return isOpen;
  });
}

function readLink(leading: Leading, reading: Reading, link: PageLink): void {
  const target = resolveLink(leading, reading.context.path, link);
  if (target.form === 'node') {
    reading.edgeCandidates.push({ kind: 'links', ...placeOf(link), mentioned: target });
  } else if (target.form === 'noLabel') {
    // An extension may create labels for settings that the code declares under the same names.
    const { section, line, target: text } = link;
    const mention = { section, line, text, isHeading: false };
    const site = placeAt(reading.context, mention, undefined);
    const mentioned = keyAsText(leading.names, site, text);
    if (mentioned !== undefined) addCandidate(reading, mention, [mentioned]);
  }
}

function readOpen({ names, linked }: Leading, reading: Reading): void {
  const { context, page, open } = reading;
  if (open.length === 0) return;
  const topic = topicOf(names, linked, context.path, reading, pageKeys(names, page));
  for (const mention of open) {
    addCandidate(reading, mention, targets(names, context, mention, topic));
  }
}

function addCandidate(
  reading: Reading,
  mention: PageMention,
  mentioned: readonly MentionTarget[],
): void {
  reading.edgeCandidates.push(...mentioned.map((one) => candidateOf(mention, one)));
}

function candidateOf(mention: PageMention, mentioned: MentionTarget): PageEdgeCandidate {
  return { kind: 'mentions', ...placeOf(mention), mentioned };
}

function targets(
  names: SymbolLookup,
  context: PageContext,
  mention: PageMention,
  topic: PageTopic | undefined,
): readonly MentionTarget[] {
  return mentionTargets(names, placeAt(context, mention, topic), mention.text);
}

function placeAt(
  context: PageContext,
  { section, isHeading, noun, link, scope }: PageMention,
  topic: PageTopic | undefined,
): MentionSite {
  const leadsOutside = link === '';
  return { context, section, isHeading, noun, scope: scope?.split('.') ?? [], leadsOutside, topic };
}

function placeOf({ section, line }: { readonly section: number; readonly line: number }) {
  return { section, line };
}
