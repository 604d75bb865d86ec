/** Resolves Go's packages: folders below a go.mod, addressed by the module path it declares. */
import { appendTo } from '../../base/append-to.ts';
import {
  EXTERNAL,
  MISSING,
  type ModuleResolver,
  type ModuleTarget,
  moduleOf,
  type ProjectLayout,
} from '../../extractors/language.ts';
import { basenameOf, dirnameOf, type RepoPath } from '../../model/path.ts';

interface GoModule {
  readonly folder: string;
  readonly path: string;
}

/** Creates a module resolver. The specifier `.` is the importing file's own package. */
export function goModules(layout: ProjectLayout): ModuleResolver {
  const folders = filesByFolder(layout.paths);
  const modules = readModules(layout.configFiles);
  return (from, specifier) => {
    if (specifier === '.') {
      const files = folders.get(dirnameOf(from)) ?? [];
      return packageOf(isTest(from) ? files : files.filter((path) => !isTest(path)));
    }
    const vendored = folders.get(`vendor/${specifier}`);
    if (vendored !== undefined) return packageOf(vendored);
    for (const { folder, path } of modules) {
      if (specifier !== path && !specifier.startsWith(`${path}/`)) continue;
      const below = specifier.slice(path.length + 1);
      const files = folders.get([folder, below].filter((part) => part !== '').join('/')) ?? [];
      return packageOf(files.filter((one) => !isTest(one)));
    }
    return EXTERNAL;
  };
}

function packageOf(paths: readonly RepoPath[]): ModuleTarget {
  return paths.length === 0 ? MISSING : moduleOf(paths);
}

function isTest(path: string): boolean {
  return path.endsWith('_test.go');
}

function filesByFolder(paths: readonly RepoPath[]): ReadonlyMap<string, readonly RepoPath[]> {
  const folders = new Map<string, RepoPath[]>();
  for (const path of paths) {
    if (!path.endsWith('.go')) continue;
    const folder = dirnameOf(path);
    appendTo(folders, folder, path);
  }
  return folders;
}

/** Returns the modules, longest path first because modules may be nested. */
function readModules(configFiles: ReadonlyMap<RepoPath, string>): readonly GoModule[] {
  const modules: GoModule[] = [];
  for (const [path, text] of configFiles) {
    if (basenameOf(path) !== 'go.mod') continue;
    const declared = declaredModule(text);
    if (declared !== undefined) modules.push({ folder: dirnameOf(path), path: declared });
  }
  return modules.sort((a, b) => b.path.length - a.path.length || (a.path < b.path ? -1 : 1));
}

/** Returns the module path that a go.mod declares. */
export function declaredModule(text: string): string | undefined {
  return /^[ \t]*module\s+"?([^\s"]+)/m.exec(text)?.[1];
}
