import { z } from 'zod';
import { grouped } from '../base/grouped.ts';
import { headCommit } from '../files/git-head.ts';
import { SKIP_REASONS } from '../model/diagnostic.ts';
import type { Project, ProjectStatus } from '../project/project.ts';
import { missingText } from '../project/workspace.ts';
import { countsOf, listSchema } from './answer/counts.ts';
import { countsText, oneLine, plural } from './answer/display.ts';
import { branchAt } from './answer/index-fields.ts';
import { locationShape } from './answer/location.ts';
import { renderList } from './answer/rendered-answer.ts';
import { readTool } from './index-tool.ts';
import { projectParameter, tokensParameter } from './input/parameters.ts';

const SAMPLES_MAX = 10;

/** Descriptions of the classes of imports that did not resolve to a file. */
const UNRESOLVED_WORDS = {
  external: 'of other packages',
  missing: 'not found in the project',
  unsupported: 'not understood',
} as const;

const skippedSchema = z.strictObject({
  path: z.string(),
  reason: z.enum(SKIP_REASONS),
  detail: z.string(),
});

const unresolvedSchema = z.strictObject({
  ...locationShape,
  specifier: z.string(),
  class: z.enum(['external', 'missing', 'unsupported']),
});

const countsByName = z.record(z.string(), z.int());

const vectorsSchema = z.strictObject({
  /** Empty if vectors are disabled, or none are made yet. */
  model: z.string(),
  chunks: z.int(),
  /** The number of these chunks that belong to pages. */
  page_chunks: z.int(),
  /** The configured model, while vectors of another model are still in use; otherwise empty. */
  next: z.string(),
  /** Number of chunks that still need a vector of the configured model. */
  missing: z.int(),
  /** Work in progress before the vectors can be made; empty if none. */
  work: z.string(),
  /** Reason why the vectors cannot be made; empty if none. */
  problem: z.string(),
  /**
   * How nearest neighbours are found: exact or hnsw, and for exact the reason if there is one.
   */
  search: z.string(),
});

const output = {
  project: z.string(),
  root: z.string(),
  indexed: z.boolean(),
  generation: z.int(),
  /** ISO 8601; empty if never indexed. */
  indexed_at: z.string(),
  /** See `index_commit` and `index_branch` of searches. */
  commit: z.string().optional(),
  branch: z.string().optional(),
  store: z.strictObject({
    path: z.string(),
    bytes: z.int(),
    /** Error that keeps the current index from being stored; empty if there is none. */
    problem: z.string(),
  }),
  freshness: z.strictObject({
    mode: z.enum(['watching', 'polling', 'onDemand']),
    /** Reason for polling; empty when not polling. */
    reason: z.string(),
    watched_folders: z.int(),
    pending_changes: z.int(),
    /** ISO 8601; empty if this process has not refreshed yet. */
    checked_at: z.string(),
    /** Error of the last refresh; empty if it succeeded. */
    problem: z.string(),
    /**
     * Number of files derived again while idle, and how often the result differed from the index.
     */
    rechecked_files: z.int(),
    mismatches: z.int(),
  }),
  counts: z.strictObject({
    files: z.int(),
    symbols: z.int(),
    diagnostics: z.int(),
    unbound_references: z.int(),
    languages: countsByName,
    symbol_kinds: countsByName,
    edges: countsByName,
  }),
  vectors: vectorsSchema,
  /** The sparse vectors, like `vectors`; absent unless a model is configured. */
  sparse: vectorsSchema.optional(),
  /** The cross-encoder that orders the first files; absent unless it is configured. */
  rerank: z
    .strictObject({
      /** Empty before its first use. */
      model: z.string(),
      /** Work in progress before it can be used; empty if none. */
      work: z.string(),
      /** Reason why the last question was answered without it; empty if none. */
      problem: z.string(),
    })
    .optional(),
  skipped: listSchema(skippedSchema).extend({ by_reason: countsByName }),
  unresolved: listSchema(unresolvedSchema).extend({ by_class: countsByName }),
};

