/**
 * Read this file first: from a folder on disk to a snapshot that can be searched.
 *
 *   discover → read → extract → index → resolve → graph → crossref → Snapshot
 *
 * `files` lists the project and reads what changed, `extract` turns one file into facts, `resolve`
 * turns the facts of all files into edges, `graph` and `index` make them searchable, and `crossref` adds
 * to the graph what pages of documentation say of the rest. Everything after reading is a function of its arguments. update.ts does the same for a few changed files; a project's
 * state over time is project.ts.
 */
import { buildGraphSteps } from '../graph/build.ts';
import type { Snapshot } from '../index/snapshot.ts';
import type { ProjectLayout } from '../languages/language.ts';
import type { RepoPath } from '../model/path.ts';
import type { FileLinks } from '../resolve/links.ts';
import { resolveSteps } from '../resolve/resolve.ts';
import type { ResolutionUpdate } from '../resolve/update.ts';
import type { Facts, FactsChanges, KnownFacts } from '../store/facts-file.ts';
import { crossReferenceSteps } from './cross-reference.ts';
import { extractFiles, type Outcome } from './extract-files.ts';
import { factsChanges, fileSetOf } from './file-set.ts';
import { pagesOf, type Texts, textIndexesSteps } from './pages.ts';
import type { RunMonitor } from './progress.ts';
import { reportSteps } from './report.ts';
import type { Survey } from './survey.ts';
import type { ThreadSupply } from './thread-supply.ts';
import { unboundNameSteps } from './unbound-names.ts';

/** What a run made: a snapshot, and what of single files makes the next run cheap. */
export interface PipelineResult {
  readonly snapshot: Snapshot;
  readonly links: readonly FileLinks[];
  readonly changes: FactsChanges;
  readonly parsedCount: number;
  /** What its pages were looked up by. */
  readonly askedByPages: ReadonlySet<string> | undefined;
  /** What an update resolved; undefined when all was made from nothing. */
  readonly resolution?: ResolutionUpdate;
}

export interface RunSettings {
  readonly generation: number;
  readonly threads: ThreadSupply;
  readonly monitor: RunMonitor;
  /** Besides the own ones: of what files held before, or of other working trees of the repository. */
  readonly others: readonly KnownFacts[];
  /** Told when the text indexes are there, and all else is not: what rests on them alone may begin. */
  readonly textsMade?: ((texts: Texts) => void) | undefined;
}

const NOTHING_KNOWN = { manifest: new Map(), skipped: [] };

/**
 * Everything after discovery (survey.ts), for all files. Facts of content that is there again are used
 * again.
 */
export async function runPipeline(
  survey: Survey,
  facts: Facts | undefined,
  settings: RunSettings,
): Promise<PipelineResult> {
  const { generation, monitor } = settings;
  const { allFacts, texts, pages, ...read } = await readAll(survey, facts, settings);
  const { links, edges } = await monitor.phase('resolve', () =>
    monitor.steps(resolveSteps({ ...resolveLayout(survey), files: allFacts })),
  );
  const built = await monitor.phase('resolve', () =>
    monitor.steps(buildGraphSteps(allFacts, edges)),
  );
  const { graph, asked } = await monitor.phase('resolve', () =>
    monitor.steps(crossReferenceSteps(built, pages, { layout: resolveLayout(survey), links })),
  );
  const diagnostics = allFacts.flatMap((file) => file.diagnostics);
  const findings = { filesTotal: filesTotal(survey), skipped: read.skipped, diagnostics };
  const unboundByName = await monitor.steps(unboundNameSteps(links, graph));
  const report = await monitor.steps(reportSteps(findings, links, unboundByName));
  return {
    snapshot: { generation, manifest: read.manifest, graph, ...texts, pages, report },
    links,
    changes: read.changes,
    parsedCount: read.parsedCount,
    askedByPages: asked,
  };
}

/** What single files give. Their terms, a third of the memory of all this, end with this function. */
async function readAll(
  survey: Survey,
  facts: Facts | undefined,
  { threads, monitor, others, textsMade }: RunSettings,
) {
  const { files } = survey.discovery;
  const outcomes = await monitor.phase(
    'extract',
    () => extractFiles(threads, files, facts, monitor, others),
    files.length,
  );
  const { manifest, skipped, records, indexed } = fileSetOf(survey, NOTHING_KNOWN, outcomes);
  const texts = await monitor.phase('index', () => monitor.steps(textIndexesSteps(records)));
  textsMade?.(texts);
  return {
    manifest,
    skipped,
    texts,
    allFacts: [...records.values()].map((record) => record.facts),
    pages: pagesOf(records),
    changes: factsChanges(outcomes, indexed, facts?.paths ?? []),
    parsedCount: parsedCount(outcomes),
  };
}

export function resolveLayout(survey: Survey): ProjectLayout {
  const { configTexts, outer } = survey.layout;
  return {
    paths: survey.discovery.allPaths,
    configFiles: configTexts,
    outer: outer && { prefix: outer.prefix, configFiles: outer.texts },
  };
}

export function filesTotal({ discovery }: Survey): number {
  return discovery.files.length + discovery.skipped.length;
}

export function parsedCount(outcomes: ReadonlyMap<RepoPath, Outcome>): number {
  return [...outcomes.values()].filter((outcome) => outcome.isParsed).length;
}
