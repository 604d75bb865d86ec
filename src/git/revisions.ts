/** Finds commits by name, and reads their trees and files from git's objects, without a checkout. */
import type { RepoPath } from '../model/path.ts';
import { pathOfGit } from './git-path.ts';
import { OUTPUT_BYTES_MAX, runGit, runGitBytes } from './run.ts';

/** A file of a commit. */
export interface TreeFile {
  readonly path: RepoPath;
  /** Object id of the content. */
  readonly oid: string;
  readonly sizeBytes: number;
  readonly isLink: boolean;
}

/** Longest accepted name of a revision. */
const NAME_CHARACTERS_MAX = 250;
/** Whether git could read a text as anything but a revision. */
const UNSAFE_NAME = /^-|[\s\p{Cc}]/u;
/** Mode of a submodule, whose content is a commit of another repository. */
const SUBMODULE = '160000';
const OID = /^[0-9a-f]{40,64}$/;

/** Whether a text can be the name of a revision, and not an option or several words. */
function isRevisionName(name: string): boolean {
  return name !== '' && name.length <= NAME_CHARACTERS_MAX && !UNSAFE_NAME.test(name);
}

/** Returns the hash of a commit, tag or branch; undefined if there is none of this name. */
export async function resolveCommit(root: string, name: string): Promise<string | undefined> {
  return (await resolveCommits(root, [name])).get(name);
}

/** Returns the hashes of those commits, tags or branches that exist, by their names. */
export async function resolveCommits(
  root: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const safe = names.filter(isRevisionName);
  const input = safe.map((name) => `${name}^{commit}\n`).join('');
  const output = await runGit(root, 'cat-file', ['--batch-check=%(objectname)'], { input });
  const lines = output?.split('\n') ?? [];
  return new Map(
    safe.flatMap((name, row) => {
      const oid = oidOf(lines[row]);
      return oid === undefined ? [] : [[name, oid] as const];
    }),
  );
}

/** Returns the newest common ancestor of two commits, given by their hashes. */
export async function mergeBase(root: string, a: string, b: string): Promise<string | undefined> {
  return oidOf(await runGit(root, 'merge-base', [a, b]));
}

/** Whether a commit, given by its hash, has no parents; those that a shallow clone lacks count. */
export async function isFirstCommit(root: string, hash: string): Promise<boolean> {
  const object = await runGit(root, 'cat-file', ['commit', hash]);
  const [head] = object?.split('\n\n') ?? [];
  return head !== undefined && !/^parent /m.test(head);
}

function oidOf(output: string | undefined): string | undefined {
  const oid = output?.trim();
  return oid !== undefined && OID.test(oid) ? oid : undefined;
}

/**
 * Lists the files of a commit, or of the tree with this hash, in a folder of the repository, sorted
 * as git sorts them. Submodules are left out, and so are names that no project has. Paths are relative
 * to the folder.
 */
export async function listTree(
  folder: string,
  hash: string,
): Promise<readonly TreeFile[] | undefined> {
  const output = await runGit(folder, 'ls-tree', ['-r', '-z', '--long', hash]);
  if (output === undefined) return undefined;
  return withoutRepeats(
    output.split('\0').flatMap((line) => {
      const [, mode, kind, oid, size, name] =
        /^(\d+) (\w+) ([0-9a-f]+) +(\d+|-)\t(.*)$/s.exec(line) ?? [];
      const path = name === undefined ? undefined : pathOfGit(name);
      if (kind !== 'blob' || oid === undefined || path === undefined) return [];
      return [{ path, oid, sizeBytes: Number(size), isLink: mode === '120000' }];
    }),
  );
}

/**
 * Leaves out all but the first file of each path. Names that are not UTF-8 can become equal, and
 * trees that are not made by git can repeat names.
 */
function withoutRepeats<File extends Pick<TreeFile, 'path'>>(files: readonly File[]): File[] {
  const known = new Set<RepoPath>();
  return files.filter(({ path }) => !known.has(path) && known.add(path));
}

/**
 * Lists the files of the index in a folder, as they would be committed. Files with conflicts and
 * submodules are left out.
 */
export async function listIndex(folder: string): Promise<readonly TreeFile[] | undefined> {
  const output = await runGit(folder, 'ls-files', ['--stage', '-z', '--', '.']);
  if (output === undefined) return undefined;
  const files = withoutRepeats(
    output.split('\0').flatMap((line) => {
      const [, mode, oid, name] = /^(\d+) ([0-9a-f]+) 0\t(.*)$/s.exec(line) ?? [];
      const path = name === undefined ? undefined : pathOfGit(name);
      if (oid === undefined || path === undefined || mode === SUBMODULE) return [];
      return [{ path, oid, isLink: mode === '120000' }];
    }),
  );
  const input = files.map(({ oid }) => `${oid}\n`).join('');
  const checked = await runGit(folder, 'cat-file', ['--batch-check=%(objectsize)'], { input });
  const sizes = checked?.split('\n').map(Number);
  if (sizes === undefined) return undefined;
  return files.map((file, row) => ({ ...file, sizeBytes: sizes[row] || 0 }));
}

/** Maximum size of the contents that one process of git returns. */
const BATCH_BYTES_MAX = OUTPUT_BYTES_MAX / 4;

/** Reads the contents of files by their object ids. Undefined if git cannot read one of them. */
export async function readBlobs(
  root: string,
  files: readonly Pick<TreeFile, 'oid' | 'sizeBytes'>[],
): Promise<ReadonlyMap<string, Uint8Array> | undefined> {
  const contents = new Map<string, Uint8Array>();
  for (const batch of batchesOf(files)) {
    const input = batch.map((oid) => `${oid}\n`).join('');
    const output = await runGitBytes(root, 'cat-file', ['--batch', '--buffer'], { input });
    if (output === undefined || !takeBatch(output, contents)) return undefined;
  }
  return contents;
}

function batchesOf(files: readonly Pick<TreeFile, 'oid' | 'sizeBytes'>[]): readonly string[][] {
  const sizes = new Map(files.map(({ oid, sizeBytes }) => [oid, sizeBytes]));
  const batches: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const [oid, sizeBytes] of sizes) {
    if (bytes + sizeBytes > BATCH_BYTES_MAX) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(oid);
    bytes += sizeBytes;
  }
  return batches;
}

const LINE_END = 0x0a;

/** Parses `<oid> blob <size>\n<content>\n` per object. Returns false if an object is missing. */
function takeBatch(output: Buffer, contents: Map<string, Uint8Array>): boolean {
  for (let position = 0; position < output.length; ) {
    const end = output.indexOf(LINE_END, position);
    const head = /^([0-9a-f]+) blob (\d+)$/.exec(output.toString('latin1', position, end));
    if (end < 0 || head === null) return false;
    const start = end + 1;
    const stop = start + Number(head[2]);
    // Copied, because a view would keep the whole batch in memory.
    contents.set(head[1] ?? '', Uint8Array.prototype.slice.call(output, start, stop));
    position = stop + 1;
  }
  return true;
}
