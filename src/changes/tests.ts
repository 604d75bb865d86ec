/** Chooses the test files to run for a change. */
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import { splitIdentifier, wordsOf } from '../index/tokenize.ts';
import { basenameOf, type RepoPath } from '../model/path.ts';
import { pathClasses } from '../query/names/path-class.ts';
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
const COUNT_MIN = 10;
/** Fewest common commits that connect a test with a change. */
const TOGETHER_MIN = 2;
/** Words of paths that say nothing about the subject. */
const COMMON_WORDS = new Set('src lib test tests spec index main util utils ts js'.split(' '));

export interface TestChoice {
  readonly tests: readonly TestToRun[];
  /** Number of tests that reach the change, including those that are not named. */
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
  readonly together: TogetherOf;
}

/** Returns how many commits changed a file of the change, and in how many of them also another. */
export type TogetherOf = (path: RepoPath) => { readonly together: number; readonly total: number };

/**
 * Returns the tests that reach a change, nearest first, up to a quarter of all tests. At one distance
 * come first those that changed together with it before, and those whose path is about it.
 */
export function chooseTests({
  graph,
  reached,
  changedPaths,
  names,
  together: togetherOf,
}: TestInput): TestChoice {
  const all = graph.paths().filter((path) => isTestFile(graph, path));
  const found = new Map<RepoPath, { distance: number; symbolCount: number }>();
  for (const node of reached.nodes) {
    const { path } = graph.node(node);
    const known = found.get(path);
    if (known !== undefined) known.symbolCount++;
    else found.set(path, { distance: reached.distance.get(node) ?? 0, symbolCount: 1 });
  }
  const subject = new Set([...changedPaths, ...names].flatMap((text) => [...subjectWords(text)]));
  const rows = all.flatMap((path) => {
    const own = found.get(path);
    const isChanged = changedPaths.has(path);
    const history = togetherOf(path);
    const isRelated = history.together >= TOGETHER_MIN;
    const together = isRelated ? history.together : 0;
    const share = isRelated ? together / history.total : 0;
    const similarity = shared(subjectWords(path), subject);
    if (own === undefined && !isChanged && together === 0) return [];
    const distance = isChanged ? 0 : (own?.distance ?? Number.POSITIVE_INFINITY);
    const symbolCount = own?.symbolCount ?? 0;
    return [{ path, distance, symbolCount, together, share, similarity }];
  });
  rows.sort(
    (a, b) =>
      rankOf(a) - rankOf(b) ||
      b.similarity - a.similarity ||
      b.symbolCount - a.symbolCount ||
      (a.path < b.path ? -1 : 1),
  );
  const countMax = Math.max(COUNT_MIN, Math.floor(all.length * SHARE_MAX));
  return {
    tests: rows.slice(0, countMax).map((row) => ({ ...row, reason: reasonOf(row) })),
    reachingCount: rows.length,
    allCount: all.length,
  };
}

interface TestRow {
  readonly distance: number;
  readonly together: number;
  /** Share of the commits of the changed files that changed the test as well. */
  readonly share: number;
  /** Share of the words of the test's path that are about the change. */
  readonly similarity: number;
}

/** Steps that a test counts as nearer if it changed in all commits of the changed files. */
const SHARE_STEPS = 8;
/** Steps that a test counts as nearer if all words of its path are about the change. */
const SIMILARITY_STEPS = 3;
/** Steps of a test that only the history connects. */
const UNREACHED_STEPS = 6;

function rankOf({ distance, share, similarity }: TestRow): number {
  const steps = Math.min(distance, UNREACHED_STEPS);
  return steps - SHARE_STEPS * share - SIMILARITY_STEPS * similarity;
}

function reasonOf({ distance, together }: TestRow): string {
  if (distance === 0) return 'changed itself';
  const parts = [
    ...(distance === Number.POSITIVE_INFINITY
      ? []
      : [distance === 1 ? 'uses a changed symbol' : `reaches the change in ${distance} steps`]),
    ...(together === 0 ? [] : [`changed with it in ${together} commits`]),
  ];
  return parts.join(', ');
}

/**
 * Whether a file is a test, and not a helper of tests: its own name says so, or it is among tests and
 * nothing imports it.
 */
function isTestFile(graph: SymbolGraph, path: RepoPath): boolean {
  const classes = pathClasses(path, 0);
  if (!classes.includes('testPath') || classes.includes('settingsPath')) return false;
  if (pathClasses(basenameOf(path), 0).includes('testPath')) return true;
  const file = graph.fileNode(path);
  return (
    file !== undefined &&
    graph.symbolsOf(path).length > 0 &&
    graph.incoming(file, ['imports']).length === 0
  );
}

function subjectWords(path: string): ReadonlySet<string> {
  const words = wordsOf(path).flatMap((word) => splitIdentifier(word).parts);
  return new Set(words.filter((word) => word.length > 2 && !COMMON_WORDS.has(word)));
}

/** Returns the share of the words of a path that are among others. */
function shared(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let count = 0;
  for (const word of words) if (others.has(word)) count++;
  return words.size === 0 ? 0 : count / words.size;
}
