/**
 * Describes a change from both of its sides: the symbols that differ, the uses that break, what is
 * affected, the tests that reach it and the sections that mention it.
 */
import { at } from '../base/assert.ts';
import { lineChanges } from '../base/line-diff.ts';
import { sortedDifference } from '../base/sorted-difference.ts';
import { diffGraphs, type GraphDiff } from '../graph/diff.ts';
import type { SymbolGraph, SymbolNode } from '../graph/symbol-graph.ts';
import type { TextIndex } from '../index/text-index.ts';
import { isPageLanguage } from '../languages/registry.ts';
import { type Edge, PAGE_EDGE_KINDS } from '../model/edge.ts';
import type { EntryPoint } from '../model/entry-point.ts';
import type { RepoPath } from '../model/path.ts';
import { isTestPath } from '../query/names/path-class.ts';
import { Breaks, type BrokenUse } from './breaks.ts';
import type { CommitPaths } from './cochange.ts';
import { type IntroducedCycle, introducedCycles } from './cycles.ts';
import { type EntryChange, entryChanges } from './entry-changes.ts';
import type { ComparedSide } from './own-text.ts';
import { DISTANCE_MAX, type Reached, reachedFrom } from './reach.ts';
import { byRisk, type RiskyChange, rate } from './risk.ts';
import { compareSymbols, type SymbolChange, type SymbolComparison } from './symbol-changes.ts';
import { chooseTests, type TestChoice } from './tests.ts';

/** One side of a change, whose texts are read as they are needed. */
export interface ChangeSide {
  readonly graph: SymbolGraph;
  readonly entryPoints: readonly EntryPoint[];
  /** Returns the graph with requests as edges: who sends one uses the handler of its route. */
  readonly requesting: () => SymbolGraph;
  readonly hashOf: (path: RepoPath) => string | undefined;
  readonly readTexts: (paths: Iterable<RepoPath>) => Promise<ReadonlyMap<RepoPath, string>>;
}

export interface ChangeInput {
  readonly old: ChangeSide;
  readonly now: ChangeSide;
  /** New paths of renamed files. */
  readonly renamedFiles: ReadonlyMap<RepoPath, RepoPath>;
  /** The words of the files on disk. */
  readonly text: TextIndex;
  /** The commits before the change. */
  readonly commits: readonly CommitPaths[];
  /** The messages of the commits that the change consists of. */
  readonly messages: readonly string[];
  /** Number of steps over which affected symbols are listed. */
  readonly distanceMax: number;
}

/** A section of documentation that refers to a changed symbol. */
export interface Documentation {
  readonly section: SymbolNode;
  readonly lines: readonly number[];
  readonly change: SymbolChange;
  /** Whether the section refers to something that is no longer there. */
  readonly isWrong: boolean;
}

/** A symbol that uses a changed one, directly or through others. */
export interface Affected {
  readonly node: SymbolNode;
  readonly distance: number;
  /** The use that leads towards the change, and the symbol that is used. */
  readonly edge: Edge;
  readonly uses: SymbolNode;
}

export interface ChangeReport {
  readonly diff: GraphDiff;
  /** Changes of code, by risk. */
  readonly symbols: readonly RiskyChange[];
  /** Changed sections of documentation. */
  readonly sections: readonly SymbolChange[];
  readonly affected: readonly Affected[];
  /** Routes, commands and jobs that are added, removed, altered or reached. */
  readonly entryPoints: readonly EntryChange[];
  readonly tests: TestChoice;
  readonly documentation: readonly Documentation[];
  readonly cycles: readonly IntroducedCycle[];
}

/** Number of changed symbols whose users are followed over several steps. */
const FOLLOWED_MAX = 200;

/** Kinds of symbols that tests do not run. */
const UNTESTED_KINDS: ReadonlySet<string> = new Set(['file', 'key', 'interface', 'typeAlias']);

/** Returns the files that differ between two sides. */
export function differingFiles(old: ChangeSide, now: ChangeSide) {
  const [before, after] = [old.graph.paths(), now.graph.paths()];
  const added = sortedDifference(before, after);
  const isAdded = new Set(added);
  const changed = after.filter(
    (path) => !isAdded.has(path) && old.hashOf(path) !== now.hashOf(path),
  );
  return { added, removed: sortedDifference(after, before), changed };
}

