/**
 * Read this file first. It turns a folder on disk into a searchable snapshot.
 *
 * discover → read → extract → index → resolve → graph → doclinks → Snapshot
 *
 * `files` lists the project and reads what changed. `extract` turns one file into facts. `resolve`
 * turns the facts of all files into edges. `graph` and `index` make them searchable. `doclinks`
 * adds edges from documentation pages to code. Everything after reading is a pure function of its
 * arguments. update.ts does the same for a few changed files. project.ts manages a project's state
 * over time.
 */
import { at } from '../base/assert.ts';
import { constant } from '../base/constant.ts';
import type { Task } from '../base/cooperative.ts';
import type { DependencyLog } from '../doclinks/invalidation/dependency-log.ts';
import { entryPointSteps } from '../entrypoints/entry-points.ts';
import type { ProjectLayout } from '../extractors/language.ts';
import { GraphBuilder } from '../graph/build.ts';
import type { FileTerms } from '../index/file-terms.ts';
import type { Pages, Snapshot } from '../index/snapshot.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { FileFacts } from '../model/facts.ts';
import type { PageFacts } from '../model/page.ts';
import type { RepoPath } from '../model/path.ts';
import type { FileLinks } from '../resolve/links.ts';
import { recentFacts } from '../resolve/recent-facts.ts';
import { type FileHead, headOf, resolveSteps } from '../resolve/resolve.ts';
import type { ResolutionUpdate } from '../resolve/update.ts';
import type { Facts, FactsChanges, KnownFacts } from '../store/facts-file.ts';
import {
  type Counted,
  type ExtractOptions,
  extractFiles,
  type Found,
  type Outcome,
  TermsLost,
} from '../workers/extract-files.ts';
import { limitHeapGrowth } from '../workers/heap-growth.ts';
import type { RunMonitor } from '../workers/progress.ts';
import type { WorkerFactory } from '../workers/worker-factory.ts';
import { createModuleLookup, crossReferenceSteps } from './cross-reference.ts';
import { withTestRequests } from './derive-entries.ts';
import { deriveSettings } from './derive-settings.ts';
import { factsChanges, fileSetOf } from './file-set.ts';
import { placesOf, type Texts, TextsBuilder } from './pages.ts';
import type { ProjectScan } from './project-scan.ts';
import { linksReportSteps, reportOf } from './report.ts';
import { unboundNameSteps } from './unbound-names.ts';

/** The result of a run: a snapshot, and the per-file data that makes the next run cheap. */
export interface PipelineResult {
  readonly snapshot: Snapshot;
  readonly links: readonly FileLinks[];
  readonly changes: FactsChanges;
  readonly parsedCount: number;
  /** Dependencies of its pages. */
  readonly docDependencies: DependencyLog;
  /** The resolution of an update; undefined after a full run. */
  readonly resolution?: ResolutionUpdate;
  /** Whether edges of pages were left out. */
  readonly lacksPageEdges?: boolean;
}

export interface RunSettings {
  readonly generation: number;
  readonly threads: WorkerFactory;
  readonly monitor: RunMonitor;
  /**
   * Further sources of known facts: earlier contents of files, or other working trees of the
   * repository.
   */
  readonly others: readonly KnownFacts[];
  /**
   * Called as soon as the text indexes exist, before the rest, so that work which needs only these
   * can begin. `rows` are vectors of the packaged model, one per chunk of a file.
   */
  readonly textsMade?: ((texts: Texts, rows: ReadonlyMap<RepoPath, Int8Array>) => void) | undefined;
  /** Whether the worker threads that count terms also compute these rows. */
  readonly embeds?: boolean;
  /** Contents of files that are not to be read from disk, by path. */
  readonly contents?: ReadonlyMap<RepoPath, Uint8Array> | undefined;
  /** See {@link ExtractOptions.keep}. */
  readonly keep?: ExtractOptions['keep'];
  /** Whether an update may leave out the edges of pages if it would have to read all pages again. */
  readonly mayLackPageEdges?: boolean | undefined;
  /** Whether an update may keep the text indexes of the previous state, if only the graph is read. */
  readonly mayLackText?: boolean | undefined;
}

const NOTHING_KNOWN = { manifest: new Map(), skipped: [] };

/**
 * Runs every step after discovery (project-scan.ts), for all files. Known facts are reused for
 * unchanged content.
 */
export async function runPipeline(
  projectScan: ProjectScan,
  facts: Facts | undefined,
  settings: RunSettings,
): Promise<PipelineResult> {
  try {
    return await indexAll(projectScan, facts, settings, true);
  } catch (error) {
    if (!(error instanceof TermsLost)) throw error;
    // In this mode terms are counted together with the facts. A failing file is skipped and
    // reported.
    return await indexAll(projectScan, facts, settings, false);
  }
}

