import { z } from 'zod';
import { at } from '../../base/assert.ts';
import { diffGraphs, type GraphDiff, NODE_ASPECTS } from '../../graph/diff.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { EDGE_KINDS, EVIDENCE } from '../../model/edge.ts';
import type { Rendering } from '../answer/budget.ts';
import { countsShape } from '../answer/counts.ts';
import { place } from '../answer/display.ts';
import { locationShape } from '../answer/location.ts';
import { renderList } from '../answer/rendered-answer.ts';
import { readTool } from '../index-tool.ts';
import { projectParameter, tokensParameter } from '../input/parameters.ts';
import { pathGlobFilter } from '../input/path-globs.ts';
import { isSameFile, openSides, type Side, WORKING_TREE } from './compare-sides.ts';

const CHANGES = ['added', 'removed', 'changed'] as const;
type Change = (typeof CHANGES)[number];

const nodeSchema = z.strictObject({
  change: z.enum(CHANGES),
  id: z.string(),
  kind: z.string(),
  ...locationShape,
  /** The properties that differ. */
  aspects: z.array(z.enum(NODE_ASPECTS)),
});

const edgeSchema = z.strictObject({
  change: z.enum(CHANGES),
  kind: z.enum(EDGE_KINDS),
  source: z.string(),
  target: z.string(),
  evidence: z.enum(EVIDENCE),
  /** Lines of the source's file, on the side that has the edge. */
  lines: z.array(z.int()),
});

const itemSchema = z.strictObject({
  node: nodeSchema.optional(),
  edge: edgeSchema.optional(),
});
type Item = z.infer<typeof itemSchema>;

const countSchema = z.strictObject({ added: z.int(), removed: z.int(), changed: z.int() });

/** Most lines that are listed for one edge. */
const LINES_MAX = 5;

export const graphDiff = readTool({
  name: 'graph_diff',
  title: 'Graph diff',
  description:
    'Symbols and edges added, removed or changed between two revisions, exactly. For what a change breaks, use changes.',
  input: z.strictObject({
    from: z.string().trim().min(1).default('HEAD').describe('Commit, tag or branch'),
    to: z.string().trim().min(1).default(WORKING_TREE).describe('Same; worktree: files on disk'),
    only: z.enum(['nodes', 'edges', 'all']).default('all'),
    path_glob: z.array(z.string()).default([]).describe('Only in files that match; "!" excludes'),
    max_results: z.number().default(200),
    max_tokens: tokensParameter,
    project: projectParameter,
  }),
  output: {
    project: z.string(),
    from: z.strictObject({ name: z.string(), commit: z.string().optional() }),
    to: z.strictObject({ name: z.string(), commit: z.string().optional() }),
    nodes: countSchema,
    edges: countSchema,
    /** Nodes first: removed, changed, added. Then edges likewise. */
    results: z.array(itemSchema),
    ...countsShape,
  },
  bounds: { max_results: { min: 1, max: 2000 } },
  async answer(context, request) {
    const { open, from, to } = await openSides(context, request.project, request);
    const [old, now] = [from.snapshot.graph, to.snapshot.graph];
    const diff = diffGraphs(old, now, isSameFile(from.snapshot, to.snapshot));
    const isIncluded = pathGlobFilter(request.path_glob) ?? (() => true);
    const nodes = request.only === 'edges' ? [] : nodeRows(old, now, diff, isIncluded);
    const edges = request.only === 'nodes' ? [] : edgeRows(old, now, diff, isIncluded);
    const rows = [...nodes, ...edges]
      .slice(0, request.max_results)
      .map(({ render }): Rendering<Item>[] => [render()]);
    const total = nodes.length + edges.length;
    const counts = { nodes: countsOfChanges(nodes), edges: countsOfChanges(edges) };
    return renderList({ rows, detail: 'locations', total }, (fitted) => ({
      fields: {
        project: open.project.name,
        from: sideFields(from),
        to: sideFields(to),
        ...counts,
        results: fitted.items,
        ...fitted.counts,
      },
      notes: fitted.notes,
      text: [
        `${sideText(from)} to ${sideText(to)}: nodes ${countsText(counts.nodes)}; edges ${countsText(counts.edges)}`,
        fitted.text,
      ],
    }));
  },
});

export function sideFields({ name, commit }: Side) {
  return { name, ...(commit === undefined ? {} : { commit }) };
}

function sideText({ name, commit }: Side): string {
  return commit === undefined || commit.startsWith(name)
    ? name
    : `${name} (${commit.slice(0, 12)})`;
}

/** A row that is rendered only if it is shown. */
interface Row {
  readonly change: Change;
  readonly render: () => Rendering<Item>;
}

function nodeRows(
  old: SymbolGraph,
  now: SymbolGraph,
  { removedNodes, changedNodes, addedNodes }: GraphDiff,
  isIncluded: (path: string) => boolean,
): readonly Row[] {
  const row = (graph: SymbolGraph, index: number, change: Change, aspects: readonly string[]) => {
    const { id, kind, path, startLine, endLine } = graph.node(index);
    if (!isIncluded(path)) return [];
    const item = { change, id, kind, path, start_line: startLine, end_line: endLine };
    const listed = aspects.length === 0 ? '' : ` (${aspects.join(', ')})`;
    const text = `${change} ${kind} ${id} ${place(path, startLine, endLine)}${listed}`;
    const own = { node: { ...item, aspects: [...aspects] as (typeof NODE_ASPECTS)[number][] } };
    return [{ change, render: () => ({ item: own, text }) }];
  };
  return [
    ...removedNodes.flatMap((node) => row(old, node, 'removed', [])),
    ...changedNodes.flatMap(({ now: node, aspects }) => row(now, node, 'changed', aspects)),
    ...addedNodes.flatMap((node) => row(now, node, 'added', [])),
  ];
}

function edgeRows(
  old: SymbolGraph,
  now: SymbolGraph,
  { removedEdges, changedEdges, addedEdges }: GraphDiff,
  isIncluded: (path: string) => boolean,
): readonly Row[] {
  const row = (graph: SymbolGraph, number: number, change: Change) => {
    const source = graph.node(at(graph.links.edgeSource, number));
    if (!isIncluded(source.path)) return [];
    const render = () => {
      const { target, kind, evidence, lines } = graph.edge(number);
      const targetId = graph.node(target).id;
      const shown = lines.slice(0, LINES_MAX);
      const item = { change, kind, source: source.id, target: targetId, evidence, lines: shown };
      const where = shown.length === 0 ? '' : ` line ${shown.join(', ')}`;
      return { item: { edge: item }, text: `${change} ${source.id} ${kind} ${targetId}${where}` };
    };
    return [{ change, render }];
  };
  return [
    ...removedEdges.flatMap((edge) => row(old, edge, 'removed')),
    ...changedEdges.flatMap(({ now: edge }) => row(now, edge, 'changed')),
    ...addedEdges.flatMap((edge) => row(now, edge, 'added')),
  ];
}

function countsOfChanges(rows: readonly Row[]): Readonly<Record<Change, number>> {
  const counts = { added: 0, removed: 0, changed: 0 };
  for (const { change } of rows) counts[change]++;
  return counts;
}

function countsText({ added, removed, changed }: Readonly<Record<Change, number>>): string {
  return `+${added} -${removed} ~${changed}`;
}
