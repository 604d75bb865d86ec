/** Finds the lines that match a pattern in every file of several projects. */
import { at } from '../../base/assert.ts';
import type { RepoPath } from '../../model/path.ts';
import type { Project } from '../../project/project.ts';
import { literalFiles } from '../../query/literal/literal-files.ts';
import { itemProject } from '../answer/index-fields.ts';
import type { OpenIndex, ToolContext } from '../context.ts';
import { pathGlobFilter } from '../input/path-globs.ts';
import { compilePattern, type Pattern, type PatternRequest } from './pattern.ts';
import { type FileMatches, type ScanResult, scanFiles } from './scan-files.ts';

export interface ProjectScan extends OpenIndex, ScanResult {
  /** Number of files that cannot hold a match, as the word index shows; they are not read. */
  readonly ruledOutCount: number;
}

export interface ScanProjectsRequest extends PatternRequest {
  readonly pathGlobs: readonly string[];
}

/** Scans the projects one after the other, within the time limit of one request. */
export async function scanProjects(
  { signal }: Pick<ToolContext, 'signal'>,
  indexes: readonly OpenIndex[],
  request: ScanProjectsRequest,
): Promise<readonly ProjectScan[]> {
  const pattern = compilePattern(request);
  const startedMs = at(indexes, 0).project.now();
  const scans: ProjectScan[] = [];
  for (const opened of indexes) {
    const { paths, ruledOutCount } = await pathsToRead(opened, request, pattern, signal);
    const how = { expression: pattern.expression, startedMs, signal };
    scans.push({ ...opened, ruledOutCount, ...(await scanFiles(opened.project, paths, how)) });
    if (isStopped(scans)) break;
  }
  return scans;
}

/** Scans all files of a project that has no index. */
export async function scanDisk(
  project: Project,
  request: ScanProjectsRequest,
  signal: AbortSignal | undefined,
): Promise<ScanResult> {
  const { expression } = compilePattern(request);
  const isIncluded = pathGlobFilter(request.pathGlobs) ?? (() => true);
  const paths = (await project.files(signal)).filter((path) => isIncluded(path));
  return scanFiles(project, paths, { expression, startedMs: project.now(), signal });
}

export function isStopped(scans: readonly ProjectScan[]): boolean {
  return scans.some(({ stopped }) => stopped !== undefined);
}

/** A file with matches, with its project if several are searched. */
export interface FoundFile extends FileMatches {
  readonly owner: { readonly project?: string };
}

export function foundFiles(
  scans: readonly ProjectScan[],
  indexes: readonly OpenIndex[],
): readonly FoundFile[] {
  return scans.flatMap((scan) =>
    scan.matches.map((file) => ({ ...file, owner: itemProject(indexes, scan) })),
  );
}

/**
 * Returns every file that may contain a match. The index decides for indexed files; all other files
 * are read.
 */
async function pathsToRead(
  { project, snapshot }: OpenIndex,
  { pathGlobs }: ScanProjectsRequest,
  { literal }: Pattern,
  signal: AbortSignal | undefined,
): Promise<{ readonly paths: readonly RepoPath[]; readonly ruledOutCount: number }> {
  const isIncluded = pathGlobFilter(pathGlobs) ?? (() => true);
  const index = snapshot.text;
  const may = new Uint8Array(index.fileCount).fill(literal === undefined ? 1 : 0);
  if (literal !== undefined) for (const file of literalFiles(index, literal).files) may[file] = 1;
  const all = new Set([...(await project.files(signal)), ...snapshot.graph.paths()]);
  const included = [...all].sort().filter((path) => isIncluded(path));
  // The index may skip only files it contains; a file that is not indexed is always read.
  const paths = included.filter((path) => {
    const file = index.fileNumber(path);
    return file < 0 || may[file] === 1;
  });
  return { paths, ruledOutCount: included.length - paths.length };
}
