/** Gathers everything that describes a change: both sides, the files, and the history. */
import { type CoChange, coChanges } from '../../changes/cochange.ts';
import {
  type ChangeReport,
  type ChangeSide,
  describeChange,
  differingFiles,
} from '../../changes/report.ts';
import { type ChangedFile, filesBetween, filesInIndex } from '../../git/changed-files.ts';
import { messagesBetween } from '../../git/commits.ts';
import { type FileCommit, fileHistory } from '../../git/history.ts';
import { workingTree } from '../../git/working-tree.ts';
import type { RepoPath } from '../../model/path.ts';
import { NO_FILES, type Project, STAGED } from '../../project/project.ts';
import type { OpenIndex, ToolContext } from '../context.ts';
import { requestingSnapshot } from '../entry-points/request-edges.ts';
import { type Author, authorsOf } from '../git/commit-item.ts';
import { openSide, openToCompare, type Side, WORKING_TREE } from '../git/compare-sides.ts';
import { type ChangeRange, parseRange } from './range.ts';

/** Most commits of a range whose messages are read. */
const MESSAGES_MAX = 50;
/** Number of commits before the change that tell which files change together, and by whom. */
const COMMITS_MAX = 1000;

export interface FileOfChange extends Pick<ChangedFile, 'status' | 'path'> {
  readonly oldPath?: RepoPath;
  /** Whether the file is in the graph of one of the sides. */
  readonly isIndexed: boolean;
}

export interface CollectedChange {
  readonly open: OpenIndex;
  readonly range: ChangeRange;
  readonly from: Side;
  readonly to: Side;
  readonly files: readonly FileOfChange[];
  readonly report: ChangeReport;
  readonly coChanges: readonly CoChange[];
  /** Those of recent commits that changed one of the files. */
  readonly owners: readonly Author[];
}

interface Request {
  readonly range: string;
  readonly depth: number;
  readonly project?: string | undefined;
}

export async function collectChange(
  context: ToolContext,
  { range: words, depth, project: projectName }: Request,
): Promise<CollectedChange> {
  const project = context.workspace.project(projectName);
  const named = await parseRange(project, words);
  const range = await resolveNames(project, named);
  // Git reads the history while the index is loaded, which keeps this thread busy.
  const history = historyBefore(project, range).catch(() => undefined);
  const messages = messagesOf(project, range).catch(() => []);
  const open = await openToCompare(context, projectName, range);
  const graphOnly = { mayLackText: true };
  const mayLack = { ...graphOnly, mayLackPageEdges: true };
  // The older side lacks more, so it is made from the newer one, which is seldom far.
  const to = await openSide(open, range.to, context, graphOnly);
  const from = await openSide(open, range.from, context, mayLack);
  const listed = listFiles(project, from, range.to);
  const files = withIndexed(await listed, from, to);
  const renamedFiles = new Map(
    files.flatMap(({ status, path, oldPath }) =>
      status === 'renamed' && oldPath !== undefined ? [[oldPath, path] as const] : [],
    ),
  );
  const paths = new Set<string>(files.map(({ path }) => path));
  const commits = (await history) ?? [];
  const ownMessages = await messages;
  const describe = (old: Side) =>
    describeChange({
      old: sideOf(old),
      now: sideOf(to),
      renamedFiles,
      text: open.snapshot.text,
      commits,
      messages: ownMessages,
      distanceMax: depth,
    });
  const first = await describe(from);
  const needsPages = first.symbols.some(
    ({ change }) => change === 'removed' || change === 'renamed',
  );
  // Opened again with edges of pages, if it had none and they are needed.
  const whole = needsPages ? await openSide(open, range.from, context, graphOnly) : from;
  const report = whole.snapshot === from.snapshot ? first : await describe(whole);
  const isThere = (path: string) => to.snapshot.graph.fileNode(path) !== undefined;
  return {
    ...{ open, files, report, range: named },
    ...{ from: { ...whole, name: named.from }, to: { ...to, name: named.to } },
    coChanges: coChanges(commits, paths, isThere),
    owners: authorsOf(commits.filter(({ paths: own }) => own.some((path) => paths.has(path)))),
  };
}

/** Replaces names of revisions by their hashes, so that git looks up each once. */
async function resolveNames(project: Project, range: ChangeRange): Promise<ChangeRange> {
  const isFiles = (name: string) => [WORKING_TREE, STAGED, NO_FILES].includes(name);
  const nameOf = (name: string) => range.hashes?.get(name) ?? name;
  const names = [nameOf(range.from), nameOf(range.to)].filter((name) => !isFiles(name));
  const hashes = await project.revisions.commits(names);
  const hashOf = (name: string) => hashes[names.indexOf(nameOf(name))] ?? name;
  return { ...range, from: hashOf(range.from), to: hashOf(range.to) };
}

type History = Promise<readonly FileCommit[] | undefined>;
type Listed = Promise<readonly ListedFile[]>;
type Messages = Promise<readonly string[]>;

/** Caches the last answers of git for each project, because the same questions follow each other. */
const HISTORIES = new WeakMap<Project, { readonly commit: string; readonly history: History }>();
const LISTED = new WeakMap<Project, { readonly commits: string; readonly files: Listed }>();
const MESSAGES = new WeakMap<Project, { readonly commits: string; readonly messages: Messages }>();

