import { isCalledByName } from '../../changes/entry-changes.ts';
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import { entryTitle } from '../../model/entry-point.ts';
import { oneLine } from '../answer/display.ts';
import type { CollectedChange } from './collect.ts';
import { FINDINGS, type Finding, type FindingKind } from './schemas.ts';

const ROUTE_CHARACTERS_MAX = 200;

/** Returns what is wrong after a change, by kind in the order of {@link FINDINGS}. */
export function findingsOf({ report, to }: CollectedChange): readonly Finding[] {
  const { graph } = to.snapshot;
  const found: Finding[] = [];
  for (const { old, now, broken } of report.symbols) {
    for (const { kind, source, lines, reason } of broken) {
      found.push({
        finding: kind,
        path: source.path,
        lines: [...lines],
        in: source.id,
        symbol: idOf(old, now),
        detail: reason,
      });
    }
  }
  for (const { change, entry } of report.entryPoints) {
    if (change !== 'removed' || !isCalledByName(entry)) continue;
    found.push({
      finding: 'routeRemoved',
      path: entry.path,
      lines: [entry.line],
      in: entry.path,
      symbol: entry.handler,
      detail: `${oneLine(entryTitle(entry), ROUTE_CHARACTERS_MAX)} is removed; it was declared here`,
    });
  }
  for (const { section, lines, change, isWrong } of report.documentation) {
    if (!isWrong) continue;
    const verb = change.change === 'removed' ? 'removed' : `renamed to ${change.now?.name ?? ''}`;
    found.push({
      finding: 'documentationNowWrong',
      path: section.path,
      lines: [...lines],
      in: section.id,
      symbol: idOf(change.old, change.now),
      detail: `mentions ${change.old?.name ?? ''}, which is ${verb}`,
    });
  }
  for (const { edge, path } of report.cycles) {
    const files = path.map((node) => graph.pathOf(node));
    found.push({
      finding: 'cycleIntroduced',
      path: graph.pathOf(edge.source),
      lines: [...edge.lines],
      in: graph.node(edge.source).id,
      symbol: graph.node(edge.target).id,
      detail: `this import closes a cycle: ${files.join(' → ')}`,
    });
  }
  return found.sort((a, b) => FINDINGS.indexOf(a.finding) - FINDINGS.indexOf(b.finding));
}

export function countFindings(findings: readonly Finding[]): Record<FindingKind, number> {
  const counts = Object.fromEntries(FINDINGS.map((kind) => [kind, 0]));
  for (const { finding } of findings) counts[finding] = (counts[finding] ?? 0) + 1;
  return counts as Record<FindingKind, number>;
}

function idOf(old: SymbolNode | undefined, now: SymbolNode | undefined): string {
  return (old ?? now)?.id ?? '';
}
