/**
 * Where pages have fallen behind: what they link to or name and is not there. Told only where nothing
 * else can be meant, since one false alarm costs the trust that ten findings earn.
 */
import type { SymbolGraph, SymbolNode } from '../graph/symbol-graph.ts';
import type { PageFacts } from '../model/page.ts';
import type { RepoPath } from '../model/path.ts';
import { dirnameOf, joinRepoPath } from '../model/path.ts';
import { type Linked, linkTarget } from './link-target.ts';
import { isAside, ProjectNames } from './project-names.ts';

export const DRIFT_KINDS = [
  'missingFile',
  'missingAnchor',
  'missingMember',
  'missingPath',
] as const;

export interface Drift {
  readonly kind: (typeof DRIFT_KINDS)[number];
  readonly path: RepoPath;
  readonly line: number;
  /** Node of the section, or of the page. */
  readonly node: number;
  /** What is written. */
  readonly text: string;
  readonly detail: string;
}

/** Pages about what was: names in them may well be gone. */
const HISTORY =
  /change|history|releas|migrat|upgrad|news|roadmap|deprecat|archive|(?:^|\/)(?:v\d|adr|rfcs?|blog)/i;
/** A link without an ending, or to a generated page, is an address of a site. */
const FILE_ENDING = /\.(?!html?$)[a-z][a-z\d]{0,9}$/i;

/** `isThere` says whether a path of the project exists, indexed or not. */
export function driftOf(
  { graph, pages }: Linked,
  isThere: (path: RepoPath) => boolean,
): readonly Drift[] {
  const nothing = { moduleOf: () => ({ form: 'missing' as const }), packages: new Map() };
  const names = new ProjectNames({ graph, ...nothing });
  const folders = new Set(graph.paths().map(dirnameOf));
  return [...pages].flatMap(([path, page]) => {
    const file = graph.fileNode(path);
    if (file === undefined) return [];
    const told = { path, node: (section: number) => file + 1 + section };
    return [
      ...linkDrift({ graph, pages }, told, page, isThere),
      ...(HISTORY.test(path) ? [] : nameDrift(names, told, page, folders, isThere)),
    ].sort((a, b) => a.line - b.line);
  });
}

interface Told {
  readonly path: RepoPath;
  readonly node: (section: number) => number;
}

function linkDrift(
  project: Linked,
  { path, node }: Told,
  page: PageFacts,
  isThere: (path: RepoPath) => boolean,
): readonly Drift[] {
  return page.links.flatMap(({ section, line, target }): readonly Drift[] => {
    const found = linkTarget(project, path, target);
    const at = { path, line, node: node(section), text: target };
    if (found.form === 'noFile') {
      const isFile = !target.startsWith('/') && FILE_ENDING.test(found.path);
      if (!isFile || /[{}<>$*]/.test(target) || isThere(found.path)) return [];
      return [{ ...at, kind: 'missingFile', detail: `there is no ${found.path}` }];
    }
    if (found.form !== 'noAnchor' || found.path.endsWith('.mdx')) return [];
    const there = project.pages.get(found.path);
    const isSpelledSo = there?.anchors.some(({ name }) => bare(name) === bare(found.anchor));
    if (isSpelledSo !== false || /^(readme$|:~:|L\d|\/|!)/i.test(found.anchor)) return [];
    const detail = `${found.path} has no heading or anchor #${found.anchor}`;
    return [{ ...at, kind: 'missingAnchor', detail }];
  });
}

/** Generators differ in what they make of spaces and signs. */
function bare(anchor: string): string {
  return anchor.toLowerCase().replace(/[^\p{Letter}\p{Number}]/gu, '');
}

function nameDrift(
  names: ProjectNames,
  { path, node }: Told,
  page: PageFacts,
  folders: ReadonlySet<string>,
  isThere: (path: RepoPath) => boolean,
): readonly Drift[] {
  return page.mentions.flatMap(({ section, line, text }): readonly Drift[] => {
    const at = { path, line, node: node(section), text };
    const member = /^([A-Z]\w+)(?:\.|::|#)([A-Za-z_]\w*)(?:\(.*\))?$/.exec(text);
    if (member !== null) {
      const owner = goneMember(names, member[1] ?? '', member[2] ?? '');
      if (owner === undefined) return [];
      const detail = `${owner.id} has no ${member[2]}, and nothing else has that name`;
      return [{ ...at, kind: 'missingMember', detail }];
    }
    const words = text.replace(/(?::\d+(?:-\d+)?|#L\d+(?:-L?\d+)?)$/, '').replace(/^\.\//, '');
    // A tutorial's `src/app.ts` is the reader's; a folder of a folder of ours is ours.
    const folder = dirnameOf(words);
    const isPath =
      /^[\w@.-]+(?:\/[\w@.-]+)+\.[a-z]{1,4}$/.test(words) &&
      folder.includes('/') &&
      folders.has(folder);
    const plain = isPath ? joinRepoPath('', words) : undefined;
    if (plain === undefined || isThere(plain) || names.filesAt(words).length > 0) return [];
    const beside = joinRepoPath(dirnameOf(path), words);
    if (beside !== undefined && isThere(beside)) return [];
    return [{ ...at, kind: 'missingPath', detail: `there is no ${plain}` }];
  });
}

/** The only type of a name, when it surely lacks a member: all of its bases are known. */
function goneMember(names: ProjectNames, owner: string, member: string): SymbolNode | undefined {
  const { graph } = names;
  if (names.named(member).length > 0) return undefined;
  const [only, ...others] = names.named(owner).filter(({ path }) => !isAside(path));
  if (only === undefined || others.length > 0 || !/^(class|enum|interface)$/.test(only.kind))
    return undefined;
  if (names.memberOf(only.index, member) !== undefined) return undefined;
  return isWhole(graph, only, 0) ? only : undefined;
}

const BASES_MAX = 8;

/** Every base that it says it has is in the graph, and so are theirs. */
function isWhole(graph: SymbolGraph, node: SymbolNode, depth: number): boolean {
  const bases = graph.outgoing(node.index, ['extends', 'implements']);
  const says = /\bextends\b|\bimplements\b|[:(]/.test(node.signature.replace(/<[^<>]*>/g, ''));
  if (depth > BASES_MAX || (says && bases.length === 0)) return false;
  return bases.every(({ target }) => isWhole(graph, graph.node(target), depth + 1));
}
