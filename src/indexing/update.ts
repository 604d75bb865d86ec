/**
 * Makes a snapshot from the previous one. Only changed files are read and parsed, and only affected
 * files are resolved. The graph and the text indexes are the old ones with the changed files merged
 * in. The result equals that of pipeline.ts for the same files; property tests compare the two.
 */
import { compareStrings } from '../base/compare.ts';
import type { Task } from '../base/cooperative.ts';
import { lowerBound } from '../base/lower-bound.ts';
import { once } from '../base/once.ts';
import { haveSameItems } from '../base/same-items.ts';
import { sortedDifference } from '../base/sorted-difference.ts';
import type { DependencyLog } from '../doclinks/invalidation/dependency-log.ts';
import { isUnaffectedSteps, touchedKeysSteps } from '../doclinks/invalidation/is-unaffected.ts';
import { shiftedPageEdges } from '../doclinks/invalidation/shift-lines.ts';
import { SymbolLookup } from '../doclinks/lookup/symbol-lookup.ts';
import type { FileTerms } from '../index/file-terms.ts';
import type { Snapshot } from '../index/snapshot.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { EntryPoint } from '../model/entry-point.ts';
import type { FileFacts } from '../model/facts.ts';
import type { RepoPath } from '../model/path.ts';
import { hasCurrentNoteEdges } from '../notes/note-edges.ts';
import { type FileLinks, linksAt } from '../resolve/links.ts';
import { type ChangedFacts, type ResolutionUpdate, updateSteps } from '../resolve/update.ts';
import type { Facts } from '../store/facts-file.ts';
import type { FileRecord } from '../store/file-record.ts';
import { extractFiles } from '../workers/extract-files.ts';
import type { RunMonitor } from '../workers/progress.ts';
import {
  createModuleLookup,
  crossReferenceChangedSteps,
  crossReferenceSteps,
  differingEdges,
  type EdgesByPath,
  withEdges,
  withoutPageEdges,
} from './cross-reference.ts';
import { requestsAfter, updateEntryPointsSteps } from './derive-entries.ts';
import { settingsAfter } from './derive-settings.ts';
import { factsChanges, fileSetOf, termsOf } from './file-set.ts';
import type { TermsBefore } from './pages.ts';
import { changeSteps } from './patch.ts';
import {
  filesTotal,
  type PipelineResult,
  parsedCount,
  type RunSettings,
  resolveLayout,
} from './pipeline.ts';
import type { ProjectScan } from './project-scan.ts';
import { linksReportAfter, reportOf } from './report.ts';
import { unboundNamesAfter } from './unbound-names.ts';

