/** Resolves the target of a page's link within the project. */
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { isPagePath } from '../../languages/registry.ts';
import type { Evidence } from '../../model/edge.ts';
import type { PageFacts } from '../../model/page.ts';
import { dirnameOf, joinRepoPath, type RepoPath } from '../../model/path.ts';
import { lookupKey } from '../invalidation/dependency-keys.ts';

export type LinkTarget =
  | { readonly form: 'node'; readonly node: number; readonly evidence: Evidence }
  /** The file exists, but `anchor` does not; `path` is the file. */
  | { readonly form: 'noAnchor'; readonly path: RepoPath; readonly anchor: string }
  /** No indexed file has `path`, the path in the link. A file of another kind may exist there. */
  | { readonly form: 'noFile'; readonly path: RepoPath }
  /** The link leads out of the project. */
  | { readonly form: 'outside' };

export interface Linked {
  readonly graph: SymbolGraph;
  readonly pages: ReadonlyMap<RepoPath, PageFacts>;
  /** Receives the keys of lookups, except of paths of pages: when pages come or go all pages are read again. */
  readonly dependencies?: Set<string> | undefined;
}

/** Endings that site generators omit from links, in the order in which they are tried. */
const PAGE_ENDINGS = [
  '.md',
  '.mdx',
  '.markdown',
  '.rst',
  '/README.md',
  '/index.md',
  '/index.mdx',
  '/index.rst',
];

export function linkTarget(project: Linked, from: RepoPath, target: string): LinkTarget {
  const hash = target.indexOf('#');
  const anchor = hash < 0 ? '' : target.slice(hash + 1);
  const named = (hash < 0 ? target : target.slice(0, hash)).replace(/\?.*$/, '');
  if (named === '') return placeIn(project, from, anchor, 'exact');
  const plain = plainPath(from, named);
  if (plain === undefined) return { form: 'outside' };
  for (const { path, evidence } of spellings(from, named, plain)) {
    if (!isPagePath(path)) project.dependencies?.add(lookupKey('file', path));
    if (project.graph.fileNode(path) !== undefined) {
      return placeIn(project, path, anchor, evidence);
    }
  }
  return { form: 'noFile', path: plain };
}

/** Normalizes the path of a link as a path in the repository. */
function plainPath(from: RepoPath, named: string): RepoPath | undefined {
  return named.startsWith('/')
    ? joinRepoPath('', named.slice(1))
    : joinRepoPath(dirnameOf(from), named);
}

interface Spelling {
  readonly path: RepoPath;
  readonly evidence: Evidence;
}

/**
 * Yields the files that a link may refer to: its exact path first, then variants for what site
 * generators omit or add.
 */
function* spellings(from: RepoPath, named: string, plain: RepoPath): Generator<Spelling> {
  yield { path: plain, evidence: 'exact' };
  for (const base of [plain, ...siteRoots(from, named)]) {
    yield { path: base, evidence: 'scoped' };
    const page = base.replace(/\.html?$/, '');
    for (const ending of PAGE_ENDINGS) {
      const path = page === '' ? ending.replace(/^\//, '') : `${page}${ending}`;
      yield { path: path as RepoPath, evidence: 'scoped' };
    }
  }
}

/**
 * Returns the paths relative to possible site roots, which are folders around the page. This
 * applies to `/guide/x` and also to `guide/x.md`.
 */
function siteRoots(from: RepoPath, named: string): readonly RepoPath[] {
  if (named.startsWith('.')) return [];
  const roots: RepoPath[] = [];
  for (let folder = dirnameOf(from); folder !== ''; folder = dirnameOf(folder)) {
    const path = joinRepoPath(folder, named.replace(/^\//, ''));
    if (path !== undefined) roots.push(path);
  }
  return roots;
}

function placeIn(project: Linked, path: RepoPath, anchor: string, evidence: Evidence): LinkTarget {
  const file = project.graph.fileNode(path);
  if (file === undefined) return { form: 'noFile', path };
  if (anchor === '' || anchor === 'top') return { form: 'node', node: file, evidence };
  const page = project.pages.get(path);
  if (page === undefined) {
    project.dependencies?.add(lookupKey('lines', path, anchor));
    return { form: 'node', node: symbolAtLines(project.graph, path, file, anchor), evidence };
  }
  const section = sectionOf(page, anchor);
  if (section === undefined) return { form: 'noAnchor', path, anchor };
  return { form: 'node', node: file + 1 + section, evidence };
}

/** Returns the section of an anchor; −1 for the page itself. */
function sectionOf({ anchors }: PageFacts, anchor: string): number | undefined {
  const name = anchor.replace(/^user-content-/, '');
  const exact = anchors.find((own) => own.name === name);
  return (exact ?? anchors.find((own) => own.name.toLowerCase() === name.toLowerCase()))?.section;
}

/**
 * Returns the innermost symbol around the lines of an anchor such as `L10` or `L10-L20`; the file
 * for any other anchor.
 */
export function symbolAtLines(
  graph: SymbolGraph,
  path: RepoPath,
  file: number,
  anchor: string,
): number {
  const parts = /^L(\d+)(?:C\d+)?(?:-L?(\d+)(?:C\d+)?)?$/.exec(anchor);
  if (parts === null) return file;
  const first = Number(parts[1]);
  const last = Number(parts[2] ?? first);
  let found = file;
  for (const node of graph.symbolsOf(path)) {
    const { startLine, endLine } = graph.node(node);
    if (startLine <= first && last <= endLine) found = node;
  }
  return found;
}
