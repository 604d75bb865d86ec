/** Finds the file for a path in a specifier, by the extension rules of TypeScript and Node. */
import { joinRepoPath, type RepoPath } from '../../../model/path.ts';

/** Extensions tried in order for a path without one. */
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

/** Source extensions by output extension, tried before the file itself. */
const SOURCES_OF: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.d.ts', '.js', '.jsx'],
  '.jsx': ['.tsx', '.jsx', '.d.ts'],
  '.mjs': ['.mts', '.d.mts', '.mjs'],
  '.cjs': ['.cts', '.d.cts', '.cjs'],
};

export type Probe = (path: string) => RepoPath | undefined;

/** Creates a probe. `packageEntries` returns the entries in a folder's package.json, in order. */
export function createProbe(
  files: ReadonlySet<string>,
  packageEntries: (folder: string) => readonly string[],
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
    for (const entry of packageEntries(folder)) {
      // The entry may be a folder itself: `"main": "lib"`.
      const [asWritten, asFolder] = [
        joinRepoPath(folder, entry),
        joinRepoPath(folder, `${entry}/index`),
      ];
      const found = (asWritten && asFile(asWritten)) ?? (asFolder && asFile(asFolder));
      if (found !== undefined) return found;
    }
    return asFile(folder === '' ? 'index' : `${folder}/index`);
  };
}
