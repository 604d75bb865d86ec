/**
 * Resolves Swift's modules: the targets of Package.swift, or all files of a project without one.
 */
import { appendTo } from '../../base/append-to.ts';
import {
  EXTERNAL,
  type ModuleResolver,
  moduleOf,
  type ProjectLayout,
} from '../../extractors/language.ts';
import { basenameOf, dirnameOf, joinRepoPath, type RepoPath } from '../../model/path.ts';

interface Target {
  readonly name: string;
  /** Folder of the target; empty for the project's root. */
  readonly folder: string;
}

/**
 * Creates a module resolver. `.` is the importing file's module; a name is the target of that name.
 */
export function swiftModules({ paths, configFiles }: ProjectLayout): ModuleResolver {
  const targets = [...configFiles]
    .filter(([path]) => basenameOf(path) === 'Package.swift')
    .flatMap(([path, text]) => targetsOf(dirnameOf(path), text))
    .sort((a, b) => b.folder.length - a.folder.length || (a.folder < b.folder ? -1 : 1));
  const files = new Map<Target | undefined, RepoPath[]>();
  const targetOf = (path: RepoPath): Target | undefined =>
    targets.find(({ folder }) => folder === '' || path.startsWith(`${folder}/`));
  for (const path of paths) {
    if (!path.endsWith('.swift') || basenameOf(path) === 'Package.swift') continue;
    const target = targetOf(path);
    appendTo(files, target, path);
  }
  return (from, specifier) => {
    const target =
      specifier === '.' ? targetOf(from) : targets.find(({ name }) => name === specifier);
    const found = target === undefined && specifier !== '.' ? undefined : files.get(target);
    return found === undefined ? EXTERNAL : moduleOf(found);
  };
}

/**
 * Returns the targets of a manifest: `.target(name: "A", path: "B")`. Without a path, the folder is
 * `Sources/A`, or `Tests/A` for a test target.
 */
function targetsOf(folder: string, manifest: string): readonly Target[] {
  const found: Target[] = [];
  const heads = [...manifest.matchAll(/\.(\w*[tT]arget)\(\s*name:\s*"([^"]+)"/g)];
  heads.forEach((head, index) => {
    const [, kind = '', name = ''] = head;
    const text = manifest.slice(head.index, heads[index + 1]?.index ?? manifest.length);
    const path = /\bpath:\s*"([^"]*)"/.exec(text)?.[1];
    const own = path ?? `${kind === 'testTarget' ? 'Tests' : 'Sources'}/${name}`;
    const joined = joinRepoPath(folder, own.replace(/\/$/, ''));
    if (joined !== undefined) found.push({ name, folder: joined });
  });
  return found;
}
