/**
 * Resolves the references of pages, most certain first: references that need no context, then names
 * in headings, then links, then the rest by each page's topic.
 */
import type { Task } from '../base/cooperative.ts';
import type { PageFacts, PageLink, PageMention } from '../model/page.ts';
import type { RepoPath } from '../model/path.ts';
import { type Leading, resolveLink } from './links/resolve-link.ts';
import { Labels } from './lookup/labels.ts';
import type { Linked } from './lookup/link-target.ts';
import { type MentionSite, type MentionTarget, singleTarget } from './lookup/mention-site.ts';
import { lastName, looksDeclared } from './lookup/mention-text.ts';
import type { PageContext } from './lookup/page-context.ts';
import { noKeys, type PageKeys, readPageKeys } from './lookup/page-keys.ts';
import {
  type AllPages,
  type PageEdgeCandidate,
  type PageTopic,
  topicOf,
  weightsOf,
} from './lookup/page-topic.ts';
import type { SymbolLookup } from './lookup/symbol-lookup.ts';
import { WordMeanings } from './lookup/word-meanings.ts';
import { linkedSymbol } from './mentions/linked-symbol.ts';
import { mentionTargets } from './mentions/mention-target.ts';
import { keyAsText } from './settings/resolve-flag.ts';
import { snippetTargets } from './snippets/snippet-targets.ts';

interface OnePage {
  readonly context: PageContext;
  readonly page: PageFacts;
}

/** The resolved references of a page, and the open ones. */
interface Reading extends OnePage {
  readonly keys: PageKeys;
  readonly edgeCandidates: PageEdgeCandidate[];
  /** Candidates that are the only one for their name, but have weak evidence. */
  readonly guesses: PageEdgeCandidate[];
  open: readonly PageMention[];
}

/** Results that are shared between pages. */
interface Found extends Leading {
  /** The symbol that a section's heading names, by the section's node. */
  readonly headed: Map<number, number>;
  readonly meanings: WordMeanings;
}

/** Resolves all pages; yields after each pass over a page. */
export function* readPageSteps(
  names: SymbolLookup,
  linked: Linked,
  all: readonly OnePage[],
): Task<ReadonlyMap<RepoPath, readonly PageEdgeCandidate[]>> {
  const leading = { names, linked, labels: new Labels(linked) };
  const found: Found = { ...leading, headed: new Map(), meanings: new WordMeanings() };
  const allKeys = noKeys();
  const readings: Reading[] = [];
  for (const one of all) {
    const keys = readPageKeys(names, one.context.path, one.page, allKeys);
    const reading: Reading = { ...one, keys, edgeCandidates: [], guesses: [], open: [] };
    readings.push(reading);
    readCertain(found, reading);
    yield;
  }
  const certain = readings.flatMap(({ edgeCandidates }) => edgeCandidates);
  const onPages = { weights: weightsOf(linked.graph, certain), meanings: found.meanings };
  for (const reading of readings) {
    readHeadings(found, reading, onPages);
    yield;
  }
  for (const reading of readings) {
    readLinked(found, reading);
    yield;
  }
  for (const reading of readings) {
    if (reading.open.length === 0) continue;
    const topic = topicOf(names, linked, reading.context.path, reading, onPages);
    for (const mention of reading.open)
      addCandidate(reading, mention, targets(found, reading, mention, topic));
    yield;
  }
  return new Map(readings.map(({ context, edgeCandidates }) => [context.path, edgeCandidates]));
}

function readCertain(found: Found, reading: Reading): void {
  const { names } = found;
  const { context, page, edgeCandidates } = reading;
  for (const link of page.links) readLink(found, reading, link);
  for (const [index, snippet] of page.snippets.entries()) {
    const { section } = snippet;
    for (const { line, ...mentioned } of snippetTargets(names, context, index, snippet)) {
      edgeCandidates.push({ kind: 'demonstrates', section, line, mentioned });
    }
  }
  reading.open = page.mentions.filter((mention) => {
    const mentioned = targets(found, reading, mention, undefined);
    const isOpen =
      mentioned.length === 0 || mentioned.some(({ evidence }) => evidence === 'nameOnly');
    if (!isOpen) {
      addCandidate(reading, mention, mentioned);
      note(found, reading, mention, mentioned);
    } else if (mentioned.length === 1) {
      reading.guesses.push(...mentioned.map((one) => candidateOf(mention, one)));
    }
    return isOpen;
  });
}