export const indexStatus = readTool({
  name: 'index_status',
  title: 'Index status',
  description:
    'State of the index: counts, skipped files by reason, unresolved imports. Use when results seem incomplete.',
  input: z.strictObject({ max_tokens: tokensParameter, project: projectParameter }),
  output,
  async answer(context, request) {
    const project = context.workspace.project(request.project);
    await project.load(context.notice);
    await project.vectors.ready();
    await project.sparse.ready();
    const status = project.status();
    const head = await headFields(project, context.signal);
    const { skipped, unresolved } = status;
    const rows = skipped.files.map(({ path, reason, detail }) => [
      {
        item: { path: path as string, reason, detail },
        text: `    ${path}: ${reason} (${oneLine(detail, 120)})`,
      },
    ]);
    const samples = unresolved.samples
      .filter((sample) => sample.class !== 'external')
      .slice(0, SAMPLES_MAX)
      .map(({ path, line, specifier, class: kind }) => ({
        path: path as string,
        start_line: line,
        end_line: line,
        specifier: oneLine(specifier, 120),
        class: kind,
      }));
    // Imports of external packages are not listed: they are expected to be missing from the
    // project.
    const listable = unresolved.total - (unresolved.byClass['external'] ?? 0);
    const list = { rows, detail: 'locations', total: skipped.total } as const;
    return renderList(list, ({ items, counts, notes, text }) => ({
      fields: {
        ...numbersOf(status),
        ...head,
        skipped: { items, ...counts, by_reason: { ...skipped.byReason } },
        unresolved: {
          items: samples,
          ...countsOf(samples.length, listable),
          by_class: { ...unresolved.byClass },
        },
      },
      notes: [
        ...notes.map((note) => `skipped files: ${note}`),
        ...(project.isRootThere() ? [] : [missingText({ name: project.name, path: project.root })]),
        ...(status.indexed ? [] : ['not indexed yet; the first query builds the index']),
      ],
      text: [
        ...statusLines(status),
        ...headLines(head),
        text,
        ...samples.map(
          (sample) =>
            `    ${sample.path}:${sample.start_line}: import "${sample.specifier}" ${UNRESOLVED_WORDS[sample.class]}`,
        ),
      ],
    }));
  },
});

interface HeadFields {
  readonly commit?: string;
  readonly branch?: string;
}

/** Names the commit of the index. A process that has not looked at the disk yet does so. */
async function headFields(project: Project, signal: AbortSignal | undefined): Promise<HeadFields> {
  const commit = project.commit() ?? (await commitOnDisk(project, signal));
  const branch = branchAt(project.root, commit);
  return { ...(commit && { commit }), ...(branch && { branch }) };
}

/** Returns the commit that is checked out if the files on disk are those of the index. */
async function commitOnDisk(project: Project, signal?: AbortSignal): Promise<string | undefined> {
  if (!project.status().indexed || !project.isRootThere()) return undefined;
  const commit = headCommit(project.root);
  if (commit === undefined) return undefined;
  return (await project.changesSinceSnapshot(signal)).length === 0 ? commit : undefined;
}

function headLines({ commit, branch }: HeadFields): readonly string[] {
  if (commit === undefined) return [];
  return [`  commit: ${commit.slice(0, 12)}${branch === undefined ? '' : ` of branch ${branch}`}`];
}

function numbersOf(status: ProjectStatus) {
  return {
    project: status.name,
    root: status.root,
    indexed: status.indexed,
    generation: status.generation,
    indexed_at: status.indexedAt ?? '',
    store: { path: status.storeDir, bytes: status.storeBytes, problem: status.storeProblem },
    freshness: {
      mode: status.freshness.mode,
      reason: status.freshness.reason,
      watched_folders: status.freshness.folderCount,
      pending_changes: status.freshness.pendingCount,
      checked_at: status.checkedAt ?? '',
      problem: status.freshness.problem,
      rechecked_files: status.rechecks.files,
      mismatches: status.rechecks.mismatches.length,
    },
    counts: {
      files: status.files,
      symbols: status.symbols,
      diagnostics: status.diagnostics,
      unbound_references: status.unboundReferences,
      languages: { ...status.languages },
      symbol_kinds: withoutZeros(status.symbolKinds),
      edges: withoutZeros(status.edges),
    },
    vectors: vectorNumbers(status.vectors),
    ...(status.sparse === undefined ? {} : { sparse: vectorNumbers(status.sparse) }),
    ...(status.rerank === undefined ? {} : { rerank: status.rerank }),
  };
}

function vectorNumbers({ pageChunks, ...others }: ProjectStatus['vectors']) {
  return { ...others, page_chunks: pageChunks };
}

