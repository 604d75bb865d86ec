/** The current and the committed text of changed files, as far as they may be shown. */
import { type LineChange, lineChanges } from '../../base/line-diff.ts';
import { linesOf } from '../../base/lines.ts';
import { isSecretPath } from '../../files/secrets/secret-paths.ts';
import { isFileRefused } from '../../indexing/current-file.ts';
import type { RepoPath } from '../../model/path.ts';
import type { WorkingChanges } from './working-changes.ts';

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

/** Compares files with HEAD. Returns the reason for each file that is not compared. */
export async function changedTexts(
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
