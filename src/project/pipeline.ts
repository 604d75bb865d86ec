/**
 * Read this file first: from a folder on disk to a snapshot that can be searched.
 *
 *   discover → read → extract → resolve → graph → index → Snapshot
 *
 * `files` lists the project and reads what changed, `extract` turns one file into facts, `resolve`
 * turns the facts of all files into edges, `graph` and `index` make them searchable. Everything after
 * reading is a function of its arguments. A project's state over time is project.ts.
 */
import { compareStrings } from '../base/compare.ts';
import type { ProjectConfig } from '../config/load.ts';
import { buildGraph } from '../graph/build.ts';
import type { IndexReport, Snapshot } from '../index/snapshot.ts';
import { buildTextIndex } from '../index/text-index.ts';
import type { FileFacts } from '../model/facts.ts';
import type { RepoPath } from '../model/path.ts';
import { type Resolution, type ResolveInput, resolve } from '../resolve/resolve.ts';
import { type ExtractedFiles, extractFiles, type KnownFiles } from './extract-files.ts';
import { UNRESOLVED_SAMPLES_MAX } from './limits.ts';
import type { RunMonitor } from './progress.ts';
import type { Survey } from './survey.ts';
import { countUnboundNames } from './unbound-names.ts';

/** What a run made: a snapshot, and the per-file facts and terms that make the next run cheap. */
export interface PipelineResult {
  readonly snapshot: Snapshot;
  readonly extracted: ExtractedFiles;
  /** Kept in memory, so that the next run resolves only what has changed. */
  readonly resolution: Resolution;
}

/** Everything after discovery (survey.ts), which decides whether there is anything to do. */
export async function runPipeline(
  config: ProjectConfig,
  survey: Survey,
  known: KnownFiles & { readonly resolution: Resolution | undefined },
  generation: number,
  threadsMax: number,
  monitor: RunMonitor,
): Promise<PipelineResult> {
  const extracted = await monitor.phase(
    'extract',
    () => extractFiles(config, survey, known, threadsMax, monitor),
    survey.discovery.files.length,
  );
  const records = [...extracted.records.values()];
  const files = records.map((record) => record.facts);

  const resolution = await monitor.phase('resolve', () =>
    resolve(
      resolveInput(files, survey),
      known.resolution && {
        resolution: known.resolution,
        changed: changedPaths(survey, extracted),
      },
    ),
  );

  const graph = await monitor.phase('index', () => buildGraph(files, resolution.edges));
  const text = await monitor.phase('index', () =>
    buildTextIndex(records.map(({ facts, terms }) => ({ path: facts.path, terms }))),
  );

  const report = {
    ...reportOf(survey, extracted, resolution),
    unboundByName: countUnboundNames(resolution, graph),
  };
  const snapshot = { generation, manifest: extracted.manifest, graph, text, report };
  return { snapshot, extracted, resolution };
}

function resolveInput(files: readonly FileFacts[], survey: Survey): ResolveInput {
  const { configTexts, outer } = survey.layout;
  return {
    files,
    paths: survey.discovery.allPaths,
    configFiles: configTexts,
    outer: outer && { prefix: outer.prefix, configFiles: outer.texts },
  };
}

/** Everything whose facts may differ from those that were resolved before. */
function changedPaths(survey: Survey, extracted: ExtractedFiles): ReadonlySet<RepoPath> {
  const { added, changed } = survey.changes;
  return new Set([
    ...[...added, ...changed].map((entry) => entry.path),
    ...extracted.changed.keys(),
  ]);
}

function reportOf(
  survey: Survey,
  extracted: ExtractedFiles,
  resolution: Resolution,
): Omit<IndexReport, 'unboundByName'> {
  const byClass: Record<string, number> = { external: 0, missing: 0, unsupported: 0 };
  for (const { class: kind } of resolution.unresolved) byClass[kind] = (byClass[kind] ?? 0) + 1;
  // What should have been found comes first: that a package is not part of the project is no news.
  const samples = resolution.unresolved.toSorted(
    (a, b) => Number(a.class === 'external') - Number(b.class === 'external'),
  );
  return {
    filesTotal: survey.discovery.files.length + survey.discovery.skipped.length,
    skipped: [...survey.discovery.skipped, ...extracted.skipped].sort((a, b) =>
      compareStrings(a.path, b.path),
    ),
    diagnostics: [...extracted.records.values()].flatMap(({ facts }) => facts.diagnostics),
    unresolved: {
      total: resolution.unresolved.length,
      byClass,
      samples: samples.slice(0, UNRESOLVED_SAMPLES_MAX),
    },
    unboundReferences: resolution.unboundReferences,
  };
}
