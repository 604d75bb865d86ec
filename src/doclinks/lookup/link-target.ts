/** Where a link of a page leads within the project. */
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { isPagePath } from '../../languages/registry.ts';
import type { Evidence } from '../../model/edge.ts';
import type { PageFacts } from '../../model/page.ts';
import { dirnameOf, joinRepoPath, type RepoPath } from '../../model/path.ts';
import { pathKey } from '../invalidation/dependencies.ts';

export type LinkTarget =
  | { readonly form: 'node'; readonly node: number; readonly evidence: Evidence }
  /** The file is there, the place in it is not; `path` and `anchor` say which. */
  | { readonly form: 'noAnchor'; readonly path: RepoPath; readonly anchor: string }
  /** No indexed file has that path; there may be one of another kind. `path` is what the link says. */
  | { readonly form: 'noFile'; readonly path: RepoPath }
  /** It leads out of the project. */
  | { readonly form: 'outside' };

export interface Linked {
  readonly graph: SymbolGraph;
  readonly pages: ReadonlyMap<RepoPath, PageFacts>;
  /** Takes which paths are looked for; see asked.ts. Not those of pages, which are known as a whole. */
  readonly dependencies?: Set<string> | undefined;
}

/** What site generators leave off, tried in this order. */
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
    if (!isPagePath(path)) project.dependencies?.add(pathKey(path));
    if (project.graph.fileNode(path) !== undefined) {
      return placeIn(project, path, anchor, evidence);
    }
  }
  return { form: 'noFile', path: plain };
}

/** The path that a link says, read as files are. */
function plainPath(from: RepoPath, named: string): RepoPath | undefined {
  return named.startsWith('/')
    ? joinRepoPath('', named.slice(1))
    : joinRepoPath(dirnameOf(from), named);
}

interface Spelling {
  readonly path: RepoPath;
  readonly evidence: Evidence;
}

/** The files that a link may mean: of its path, then without what generated sites leave off or add. */
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

/** `/guide/x` counts from the root of a site, which is a folder around the page; so may `guide/x.md`. */
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
  if (page === undefined)
    return { form: 'node', node: atLines(project.graph, path, file, anchor), evidence };
  const section = sectionOf(page, anchor);
  if (section === undefined) return { form: 'noAnchor', path, anchor };
  return { form: 'node', node: file + 1 + section, evidence };
}

/** −1 for the page itself. */
function sectionOf({ anchors }: PageFacts, anchor: string): number | undefined {
  const name = anchor.replace(/^user-content-/, '');
  const exact = anchors.find((own) => own.name === name);
  return (exact ?? anchors.find((own) => own.name.toLowerCase() === name.toLowerCase()))?.section;
}

/** `L10`, `L10-L20`: the innermost symbol around them; the file for anything else. */
function atLines(graph: SymbolGraph, path: RepoPath, file: number, anchor: string): number {
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