/** Everything an update starts from. */
export interface KnownState {
  readonly snapshot: Snapshot;
  /** Links of every file in the snapshot. */
  readonly links: readonly FileLinks[];
  /** {@link Layout.linkHash} of the run that made the links. */
  readonly linkHash: string;
  /** {@link IndexState.docDependencies}. */
  readonly docDependencies: DependencyLog;
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
  {
    generation,
    threads,
    monitor,
    others,
    contents,
    mayLackPageEdges = false,
    mayLackText = false,
  }: RunSettings,
): Promise<PipelineResult> {
  const entries = [...projectScan.changes.added, ...projectScan.changes.changed];
  const terms = new Map<RepoPath, FileTerms>();
  const takeTerms = (path: RepoPath, own: FileTerms) => terms.set(path, own);
  const { outcomes, countTerms } = await monitor.phase(
    'extract',
    () => extractFiles(threads, entries, known.facts, monitor, { others, contents, takeTerms }),
    entries.length,
  );
  const counted = await countTerms();
  const before = known.snapshot;
  const pathsBefore = before.graph.paths();
  const files = fileSetOf(
    projectScan,
    { ...before, skipped: before.report.skipped, indexed: pathsBefore },
    outcomes,
  );
  const { manifest, skipped } = files;
  // The same list, because what is derived from it is kept by list.
  const indexed = haveSameItems(pathsBefore, files.indexed) ? pathsBefore : files.indexed;
  const records = new Map(
    Array.from(files.found, ([path, { facts }]) => [
      path,
      { facts: facts(), terms: termsOf(terms, path) },
    ]),
  );
  const changed = await monitor.phase('resolve', () => monitor.steps(changedFacts(known, records)));
  const resolved = await monitor.phase('resolve', () =>
    monitor.steps(
      updateSteps({
        ...resolveLayout(projectScan),
        files: indexed,
        changed,
        before: known.links,
        facts: (path) => factsOf(known, path),
        isLayoutSame: projectScan.layout.linkHash === known.linkHash,
      }),
    ),
  );
  const derived = await monitor.phase('resolve', () =>
    monitor.steps(updateEntryPointsSteps({ ...before, changed }, resolved)),
  );
  const ownTerms = termsBefore(known, changed, indexed);
  const lacking = { mayLackPageEdges, mayLackText, termsBefore: ownTerms };
  const { entryPoints } = derived;
  const change = { indexed, records, changed, resolved, entryPoints, ...lacking };
  const applied = await applyChange(projectScan, known, monitor, change);
  const { made, edges, docDependencies, lacksPageEdges = false } = applied;
  const { links, renumbered, replaced } = resolved;
  const resolution = { links, edges, renumbered, replaced };
  const requests = requestsAfter(before, derived, replaced, links, made.graph);
  const settings = settingsAfter(before.settings, replaced, links, made.graph);
  const facts = new Map(Array.from(records, ([path, record]) => [path, record.facts]));
  const diagnostics = joinDiagnostics(before.report.diagnostics, indexed, facts);
  const findings = { filesTotal: filesTotal(projectScan), skipped, diagnostics };
  const unboundByName = await monitor.steps(
    unboundNamesAfter(before.report.unboundByName, { ...resolved, changed }, links, made.graph),
  );
  const ofLinks = await monitor.steps(linksReportAfter(before.report, replaced, links));
  const report = reportOf(findings, ofLinks, unboundByName);
  return {
    snapshot: { generation, manifest, ...made, entryPoints, requests, settings, report },
    links: resolution.links,
    changes: factsChanges(
      outcomes,
      counted,
      indexed,
      known.facts.paths,
      indexed === pathsBefore && known.facts.paths.length === indexed.length,
    ),
    parsedCount: parsedCount(outcomes),
    docDependencies,
    resolution,
    lacksPageEdges,
  };
}

/** A change and the result of resolving it. */
interface ResolvedChange {
  /** The current files, sorted. */
  readonly indexed: readonly RepoPath[];
  readonly records: ReadonlyMap<RepoPath, FileRecord>;
  readonly changed: ReadonlyMap<RepoPath, ChangedFacts>;
  readonly resolved: ResolutionUpdate;
  readonly entryPoints: readonly EntryPoint[];
  /** See {@link RunSettings.mayLackPageEdges}. */
  readonly mayLackPageEdges: boolean;
  /** See {@link RunSettings.mayLackText}. */
  readonly mayLackText: boolean;
  readonly termsBefore: TermsBefore | undefined;
}

const NO_PAGES: ReadonlySet<RepoPath> = new Set();

interface AppliedChange {
  readonly made: Pick<Snapshot, 'graph' | 'text' | 'docsText' | 'pages'>;
  /** Edges of the files that were resolved again, and of pages whose edges changed. */
  readonly edges: EdgesByPath;
  readonly docDependencies: DependencyLog;
  readonly lacksPageEdges?: boolean;
}

/**
 * Makes the new graph, text indexes and pages. Reads pages again only if the change affects their
 * edges.
 */
