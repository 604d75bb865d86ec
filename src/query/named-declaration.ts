/**
 * Finds the declaration of a file that the query names: a member with its owner, or a name that
 * covers at least half of the query, as written, in another case or as a phrase. A query that
 * contains more than a name is judged as a whole (place/place-score.ts).
 */
import { at } from '../base/assert.ts';
import { getOrCompute } from '../base/memoize.ts';
import type { SymbolNode } from '../graph/symbol-graph.ts';
import { nameRoleOf } from '../index/name-role.ts';
import { inlineTests } from './place/file-declarations.ts';
import { contentAt, isOfKind, putsTestsBehind, type ShowRequest } from './show-request.ts';

/** Minimum share of the query that a name must cover. A name below it is one word among others. */
const NAME_SHARE_MIN = 0.5;
const WORD_SHARE_MIN = 0.9;

export function namedDeclaration(request: ShowRequest, file: number): SymbolNode | undefined {
  const { graph, text } = request.snapshot;
  const nodesNamed = nodesByName(request, file);
  const members = request.weighted.query.qualified.flatMap(({ owner, name }) =>
    nodesNamed(name).filter(
      ({ parent }) => graph.node(parent).name.toLowerCase() === owner.toLowerCase(),
    ),
  );
  const member = bestNode(request, file, members);
  if (member !== undefined) return member;
  const tests = testsBehind(request, file);
  const tiers = getOrCompute(TIERS, request, () => namesByTier(request));
  const [asWritten, otherwise] = tiers.map((names) =>
    names.flatMap((name) => nodesNamed(at(text.data.names, name))),
  );
  // A test often has the name of its subject, so a test matches only if the query contains its
  // exact name.
  const outsideTests = otherwise?.filter(({ index }) => !tests.has(index));
  return bestNode(request, file, asWritten ?? []) ?? bestNode(request, file, outsideTests ?? []);
}

/** The names of a query, which are the same for all files. */
const TIERS = new WeakMap<ShowRequest, readonly (readonly number[])[]>();

/** Returns the names that the query may refer to, most certain tier first. */
function namesByTier(request: ShowRequest): readonly (readonly number[])[] {
  const { tables, weighted, evidence } = request;
  const { text } = request.snapshot;
  const { query } = weighted;
  const { shares } = evidence.definitions.nameMatches;
  const containsAtLeast =
    (shareMin: number) =>
    (name: number): boolean =>
      (shares[name] ?? 0) >= shareMin;
  // A name of one part is an everyday word; it counts only if the query contains hardly any other
  // word.
  const isCandidate = (name: number): boolean =>
    at(tables.names.partCounts, name) > 1 || containsAtLeast(WORD_SHARE_MIN)(name);
  const asWritten = query.identifiers.map((identifier) => text.nameNumber(identifier));
  const otherwise = [
    ...query.identifiers.flatMap((name) => tables.names.inLowerCase(name.toLowerCase())),
    ...query.runs.flatMap(({ stems, joined }) => [
      ...tables.names.byStems(stems),
      ...tables.names.inLowerCase(joined),
    ]),
    ...query.terms.flatMap(({ word }) => tables.names.inLowerCase(word)).filter(isCandidate),
  ];
  return [asWritten, otherwise].map((tier) =>
    [...new Set(tier)].filter(containsAtLeast(NAME_SHARE_MIN)),
  );
}

/** Returns a function from a name to the symbols of a file with that name, ascending. */
function nodesByName(
  { snapshot }: ShowRequest,
  file: number,
): (name: string) => readonly SymbolNode[] {
  const { graph, text } = snapshot;
  const path = at(text.data.paths, file);
  return (name) => graph.symbolsNamed(path, name);
}

/** Returns the inline tests of the file, if they are ranked behind the code they test. */
function testsBehind(request: ShowRequest, file: number): ReadonlySet<number> {
  const { snapshot } = request;
  if (!putsTestsBehind(request, file)) return new Set();
  const path = at(snapshot.text.data.paths, file);
  return new Set(inlineTests(snapshot, path).map(({ node }) => node));
}

/**
 * Returns the best node: members whose owner the query names, then non-tests, then types, functions
 * and the rest, then by content, then by position.
 */
function bestNode(
  request: ShowRequest,
  file: number,
  nodes: readonly SymbolNode[],
): SymbolNode | undefined {
  if (nodes.length === 0) return undefined;
  const { graph } = request.snapshot;
  const named = new Set(request.weighted.query.terms.map(({ word }) => word));
  for (const identifier of request.weighted.query.identifiers) named.add(identifier.toLowerCase());
  const tests = testsBehind(request, file);
  const ranked = nodes
    .filter((node) => isOfKind(request, node) && roleOf(request, node) !== 0)
    .map((node) => ({
      node,
      test: tests.has(node.index) ? 1 : 0,
      ownerNamed: named.has(graph.node(node.parent).name.toLowerCase()) ? 0 : 1,
      role: roleOf(request, node),
      content: contentAt(request, file, node.startLine),
    }));
  ranked.sort(
    (a, b) =>
      a.ownerNamed - b.ownerNamed ||
      a.test - b.test ||
      a.role - b.role ||
      b.content - a.content ||
      a.node.index - b.node.index,
  );
  return ranked[0]?.node;
}

/** In the graph the parent of an outermost declaration is its file; in facts it is −1. */
function roleOf({ snapshot }: ShowRequest, { kind, name, parent }: SymbolNode): number {
  const isOutermost = snapshot.graph.node(parent).kind === 'file';
  return nameRoleOf({ kind, name, parent: isOutermost ? -1 : parent });
}
