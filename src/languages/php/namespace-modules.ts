/**
 * Resolves PHP's namespaces by the declarations in the files. If several files declare a class,
 * Composer's autoload mapping decides.
 */

import {
  EXTERNAL,
  MISSING,
  type ModuleResolver,
  type ModuleTarget,
  moduleOf,
  type Packages,
  type ProjectLayout,
} from '../../extractors/language.ts';
import { basenameOf, dirnameOf, joinRepoPath, type RepoPath } from '../../model/path.ts';

/**
 * Creates a module resolver. `A\B\` is a namespace, `A\B\C` a member of it, and `./x.php` a file.
 */
export function namespaceModules(layout: ProjectLayout, packages: Packages): ModuleResolver {
  const present = new Set<string>(layout.paths);
  const folders = autoloaded(layout.configFiles);
  // Each module has a single target object, so that lookups in it are cached once.
  const known = new Map<string, ModuleTarget>();
  const getOrCompute = (specifier: string, find: () => ModuleTarget): ModuleTarget => {
    const target = known.get(specifier) ?? find();
    known.set(specifier, target);
    return target;
  };
  const namespace = (name: string): ModuleTarget => {
    const paths = packages.get(name);
    return paths === undefined ? EXTERNAL : moduleOf(paths);
  };
  const member = (specifier: string): ModuleTarget => {
    const end = specifier.lastIndexOf('\\');
    const name = specifier.slice(end + 1);
    const files = packages.get(specifier.slice(0, Math.max(0, end)));
    // The specifier is itself a namespace, used as a prefix of other names.
    if (files === undefined) return namespace(specifier);
    const named = files.filter((path) => basenameOf(path) === `${name}.php`);
    if (named.length === 0) return moduleOf(files);
    const loaded = named.filter((path) => folders.some((one) => one.holds(specifier, path)));
    return moduleOf(loaded.length > 0 ? loaded : named);
  };
  return (from, specifier) => {
    if (specifier.includes('/') || specifier.endsWith('.php')) {
      return includedFile(present, from, specifier);
    }
    if (!specifier.endsWith('\\')) return getOrCompute(specifier, () => member(specifier));
    return getOrCompute(specifier, () => namespace(specifier.slice(0, -1)));
  };
}

function includedFile(
  present: ReadonlySet<string>,
  from: RepoPath,
  specifier: string,
): ModuleTarget {
  const beside = joinRepoPath(dirnameOf(from), specifier.replace(/^\/+/, './'));
  for (const path of [beside, specifier.replace(/^(\.?\/)+/, '')]) {
    if (path !== undefined && present.has(path)) return { form: 'file', path: path as RepoPath };
  }
  return specifier.startsWith('./') ? MISSING : EXTERNAL;
}

interface Autoloaded {
  readonly holds: (name: string, path: string) => boolean;
}

/** Returns the PSR-4 and PSR-0 mappings of every composer.json. */
function autoloaded(configFiles: ReadonlyMap<RepoPath, string>): readonly Autoloaded[] {
  const found: Autoloaded[] = [];
  for (const [path, text] of configFiles) {
    if (basenameOf(path) !== 'composer.json') continue;
    const manifest = parsed(text);
    for (const section of [manifest['autoload'], manifest['autoload-dev']]) {
      for (const [prefix, folder] of mappings(section, 'psr-4')) {
        const root = joinRepoPath(dirnameOf(path), folder);
        if (root !== undefined)
          found.push({ holds: (name, file) => file === psr4(name, prefix, root) });
      }
      for (const [, folder] of mappings(section, 'psr-0')) {
        const root = joinRepoPath(dirnameOf(path), folder);
        if (root !== undefined) {
          found.push({ holds: (name, file) => file === below(root, name.replace(/[\\_]/g, '/')) });
        }
      }
    }
  }
  return found;
}

function psr4(name: string, prefix: string, root: string): string | undefined {
  if (!name.startsWith(prefix)) return undefined;
  return below(root, name.slice(prefix.length).replaceAll('\\', '/'));
}

function below(root: string, path: string): string {
  return `${root === '' ? '' : `${root}/`}${path}.php`;
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    // An unreadable manifest defines no mappings.
    return {};
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Returns pairs of prefix and folder. One prefix may have several folders. */
function mappings(section: unknown, kind: string): readonly (readonly [string, string])[] {
  return Object.entries(objectOf(objectOf(section)[kind])).flatMap(([prefix, folders]) =>
    (Array.isArray(folders) ? folders : [folders]).flatMap((folder): [string, string][] =>
      typeof folder === 'string' ? [[prefix, folder.replace(/\/+$/, '') || '.']] : [],
    ),
  );
}