async function indexAll(
  projectScan: ProjectScan,
  known: Facts | undefined,
  settings: RunSettings,
  countsLater: boolean,
): Promise<PipelineResult> {
  const { generation, monitor, threads, others, contents, keep } = settings;
  const { files } = projectScan.discovery;
  const builder = new TextsBuilder();
  const takeTerms = (path: RepoPath, terms: FileTerms) => builder.add(path, terms);
  const options = { others, countsLater, contents, keep, takeTerms };
  const { outcomes, isCounted, countTerms } = await monitor.phase(
    'extract',
    () => extractFiles(threads, files, known, monitor, options),
    files.length,
  );
  limitHeapGrowth();
  const { manifest, skipped, found, indexed } = fileSetOf(projectScan, NOTHING_KNOWN, outcomes);
  let resolved: () => void = () => undefined;
  const idle = new Promise<void>((resolve) => {
    resolved = resolve;
  });
  const placeOf = settings.embeds ? placesOf([...found.keys()]) : undefined;
  const indexing = indexTexts(
    builder,
    () => countTerms({ placeOf, idle }),
    settings,
    (counted) => factsChanges(outcomes, counted, indexed, known?.paths ?? []),
  );
  if (isCounted) await indexing;
  // Otherwise both run in parallel: workers count terms while this thread resolves references.
  const resolving = resolveAll(found, resolveLayout(projectScan), monitor).finally(resolved);
  const [
    { texts, changes },
    { links, graph, pages, diagnostics, entryPoints, requests, dependencies },
  ] = await both(indexing, resolving);
  const findings = { filesTotal: filesTotal(projectScan), skipped, diagnostics };
  const unboundByName = await monitor.steps(unboundNameSteps(links, graph));
  const report = reportOf(findings, await monitor.steps(linksReportSteps(links)), unboundByName);
  return {
    snapshot: {
      generation,
      manifest,
      graph,
      ...texts,
      pages,
      entryPoints,
      requests: withTestRequests({ entryPoints, requests }, links, graph),
      settings: deriveSettings(links, graph),
      report,
    },
    links,
    changes,
    parsedCount: parsedCount(outcomes),
    docDependencies: dependencies,
  };
}

/** Builds the text indexes of all files, when their terms have been counted. */
async function indexTexts(
  builder: TextsBuilder,
  countTerms: () => Promise<ReadonlyMap<RepoPath, Counted>>,
  { monitor, textsMade }: RunSettings,
  changesOf: (counted: ReadonlyMap<RepoPath, Counted>) => FactsChanges,
): Promise<{ readonly texts: Texts; readonly changes: FactsChanges }> {
  const counted = await countTerms();
  // Takes priority over resolving, because the vectors, made on another thread, depend on the text
  // indexes.
  const texts = await monitor.phase('index', () => monitor.stepsFirst(builder.buildSteps()));
  textsMade?.(texts, rowsOf(counted));
  return { texts, changes: changesOf(counted) };
}

function rowsOf(counted: ReadonlyMap<RepoPath, Counted>): ReadonlyMap<RepoPath, Int8Array> {
  return new Map(
    Array.from(counted).flatMap(([path, { rows }]) => (rows === undefined ? [] : [[path, rows]])),
  );
}

/**
 * Resolves all files. Their facts are decoded twice unless they are few: first for what is needed of
 * all files at once, then to resolve each.
 */
async function resolveAll(
  found: ReadonlyMap<RepoPath, Found>,
  layout: ProjectLayout,
  monitor: RunMonitor,
) {
  const files = [...found.values()];
  const facts = recentFacts(files.length, (file) => at(files, file).facts());
  const run = <Result>(steps: Task<Result>) => monitor.phase('resolve', () => monitor.steps(steps));
  const { builder, heads, pageFacts, diagnostics } = await run(readSteps(files.length, facts));
  const pages: Pages = constant(pageFacts);
  const { links, edges, evaluator } = await run(resolveSteps({ ...layout, heads, facts }));
  const { entryPoints, requests } = await run(entryPointSteps(evaluator));
  const built = await run(builder.buildSteps(edges));
  const { graph, dependencies } = await run(
    crossReferenceSteps(built, pages, entryPoints, () => createModuleLookup({ layout, links })),
  );
  return { links, graph, pages, diagnostics, entryPoints, requests, dependencies };
}

/** Reads all facts once. */
function* readSteps(fileCount: number, factsOf: (file: number) => FileFacts) {
  const builder = new GraphBuilder(fileCount);
  const heads: FileHead[] = [];
  const pageFacts = new Map<RepoPath, PageFacts>();
  const diagnostics: Diagnostic[] = [];
  for (let file = 0; file < fileCount; file++) {
    const facts = factsOf(file);
    builder.addFile(facts);
    heads.push(headOf(facts));
    if (facts.page !== undefined) pageFacts.set(facts.path, facts.page);
    diagnostics.push(...facts.diagnostics);
    yield;
  }
  return { builder, heads, pageFacts, diagnostics };
}

/** Waits until both promises have settled, so that no work continues after one of them fails. */
async function both<A, B>(a: Promise<A>, b: Promise<B>): Promise<readonly [A, B]> {
  await Promise.allSettled([a, b]);
  return Promise.all([a, b]);
}

export function resolveLayout(projectScan: ProjectScan): ProjectLayout {
  const { configTexts, outer } = projectScan.layout;
  return {
    paths: projectScan.discovery.allPaths,
    configFiles: configTexts,
    outer: outer && { prefix: outer.prefix, configFiles: outer.texts },
  };
}

export function filesTotal({ discovery }: ProjectScan): number {
  return discovery.files.length + discovery.skipped.length;
}

export function parsedCount(outcomes: ReadonlyMap<RepoPath, Outcome>): number {
  return [...outcomes.values()].filter((outcome) => outcome.isParsed).length;
}
