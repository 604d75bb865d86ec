/**
 * The names by which code refers to imported Go packages: folders of the project, or external
 * packages.
 */
import { appendTo } from '../../base/append-to.ts';
import type { FolderPackages, ImportingFile } from '../../extractors/folder-packages.ts';
import { basenameOf, dirnameOf, type RepoPath } from '../../model/path.ts';
import { declaredModule } from './go-modules.ts';

export function goPackages(
  configFiles: ReadonlyMap<RepoPath, string>,
  files: readonly ImportingFile[],
): FolderPackages {
  const byFolder = new Map<string, RepoPath[]>();
  const foreign = new Set<string>();
  for (const { path, language, specifiers, targets } of files) {
    if (language !== 'go') continue;
    if (!path.endsWith('_test.go')) appendTo(byFolder, dirnameOf(path), path);
    for (const [index, specifier] of specifiers.entries()) {
      const isForeign = targets[index] === '<external>' && specifier.includes('/');
      if (isForeign) for (const name of namesOfPackage(specifier)) foreign.add(name);
    }
  }
  const modules = new Map<string, string>();
  for (const [path, text] of configFiles) {
    const module = basenameOf(path) === 'go.mod' ? declaredModule(text) : undefined;
    if (module !== undefined) modules.set(dirnameOf(path), module);
  }
  const folders = new Map<string, string[]>();
  const byPath = new Map<string, string>();
  for (const folder of byFolder.keys()) {
    const path = pathOf(modules, folder);
    if (path !== undefined) byPath.set(path, folder);
    for (const name of namesOfPackage(path ?? folder)) appendTo(folders, name, folder);
  }
  return { folders, byPath, byFolder, foreign };
}

/** Returns the import path of a folder, based on the innermost module around it. */
function pathOf(modules: ReadonlyMap<string, string>, folder: string): string | undefined {
  for (let around = folder; ; around = dirnameOf(around)) {
    const module = modules.get(around);
    if (module !== undefined) {
      const below = around === '' ? folder : folder.slice(around.length + 1);
      return below === '' ? module : `${module}/${below}`;
    }
    if (around === '') return undefined;
  }
}

/**
 * Returns the possible package names of an import path. In `example.com/go-shop/v2` the package is
 * usually `shop`, without the `go-` prefix.
 */
function namesOfPackage(path: string): readonly string[] {
  const last = basenameOf(path.replace(/\/v\d+$/, '')).replace(/\.v\d+$/, '');
  const plain = last.replace(/^go[-.]|[-.]go$/g, '');
  return [...new Set([last, plain].map((name) => name.replaceAll(/[-.]/g, '')))].filter(
    (name) => name !== '',
  );
}
