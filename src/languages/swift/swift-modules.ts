/** Swift's modules: the targets of Package.swift, or all files of a project that has none. */
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
  /** Empty: the project's root. */
  readonly folder: string;
}

/** `.` is the module of the importing file; a name the target that is called so. */
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

/** `.target(name: "A", path: "B")`; without a path it is in `Sources/A`, of a test in `Tests/A`. */
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