async function applyChange(
  projectScan: ProjectScan,
  { snapshot: before, links, linkHash, docDependencies }: KnownState,
  monitor: RunMonitor,
  {
    indexed,
    records,
    changed,
    resolved,
    entryPoints,
    mayLackPageEdges,
    mayLackText,
    termsBefore,
  }: ResolvedChange,
): Promise<AppliedChange> {
  const { graph } = before;
  const added = sortedDifference(graph.paths(), indexed);
  const removed = sortedDifference(indexed, graph.paths());
  const hadPages = before.docsText.fileCount > 0;
  const shifted = shiftedPageEdges({ ...resolved, graph, hadPages, indexed, removed, changed });
  const edges = shifted
    ? withEdges(resolved.edges, shifted.edges)
    : withoutPageEdges(resolved.edges, indexed);
  const made = await monitor.phase('index', () =>
    monitor.steps(
      changeSteps(before, indexed, records, { ...resolved, edges }, { mayLackText, termsBefore }),
    ),
  );
  const lookups = once(() =>
    createModuleLookup({ layout: resolveLayout(projectScan), links: resolved.links }),
  );
  const change = {
    before: { graph, links },
    after: { graph: made.graph, links: resolved.links },
    added,
    removed,
    isChanged: (path: RepoPath) => changed.has(path),
    resolved: [...resolved.edges.keys()],
    isLayoutSame: projectScan.layout.linkHash === linkHash,
    unread: shifted?.unread ?? NO_PAGES,
  };
  const namesNow = () => new SymbolLookup({ graph: made.graph, ...lookups() });
  const touched = await monitor.steps(touchedKeysSteps(docDependencies, change));
  const isUnaffected =
    shifted !== undefined &&
    (await monitor.steps(isUnaffectedSteps(docDependencies, touched, namesNow))) &&
    hasCurrentNoteEdges(made.graph, made.pages, entryPoints);
  const { unread } = change;
  if (isUnaffected && unread.size === 0) return { made, edges, docDependencies };
  if (mayLackPageEdges) return { made, edges, docDependencies, lacksPageEdges: true };
  const crossed = await monitor.phase('index', async () => {
    const changedPages = { paths: unread, log: docDependencies };
    const some = isUnaffected
      ? await monitor.steps(
          crossReferenceChangedSteps(made.graph, made.pages, changedPages, lookups),
        )
      : undefined;
    const knownAnswer = (key: string) =>
      touched.has(key) ? undefined : docDependencies.answerOf(key);
    return (
      some ??
      monitor.steps(crossReferenceSteps(made.graph, made.pages, entryPoints, lookups, knownAnswer))
    );
  });
  const differing = differingEdges(crossed.edges, graph, crossed.graph);
  const ofPages = [...crossed.edges].filter(([path]) => resolved.edges.has(path));
  return {
    made: { ...made, graph: crossed.graph },
    edges: new Map([...(shifted ? edges : resolved.edges), ...differing, ...ofPages]),
    docDependencies: crossed.dependencies,
  };
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

/** Reading the previous terms of more files costs as much as searching the text indexes for them. */
const TERMS_BEFORE_MAX = 50;

/** Returns the previous terms of the changed and removed files; undefined if these are many. */
function termsBefore(
  known: KnownState,
  changed: ReadonlyMap<RepoPath, ChangedFacts>,
  indexed: readonly RepoPath[],
): TermsBefore | undefined {
  const edited = [...changed].flatMap(([path, { before }]) => (before === undefined ? [] : [path]));
  const dropped = [...edited, ...sortedDifference(indexed, known.snapshot.graph.paths())];
  if (dropped.length > TERMS_BEFORE_MAX) return undefined;
  return new Map(dropped.map((path) => [path, recordOf(known, path).terms]));
}

/** Returns the facts of a file as in the snapshot. */
function factsOf(known: KnownState, path: RepoPath): FileFacts {
  return recordOf(known, path).facts;
}

function recordOf({ snapshot, facts }: KnownState, path: RepoPath): FileRecord {
  const record = facts.get(path, snapshot.manifest.get(path)?.hash ?? '');
  if (record === undefined) throw new StaleFacts(path);
  return record;
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
