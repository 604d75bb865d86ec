import { GraphMemoryError } from '../../base/errors.ts';
import { FOLDER_DEPTH_MAX } from '../../base/pattern-cost.ts';
import { systemCode } from '../../base/system-code.ts';
import { joinInside } from '../../base/system-path.ts';
import { issuedTokens } from '../secrets/issued-tokens.ts';
import { maskSecrets } from '../secrets/mask-secrets.ts';
import { diskTree, type Entry, type FileTree } from './file-tree.ts';
import { rulesAbove, withFilesOf } from './ignore-files.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import { type PathFilter, pathFilter } from './path-filter.ts';

/** One entry found on a walk; `path` is relative to the root. */
export type Found =
  | { readonly kind: 'entry'; readonly path: string; readonly entry: Entry }
  /** An excluded entry: excluded by git's rules, which say what is not committed, or by others. */
  | {
      readonly kind: 'ignored';
      readonly path: string;
      readonly entry: Entry;
      readonly byGit: boolean;
    }
  /** An existing folder; the root is ''. */
  | { readonly kind: 'folder'; readonly path: string }
  /** Named like a token, which `path` has masked; of a folder, nothing in it is met. */
  | { readonly kind: 'secret'; readonly path: string }
  | { readonly kind: 'unreadable'; readonly path: string; readonly detail: string };

interface Folder {
  readonly path: string;
  /** Rules inherited from above, before the folder's own ignore files are read. */
  readonly rules: IgnoreRules;
}

/**
 * How a walk treats a folder: reports its entries, descends to some folders below it, or skips it.
 */
export type FolderRole = 'looked at' | 'passed through' | 'left out';

/**
 * Walks all entries that are not ignored, in no particular order. Ignored folders are not entered
 * and symbolic links are not followed. Repositories within the project are treated like other
 * folders; only `.git` itself is never reported. `roleOf` is called for each folder that is not
 * ignored. With `tree`, its folders are walked instead of those on disk, by the ignore files that are
 * on disk.
 * @throws {GraphMemoryError} GM_IO when the root itself cannot be read.
 */
export function* walk(
  root: string,
  patterns: { readonly include: readonly string[]; readonly exclude: readonly string[] },
  roleOf: (folder: string) => FolderRole = () => 'looked at',
  tree?: FileTree,
): Generator<Found> {
  const { rules, prefix } = rulesAbove(root, patterns.include);
  const isExcluded = pathFilter(patterns.exclude);
  const open: Folder[] = [{ path: '', rules }];
  const listed = tree ?? diskTree(root);
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const role = roleOf(folder.path);
    const entries = role === 'left out' ? [] : entriesOf(listed, root, folder.path);
    if (!Array.isArray(entries)) {
      yield entries;
      continue;
    }
    yield { kind: 'folder', path: folder.path };
    if (role === 'left out') continue;
    const course = { root, prefix, isExcluded, open, isOnDisk: tree === undefined };
    const visited = visit(course, folder, entries);
    if (role === 'looked at') yield* visited;
    else Array.from(visited);
  }
}

interface Course {
  readonly root: string;
  readonly prefix: string;
  readonly isExcluded: PathFilter;
  /** Whether the entries are those on disk, so that they include all ignore files. */
  readonly isOnDisk: boolean;
  /** Folders still to be visited. */
  readonly open: Folder[];
}

function* visit(course: Course, folder: Folder, entries: readonly Entry[]): Generator<Found> {
  const { root, prefix, isExcluded, open, isOnDisk } = course;
  const unreadable: Found[] = [];
  const rules = withFilesOf(
    folder.rules,
    joinInside(root, folder.path),
    `${prefix}${folder.path}`.replace(/\/$/, ''),
    {
      ...(isOnDisk ? { names: entries.map(({ name }) => name) } : {}),
      report: (name, detail) =>
        unreadable.push({ kind: 'unreadable', path: pathIn(folder.path, name), detail }),
    },
  );
  yield* unreadable;
  for (const entry of entries) {
    if (entry.name === '.git') continue;
    const path = pathIn(folder.path, entry.name);
    const isFolder = entry.isDirectory();
    if (entry.name.includes('\\')) {
      // Paths use "/" everywhere, so a backslash would be read as a separator; see containment.ts.
      yield { kind: 'unreadable', path, detail: 'a name with a backslash is not supported' };
      continue;
    }
    const ignoredBy = isExcluded(path) ? 'own' : rules.ignoredBy(`${prefix}${path}`, isFolder);
    if (issuedTokens(entry.name).length > 0) {
      const masked = pathIn(folder.path, maskSecrets(entry.name).text);
      if (ignoredBy === undefined) yield { kind: 'secret', path: masked };
    } else if (ignoredBy !== undefined) {
      yield { kind: 'ignored', path, entry, byGit: ignoredBy === 'git' };
    } else if (isFolder && path.split('/').length > FOLDER_DEPTH_MAX) {
      yield { kind: 'unreadable', path, detail: `over ${FOLDER_DEPTH_MAX} folders deep` };
    } else if (isFolder) {
      open.push({ path, rules: rules.entering(`${prefix}${path}`) });
    } else yield { kind: 'entry', path, entry };
  }
}

function entriesOf(tree: FileTree, root: string, folder: string): Entry[] | Found {
  try {
    return tree.entries(folder);
  } catch (error) {
    const code = systemCode(error);
    if (folder !== '') return refusal(folder, code);
    // Continuing would make the project look empty and every indexed file deleted.
    throw new GraphMemoryError('GM_IO', `cannot read the project folder ${root} (${code})`, {
      hint: 'Check that the folder exists and may be read.',
      details: { path: root },
      cause: error,
    });
  }
}

function refusal(path: string, code: string): Found {
  return { kind: 'unreadable', path, detail: `cannot be read (${code})` };
}

function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
