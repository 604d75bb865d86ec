/** Adds the requests of tests that lead to a route to those that the program sends. */
import type { Entries } from '../entrypoints/entry-points.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import {
  compareRequests,
  type RouteRequest,
  requestedRoute,
  TEST_CLIENT,
} from '../model/route-request.ts';
import { sentRequestOfText } from '../model/sent-request.ts';
import { fileSymbolId } from '../model/symbol.ts';
import type { FileLinks } from '../resolve/links.ts';
import type { ReplacedLinks } from '../resolve/update.ts';

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
