/** Chooses the test files to run for a change. */
import { at } from '../base/assert.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { TextIndex } from '../index/text-index.ts';
import { splitIdentifier, wordsOf } from '../index/tokenize.ts';
import { isPageLanguage } from '../languages/registry.ts';
import { EDGE_KINDS } from '../model/edge.ts';
import { dirnameOf, type RepoPath } from '../model/path.ts';
import { testClass } from '../query/names/path-class.ts';
import { type CommitPaths, isBulk } from './cochange.ts';
import type { Reached } from './reach.ts';

export interface TestToRun {
  readonly path: RepoPath;
  /** Number of uses between the test and the change; 0 if the test itself changed. */
  readonly distance: number;
  /** Number of symbols of the test that reach the change. */
  readonly symbolCount: number;
  readonly reason: string;
}

/** Largest share of all tests that is named; more would be no choice. */
const SHARE_MAX = 0.25;
/** Number of tests that may be named in a small project. */
const COUNT_MIN = 3;

export interface TestChoice {
  readonly tests: readonly TestToRun[];
  /** Number of tests that a change may concern, including those that are not named. */
  readonly reachingCount: number;
  /** Number of all tests of the project. */
  readonly allCount: number;
}

interface TestInput {
  readonly graph: SymbolGraph;
  readonly reached: Reached;
  readonly changedPaths: ReadonlySet<RepoPath>;
  /** Names of the changed symbols, and of those that contain them. */
  readonly names: Iterable<string>;
  /** The words of the files on disk. */
  readonly text: TextIndex;
  /** The lines of code that differ. */
  readonly changedLines: Iterable<string>;
  /** The commits before the change. */
  readonly commits: readonly CommitPaths[];
  /** The messages of the commits that the change consists of. */
  readonly messages: readonly string[];
}

/**
 * Returns the tests that a change may concern, nearest first, up to a quarter of all tests. Those that
 * changed themselves are all there.
 */
export function chooseTests(input: TestInput): TestChoice {
  const { graph, changedPaths } = input;
  const tests = testsOf(graph);
  const all = [...tests];
  const changedCode = [...changedPaths].filter((path) => !tests.has(path) && isCode(graph, path));
  const used = usesByPath(input);
  const imports = importDistances(graph, changedCode);
  const folders = new Set(changedCode.map(dirnameOf));
  const shareOf = sharesOf(input.commits, new Set(changedCode));
  const wordsOfLines = commonWords(input.changedLines, input.text, tests);
  const wordsOfNames = commonWords(input.names, input.text, tests);
  const topics = messageTopics(input.messages, tests);
  const rows = all.flatMap((path): TestRow[] => {
    const ways = {
      isChanged: changedPaths.has(path),
      distance: used.get(path)?.distance ?? Number.POSITIVE_INFINITY,
      imports: imports.get(path) ?? Number.POSITIVE_INFINITY,
      isBeside: folders.has(dirnameOf(path)),
      ...shareOf(path),
      words: wordsOfLines.get(path) ?? 0,
      names: wordsOfNames.get(path) ?? 0,
      topic: topics.get(path) ?? 0,
    };
    if (!ways.isChanged && !Number.isFinite(stepsOf(ways))) return [];
    const symbolCount = used.get(path)?.symbolCount ?? 0;
    return [{ ...ways, rank: rankOf(ways), path, symbolCount }];
  });
  rows.sort(
    (a, b) => a.rank - b.rank || b.symbolCount - a.symbolCount || (a.path < b.path ? -1 : 1),
  );
  const changedCount = rows.filter(({ isChanged }) => isChanged).length;
  const countMax = Math.max(COUNT_MIN, Math.floor(all.length * SHARE_MAX), changedCount);
  return {
    tests: rows.slice(0, countMax).map((row) => ({
      path: row.path,
      distance: row.isChanged ? 0 : row.distance,
      symbolCount: row.symbolCount,
      reason: reasonOf(row),
    })),
    reachingCount: rows.length,
    allCount: all.length,
  };
}

interface TestRow extends Ways {
  readonly path: RepoPath;
  /** See {@link rankOf}. */
  readonly rank: number;
  readonly symbolCount: number;
}

/** The links between a test and the change. */
interface Ways {
  readonly isChanged: boolean;
  /** Number of uses between the test and the change; infinite without any. */
  readonly distance: number;
  /** Number of imports between the test and a changed file; infinite without any. */
  readonly imports: number;
  /** Whether it is in the folder of a changed file. */
  readonly isBeside: boolean;
  /** Number of commits that changed a changed file as well. */
  readonly together: number;
  /** Share of the commits of the changed files that changed the test as well. */
  readonly share: number;
  /** Rare words that it has in common with the changed lines; 1 for the test with most of them. */
  readonly words: number;
  /** The same for the names of changed symbols, and of those that contain them. */
  readonly names: number;
  /** Rare words that its path has in common with the messages of the change, up to 1. */
  readonly topic: number;
}