export async function describeChange(input: ChangeInput): Promise<ChangeReport> {
  const { old, now, renamedFiles } = input;
  const files = differingFiles(old, now);
  const isChanged = new Set(files.changed);
  const diff = diffGraphs(old.graph, now.graph, (path) => !isChanged.has(path));
  const before = await sideWith(old, [...files.changed, ...files.removed]);
  const after = await sideWith(now, [...files.changed, ...files.added]);
  const comparison = compareSymbols({
    old: before,
    now: after,
    diff,
    changedPaths: files.changed,
    renamedFiles,
  });
  const brokenBy = await findBroken(input, comparison, before, after);
  const code = comparison.changes.filter((change) => !isOfPage(change));
  const users = now.requesting();
  const reached = reachedFrom(users, startsOf(code, brokenBy), DISTANCE_MAX);
  const tests = chooseTests({
    graph: now.graph,
    reached,
    changedPaths: new Set([...files.changed, ...files.added]),
    names: namesOf(code),
    text: input.text,
    changedLines: changedLines(before, after, files.changed),
    commits: input.commits,
    messages: input.messages,
  });
  return {
    diff,
    symbols: rateAll(users, code, brokenBy, input.distanceMax),
    sections: comparison.changes.filter(isOfPage),
    affected: affectedBy(users, reached, input.distanceMax),
    entryPoints: entryChanges({
      old: { ...before, entryPoints: old.entryPoints },
      now: { ...after, entryPoints: now.entryPoints },
      nodeMap: comparison.nodeMap,
      reached,
    }),
    tests,
    documentation: documentationOf(before, after, comparison),
    cycles: introducedCycles(old.graph, now.graph, diff),
  };
}

async function sideWith(side: ChangeSide, paths: Iterable<RepoPath>): Promise<ComparedSide> {
  return { graph: side.graph, texts: await side.readTexts(paths) };
}

function isOfPage({ old, now }: SymbolChange): boolean {
  return isPageLanguage((now ?? old)?.language ?? '');
}

type BrokenBy = ReadonlyMap<SymbolChange, readonly BrokenUse[]>;

/** Finds the broken uses. The texts of files with uses are read first. */
async function findBroken(
  { old, now }: ChangeInput,
  { changes, nodeMap }: SymbolComparison,
  before: ComparedSide,
  after: ComparedSide,
): Promise<BrokenBy> {
  const breaks = new Breaks({ old: before, now: after, nodeMap });
  const paths = new Set(changes.flatMap((change) => breaks.pathsFor(change)));
  const missing = [...paths].filter(
    (path) => now.graph.fileNode(path) !== undefined && !after.texts.has(path),
  );
  const newTexts = new Map([...after.texts, ...(await now.readTexts(missing))]);
  const oldTexts = new Map(before.texts);
  // Other files with uses are unchanged; their old text is the new one.
  for (const path of missing) {
    const text = newTexts.get(path);
    if (text !== undefined) oldTexts.set(path, text);
  }
  const whole = new Breaks({
    old: { graph: old.graph, texts: oldTexts },
    now: { graph: now.graph, texts: newTexts },
    nodeMap,
  });
  return new Map(changes.map((change) => [change, whole.of(change)]));
}

/** The symbols from which the effects of a change spread. A removed symbol has its former users. */
function startsOf(code: readonly SymbolChange[], brokenBy: BrokenBy): ReadonlySet<number> {
  const starts = new Set<number>();
  for (const change of code) {
    const { now, aspects } = change;
    const isDocOnly = aspects.length === 1 && aspects[0] === 'doc';
    if (now !== undefined && !isDocOnly) starts.add(now.index);
    for (const { source, kind } of brokenBy.get(change) ?? [])
      if (kind !== 'mayNoLongerFit') starts.add(source.index);
  }
  return starts;
}

/** The lines by which files of code differ, as they were and as they are, without indentation. */
function* changedLines(
  before: ComparedSide,
  after: ComparedSide,
  paths: readonly RepoPath[],
): Generator<string> {
  for (const path of paths) {
    const file = after.graph.fileNode(path);
    if (file === undefined || isPageLanguage(after.graph.node(file).language)) continue;
    const linesOf = ({ texts }: ComparedSide) =>
      (texts.get(path) ?? '').split('\n').map((line) => line.trim());
    const [old, now] = [linesOf(before), linesOf(after)];
    for (const change of lineChanges(old, now)) {
      yield* old.slice(change.oldStart, change.oldEnd);
      yield* now.slice(change.newStart, change.newEnd);
    }
  }
}

/** The names of changed symbols, and of those that contain them, as their ids have them. */
function* namesOf(code: readonly SymbolChange[]): Generator<string> {
  for (const { old, now } of code) {
    for (const node of [old, now]) {
      if (node !== undefined && node.kind !== 'file') yield node.id.slice(node.path.length);
    }
  }
}

