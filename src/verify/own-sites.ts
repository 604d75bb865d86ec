import type { SymbolGraph } from '../graph/symbol-graph.ts';
import { type OwnSite, VERIFIED_KINDS, type VerifiedKind } from './site.ts';

/**
 * Returns our edges from the given files, one site per line. Edges known by name only are guesses
 * and are left out.
 */
export function ownSites(graph: SymbolGraph, paths: ReadonlySet<string>): OwnSite[] {
  const sites: OwnSite[] = [];
  for (let node = 0; node < graph.nodeCount; node++) {
    const { path } = graph.node(node);
    if (!paths.has(path)) continue;
    for (const edge of graph.outgoing(node, VERIFIED_KINDS)) {
      if (edge.evidence === 'nameOnly' || !paths.has(graph.node(edge.target).path)) continue;
      const { source, target, form, evidence } = edge;
      const kind = edge.kind as VerifiedKind;
      for (const line of edge.lines)
        sites.push({ kind, path, line, form, source, target, evidence });
    }
  }
  return sites;
}
