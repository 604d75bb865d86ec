/**
 * Makes a snapshot from the previous one. Only changed files are read and parsed, and only affected
 * files are resolved. The graph and the text indexes are the old ones with the changed files merged
 * in. The result equals that of pipeline.ts for the same files; property tests compare the two.
 */
import { compareStrings } from '../base/compare.ts';
import type { Task } from '../base/cooperative.ts';
import { lowerBound } from '../base/lower-bound.ts';
import { once } from '../base/once.ts';
import { sortedDifference } from '../base/sorted-difference.ts';
import type { Snapshot } from '../index/snapshot.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { FileFacts } from '../model/facts.ts';
import type { RepoPath } from '../model/path.ts';
import { type FileLinks, linksAt } from '../resolve/links.ts';
import { type ChangedFacts, type ResolutionUpdate, updateSteps } from '../resolve/update.ts';
import type { Facts } from '../store/facts-file.ts';
import type { FileRecord } from '../store/file-record.ts';
import { extractFiles } from '../workers/extract-files.ts';
import {
  createModuleLookup,
  crossReferenceSteps,
  differingEdges,
  type EdgesByPath,
  withoutPageEdges,
} from './cross-reference.ts';
import { type Change, declarationsUnaffected, reexportsUnaffected } from './docs-unaffected.ts';
import { factsChanges, fileSetOf, termsOf } from './file-set.ts';
import { changeSteps } from './patch.ts';
import {
  filesTotal,
  type PipelineResult,
  parsedCount,
  type RunSettings,
  resolveLayout,
} from './pipeline.ts';
import type { ProjectScan } from './project-scan.ts';
import { reportSteps } from './report.ts';
import { shiftedPageEdges } from './shift-lines.ts';
import { unboundNamesAfter } from './unbound-names.ts';

/** Everything an update starts from. */
export interface KnownState {
  readonly snapshot: Snapshot;
  /** Links of every file in the snapshot. */
  readonly links: readonly FileLinks[];
  /** {@link Layout.linkHash} of the run that made the links. */
  readonly linkHash: string;
  /** {@link IndexState.docDependencies}. */
  readonly docDependencies: ReadonlySet<string>;
  readonly facts: Facts;
}

/** Thrown when the facts are not those of the snapshot, which then has to be rebuilt. */
class StaleFacts extends Error {}

/**
 * Updates the snapshot. Returns undefined when the stored facts do not fit the snapshot and a full
 * run is needed.
 */
export async function runUpdate(
  projectScan: ProjectScan,
  known: KnownState,
  settings: RunSettings,
): Promise<PipelineResult | undefined> {
  try {
    return await update(projectScan, known, settings);
  } catch (error) {
    if (error instanceof StaleFacts) return undefined;
    throw error;
  }
}

