/**
 * Derives the entry points again after a change, if the change concerns them, and the requests of tests
 * that lead to them. Deriving notes which files it reads. A change of other files, which register
 * nothing themselves, gives the same entry points.
 */
import { at } from '../base/assert.ts';
import type { Task } from '../base/cooperative.ts';
import { haveSameItems } from '../base/same-items.ts';
import { type Entries, entryPointSteps } from '../entrypoints/entry-points.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { EntryPoint } from '../model/entry-point.ts';
import type { RepoPath } from '../model/path.ts';
import {
  compareRequests,
  type RouteRequest,
  requestedRoute,
  TEST_CLIENT,
} from '../model/route-request.ts';
import { sentRequestOfText } from '../model/sent-request.ts';
import { fileSymbolId } from '../model/symbol.ts';
import { Evaluator } from '../resolve/inference/evaluator.ts';
import type { FileLinks } from '../resolve/links.ts';
import type { ReplacedLinks, ResolvedUpdate } from '../resolve/update.ts';

interface EntryPointsBefore extends Entries {
  readonly changed: ReadonlyMap<RepoPath, unknown>;
}

/** The files that entry points were derived from. Unknown for those of a full run or of the store. */
const FILES_READ = new WeakMap<readonly EntryPoint[], ReadonlySet<RepoPath>>();

export function* updateEntryPointsSteps(
  before: EntryPointsBefore,
  { evaluator, replaced }: Pick<ResolvedUpdate, 'evaluator' | 'replaced'>,
): Task<Entries> {
  if (isUnaffected(before, replaced)) return before;
  const read = new Set<number>();
  // Results that the evaluator has cached do not show what they were derived from.
  const program = evaluator.program.recording(read);
  const entries = yield* entryPointSteps(new Evaluator(program));
  const paths = [...read].filter((file) => file < program.paths.length);
  FILES_READ.set(entries.entryPoints, new Set(paths.map((file) => at(program.paths, file))));
  return entries;
}

function isUnaffected(
  { entryPoints, changed }: EntryPointsBefore,
  replaced: readonly ReplacedLinks[] | undefined,
): boolean {
  const read = FILES_READ.get(entryPoints);
  if (read === undefined || replaced === undefined) return false;
  return replaced.every(({ before, now }) => {
    if (!isReadAlike(now, before)) return false;
    if (changed.has(now.path)) return !now.hasActiveRegistrations && !read.has(now.path);
    return haveSameItems(now.targets, before.targets);
  });
}

/** Whether the files that are looked for in all others are the same. */
function isReadAlike(now: FileLinks, before: FileLinks): boolean {
  return (
    now.isScript === before.isScript &&
    now.scriptScope === before.scriptScope &&
    now.hasReceivers === before.hasReceivers &&
    now.hasMethodSets === before.hasMethodSets &&
    now.declaresGlobals === before.declaresGlobals &&
    now.hasRegistrations === before.hasRegistrations &&
    now.hasActiveRegistrations === before.hasActiveRegistrations
  );
}

/** Maximum number of requests of tests. */
const REQUESTS_MAX = 20_000;

/** Returns the requests after a change: the same ones if it concerns no test that sends any. */
export function requestsAfter(
  before: Entries,
  now: Entries,
  replaced: readonly ReplacedLinks[] | undefined,
  links: readonly FileLinks[],
  graph: SymbolGraph,
): readonly RouteRequest[] {
  const isUnaffected =
    now.entryPoints === before.entryPoints &&
    now.requests === before.requests &&
    replaced?.every(
      (one) => one.now.sentRequests.length === 0 && one.before.sentRequests.length === 0,
    ) === true &&
    before.requests.every(({ path }) => graph.fileNode(path) !== undefined);
  return isUnaffected ? before.requests : withTestRequests(now, links, graph);
}

/**
 * Returns the requests of the program and of tests, by place. Those of tests that `requests` has from
 * before a change are derived again.
 */
export function withTestRequests(
  { entryPoints, requests }: Entries,
  links: readonly FileLinks[],
  graph: SymbolGraph,
): readonly RouteRequest[] {
  const own = requests.filter(({ client }) => client !== TEST_CLIENT);
  const hasRoutes = entryPoints.some(({ type }) => type === 'http');
  const ofTests = hasRoutes ? links.flatMap((file) => requestsOf(file, graph)) : [];
  const leading = ofTests.filter((one) => requestedRoute(one, entryPoints) !== undefined);
  if (leading.length === 0) return own.length === requests.length ? requests : own;
  return [...own, ...leading.slice(0, REQUESTS_MAX)].sort(compareRequests);
}

function requestsOf(
  { path, sentRequests }: FileLinks,
  graph: SymbolGraph,
): readonly RouteRequest[] {
  return sentRequests.map(sentRequestOfText).map(({ declaration, line, method, url }) => {
    const node = graph.symbolsOf(path)[declaration];
    const symbol = node === undefined ? fileSymbolId(path) : graph.node(node).id;
    return { client: TEST_CLIENT, method, url, symbol, path, line, evidence: 'scoped' };
  });
}
