import { DirectedGraph } from 'graphology';
import Sigma, { DEFAULT_STYLES } from 'sigma';
import type { ProjectMapAnswer } from './shapes.ts';

const NODE_SIZE_MIN = 4;
const NODE_SIZE_MAX = 24;
const COLORS = { folder: '#4477aa', cycle: '#cc7722', edge: '#9999aa', violation: '#cc3333' };

/** Draws the map in an element; returns the function that removes it. Places come with the answer. */
export function drawMap(container: HTMLElement, answer: ProjectMapAnswer): () => void {
  const graph = new DirectedGraph();
  const most = Math.max(1, ...answer.folders.map(({ symbols }) => symbols));
  for (const { path, symbols, cycle, x, y } of answer.folders) {
    const share = Math.sqrt(symbols / most);
    graph.addNode(path, {
      label: path,
      size: NODE_SIZE_MIN + (NODE_SIZE_MAX - NODE_SIZE_MIN) * share,
      color: cycle === undefined ? COLORS.folder : COLORS.cycle,
      x,
      y,
    });
  }
  for (const { source, target, count, violation } of answer.dependencies) {
    graph.addEdge(source, target, {
      size: Math.min(6, 0.5 + Math.log10(count)),
      color: violation === true ? COLORS.violation : COLORS.edge,
    });
  }
  const labelColor = getComputedStyle(container).color;
  let pointedAt: string | undefined;
  const sigma = new Sigma(graph, container, {
    settings: { labelRenderedSizeThreshold: 0, itemSizesReference: 'screen' },
    styles: { nodes: { ...DEFAULT_STYLES.nodes, labelColor }, edges: DEFAULT_STYLES.edges },
    edgeReducer: (edge, data) =>
      pointedAt === undefined || graph.hasExtremity(edge, pointedAt)
        ? data
        : { ...data, visibility: 'hidden' },
  });
  const pointAt = (node: string | undefined) => {
    pointedAt = node;
    sigma.refresh({ skipIndexation: true });
  };
  sigma.on('enterNode', ({ node }) => pointAt(node));
  sigma.on('leaveNode', () => pointAt(undefined));
  return () => sigma.kill();
}
