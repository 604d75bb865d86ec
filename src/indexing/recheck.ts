/**
 * Derives a few files from scratch and compares them with the index: facts from their text, edges
 * from the facts of all files. This detects any corruption of the index, whether from a faulty
 * update or a faulty disk.
 */
import { runSync } from '../base/cooperative.ts';
import type { ProjectConfig } from '../config/load.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import { updateGraph } from '../graph/update.ts';
import { isPagePath } from '../languages/registry.ts';
import { EDGE_KINDS } from '../model/edge.ts';
import type { FileFacts } from '../model/facts.ts';
import type { RepoPath } from '../model/path.ts';
import { updateSteps } from '../resolve/update.ts';
import { encode } from '../store/codec.ts';
import type { Facts } from '../store/facts-file.ts';
import { extractOne } from '../workers/extract-one.ts';
import { parseWithDeadline } from '../workers/parse-with-deadline.ts';
import { resolveLayout } from './pipeline.ts';
import type { ProjectScan } from './project-scan.ts';
import type { IndexState } from './stored-index.ts';

/** Number of files in one recheck; few enough to cause no noticeable load. */
const SAMPLE_FILES = 5;

export interface RecheckInput {
  readonly config: ProjectConfig;
  readonly state: IndexState;
  /** The facts that the state was made from. */
  readonly facts: Facts;
  readonly projectScan: ProjectScan;
  /** Selects the sample; each number gives other files. */
  readonly turn: number;
  /** Returns the current time in ms. */
  readonly now: () => number;
}

export interface Rechecked {
  readonly fileCount: number;
  /** Description of the first difference from the index; undefined if there is none. */
  readonly mismatch: string | undefined;
}

export async function recheck(input: RecheckInput): Promise<Rechecked> {
  const { state, facts, projectScan } = input;
  const derived = new Map<RepoPath, FileFacts>();
  for (const path of sampleOf(input)) {
    const hash = state.snapshot.manifest.get(path)?.hash;
    const entry = projectScan.discovery.files.find((file) => file.path === path);
    if (hash === undefined || entry === undefined) continue;
    const { root, code } = input.config;
    const again = await parseWithDeadline(input.now, entry.sizeBytes, (isLate) =>
      extractOne({ root, ...code }, { entry, knownHashes: [] }, isLate),
    );
    // Files that take too long are skipped, as they would delay answers. Files edited in the
    // meantime are left to the next recheck.
    if (again?.kind !== 'record' || again.entry.hash !== hash) continue;
    const stored = facts.get(path, hash);
    const isSame = stored !== undefined && areEqual(encode(stored), encode(again.record));
    if (!isSame) return { fileCount: derived.size + 1, mismatch: `the contents of ${path}` };
    derived.set(path, again.record.facts);
  }
  const wrong = wrongEdges(input, derived);
  return { fileCount: derived.size, mismatch: wrong && `the target of ${wrong}` };
}

/** Returns some code files, spread evenly from a starting position that the turn decides. */
function sampleOf({ state, turn }: RecheckInput): readonly RepoPath[] {
  const paths = state.snapshot.graph.paths().filter((path) => !isPagePath(path));
  const count = Math.min(SAMPLE_FILES, paths.length);
  const step = Math.max(1, Math.floor(paths.length / SAMPLE_FILES));
  // Stepping by a prime ensures that every file is reached before long.
  const first = (turn * 7919) % Math.max(1, paths.length);
  return Array.from({ length: count }, (_, index) => paths[(first + index * step) % paths.length])
    .filter((path) => path !== undefined)
    .filter((path, index, all) => all.indexOf(path) === index);
}

/** Returns the first file whose edges differ from the index. */
function wrongEdges(
  { state, facts, projectScan }: RecheckInput,
  derived: ReadonlyMap<RepoPath, FileFacts>,
): RepoPath | undefined {
  const { graph, manifest } = state.snapshot;
  const links = state.links();
  const paths = links.map(({ path }) => path);
  const { edges, renumbered } = runSync(
    updateSteps({
      ...resolveLayout(projectScan),
      files: paths,
      changed: new Map(Array.from(derived, ([path, now]) => [path, { now, before: now }])),
      before: links,
      facts: (path) => factsOf(facts, path, manifest.get(path)?.hash),
      isLayoutSame: projectScan.layout.linkHash === state.linkHash,
    }),
  );
  const own = new Map([...edges].filter(([path]) => derived.has(path)));
  const again = updateGraph(graph, { paths, files: derived, edges: own, renumbered });
  return [...derived.keys()].find((path) => edgesOf(graph, path) !== edgesOf(again, path));
}

function factsOf(facts: Facts, path: RepoPath, hash: string | undefined): FileFacts {
  const record = facts.get(path, hash);
  if (record === undefined) throw new Error(`no facts of ${path}`);
  return record.facts;
}

function edgesOf(graph: SymbolGraph, path: RepoPath): string {
  const file = graph.fileNode(path);
  if (file === undefined) return '';
  const rows = [file, ...graph.symbolsOf(path)].flatMap((node) =>
    graph
      .outgoing(node, EDGE_KINDS)
      .map((edge) => [{ ...edge, source: node - file, target: graph.node(edge.target).id }]),
  );
  return JSON.stringify(rows);
}

function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
