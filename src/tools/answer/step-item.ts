import { z } from 'zod';
import { BRANCH_ENDS, type Unshown } from '../../graph/branch-end.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { symbolGroup } from '../../graph/symbol-groups.ts';
import type { TraverseAnswer } from '../../graph/traverse.ts';
import { EDGE_KINDS, EVIDENCE } from '../../model/edge.ts';
import { SYMBOL_KINDS } from '../../model/symbol.ts';
import type { Rendering } from './budget.ts';
import { linesText, siteOf } from './site.ts';

/**
 * One reached symbol. Rows are in depth-first order: a row's parent is the nearest row above with a
 * smaller depth.
 */
export const stepItemSchema = z.strictObject({
  depth: z.int(),
  /** `in` means that the row's symbol is the edge's source. */
  direction: z.enum(['in', 'out']),
  edge: z.enum(EDGE_KINDS),
  symbol: z.string(),
  kind: z.enum(SYMBOL_KINDS),
  /** Location of the edge: `path:line,line`. */
  at: z.string(),
  evidence: z.enum(EVIDENCE),
  /** The symbol it was reached from, if that is inside the start. */
  from: z.string().optional(),
  /**
   * The member with the edge instead of the row above: one without a body that it implements
   * (`in`), or one that implements it (`out`).
   */
  through: z.string().optional(),
  /** Reason why the branch ends here; absent if it continues. */
  end: z.enum(BRANCH_ENDS).optional(),
  /** Number of its neighbours that are not in the answer; absent if zero. */
  unshown: z.int().optional(),
});
export type StepItem = z.infer<typeof stepItemSchema>;
export type Step = TraverseAnswer['steps'][number];

export function renderStep(
  graph: SymbolGraph,
  step: Step,
  facts: { readonly start: number; readonly isLeaf: boolean; readonly unshown: Unshown },
): Rendering<StepItem> {
  const { id: symbol, kind } = graph.node(step.node);
  const { kind: edge, evidence } = step.edge;
  const direction = step.edge.source === step.node ? ('in' as const) : ('out' as const);
  const from = step.depth === 1 && step.from !== facts.start ? graph.node(step.from).id : undefined;
  const end = direction === 'in' ? step.edge.target : step.edge.source;
  const isThrough = !symbolGroup(graph, step.from).includes(end);
  const through = isThrough ? graph.node(end).id : undefined;
  const { reason, count } = facts.unshown;
  const item: StepItem = {
    depth: step.depth,
    direction,
    edge,
    symbol,
    kind,
    at: siteOf(graph, step.edge),
    evidence,
    ...(from === undefined ? {} : { from }),
    ...(through === undefined ? {} : { through }),
    ...(facts.isLeaf ? { end: reason } : {}),
    ...(count === 0 ? {} : { unshown: count }),
  };
  const lines = linesText(step.edge);
  const text = [
    `${'  '.repeat(step.depth)}${direction === 'in' ? '←' : '→'} ${edge} ${symbol} (${kind})`,
    ...(lines === '' ? [] : [`at line ${lines}`]),
    ...(from === undefined ? [] : [`${direction === 'in' ? 'to' : 'from'} ${from}`]),
    ...(through === undefined ? [] : [`through ${through}`]),
    ...(evidence === 'exact' ? [] : [`[${evidence}]`]),
    ...endWords(facts.isLeaf, facts.unshown),
  ].join(' ');
  return { item, text };
}

function endWords(isLeaf: boolean, { reason, count }: Unshown): string[] {
  if (count > 0) return [`⋯ ${reason}, ${count} more`];
  return isLeaf ? [`⋯ ${reason}`] : [];
}
