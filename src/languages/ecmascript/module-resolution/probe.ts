/** From a path as a specifier spells it to the file it means, by TypeScript's and Node's extension rules. */
import { joinRepoPath, type RepoPath } from '../../../model/path.ts';

/** Tried in order for a path without extension. */
const EXTENSIONS = [
  '.ts',
  '.tsx',
  '.d.ts',
  '.js',
  '.jsx',
  '.mts',
  '.cts',
  '.d.mts',
  '.d.cts',
  '.mjs',
  '.cjs',
  '.json',
];

/** What an output extension may have been compiled from, tried before the file itself. */
const SOURCES_OF: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.d.ts', '.js', '.jsx'],
  '.jsx': ['.tsx', '.jsx', '.d.ts'],
  '.mjs': ['.mts', '.d.mts', '.mjs'],
  '.cjs': ['.cts', '.d.cts', '.cjs'],
};

export type Probe = (path: string) => RepoPath | undefined;

/** `packageEntry` says what a folder's package.json names as its entry, if it has one. */
export function createProbe(
  files: ReadonlySet<string>,
  packageEntry: (folder: string) => string | undefined,
): Probe {
  function asFile(path: string): RepoPath | undefined {
    const extension = /\.[cm]?jsx?$/.exec(path)?.[0];
    const sources = extension === undefined ? undefined : SOURCES_OF[extension];
    if (extension !== undefined && sources !== undefined) {
      const stem = path.slice(0, -extension.length);
      const source = sources
        .map((source) => stem + source)
        .find((candidate) => files.has(candidate));
      if (source !== undefined) return source as RepoPath;
    }
    if (files.has(path)) return path as RepoPath;
    const found = EXTENSIONS.map((ending) => path + ending).find((candidate) =>
      files.has(candidate),
    );
    return found as RepoPath | undefined;
  }

  return function probe(path: string): RepoPath | undefined {
    const file = path === '' || path.endsWith('/') ? undefined : asFile(path);
    if (file !== undefined) return file;
    const folder = path.replace(/\/$/, '');
    const entry = packageEntry(folder);
    const entryPath = entry === undefined ? undefined : joinRepoPath(folder, entry);
    const fromEntry = entryPath === undefined ? undefined : asFile(entryPath);
    return fromEntry ?? asFile(folder === '' ? 'index' : `${folder}/index`);
  };
}
