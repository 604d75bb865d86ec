/** Notes in ordinary answers about sections that are older than the code they explain. */

import type { SymbolNode } from '../../../graph/symbol-graph.ts';
import { isPagePath } from '../../../languages/registry.ts';
import { type Edge, PAGE_EDGE_KINDS } from '../../../model/edge.ts';
import type { OpenIndex } from '../../context.ts';
import { Ages, isoDay } from './age.ts';

/** Maximum number of pairs that are checked per answer. */
const PAIRS_MAX = 5;

/**
 * Returns a note for each edge whose section explains code that changed later; none if git does not
 * know.
 */
export async function staleNotes(
  open: OpenIndex,
  edges: readonly Edge[],
): Promise<readonly string[]> {
  const { graph } = open.snapshot;
  // Outside a git repository there is no history.
  if (open.commit === undefined) return [];
  const ages = new Ages(open);
  // A doc comment names other symbols but does not explain them.
  const pairs = edges.filter(({ source, kind, evidence }) => {
    return isMention(kind) && evidence !== 'nameOnly' && isPagePath(graph.pathOf(source));
  });
  const notes = await Promise.all(
    pairs.slice(0, PAIRS_MAX).map(async ({ source, target, kind }) => {
      const edited = await ages.edited(source);
      const later = edited === undefined ? undefined : await ages.laterThan(edited, target);
      // A section that only shows the use stays valid unless the signature changes.
      const isNewer = later !== undefined && (kind !== 'demonstrates' || later.isOfHead);
      if (edited === undefined || !isNewer) return [];
      const { id } = graph.node(source);
      return [
        `${id} explains a ${kindWord(later.symbol)} that changed since: last edited ${isoDay(edited)}, ${later.isOfHead ? 'the signature of ' : ''}${later.symbol.id} on ${isoDay(later.changed.timeS)}`,
      ];
    }),
  );
  return [...new Set(notes.flat())];
}

function isMention(kind: Edge['kind']): boolean {
  return PAGE_EDGE_KINDS.some((own) => own === kind);
}

function kindWord({ kind }: SymbolNode): string {
  return kind === 'typeAlias' ? 'type' : kind === 'enumMember' ? 'value' : kind;
}