function withoutZeros(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** Returns the status as lines of text; the command line also prints them after indexing. */
export function statusLines(status: ProjectStatus): string[] {
  if (!status.indexed) return [`${status.name} (${status.root}): not indexed`];
  return [
    `${status.name} (${status.root}): generation ${status.generation}, indexed ${status.indexedAt ?? 'never'}`,
    `  ${freshnessLine(status)}`,
    `  files: ${grouped(status.files)} (${listOf(status.languages)})`,
    `  symbols: ${grouped(status.symbols)} (${listOf(status.symbolKinds)})`,
    `  edges: ${listOf(status.edges)}`,
    `  unresolved: ${unresolvedLine(status)}`,
    `  syntax problems: ${diagnosticsLine(status)}`,
    `  vectors: ${vectorsLine(status.vectors)}`,
    ...(status.sparse === undefined ? [] : [`  sparse: ${vectorsLine(status.sparse)}`]),
    ...(status.rerank === undefined ? [] : [`  rerank: ${rerankLine(status.rerank)}`]),
    `  store: ${storeLine(status)}`,
    `  skipped: ${plural(status.skipped.total, 'file')}${status.skipped.total === 0 ? '' : ` (${listOf(status.skipped.byReason)})`}`,
  ];
}

function storeLine({ storeDir, storeBytes, storeProblem }: ProjectStatus): string {
  const size = `${storeDir} (${(storeBytes / 1e6).toFixed(1)} MB)`;
  return storeProblem === '' ? size : `${size}; this index is in memory only: ${storeProblem}`;
}

/**
 * Like {@link listOf}, but with descriptions for people; the structured answer uses the class
 * names.
 */
function unresolvedLine({ unresolved, unboundReferences }: ProjectStatus): string {
  const classes = Object.entries(UNRESOLVED_WORDS).flatMap(([name, words]) => {
    const count = unresolved.byClass[name] ?? 0;
    return count === 0 ? [] : [`${grouped(count)} ${words}`];
  });
  const imports = plural(unresolved.total, 'import');
  const list = classes.length === 0 ? '' : ` (${classes.join(', ')})`;
  const unbound = plural(unboundReferences, 'unbound reference');
  const reason = ' (to other packages, built-ins and values of unknown type)';
  return `${imports}${list}, ${unbound}${unboundReferences === 0 ? '' : reason}`;
}

function diagnosticsLine({ diagnostics, diagnosticSamples }: ProjectStatus): string {
  if (diagnostics === 0) return '0';
  const places = diagnosticSamples.map(({ path, line }) => `${path}:${line}`);
  const more = diagnostics > places.length ? ', …' : '';
  return `${plural(diagnostics, 'line')} not understood (${places.join(', ')}${more}); the code around them is indexed`;
}

function rerankLine({ model, work, problem }: NonNullable<ProjectStatus['rerank']>): string {
  const parts = [model, work, problem].filter((part) => part !== '');
  return parts.length === 0 ? 'not used yet' : parts.join('; ');
}

function vectorsLine({
  model,
  chunks,
  pageChunks,
  next,
  missing,
  work,
  problem,
  search,
}: ProjectStatus['vectors']): string {
  const parts = [
    model === ''
      ? 'none'
      : `${plural(chunks, 'chunk')}${pageChunks === 0 ? '' : `, ${grouped(pageChunks)} of pages,`} by ${model}`,
    ...(missing === 0 ? [] : [`${grouped(missing)} pending${next === '' ? '' : ` by ${next}`}`]),
    ...(work === '' ? [] : [work]),
    ...(problem === '' ? [] : [problem]),
    ...(search === 'exact' ? [] : [search]),
  ];
  return parts.join('; ');
}

function freshnessLine({ freshness, checkedAt, rechecks }: ProjectStatus): string {
  const { mode, reason, folderCount, pendingCount, problem } = freshness;
  const how = {
    watching: `watching ${plural(folderCount, 'folder')}`,
    polling: `polling: ${reason}`,
    onDemand: 'each query checks for changes',
  }[mode];
  const parts = [
    how,
    checkedAt === undefined ? 'not checked for changes yet' : `last checked ${checkedAt}`,
    ...(pendingCount === 0 ? [] : [`${plural(pendingCount, 'change')} pending`]),
    ...(problem === '' ? [] : [`the last check failed: ${problem}`]),
    ...(rechecks.files === 0 ? [] : [`${plural(rechecks.files, 'file')} derived again`]),
    ...rechecks.mismatches.slice(-1).map((one) => `wrong about ${one} until it was rebuilt`),
  ];
  return `freshness: ${parts.join('; ')}`;
}

/** Returns counts, or `none`. */
function listOf(counts: Readonly<Record<string, number>>): string {
  return countsText(counts, grouped) || 'none';
}
