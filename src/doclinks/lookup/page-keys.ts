/**
 * Collects the settings keys of a page: its headings, its inline code, and the keys of its code
 * blocks. Each key votes for the types that have a member of its name; the fewer there are, the
 * more each gets. Below a key that holds a type, it votes only for members of that type.
 */
import { getOrCompute } from '../../base/memoize.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import type { PageFacts } from '../../model/page.ts';
import { basenameOf, type RepoPath } from '../../model/path.ts';
import { type KeyMember, keyMembers, nearestBelow } from './key-members.ts';
import { KeyVotes, type Vote, voteOf } from './key-votes.ts';
import { keyParts } from './mention-text.ts';
import type { SymbolLookup } from './symbol-lookup.ts';

const KEY = /^[a-z][\w-]*$/;
/** Most keys match this and are looked up repeatedly. */
const PLAIN_KEY = /^[a-z\d]*$/;

/** Keys of all pages of a project. */
export interface AllKeys {
  readonly votes: KeyVotes;
  /** Keys by type: all voting keys that match its members, whatever they vote for. */
  readonly keysOf: Map<number, Set<string>>;
  /** Keys of all pages, in the form of {@link PageKeys.shown}. */
  readonly shown: Set<string>;
  /** Members that appear in code blocks. */
  readonly inCode: Set<number>;
}

export interface PageKeys {
  readonly ofAll: AllKeys;
  /** Votes of a section and everything below it; −1 for the page. */
  readonly votes: (section: number) => KeyVotes;
  /** Sections around a section, from itself outwards; −1 (the page) is last. */
  readonly around: (section: number) => readonly number[];
  /** Keys named by the headings around a section and by the page, nearest first. */
  readonly headed: (section: number) => readonly string[];
  /** Heading of a section in lower case. */
  readonly heading: (section: number) => string;
  /** Headings and the page's own name, in the form of {@link plainKey}. */
  readonly headings: ReadonlySet<string>;
  /** The headings, the keys of code blocks, and the words that begin list items and table rows. */
  readonly shown: ReadonlySet<string>;
  /** Words that the page shows as quoted values. */
  readonly quoted: ReadonlySet<string>;
  /**
   * By key: the members it refers to in code blocks, judged by the keys around it, with their
   * sections.
   */
  readonly inCode: ReadonlyMap<string, ReadonlyMap<number, ReadonlySet<number>>>;
}

/** Normalizes a key: `site-url`, `siteUrl` and `site_url` are the same. */
export function plainKey(key: string): string {
  if (PLAIN_KEY.test(key)) return key;
  return key.replaceAll(/[-_]/g, '').toLowerCase();
}

export function noKeys(): AllKeys {
  return { votes: new KeyVotes(), keysOf: new Map(), shown: new Set(), inCode: new Set() };
}

/** Reads the keys of a page and adds them to those of all pages. */
export function readPageKeys(
  names: SymbolLookup,
  path: RepoPath,
  page: PageFacts,
  ofAll: AllKeys,
): PageKeys {
  const sections = sectionsOf(names.graph, path);
  const { around, headed, headings } = sections;
  const byScope = new Map<number, KeyVotes>();
  const vote = (section: number, key: string, outer: readonly string[]): readonly KeyMember[] => {
    if (!KEY.test(key)) return [];
    const members = keyMembers(names, key);
    const fitting = nearestBelow(names, members, outer);
    if (fitting.members.length === 0) return [];
    const word = plainKey(key);
    let vote: Vote | undefined;
    const make = (): Vote => {
      vote ??= voteOf(fitting.members);
      return vote;
    };
    for (const scope of around(section)) {
      getOrCompute(byScope, scope, () => new KeyVotes()).add(word, make);
    }
    if (ofAll.votes.add(word, make)) addKey(ofAll.keysOf, word, members);
    return fitting.isBelow ? fitting.members : [];
  };
  const ofHeadings = new Set([plainKey(sections.title)]);
  const shown = new Set(ofHeadings);
  const inCode = new Map<string, Map<number, Set<number>>>();
  for (const { section, path: keys } of page.keys) {
    const [key = '', ...outer] = [...keys].reverse();
    shown.add(plainKey(key));
    for (const { node } of vote(section, key, outer)) {
      const resolved = inCode.get(plainKey(key)) ?? new Map<number, Set<number>>();
      inCode.set(plainKey(key), resolved);
      resolved.set(node.index, (resolved.get(node.index) ?? new Set()).add(section));
      ofAll.inCode.add(node.index);
    }
  }
  for (const [section, keys] of headings.entries()) {
    const key = keys.at(-1);
    if (key === undefined) continue;
    ofHeadings.add(plainKey(key));
    vote(section, key, headed(section).slice(1));
  }
  const quoted = new Set<string>();
  for (const { section, text, link, leads = false, under = [] } of page.mentions) {
    const value = /^(["'])(\w+)\1$/.exec(text)?.[2];
    if (value !== undefined) quoted.add(value);
    const [key, ...owners] = link === '' ? [] : [...(keyParts(text) ?? [])].reverse();
    if (key === undefined) continue;
    if (leads) shown.add(plainKey(key));
    vote(section, key, [...owners, ...under, ...headed(section)]);
  }
  for (const key of ofHeadings) shown.add(key);
  for (const key of shown) ofAll.shown.add(key);
  const votes = (section: number): KeyVotes => byScope.get(section) ?? NO_VOTES;
  const { heading } = sections;
  return { ofAll, votes, around, headed, heading, headings: ofHeadings, shown, quoted, inCode };
}

const NO_VOTES = new KeyVotes();

function addKey(
  keysOf: Map<number, Set<string>>,
  key: string,
  members: readonly KeyMember[],
): void {
  for (const { types } of members) {
    for (const type of types) getOrCompute(keysOf, type, () => new Set<string>()).add(key);
  }
}

/** Cached {@link PageKeys.around} and {@link PageKeys.headed} of one section. */
interface Around {
  readonly sections: readonly number[];
  readonly headed: readonly string[];
}

/** Reads the sections of a page as keys, by section number. */
function sectionsOf(graph: SymbolGraph, path: RepoPath) {
  const file = graph.fileNode(path) ?? -1;
  const title = basenameOf(path).replace(/\.\w+$/, '');
  const nodes = graph.symbolsOf(path).map((node) => graph.node(node));
  const headings = nodes.map(({ name }) => headingKeys(name));
  const known = new Map<number, Around>();
  const of = (section: number): Around =>
    getOrCompute(known, section, () => {
      const sections: number[] = [];
      for (let at = section; at >= 0; at = (nodes[at]?.parent ?? file) - file - 1)
        sections.push(at);
      const keys = sections.flatMap((at) => [...(headings[at] ?? [])].reverse());
      return {
        sections: [...sections, -1],
        headed: [...keys, title].filter((key) => KEY.test(key)),
      };
    });
  const around = (section: number) => of(section).sections;
  const headed = (section: number) => of(section).headed;
  const heading = (section: number): string => (nodes[section]?.name ?? title).toLowerCase();
  return { title, headings, around, headed, heading };
}

/**
 * Returns the key in a heading with the keys around it: `retry`, `output.banner`, `[editor.search]
 * Section`.
 */
function headingKeys(heading: string): readonly string[] {
  const table = /^\[{1,2}([\w.-]+)\]{1,2}(?:\s+\w+)?$/.exec(heading)?.[1];
  if (table !== undefined) return table.split('.');
  return (/^[a-z]/.test(heading) ? keyParts(heading) : undefined) ?? [];
}
