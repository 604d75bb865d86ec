export interface PathSearch {
  readonly source: number;
  /** Target node, different from the source. */
  readonly target: number;
  /** Maximum number of paths to return. */
  readonly count: number;
  /** Maximum number of edges of a path. */
  readonly lengthMax: number;
  /** Returns the nodes one edge away, ascending, without duplicates. */
  readonly successors: (node: number) => readonly number[];
  /**
   * Returns a lower bound of the number of edges from a node to the target; Infinity when the
   * target is unreachable.
   */
  readonly distanceToTarget: (node: number) => number;
}

interface Candidate {
  readonly nodes: readonly number[];
  /** Position of the last node that the path shares with the path it was derived from. */
  readonly spurIndex: number;
}

/**
 * Returns the k shortest simple paths as node lists, by length, then by node numbers.
 *
 * Algorithm: Yen, Management Science 17 (1971) 712–716, with Lawler's rule (Management Science 18
 * (1972) 401–405). A path is varied only from where it left its parent, because its earlier nodes
 * were varied already. So no path is found twice. All edges have the same weight, so the inner
 * search is breadth-first. It visits successors in ascending order, so it finds the first of the
 * shortest paths by node numbers, which makes the whole order exact. It skips nodes from which the
 * target is too far away, so it only visits nodes on paths within `lengthMax`.
 */
export function kShortestPaths(search: PathSearch): (readonly number[])[] {
  const found: Candidate[] = [];
  const candidates: Candidate[] = [];
  const first = shortestFrom(search, [search.source], new Set());
  if (first !== undefined) candidates.push({ nodes: first, spurIndex: 0 });
  while (found.length < search.count) {
    const best = takeSmallest(candidates);
    if (best === undefined) break;
    found.push(best);
    if (found.length === search.count) break;
    for (let spurIndex = best.spurIndex; spurIndex < best.nodes.length - 1; spurIndex++) {
      const root = best.nodes.slice(0, spurIndex + 1);
      const nodes = shortestFrom(search, root, usedContinuations(found, root));
      if (nodes !== undefined) candidates.push({ nodes, spurIndex });
    }
  }
  return found.map((candidate) => candidate.nodes);
}

/** Returns the next nodes after this root in paths that were already found. */
function usedContinuations(
  found: readonly Candidate[],
  root: readonly number[],
): ReadonlySet<number> {
  const used = new Set<number>();
  for (const { nodes } of found)
    if (root.every((node, position) => nodes[position] === node))
      used.add(nodes[root.length] as number);
  return used;
}

/**
 * Extends a root to the target. Avoids the nodes of the root, and the excluded nodes as first step.
 */
function shortestFrom(
  search: PathSearch,
  root: readonly number[],
  excludedFirst: ReadonlySet<number>,
): readonly number[] | undefined {
  const spur = root[root.length - 1] as number;
  const origins = new Map(root.map((node) => [node, -1]));
  let layer: readonly number[] = [spur];
  for (let length = root.length; length <= search.lengthMax && layer.length > 0; length++) {
    const next: number[] = [];
    for (const node of layer) {
      for (const successor of search.successors(node)) {
        if (node === spur && excludedFirst.has(successor)) continue;
        if (origins.has(successor)) continue;
        if (length + search.distanceToTarget(successor) > search.lengthMax) continue;
        origins.set(successor, node);
        if (successor === search.target) return [...root, ...trace(origins, spur, successor)];
        next.push(successor);
      }
    }
    layer = next;
  }
  return undefined;
}

/** Returns the nodes after `from` up to `to`. */
function trace(origins: ReadonlyMap<number, number>, from: number, to: number): number[] {
  const nodes: number[] = [];
  for (let node = to; node !== from; node = origins.get(node) as number) nodes.push(node);
  return nodes.reverse();
}

function takeSmallest(candidates: Candidate[]): Candidate | undefined {
  let smallest = 0;
  for (let index = 1; index < candidates.length; index++)
    if (comparePaths(candidates[index], candidates[smallest]) < 0) smallest = index;
  return candidates.splice(smallest, 1)[0];
}

function comparePaths(a: Candidate | undefined, b: Candidate | undefined): number {
  const left = a?.nodes ?? [];
  const right = b?.nodes ?? [];
  if (left.length !== right.length) return left.length - right.length;
  for (const [position, node] of left.entries()) {
    const distance = node - (right[position] as number);
    if (distance !== 0) return distance;
  }
  return 0;
}
