/** What pages of a project in a temporary folder lead to. */
import type { SymbolGraph } from '../../src/graph/symbol-graph.ts';
import { type EdgeKind, type Evidence, PAGE_EDGE_KINDS } from '../../src/model/edge.ts';
import { tempProject } from '../project/temp-project.ts';

interface PageEdge {
  readonly line: number;
  readonly kind: EdgeKind;
  readonly id: string;
  readonly evidence: Evidence;
}

/** Every edge of a page, its sections' too, once for each line. */
export function pageEdges(graph: SymbolGraph, page: string): readonly PageEdge[] {
  return [graph.fileNode(page) ?? -1, ...graph.symbolsOf(page)]
    .flatMap((node) => graph.outgoing(node, PAGE_EDGE_KINDS))
    .flatMap(({ kind, target, evidence, lines }) =>
      lines.map((line) => ({ line, kind, id: graph.node(target).id, evidence })),
    );
}

/** The same of a page among files. */
export async function edgesIn(
  files: Readonly<Record<string, string>>,
  page = 'docs/page.md',
): Promise<readonly PageEdge[]> {
  const temp = await tempProject(files, { include: ['**/*'] });
  const project = await temp.indexed();
  return pageEdges(project.snapshot().graph, page);
}

/** The same of a `docs/page.md` beside some code. */
export function edgesOfPage(
  code: Readonly<Record<string, string>>,
  page: string,
): Promise<readonly PageEdge[]> {
  return edgesIn({ ...code, 'docs/page.md': page });
}

/** What a page mentions outside of its sections. */
export function mentionedBy(graph: SymbolGraph, page: string): readonly string[] {
  return graph
    .outgoing(graph.fileNode(page) ?? -1, ['mentions'])
    .map(({ target }) => graph.node(target).id);
}

/** What a `docs/page.md` beside some code mentions for certain. */
export async function targetsOf(
  code: Readonly<Record<string, string>>,
  page: string,
): Promise<string[]> {
  const edges = await edgesOfPage(code, page);
  return edges
    .filter(({ kind, evidence }) => kind === 'mentions' && evidence !== 'nameOnly')
    .map(({ id }) => id)
    .sort();
}
