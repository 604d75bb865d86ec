/** The current and the committed text of changed files, as far as they may be shown. */
import { type LineChange, lineChanges } from '../../base/line-diff.ts';
import { linesOf } from '../../base/lines.ts';
import { isSecretPath } from '../../files/secrets/secret-paths.ts';
import { isFileRefused } from '../../indexing/current-file.ts';
import type { RepoPath } from '../../model/path.ts';
import { type List, renderList } from '../answer/rendered-answer.ts';
import type { ToolContext } from '../context.ts';
import { pathGlobFilter } from '../input/path-globs.ts';
import { sourceFields, type WorkingChanges, workingChanges } from './working-changes.ts';

/** Why the change of a file is not shown. */
export const OMISSIONS = [
  'sensitive',
  'binary',
  'too_large',
  'unreadable',
  'not_included',
  'deleted',
  'conflicted',
  'no_base',
  'budget',
] as const;
type Omission = (typeof OMISSIONS)[number];

export interface ChangedText {
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
  readonly changes: readonly LineChange[];
}

type File = WorkingChanges['files'][number];

interface TextsRequest {
  readonly project?: string | undefined;
  readonly path_glob: readonly string[];
  readonly max_results: number;
}

interface SelectedChanges {
  readonly changes: WorkingChanges;
  /** Number of selected files. */
  readonly total: number;
  readonly first: readonly File[];
  /** The texts of the first files, or the reason why one is not shown. */
  readonly texts: ReadonlyMap<RepoPath, ChangedText | Omission>;
}

/** Finds the changed files that a request selects, and the texts of the first of them. */
export async function selectedChanges(
  context: ToolContext,
  request: TextsRequest,
): Promise<SelectedChanges> {
  const changes = await workingChanges(context, request.project);
  const isIncluded = pathGlobFilter(request.path_glob) ?? (() => true);
  const files = changes.files.filter(
    ({ path, oldPath = path }) => isIncluded(path) || isIncluded(oldPath),
  );
  const first = files.slice(0, request.max_results);
  const texts = await changedTexts(changes, first, context.signal);
  return { changes, total: files.length, first, texts };
}

/** Lists changed files: the rows of {@link selectedChanges}, below a line about all of them. */
export function renderChanges<Item>(
  { changes, total }: { readonly changes: WorkingChanges; readonly total: number },
  { head, ...list }: Omit<List<Item>, 'total'> & { readonly head: string },
) {
  return renderList({ ...list, total }, ({ items, counts, notes, text }) => ({
    fields: { ...sourceFields(changes), items, ...counts },
    notes: [...notes, ...changes.notes],
    text: [head, text],
  }));
}

/** Compares files with HEAD. Returns the reason for each file that is not compared. */
async function changedTexts(
  { project, tree }: WorkingChanges,
  files: readonly File[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<RepoPath, ChangedText | Omission>> {
  const included = new Set(await project.files(signal));
  const oldPaths = files.flatMap(({ path, oldPath = path, status }) =>
    status === 'added' || status === 'untracked' ? [] : [oldPath],
  );
  const before =
    tree?.commit === undefined ? new Map() : await project.revisions.texts(tree.commit, oldPaths);
  const found = new Map<RepoPath, ChangedText | Omission>();
  for (const file of files) {
    const { path, oldPath = path, status } = file;
    const isNew = status === 'added' || status === 'untracked';
    const refusal = refusalOf(file, included);
    const now = refusal ?? (await currentText(project, path));
    const oldText = isNew ? '' : before.get(oldPath);
    if (typeof now === 'string') found.set(path, now);
    else if (oldText === undefined) found.set(path, tree === undefined ? 'no_base' : 'unreadable');
    else {
      const [oldLines, newLines] = [oldText, now.text].map(linesIn) as [string[], string[]];
      found.set(path, { oldLines, newLines, changes: lineChanges(oldLines, newLines) });
    }
  }
  return found;
}

function refusalOf({ path, oldPath = path, status }: File, included: ReadonlySet<RepoPath>) {
  if (isSecretPath(path) || isSecretPath(oldPath)) return 'sensitive';
  if (status === 'deleted' || status === 'conflicted') return status;
  return included.has(path) ? undefined : 'not_included';
}

async function currentText(
  project: WorkingChanges['project'],
  path: RepoPath,
): Promise<{ readonly text: string } | Omission> {
  try {
    return await project.readText(path);
  } catch (error) {
    if (!isFileRefused(error)) throw error;
    return OMISSION_OF[String(error.details['reason'])] ?? 'unreadable';
  }
}

const OMISSION_OF: Readonly<Record<string, Omission>> = {
  secret: 'sensitive',
  binary: 'binary',
  minified: 'binary',
  oversized: 'too_large',
};

function linesIn(text: string): string[] {
  return text === '' ? [] : linesOf(text, /\r\n|\n/);
}
