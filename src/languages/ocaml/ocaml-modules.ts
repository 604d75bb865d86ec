/**
 * Resolves OCaml's modules, which are files: `Cart` is `cart.ml`. For a library (`Shop_core.Cart`),
 * the build defines the name. Most libraries are named after the folder that holds them.
 */
import { appendTo } from '../../base/append-to.ts';
import {
  EXTERNAL,
  type ModuleResolver,
  type ModuleTarget,
  type ProjectLayout,
} from '../../extractors/language.ts';
import { basenameOf, dirnameOf, joinRepoPath, type RepoPath } from '../../model/path.ts';

export function ocamlModules({ paths }: ProjectLayout): ModuleResolver {
  const byName = new Map<string, RepoPath[]>();
  for (const path of paths) {
    if (!path.endsWith('.ml')) continue;
    const name = basenameOf(path).replace(/\..*$/, '');
    appendTo(byName, name, path);
  }
  return (from, specifier) => {
    const [library = '', ...inner] = specifier.split('.').map(fileNameOf);
    const beside = joinRepoPath(dirnameOf(from), `${library}.ml`);
    const files = byName.get(library) ?? [];
    const own = files.find((path) => path === beside && path !== from);
    if (own !== undefined) return target(own);
    for (const name of inner) {
      const found = (byName.get(name) ?? []).filter((path) => isOfLibrary(path, library));
      const [only] = found;
      if (only !== undefined && found.length === 1 && only !== from) return target(only);
    }
    return EXTERNAL;
  };
}

function target(path: RepoPath): ModuleTarget {
  return { form: 'file', path };
}

/**
 * Whether a file belongs to a library: `shop_core` is in a folder named `core` or `shop_core`, or
 * below it.
 */
function isOfLibrary(path: RepoPath, library: string): boolean {
  const folders = path.split('/').slice(0, -1);
  return folders.some((folder) => library === folder || library.endsWith(`_${folder}`));
}

function fileNameOf(module: string): string {
  return module.charAt(0).toLowerCase() + module.slice(1);
}