function rateAll(
  graph: SymbolGraph,
  code: readonly SymbolChange[],
  brokenBy: BrokenBy,
  distanceMax: number,
): readonly RiskyChange[] {
  return code
    .map((change, row) => {
      const { now, old } = change;
      const node = now ?? old;
      if (node === undefined) throw new Error('a change has neither an old nor a new symbol');
      const steps = row < FOLLOWED_MAX ? distanceMax : 1;
      const own = now === undefined ? undefined : reachedFrom(graph, [now.index], steps);
      return rate(change, {
        broken: brokenBy.get(change) ?? [],
        users: own === undefined ? [] : usersByDistance(own, distanceMax),
        isTested: own?.nodes.some((node) => isTestPath(pathOf(graph, node))) ?? false,
        isTestable: !UNTESTED_KINDS.has(node.kind) && !isTestPath(node.path),
        isOfTests: isTestPath(node.path),
      });
    })
    .sort(byRisk);
}

function pathOf(graph: SymbolGraph, node: number): RepoPath {
  return at(graph.paths(), at(graph.links.nodeFile, node));
}

function usersByDistance({ distance }: Reached, distanceMax: number): readonly number[] {
  const counts = Array.from({ length: distanceMax }, () => 0);
  for (const steps of distance.values()) {
    if (steps > 0 && steps <= distanceMax) counts[steps - 1] = (counts[steps - 1] ?? 0) + 1;
  }
  return counts;
}

function affectedBy(
  graph: SymbolGraph,
  { nodes, distance, edge }: Reached,
  distanceMax: number,
): readonly Affected[] {
  return nodes.flatMap((node) => {
    const steps = distance.get(node) ?? 0;
    const number = edge.get(node);
    if (number === undefined || steps > distanceMax) return [];
    const use = graph.edge(number);
    return [{ node: graph.node(node), distance: steps, edge: use, uses: graph.node(use.target) }];
  });
}

/** Returns the sections that mention a changed symbol; of removed symbols those that still do. */
function documentationOf(
  old: ComparedSide,
  now: ComparedSide,
  { changes, nodeMap }: SymbolComparison,
): readonly Documentation[] {
  const found: Documentation[] = [];
  for (const change of changes) {
    if (isOfPage(change)) continue;
    const isFormerName =
      (change.now === undefined || change.change === 'renamed') && !isTakenOver(old, now, change);
    if (isFormerName && change.old !== undefined) {
      for (const { source, lines } of pageEdges(old.graph, change.old.index)) {
        const section = at(nodeMap, source);
        if (section < 0) continue;
        const own = now.graph.node(section);
        const rebound = linesThatLeadTo(now.graph, section, change.old.name);
        const still = linesWithName(now, own, lines, change.old.name).filter(
          (line) => !rebound.has(line),
        );
        if (still.length > 0) found.push({ section: own, lines: still, change, isWrong: true });
      }
    }
    if (change.now === undefined || change.change === 'added') continue;
    for (const { source, lines } of pageEdges(now.graph, change.now.index)) {
      found.push({ section: now.graph.node(source), lines, change, isWrong: false });
    }
  }
  return found;
}

/** Whether another file has a symbol of the same qualified name now, which it had not before. */
function isTakenOver(
  { graph: before }: ComparedSide,
  { graph }: ComparedSide,
  { old }: SymbolChange,
) {
  if (old === undefined) return false;
  const name = old.id.slice(old.path.length);
  return graph.byName(old.name).some((other) => {
    const { id, path } = graph.node(other);
    return id.slice(path.length) === name && before.find(id) === undefined;
  });
}

/** Returns the lines on which a section refers to something of a name that is there. */
function linesThatLeadTo(graph: SymbolGraph, section: number, name: string): ReadonlySet<number> {
  const edges = graph.outgoing(section, PAGE_EDGE_KINDS);
  return new Set(
    edges.flatMap((edge) => (graph.node(edge.target).name === name ? edge.lines : [])),
  );
}

/** Doc comments mention symbols as well; they are code. */
function pageEdges(graph: SymbolGraph, node: number): readonly Edge[] {
  return graph
    .incoming(node, PAGE_EDGE_KINDS)
    .filter(({ source }) => isPageLanguage(graph.node(source).language));
}

/** Returns the lines of a section with a name. In an unchanged page they are those of the edge. */
function linesWithName(
  { texts }: ComparedSide,
  { path, startLine, endLine }: SymbolNode,
  lines: readonly number[],
  name: string,
): readonly number[] {
  const text = texts.get(path);
  if (text === undefined) return lines;
  return text
    .split(/\r?\n/)
    .slice(startLine - 1, endLine)
    .flatMap((line, row) => (line.includes(name) ? [startLine + row] : []));
}
