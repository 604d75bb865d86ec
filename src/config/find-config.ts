import { existsSync, lstatSync, statSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GraphMemoryError } from '../base/errors.ts';
import { readRegularFile } from '../base/regular-file.ts';
import { systemCode } from '../base/system-code.ts';
import { relativeInside } from '../base/system-path.ts';
import { CONFIG_FILE_NAME } from './schema.ts';

export interface FoundFile {
  readonly path: string;
  readonly text: string;
  /** Top of the repository that contains `cwd`, if the file lies above it; otherwise undefined. */
  readonly beyond: string | undefined;
}

/**
 * Maximum size of the file; hundreds of projects fit. The parser's time is quadratic in the number
 * of keys: 400 kB of keys took minutes.
 */
const CONFIG_BYTES_MAX = 64 * 1024;

/** Returns the nearest graph-memory.yaml in a folder or its parents; undefined if there is none. */
export async function findUpward(cwd: string): Promise<FoundFile | undefined> {
  let beyond: string | undefined;
  for (let folder = cwd; ; folder = dirname(folder)) {
    const path = join(folder, CONFIG_FILE_NAME);
    const text = await readConfigText(path);
    if (text !== undefined) return { path, text, beyond };
    if (beyond === undefined && isRepositoryTop(folder)) beyond = folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/** Files that mark the top of a package. Named here, because languages are loaded after this. */
const PACKAGE_FILES = ['package.json', 'pyproject.toml', 'go.mod', 'Cargo.toml', 'composer.json'];

/**
 * Returns the project that a folder belongs to: the repository around it, otherwise the nearest
 * package, otherwise the folder itself. A home folder under version control does not count.
 */
export function findProjectRoot(cwd: string, homeDir: string): string {
  let packageRoot: string | undefined;
  for (let folder = cwd; folder !== homeDir; folder = dirname(folder)) {
    if (dirname(folder) === folder) break;
    if (existsSync(join(folder, '.git'))) return folder;
    if (packageRoot === undefined && holdsPackage(folder)) packageRoot = folder;
  }
  return packageRoot ?? cwd;
}

/**
 * Returns the text of a configuration file, or undefined if there is none. A link is followed only
 * within its folder, because a link from a repository could lead to any file of the user.
 * @throws {GraphMemoryError} GM_CONFIG_INVALID if it is not a regular file, too large or elsewhere;
 * GM_IO.
 */
export async function readConfigText(path: string): Promise<string | undefined> {
  try {
    // Served answers look for the file in every folder above; most have none.
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
    const real = await realpath(path);
    if (relativeInside(await realpath(dirname(path)), real) === undefined) throw leadsOut(path);
    const found = readRegularFile(real, { bytesMax: CONFIG_BYTES_MAX, followLinks: false });
    if ('bytes' in found) return found.bytes.toString('utf8');
    const isFile = found.refusal === 'tooLarge';
    throw unusable(path, isFile ? `is over ${CONFIG_BYTES_MAX} bytes` : 'is not a file');
  } catch (error) {
    if (error instanceof GraphMemoryError) throw error;
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new GraphMemoryError('GM_IO', `cannot read ${path} (${code})`, {
      hint: 'Check the permissions of the file.',
      details: { path },
      cause: error,
    });
  }
}

function leadsOut(path: string): GraphMemoryError {
  const hint = 'Put the file itself there, or pass the target of the link with --config.';
  return unusable(path, 'is a link that leads out of its folder, so it is not read', hint);
}

function unusable(
  path: string,
  problem: string,
  hint = 'Write a new file with "graph-memory init".',
): GraphMemoryError {
  return new GraphMemoryError('GM_CONFIG_INVALID', `${path} ${problem}`, {
    hint,
    details: { path, problems: [{ line: 1, column: 1, keyPath: '', message: problem }] },
  });
}

/**
 * Whether a folder is the top of its own repository, made by init, clone or worktree. A submodule
 * belongs to the enclosing repository, as its `.git` file shows.
 */
function isRepositoryTop(folder: string): boolean {
  const git = join(folder, '.git');
  try {
    const stats = statSync(git, { throwIfNoEntry: false });
    if (stats === undefined) return false;
    if (stats.isDirectory()) return true;
    const found = readRegularFile(git, { bytesMax: CONFIG_BYTES_MAX });
    return 'bytes' in found && !found.bytes.includes('/modules/');
  } catch (error) {
    systemCode(error);
    return false;
  }
}

function holdsPackage(folder: string): boolean {
  return PACKAGE_FILES.some((name) => existsSync(join(folder, name)));
}