/**
 * A test may run the change in ways that no known use shows: through fixtures, callbacks, names in
 * texts. An import leads there as well, and a test usually lies beside its subject. Both count as
 * this many uses, because most of what a file imports has nothing to do with the change.
 */
const INDIRECT_STEPS = 4;
/** Steps of a test that only the history or its words connect: farther than all others. */
const LOOSE_STEPS = 8;
/** Steps that a test counts as nearer if it changed in all commits of the changed files. */
const SHARE_STEPS = 12;
/** Steps that the test counts as nearer that has most of the words of the changed lines. */
const WORDS_STEPS = 12;
/** Steps that the test counts as nearer that has most of the words in the names of changed symbols. */
const NAMES_STEPS = 6;
/** Steps that a test counts as nearer if the messages of the change have the rare words of its path. */
const TOPIC_STEPS = 4;
/** Share of the most words from which they are a reason. */
const MANY_WORDS = 0.5;

function stepsOf({ distance, imports, isBeside, together, words, names }: Ways): number {
  const isLoose = together > 0 || words >= MANY_WORDS || names >= MANY_WORDS;
  return Math.min(
    distance,
    INDIRECT_STEPS + imports,
    isBeside ? INDIRECT_STEPS : Number.POSITIVE_INFINITY,
    isLoose ? LOOSE_STEPS : Number.POSITIVE_INFINITY,
  );
}

function rankOf(ways: Ways): number {
  if (ways.isChanged) return Number.NEGATIVE_INFINITY;
  const { share, words, names, topic } = ways;
  const nearer = SHARE_STEPS * share + WORDS_STEPS * words + NAMES_STEPS * names;
  return stepsOf(ways) - nearer - TOPIC_STEPS * topic;
}

function reasonOf(row: TestRow): string {
  const { isChanged, distance, imports, isBeside, together, words, names, topic } = row;
  if (isChanged) return 'changed itself';
  const parts: string[] = [];
  if (distance <= 1) parts.push('uses a changed symbol');
  else if (Number.isFinite(distance)) parts.push(`reaches the change in ${distance} steps`);
  else if (imports === 1) parts.push('imports a changed file');
  else if (Number.isFinite(imports)) parts.push(`imports a changed file over ${imports} imports`);
  else if (isBeside) parts.push('is beside a changed file');
  if (together > 0) parts.push(`changed with it in ${together} commit${together === 1 ? '' : 's'}`);
  if (names >= MANY_WORDS && distance > 1) parts.push('names what changed');
  if (words >= MANY_WORDS) parts.push('has rare words of the changed lines');
  if (topic >= MANY_WORDS) parts.push('is named in the message');
  return parts.join(', ');
}

function usesByPath({ graph, reached }: TestInput) {
  const used = new Map<RepoPath, { readonly distance: number; symbolCount: number }>();
  for (const node of reached.nodes) {
    const { path } = graph.node(node);
    const known = used.get(path);
    if (known !== undefined) known.symbolCount++;
    else used.set(path, { distance: reached.distance.get(node) ?? 0, symbolCount: 1 });
  }
  return used;
}

/** Most imports between a test and a changed file. */
const IMPORTS_MAX = 8;
const IMPORTS = EDGE_KINDS.indexOf('imports');

/** Returns the number of imports from each file to the nearest of some files. */
function importDistances(
  graph: SymbolGraph,
  targets: readonly RepoPath[],
): ReadonlyMap<RepoPath, number> {
  const distances = new Map(targets.map((path) => [path, 0]));
  const { columns, incomingLinks, links } = graph;
  const paths = graph.paths();
  // A Map can grow while it is iterated; new entries come last.
  for (const [path, steps] of distances) {
    const file = graph.fileNode(path);
    if (file === undefined || steps >= IMPORTS_MAX) continue;
    for (const target of [file, ...graph.symbolsOf(path)]) {
      const end = at(incomingLinks.inStart, target + 1);
      for (let place = at(incomingLinks.inStart, target); place < end; place++) {
        const edge = at(incomingLinks.inEdge, place);
        if (columns.edgeKind[edge] !== IMPORTS) continue;
        const importing = at(paths, at(links.nodeFile, at(links.edgeSource, edge)));
        if (!distances.has(importing)) distances.set(importing, steps + 1);
      }
    }
  }
  return distances;
}

