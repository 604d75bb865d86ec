/** In ordinary answers: which of the sections that explain something are older than it. */

import { isOfPage } from '../../../doclinks/lookup/is-of-page.ts';
import type { SymbolNode } from '../../../graph/symbol-graph.ts';
import { type Edge, PAGE_EDGE_KINDS } from '../../../model/edge.ts';
import type { OpenIndex } from '../../context.ts';
import { Ages, isoDay } from './age.ts';

/** Pairs of one answer that are looked at. */
const PAIRS_MAX = 5;

/** One line for each of the edges whose section explains what changed since; none where git does not say. */
export async function staleNotes(
  { project, snapshot }: OpenIndex,
  edges: readonly Edge[],
): Promise<readonly string[]> {
  const { graph } = snapshot;
  // Outside of git there is nothing to ask.
  if (project.commit() === undefined) return [];
  const ages = new Ages({ project, graph });
  // A doc comment names other symbols; it does not explain them.
  const pairs = edges.filter(({ source, kind, evidence }) => {
    return isMention(kind) && evidence !== 'nameOnly' && isOfPage(graph.node(source));
  });
  const notes = await Promise.all(
    pairs.slice(0, PAIRS_MAX).map(async ({ source, target, kind }) => {
      const edited = await ages.edited(source);
      const later = edited === undefined ? undefined : await ages.laterThan(edited, target);
      // What only shows the use is right as long as callers see no difference.
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
