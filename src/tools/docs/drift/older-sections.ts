/** Finds every section that is older than the code it explains; these findings are less certain. */
import { type Drift, isOfPast } from '../../../doclinks/drift/drift.ts';
import { recentCommits } from '../../../git/commits.ts';
import type { SymbolGraph } from '../../../graph/symbol-graph.ts';
import { PAGE_EDGE_KINDS } from '../../../model/edge.ts';
import type { RepoPath } from '../../../model/path.ts';
import { plural } from '../../answer/display.ts';
import type { OpenIndex } from '../../context.ts';
import { groupOf } from '../cross-references.ts';
import { Ages, isoDay, type LaterChange } from './age.ts';

/** Maximum number of commits that are searched for file changes. */
const COMMITS_MAX = 20_000;
/** Commits with more files change how code is written, not what it does. */
const BULK_FILES = 100;
/** Maximum number of files whose line ages are read from git. */
const FILES_MAX = 300;
const SYMBOLS_SHOWN = 3;

/** Returns at most one finding per section; it names symbols with a changed signature first. */
export async function olderSections(
  open: OpenIndex,
  isIncluded: (path: RepoPath) => boolean,
): Promise<readonly Drift[]> {
  const { snapshot } = open;
  const { graph } = snapshot;
  const changed = await lastChanges(open.project.root);
  if (changed === undefined) return [];
  const ages = new Ages(open);
  const checked = new Set<RepoPath>();
  const found: Drift[] = [];
  for (const path of snapshot.pages().keys()) {
    if (!isIncluded(path) || isOfPast(path) || !changed.any.has(path)) continue;
    for (const section of graph.symbolsOf(path)) {
      const symbols = explainedBy(graph, section).filter((symbol) => {
        const code = graph.pathOf(symbol);
        return (changed.few.get(code) ?? 0) > 0 && checked.add(code).add(path).size <= FILES_MAX;
      });
      const edited = symbols.length === 0 ? undefined : await ages.edited(section);
      if (edited === undefined) continue;
      const isChangedLater = (symbol: number) =>
        (changed.few.get(graph.pathOf(symbol)) ?? 0) > edited;
      const later = await laterChanges(ages, edited, symbols.filter(isChangedLater));
      if (later.length > 0) found.push(findingOf(graph, section, later));
    }
  }
  return found;
}

async function laterChanges(
  ages: Ages,
  edited: number,
  symbols: readonly number[],
): Promise<readonly LaterChange[]> {
  const later: LaterChange[] = [];
  for (const symbol of symbols) {
    const change = await ages.laterThan(edited, symbol);
    if (change !== undefined) later.push(change);
  }
  return later;
}

/**
 * Returns the files that occur in any commit, and the time of each file's last commit that is not a
 * bulk change.
 */
async function lastChanges(root: string) {
  const commits = await recentCommits(root, COMMITS_MAX);
  if (commits === undefined) return undefined;
  const any = new Set<string>();
  const few = new Map<string, number>();
  for (const { paths, timeS } of commits) {
    for (const path of paths) {
      any.add(path);
      if (paths.length <= BULK_FILES && !few.has(path)) few.set(path, timeS);
    }
  }
  return { any, few };
}

/**
 * Returns the symbols that a section itself explains, without the sections below it. Showing the
 * use of a symbol does not count.
 */
function explainedBy(graph: SymbolGraph, section: number): readonly number[] {
  const node = graph.node(section);
  return graph
    .outgoing(section, PAGE_EDGE_KINDS)
    .filter((edge) => groupOf(edge, node) === 'documentation')
    .map(({ target }) => target);
}

function findingOf(graph: SymbolGraph, section: number, later: readonly LaterChange[]): Drift {
  const { path, startLine, name } = graph.node(section);
  const sorted = later.toSorted(
    (a, b) => Number(b.isOfHead) - Number(a.isOfHead) || b.changed.timeS - a.changed.timeS,
  );
  const [first] = sorted;
  const shown = sorted.slice(0, SYMBOLS_SHOWN).map(laterText);
  const more = sorted.length - shown.length;
  return {
    kind: 'olderThanCode',
    confidence: first?.isOfHead === true ? 'likely' : 'weak',
    path,
    line: startLine,
    node: section,
    text: name,
    detail: `last edited ${isoDay(first?.sectionTimeS ?? 0)}; since then ${shown.join('; ')}${more > 0 ? `; and ${plural(more, 'more symbol')}` : ''}`,
    near: [],
  };
}

/** Returns `src/a.ts::pay changed its signature on 2024-05-01 (1a2b3c4d Fees)`. */
function laterText({ symbol, isOfHead, changed }: LaterChange): string {
  const what = isOfHead ? 'changed its signature' : 'changed';
  return `${symbol.id} ${what} on ${isoDay(changed.timeS)} (${changed.hash.slice(0, 8)} ${changed.subject})`;
}