/** Commits that are added to those of the changed files, because a few say little. */
const UNKNOWN_COMMITS = 2;

/** Returns how often a file changed together with some others. */
function sharesOf(commits: readonly CommitPaths[], paths: ReadonlySet<string>) {
  const counts = new Map<string, number>();
  let total = UNKNOWN_COMMITS;
  for (const commit of commits) {
    if (isBulk(commit) || !commit.paths.some((path) => paths.has(path))) continue;
    total++;
    for (const path of commit.paths) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return (path: RepoPath) => {
    const together = counts.get(path) ?? 0;
    return { together, share: together / total };
  };
}

/**
 * Returns how much tests have in common with some texts: their words, each weighted by how few tests
 * have it; 1 for the test with most. A test names what it checks, even where no use shows it:
 * configuration keys, attributes of objects without a known type, routes.
 */
function commonWords(
  texts: Iterable<string>,
  text: TextIndex,
  tests: ReadonlySet<RepoPath>,
): ReadonlyMap<RepoPath, number> {
  const sums = new Map<RepoPath, number>();
  const distinct = new Set([...texts].flatMap(wordsOf));
  for (const word of distinct) {
    if (word.length < 3) continue;
    const paths = text.words
      .filesOf(word)
      .map((file) => text.data.paths[file] as RepoPath)
      .filter((path) => tests.has(path));
    const weight = Math.log(tests.size / Math.max(1, paths.length));
    for (const path of paths) sums.set(path, (sums.get(path) ?? 0) + weight);
  }
  const most = Math.max(...sums.values(), Number.MIN_VALUE);
  return new Map([...sums].map(([path, sum]) => [path, sum / most]));
}

/** Shortest word of a message that can name a test. */
const TOPIC_CHARACTERS_MIN = 3;
/** Most words that are looked up, of the newest messages: each is searched for in all paths. */
const TOPIC_WORDS_MAX = 300;

/**
 * Returns how much the paths of tests have in common with messages of commits: their words, each
 * weighted by how few paths have it. Who changes something and who tests it name it alike.
 */
function messageTopics(
  messages: readonly string[],
  tests: ReadonlySet<RepoPath>,
): ReadonlyMap<RepoPath, number> {
  const sums = new Map<RepoPath, number>();
  const paths = Array.from(tests, (path) => ({ path, lowerCase: path.toLowerCase() }));
  const words = new Set(messages.flatMap(wordPartsOf));
  for (const word of [...words].slice(0, TOPIC_WORDS_MAX)) {
    if (word.length < TOPIC_CHARACTERS_MIN) continue;
    const named = paths.filter(
      ({ path, lowerCase }) => lowerCase.includes(word) && wordPartsOf(path).includes(word),
    );
    const rarity = 1 - Math.log(Math.max(1, named.length)) / Math.log(Math.max(2, tests.size));
    for (const { path } of named) sums.set(path, Math.min(1, (sums.get(path) ?? 0) + rarity));
  }
  return sums;
}

function wordPartsOf(text: string): readonly string[] {
  return wordsOf(text).flatMap((word) => splitIdentifier(word).parts);
}

const TESTS = new WeakMap<SymbolGraph, ReadonlySet<RepoPath>>();

/** Returns the tests of a project in the order of their paths. Cached for as long as the graph lives. */
function testsOf(graph: SymbolGraph): ReadonlySet<RepoPath> {
  const known = TESTS.get(graph);
  const tests = known ?? new Set(graph.paths().filter((path) => isTestFile(graph, path)));
  TESTS.set(graph, tests);
  return tests;
}

/** Whether a file is neither a page nor data. Those change together with everything. */
function isCode(graph: SymbolGraph, path: RepoPath): boolean {
  const file = graph.fileNode(path);
  if (file === undefined || isPageLanguage(graph.node(file).language)) return false;
  const symbols = graph.symbolsOf(path);
  return symbols.length === 0 || symbols.some((symbol) => graph.node(symbol).kind !== 'key');
}

/**
 * Whether a file is a test, and not a helper of tests: its own name says so, or it is among tests and
 * nothing imports it.
 */
function isTestFile(graph: SymbolGraph, path: RepoPath): boolean {
  const { isTest, isNamedSo } = testClass(path);
  if (!isTest || isNamedSo) return isTest;
  const file = graph.fileNode(path);
  return (
    file !== undefined &&
    graph.symbolsOf(path).length > 0 &&
    graph.incomingCount(file, ['imports']) === 0
  );
}
