/**
 * Resolves `#include`: relative to the file, then in the include folders, then by a unique path
 * suffix. A type that is only announced (`class TableCache;`) is taken from the header of its name
 * (`table_cache.h`).
 */

import { appendTo } from '../../base/append-to.ts';
import { getOrCompute } from '../../base/memoize.ts';
import {
  EXTERNAL,
  type ModuleResolver,
  type ModuleTarget,
  type ProjectLayout,
} from '../../extractors/language.ts';
import { basenameOf, dirnameOf, joinRepoPath, type RepoPath } from '../../model/path.ts';

/** Include folders that builds commonly add without declaring them in a readable file. */
const USUAL_FOLDERS = ['', 'include', 'src'];

/** Begins the specifier of a type that a file announces. */
export const TYPE_SPECIFIER = 'class ';

const HEADER = /\.(h|hh|hpp|hxx|h\+\+)$/;

/** Returns a name as it may be spelled in the name of a file. */
function plainName(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}

export function includeModules({ paths, configFiles }: ProjectLayout): ModuleResolver {
  const present = new Set<string>(paths);
  const byName = new Map<string, RepoPath[]>();
  const headers = new Map<string, RepoPath[]>();
  for (const path of paths) {
    const name = basenameOf(path);
    appendTo(byName, name, path);
    if (HEADER.test(name)) appendTo(headers, plainName(name.replace(HEADER, '')), path);
  }
  const folders = [...includeFolders(configFiles, present), ...USUAL_FOLDERS];
  const known = new Map<string, ModuleTarget>();
  const find = (folder: string, specifier: string): ModuleTarget => {
    if (specifier.startsWith(TYPE_SPECIFIER)) {
      const named = headers.get(plainName(specifier.slice(TYPE_SPECIFIER.length))) ?? [];
      const path = nearest(folder, named);
      return path === undefined ? EXTERNAL : { form: 'file', path };
    }
    for (const start of [folder, ...folders]) {
      const path = joinRepoPath(start, specifier);
      if (path !== undefined && present.has(path)) return { form: 'file', path: path as RepoPath };
    }
    const plain = specifier.replace(/^(\.{1,2}\/)+/, '');
    const ending = (byName.get(plain.slice(plain.lastIndexOf('/') + 1)) ?? []).filter(
      (path) => path === plain || path.endsWith(`/${plain}`),
    );
    const path = nearest(folder, ending);
    return path === undefined ? EXTERNAL : { form: 'file', path };
  };
  return (from, specifier) => {
    const folder = dirnameOf(from);
    return getOrCompute(known, `${folder}\n${specifier}`, () => find(folder, specifier));
  };
}

/** Returns the path that shares the most folders with `folder`, or undefined on a tie. */
function nearest(folder: string, paths: readonly RepoPath[]): RepoPath | undefined {
  const own = folder.split('/');
  const shared = (path: string): number => {
    const parts = path.split('/');
    let count = 0;
    while (count < own.length && own[count] === parts[count]) count++;
    return count;
  };
  const ranked = paths
    .map((path) => ({ path, count: shared(path) }))
    .sort((a, b) => b.count - a.count);
  const [best, second] = ranked;
  return best === undefined || best.count === second?.count ? undefined : best.path;
}

/** Returns the folders of `-I` and similar options in compile_commands.json, in order. */
function includeFolders(
  configFiles: ReadonlyMap<RepoPath, string>,
  present: ReadonlySet<string>,
): readonly string[] {
  const folders = new Set<string>();
  for (const [path, text] of configFiles) {
    if (basenameOf(path) !== 'compile_commands.json') continue;
    const entries = entriesOf(text);
    const root = rootOf(entries, present);
    if (root === undefined) continue;
    for (const { directory, words } of entries) {
      for (const folder of foldersIn(words)) {
        const absolute = folder.startsWith('/') ? folder : `${directory}/${folder}`;
        const below = normal(absolute);
        if (below === root) folders.add('');
        else if (below.startsWith(`${root}/`)) folders.add(below.slice(root.length + 1));
      }
    }
  }
  return [...folders];
}

interface Entry {
  readonly directory: string;
  readonly file: string;
  readonly words: readonly string[];
}

function entriesOf(text: string): readonly Entry[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // An unreadable file contributes no folders.
    return [];
  }
  return (Array.isArray(parsed) ? parsed : []).flatMap((one: Record<string, unknown>): Entry[] => {
    const { directory, file, command, arguments: list } = one ?? {};
    if (typeof directory !== 'string' || typeof file !== 'string') return [];
    const words = Array.isArray(list) ? list.map(String) : String(command ?? '').split(/\s+/);
    return [{ directory, file, words }];
  });
}

/**
 * Returns the project's absolute folder in the compilation database: the prefix before a known
 * project path.
 */
function rootOf(entries: readonly Entry[], present: ReadonlySet<string>): string | undefined {
  for (const { directory, file } of entries) {
    const absolute = normal(file.startsWith('/') ? file : `${directory}/${file}`);
    for (let cut = absolute.indexOf('/', 1); cut > 0; cut = absolute.indexOf('/', cut + 1)) {
      if (present.has(absolute.slice(cut + 1))) return absolute.slice(0, cut);
    }
  }
  return undefined;
}

const OPTION = /^(-I|-isystem|-iquote|-idirafter)(.*)$/;

function foldersIn(words: readonly string[]): readonly string[] {
  return words.flatMap((word, index) => {
    const [, , joined] = OPTION.exec(word) ?? [];
    if (joined === undefined) return [];
    return joined === '' ? (words[index + 1] ?? []) : joined;
  });
}

function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}