function readLink(found: Found, reading: Reading, link: PageLink): void {
  const target = resolveLink(found, reading.context.path, link);
  if (target.form === 'node') {
    reading.edgeCandidates.push({ kind: 'links', ...placeOf(link), mentioned: target });
  } else if (target.form === 'noLabel') {
    // An extension may create labels for settings that the code declares under the same names.
    const { section, line, target: text } = link;
    const mention = { section, line, text, isHeading: false };
    const site = placeAt(reading.context, mention, undefined);
    const mentioned = keyAsText(found.names, site, text);
    if (mentioned !== undefined) addCandidate(reading, mention, [mentioned]);
  }
}

function readHeadings(found: Found, reading: Reading, onPages: AllPages): void {
  const { names, linked } = found;
  if (!reading.open.some((mention) => isOfHeading(found, reading, mention))) return;
  const known = topicOf(names, linked, reading.context.path, reading, onPages);
  // A heading is resolved on its own: an equal heading belongs to another section.
  const topic: PageTopic = { ...known, mentioned: () => undefined };
  reading.open = reading.open.filter((mention) => {
    if (!isOfHeading(found, reading, mention)) return true;
    const mentioned = targets(found, reading, mention, topic);
    addCandidate(reading, mention, mentioned);
    note(found, reading, mention, mentioned);
    return false;
  });
}

function readLinked(found: Found, reading: Reading): void {
  const { names, headed } = found;
  reading.open = reading.open.filter((mention) => {
    if (!mention.link) return true;
    const link = { target: mention.link, form: 'link' as const };
    const target = resolveLink(found, reading.context.path, link);
    const node = target.form === 'node' ? (headed.get(target.node) ?? target.node) : undefined;
    const mentioned = node === undefined ? undefined : linkedSymbol(names, node, mention.text);
    if (mentioned !== undefined) {
      addCandidate(reading, mention, [mentioned]);
      note(found, reading, mention, [mentioned]);
      return false;
    }
    // A word that links to the section of another symbol means that symbol or nothing.
    const isElsewhere = target.form === 'node' && headed.has(target.node);
    return !isElsewhere || looksDeclared(lastName(mention.text) ?? '');
  });
}

/** Whether the mention is in its section's heading, marked as code or not. */
function isOfHeading(
  { names }: Found,
  { context }: Reading,
  { section, line, isHeading }: PageMention,
): boolean {
  if (isHeading) return true;
  const node = sectionNode(names, context, section);
  return node !== undefined && names.node(node).startLine === line;
}

function sectionNode(
  names: SymbolLookup,
  { path }: PageContext,
  section: number,
): number | undefined {
  const file = names.fileNode(path);
  return file === undefined || section < 0 ? undefined : file + 1 + section;
}

/** Records the meaning of a name in a heading or link, for later mentions without them. */
function note(
  found: Found,
  reading: Reading,
  mention: PageMention,
  mentioned: readonly MentionTarget[],
): void {
  const only = singleTarget(mentioned);
  const word = lastName(mention.text);
  if (only === undefined) return;
  const isHead = isOfHeading(found, reading, mention);
  const { path } = reading.context;
  const { section } = mention;
  const node = sectionNode(found.names, reading.context, section);
  if (isHead && node !== undefined && !found.headed.has(node)) found.headed.set(node, only.node);
  const isLinked = mention.link !== undefined && mention.link !== '';
  if (!(isHead || isLinked) || word === undefined) return;
  const isCall = mention.text.includes('(');
  found.meanings.add({ path, section, word, node: only.node, isLinked, isCall });
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
  { names }: Found,
  { context }: Reading,
  mention: PageMention,
  topic: PageTopic | undefined,
): readonly MentionTarget[] {
  return mentionTargets(names, placeAt(context, mention, topic), mention.text);
}

function placeAt(
  context: PageContext,
  { section, isHeading, noun, link, scope, leads, under = [] }: PageMention,
  topic: PageTopic | undefined,
): MentionSite {
  const written = { noun, link, leads: leads === true, under, scope: scope?.split('.') ?? [] };
  return { context, section, isHeading, ...written, leadsOutside: link === '', topic };
}

function placeOf({ section, line }: { readonly section: number; readonly line: number }) {
  return { section, line };
}
