/**
 * A snapshot made from the one before it: only what changed is read and parsed, only what that can
 * affect is resolved, and graph and text index are the old ones with the changed files put in.
 * Equal to what pipeline.ts makes of the same files; property tests compare the two.
 */
import { compareStrings } from '../base/compare.ts';
import { lowerBound } from '../base/lower-bound.ts';
import { missingIn } from '../base/missing-in.ts';
import { once } from '../base/once.ts';
import type { Steps } from '../base/steps.ts';
import type { Snapshot } from '../index/snapshot.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { FileFacts } from '../model/facts.ts';
import type { RepoPath } from '../model/path.ts';
import { type FileLinks, linksAt } from '../resolve/links.ts';
import { type ChangedFacts, type ResolutionUpdate, updateSteps } from '../resolve/update.ts';
import type { Facts } from '../store/facts-file.ts';
import type { FileRecord } from '../store/file-record.ts';
import {
  crossReferenceSteps,
  differingEdges,
  type EdgesByPath,
  lookingUp,
  withoutPageEdges,
} from './cross-reference.ts';
import { extractFiles } from './extract-files.ts';
import { factsChanges, fileSetOf, termsOf } from './file-set.ts';
import { movedPageEdges } from './moved-pages.ts';
import { type Change, declarationsStand, passagesStand } from './pages-stand.ts';
import { changeSteps } from './patch.ts';
import {
  filesTotal,
  type PipelineResult,
  parsedCount,
  type RunSettings,
  resolveLayout,
} from './pipeline.ts';
import { reportSteps } from './report.ts';
import type { Survey } from './survey.ts';
import { unboundNamesAfter } from './unbound-names.ts';

/** All that an update starts from. */
export interface KnownState {
  readonly snapshot: Snapshot;
  /** Of every file of the snapshot. */
  readonly links: readonly FileLinks[];
  /** {@link Layout.linkHash} of the run that made them. */
  readonly linkHash: string;
  /** {@link IndexState.askedByPages}. */
  readonly askedByPages: ReadonlySet<string>;
  readonly facts: Facts;
}

/** Facts that are not those that the snapshot was made of: it cannot be updated, only made again. */
class StaleFacts extends Error {}

/** Undefined when what is stored of single files does not fit the snapshot: everything is to be done anew. */
export async function runUpdate(
  survey: Survey,
  known: KnownState,
  settings: RunSettings,
): Promise<PipelineResult | undefined> {
  try {
    return await update(survey, known, settings);
  } catch (error) {
    if (error instanceof StaleFacts) return undefined;
    throw error;
  }
}

async function update(
  survey: Survey,
  known: KnownState,
  { generation, threads, monitor, others }: RunSettings,
): Promise<PipelineResult> {
  const entries = [...survey.changes.added, ...survey.changes.changed];
  const { outcomes, countTerms } = await monitor.phase(
    'extract',
    () => extractFiles(threads, entries, known.facts, monitor, { others }),
    entries.length,
  );
  const counted = await countTerms();
  const before = known.snapshot;
  const files = fileSetOf(survey, { ...before, skipped: before.report.skipped }, outcomes);
  const { manifest, indexed, skipped } = files;
  const records = new Map(
    Array.from(files.found, ([path, { facts }]) => [
      path,
      { facts, terms: termsOf(counted, path) },
    ]),
  );
  const changed = await monitor.phase('resolve', () => monitor.steps(changedFacts(known, records)));
  const isLayoutSame = survey.layout.linkHash === known.linkHash;
  const resolved = await monitor.phase('resolve', () =>
    monitor.steps(
      updateSteps({
        ...resolveLayout(survey),
        files: indexed,
        changed,
        before: known.links,
        facts: (path) => factsOf(known, path),
        isLayoutSame,
      }),
    ),
  );
  const { links: linksBefore, askedByPages: asked } = known;
  // Made when asked for: most edits of code concern neither modules nor pages.
  const modules = once(() => lookingUp({ layout: resolveLayout(survey), links: resolved.links }));
  const change = {
    graph: before.graph,
    asked,
    isLayoutSame,
    indexed,
    come: missingIn(before.graph.paths(), indexed),
    gone: missingIn(indexed, before.graph.paths()),
    changed,
    linksBefore,
    modules,
  };
  const moved = await monitor.steps(standingEdges(change, resolved));
  const edges = moved
    ? withEdges(resolved.edges, moved)
    : withoutPageEdges(resolved.edges, indexed);
  const made = await monitor.phase('index', () =>
    monitor.steps(changeSteps(before, indexed, records, { ...resolved, edges })),
  );
  const isSame =
    moved !== undefined &&
    (await monitor.steps(passagesStand(change, made.graph, resolved, moved)));
  const crossed = isSame
    ? { graph: made.graph, edges: new Map(), asked }
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
  const findings = { filesTotal: filesTotal(survey), skipped, diagnostics };
  const unboundByName = await monitor.steps(
    unboundNamesAfter(before.report.unboundByName, { changed, linksBefore }, resolved.links, graph),
  );
  const report = await monitor.steps(reportSteps(findings, resolution.links, unboundByName));
  return {
    snapshot: { generation, manifest, ...made, graph, report },
    links: resolution.links,
    changes: factsChanges(outcomes, counted, indexed, known.facts.paths),
    parsedCount: parsedCount(outcomes),
    askedByPages: crossed.asked,
    resolution,
  };
}

/** The edges of changed pages; undefined when pages are to be looked at again. */
function* standingEdges(
  change: Change,
  { renumbered }: ResolutionUpdate,
): Steps<EdgesByPath | undefined> {
  return (yield* declarationsStand(change)) ? movedPageEdges({ ...change, renumbered }) : undefined;
}

/** With more edges of some files. */
function withEdges(edges: EdgesByPath, more: EdgesByPath): EdgesByPath {
  const joined = new Map(edges);
  for (const [path, own] of more) joined.set(path, [...(edges.get(path) ?? []), ...own]);
  return joined;
}

/** In steps: after a branch was switched, these are thousands to decode. */
function* changedFacts(
  known: KnownState,
  records: ReadonlyMap<RepoPath, FileRecord>,
): Steps<ReadonlyMap<RepoPath, ChangedFacts>> {
  const changed = new Map<RepoPath, ChangedFacts>();
  for (const [path, { facts }] of records) {
    const before = linksAt(known.links, path) !== undefined ? factsOf(known, path) : undefined;
    changed.set(path, { now: facts, before });
    yield;
  }
  return changed;
}

/** Facts of a file as the snapshot has it. */
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