async function update(
  projectScan: ProjectScan,
  known: KnownState,
  { generation, threads, monitor, others }: RunSettings,
): Promise<PipelineResult> {
  const entries = [...projectScan.changes.added, ...projectScan.changes.changed];
  const { outcomes, countTerms } = await monitor.phase(
    'extract',
    () => extractFiles(threads, entries, known.facts, monitor, { others }),
    entries.length,
  );
  const counted = await countTerms();
  const before = known.snapshot;
  const files = fileSetOf(projectScan, { ...before, skipped: before.report.skipped }, outcomes);
  const { manifest, indexed, skipped } = files;
  const records = new Map(
    Array.from(files.found, ([path, { facts }]) => [
      path,
      { facts, terms: termsOf(counted, path) },
    ]),
  );
  const changed = await monitor.phase('resolve', () => monitor.steps(changedFacts(known, records)));
  const isLayoutSame = projectScan.layout.linkHash === known.linkHash;
  const resolved = await monitor.phase('resolve', () =>
    monitor.steps(
      updateSteps({
        ...resolveLayout(projectScan),
        files: indexed,
        changed,
        before: known.links,
        facts: (path) => factsOf(known, path),
        isLayoutSame,
      }),
    ),
  );
  const { links: linksBefore, docDependencies: dependencies } = known;
  // Created lazily: most code edits concern neither modules nor pages.
  const modules = once(() =>
    createModuleLookup({ layout: resolveLayout(projectScan), links: resolved.links }),
  );
  const change = {
    graph: before.graph,
    dependencies,
    isLayoutSame,
    indexed,
    added: sortedDifference(before.graph.paths(), indexed),
    removed: sortedDifference(indexed, before.graph.paths()),
    changed,
    linksBefore,
    modules,
  };
  const moved = await monitor.steps(unaffectedEdges(change, resolved));
  const edges = moved
    ? withEdges(resolved.edges, moved)
    : withoutPageEdges(resolved.edges, indexed);
  const made = await monitor.phase('index', () =>
    monitor.steps(changeSteps(before, indexed, records, { ...resolved, edges })),
  );
  const isSame =
    moved !== undefined &&
    (await monitor.steps(reexportsUnaffected(change, made.graph, resolved, moved)));
  const crossed = isSame
    ? { graph: made.graph, edges: new Map(), dependencies }
    : await monitor.phase('index', () =>
        monitor.steps(crossReferenceSteps(made.graph, made.pages, modules)),
      );
  const { graph } = crossed;
  const differing = differingEdges(crossed.edges, before.graph, graph);
  const ofPages = [...crossed.edges].filter(([path]) => resolved.edges.has(path));
  const resolution = {
    ...resolved,
    edges: new Map([...(moved ? edges : resolved.edges), ...differing, ...ofPages]),
  };
  const facts = new Map(Array.from(records, ([path, record]) => [path, record.facts]));
  const diagnostics = joinDiagnostics(before.report.diagnostics, indexed, facts);
  const findings = { filesTotal: filesTotal(projectScan), skipped, diagnostics };
  const unboundByName = await monitor.steps(
    unboundNamesAfter(before.report.unboundByName, { changed, linksBefore }, resolved.links, graph),
  );
  const report = await monitor.steps(reportSteps(findings, resolution.links, unboundByName));
  return {
    snapshot: { generation, manifest, ...made, graph, report },
    links: resolution.links,
    changes: factsChanges(outcomes, counted, indexed, known.facts.paths),
    parsedCount: parsedCount(outcomes),
    docDependencies: crossed.dependencies,
    resolution,
  };
}

/** Returns the edges of changed pages, or undefined when pages have to be resolved again. */
function* unaffectedEdges(
  change: Change,
  { renumbered }: ResolutionUpdate,
): Task<EdgesByPath | undefined> {
  return (yield* declarationsUnaffected(change))
    ? shiftedPageEdges({ ...change, renumbered })
    : undefined;
}

/** Merges further edges of some files. */
function withEdges(edges: EdgesByPath, more: EdgesByPath): EdgesByPath {
  const joined = new Map(edges);
  for (const [path, own] of more) joined.set(path, [...(edges.get(path) ?? []), ...own]);
  return joined;
}

/** Runs in steps, because a branch switch can require decoding thousands of facts. */
function* changedFacts(
  known: KnownState,
  records: ReadonlyMap<RepoPath, FileRecord>,
): Task<ReadonlyMap<RepoPath, ChangedFacts>> {
  const changed = new Map<RepoPath, ChangedFacts>();
  for (const [path, { facts }] of records) {
    const before = linksAt(known.links, path) !== undefined ? factsOf(known, path) : undefined;
    changed.set(path, { now: facts, before });
    yield;
  }
  return changed;
}

/** Returns the facts of a file as in the snapshot. */
function factsOf({ snapshot, facts }: KnownState, path: RepoPath): FileFacts {
  const record = facts.get(path, snapshot.manifest.get(path)?.hash ?? '');
  if (record === undefined) throw new StaleFacts(path);
  return record.facts;
}

function joinDiagnostics(
  before: readonly Diagnostic[],
  indexed: readonly RepoPath[],
  changed: ReadonlyMap<RepoPath, FileFacts>,
): readonly Diagnostic[] {
  return [
    ...before.filter(
      ({ path }) => indexed[lowerBound(indexed, path)] === path && !changed.has(path),
    ),
    ...[...changed.values()].flatMap((file) => file.diagnostics),
  ].sort((a, b) => compareStrings(a.path, b.path));
}