/** @throws {GraphMemoryError} GM_REVISION if there is no such revision. */
async function historyBefore(
  project: Project,
  { from }: ChangeRange,
): ReturnType<typeof fileHistory> {
  if (from === NO_FILES) return [];
  const commit = await project.revisions.commit(from === WORKING_TREE ? 'HEAD' : from);
  const known = HISTORIES.get(project);
  if (known?.commit === commit) return known.history;
  const history = fileHistory(project.root, commit, COMMITS_MAX);
  HISTORIES.set(project, { commit, history });
  return history;
}

/** Returns the messages of the commits in a range. Uncommitted changes have none. */
async function messagesOf(project: Project, { from, to }: ChangeRange): Messages {
  const isCommit = (name: string) => ![WORKING_TREE, STAGED, NO_FILES].includes(name);
  if (!isCommit(from) || !isCommit(to)) return [];
  const commits = `${from} ${to}`;
  const known = MESSAGES.get(project);
  if (known?.commits === commits) return known.messages;
  const messages = messagesBetween(project.root, { from, to, countMax: MESSAGES_MAX });
  MESSAGES.set(project, { commits, messages });
  return messages;
}

function listCommitted(project: Project, from: string, to: string): Listed {
  const commits = `${from} ${to}`;
  const known = LISTED.get(project);
  if (known?.commits === commits) return known.files;
  const files = filesBetween(project.root, from, to).then((found) => found ?? []);
  LISTED.set(project, { commits, files });
  return files;
}

function sideOf({ snapshot, readTexts }: Side): ChangeSide {
  const { graph, entryPoints, manifest } = snapshot;
  return {
    graph,
    entryPoints,
    requesting: () => requestingSnapshot(snapshot).graph,
    hashOf: (path) => manifest.get(path)?.hash,
    readTexts,
  };
}

type ListedFile = Pick<FileOfChange, 'status' | 'path' | 'oldPath'>;

/** Lists the changed files as git sees them. */
async function listFiles(project: Project, from: Side, to: string): Listed {
  const { root } = project;
  if (from.commit === undefined)
    return to === WORKING_TREE ? ((await workingTree(root))?.files ?? []) : [];
  if (to === STAGED) return (await filesInIndex(root, from.commit)) ?? [];
  if (to !== WORKING_TREE) return listCommitted(project, from.commit, to);
  const tree = await workingTree(root);
  const between =
    tree?.commit === undefined || tree.commit === from.commit
      ? []
      : await listCommitted(project, from.commit, tree.commit);
  const files = new Map<RepoPath, ListedFile>();
  for (const file of [...between, ...(tree?.files ?? [])]) {
    const earlier = files.get(file.oldPath ?? file.path);
    const isNew = earlier?.status === 'added' && file.status === 'modified';
    files.set(file.path, isNew ? { ...file, status: 'added' } : file);
  }
  return [...files.values()];
}

/** Adds files that only the graphs tell, and marks those that are in a graph. */
function withIndexed(listed: readonly ListedFile[], from: Side, to: Side): readonly FileOfChange[] {
  const { added, removed, changed } = differingFiles(sideOf(from), sideOf(to));
  const statuses = new Map<RepoPath, ListedFile['status']>([
    ...added.map((path) => [path, 'added'] as const),
    ...removed.map((path) => [path, 'deleted'] as const),
    ...changed.map((path) => [path, 'modified'] as const),
  ]);
  const files = new Map<RepoPath, FileOfChange>();
  const isThere = (path: RepoPath) =>
    [from, to].some(({ snapshot }) => snapshot.graph.fileNode(path) !== undefined);
  for (const { status, path, oldPath } of listed) {
    const isIndexed = isThere(path) || (oldPath !== undefined && isThere(oldPath));
    files.set(path, { status, path, isIndexed, ...(oldPath === undefined ? {} : { oldPath }) });
    statuses.delete(path);
    if (status === 'renamed' && oldPath !== undefined) statuses.delete(oldPath);
  }
  const renamed = equalFiles(statuses, from, to);
  for (const [path, status] of statuses) {
    const oldPath = renamed.get(path);
    if (oldPath !== undefined)
      files.set(path, { status: 'renamed', path, oldPath, isIndexed: true });
    else if (![...renamed.values()].includes(path))
      files.set(path, { status, path, isIndexed: true });
  }
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Pairs added files with deleted ones of the same content: new path → old path. */
function equalFiles(
  statuses: ReadonlyMap<RepoPath, string>,
  from: Side,
  to: Side,
): ReadonlyMap<RepoPath, RepoPath> {
  const deleted = new Map<string, RepoPath>();
  for (const [path, status] of statuses) {
    const hash = from.snapshot.manifest.get(path)?.hash;
    if (status === 'deleted' && hash !== undefined) deleted.set(hash, path);
  }
  const pairs = new Map<RepoPath, RepoPath>();
  for (const [path, status] of statuses) {
    const oldPath = deleted.get(to.snapshot.manifest.get(path)?.hash ?? '');
    if (status === 'added' && oldPath !== undefined) pairs.set(path, oldPath);
  }
  return pairs;
}
