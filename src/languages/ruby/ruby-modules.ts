/** Resolves Ruby's files by load paths, and its constants by the files that declare them. */
import { appendTo } from '../../base/append-to.ts';
import {
  EXTERNAL,
  MISSING,
  type ModuleResolver,
  type Packages,
  type ProjectLayout,
} from '../../extractors/language.ts';
import { basenameOf, dirnameOf, joinRepoPath, type RepoPath } from '../../model/path.ts';

/** Folders commonly on the load path. */
const LOAD_PATH = /^(lib|test|spec|features|ext|app|src)$/;

/**
 * Creates a module resolver:
 * - `./a` is a file beside the importing one.
 * - `a/b` is `a/b.rb` in a load path folder, the nearest if there are several.
 * - `::A::B` is the file that declares that constant. The file that an autoloader would choose
 *   comes first, then the importing file, then the nearest.
 */
export function rubyModules(layout: ProjectLayout, packages: Packages): ModuleResolver {
  const present = new Set<string>(layout.paths);
  const loadable = loadableFiles(layout.paths);
  return (from, specifier) => {
    if (specifier.startsWith('::')) {
      const paths = packages.get(specifier.slice(2)) ?? [];
      const path = declaringFile(paths, from, specifier.slice(2));
      return path === undefined ? EXTERNAL : { form: 'file', path };
    }
    const file = specifier.endsWith('.rb') ? specifier : `${specifier}.rb`;
    if (/^\.{1,2}\//.test(specifier)) {
      const path = joinRepoPath(dirnameOf(from), file);
      const isThere = path !== undefined && present.has(path);
      return isThere ? { form: 'file', path } : MISSING;
    }
    const path = nearest(loadable.get(file) ?? [], from);
    return path === undefined ? EXTERNAL : { form: 'file', path };
  };
}

/** Returns the files by the names under which `require` may load them. */
function loadableFiles(paths: readonly RepoPath[]): ReadonlyMap<string, readonly RepoPath[]> {
  const files = new Map<string, RepoPath[]>();
  for (const path of paths) {
    if (!path.endsWith('.rb')) continue;
    const parts = path.split('/');
    parts.forEach((part, index) => {
      if (index > 0 && !LOAD_PATH.test(parts[index - 1] ?? '')) return;
      if (index === 0 && LOAD_PATH.test(part)) return;
      const name = parts.slice(index).join('/');
      appendTo(files, name, path);
    });
  }
  return files;
}

const TESTS = /(^|\/)(test|spec|features)\//;

function declaringFile(
  paths: readonly RepoPath[],
  from: RepoPath,
  name: string,
): RepoPath | undefined {
  if (paths.length <= 1) return paths[0];
  const ruled = paths.filter((path) => isNamedAfter(path, name));
  if (ruled.length > 0) return nearest(ruled, from);
  if (paths.includes(from)) return from;
  const plain = paths.filter((path) => !TESTS.test(path));
  return nearest(plain.length > 0 ? plain : paths, from);
}

/** Whether a file is named after a constant: `shop/cart_item.rb` for `Shop::CartItem`. */
function isNamedAfter(path: RepoPath, name: string): boolean {
  const wanted = name.split('::').map(plainName);
  const parts = path.replace(/\.rb$/, '').split('/').map(plainName);
  return wanted.every((part, index) => parts[parts.length - wanted.length + index] === part);
}

function plainName(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

/** Returns the path that shares the most folders with `from`; the first one on a tie. */
function nearest(paths: readonly RepoPath[], from: RepoPath): RepoPath | undefined {
  let best: RepoPath | undefined;
  let bestShared = -1;
  for (const path of paths) {
    const shared = sharedFolders(path, from);
    if (shared > bestShared) [best, bestShared] = [path, shared];
  }
  return best;
}

function sharedFolders(one: RepoPath, other: RepoPath): number {
  const parts = one.split('/');
  const others = other.split('/');
  const end = parts.findIndex((part, index) => part !== others[index]);
  return end < 0 || basenameOf(one) === one ? 0 : end;
}
