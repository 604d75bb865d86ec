/**
 * Names that say which module or package they are of, as code and people write them: `zerolog.New`,
 * `attr.validators.instance_of`, `com.google.gson.Gson`, `tokio::sync::Mutex`, `Illuminate\Support\Str`.
 * What a module passes on from elsewhere is its own; else the folders of the path have to be named.
 */

import { isOfPage } from '../../doclinks/lookup/is-of-page.ts';
import { SymbolLookup } from '../../doclinks/lookup/symbol-lookup.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import type { RepoPath } from '../../model/path.ts';

const SEPARATOR = /::|->|[.#\\/]/;
/** Where a name begins that is none of the module's. */
const HERE = /^(?:crate|self|super)$/;
/** Folders and files that no language counts into the name of a module. */
const UNNAMED = /^(?:src|lib|index|main|mod|__init__)$/;
/** A word that so many modules are called names none of them. */
const MODULES_MAX = 64;
/** Nothing lies so deep; each cut of a name is looked for among all files. */
const PARTS_MAX = 32;

/** The parts of a name, without those that say "here". */
export function partsOfName(text: string): readonly string[] {
  return text
    .replace(/\(\)$/, '')
    .replace(/^@/, '')
    .split(SEPARATOR)
    .filter((part) => part !== '' && !HERE.test(part));
}

/**
 * Symbols that a name with its module means, or else the files of a module that it names itself. `roots`
 * are names of the project's own root, which no path says.
 */
export function inModules(
  graph: SymbolGraph,
  text: string,
  roots: readonly string[],
): readonly number[] {
  const parts = partsOfName(text);
  if (parts.length < 2 || parts.length > PARTS_MAX) return [];
  const names = new SymbolLookup(namesAlone(graph));
  const found = [...passedOn(names, parts, roots), ...below(names, parts, roots)];
  if (found.length > 0) return [...new Set(found)];
  return modulesOf(graph, parts, roots).flatMap((path) => graph.fileNode(path) ?? []);
}

/** All that a graph can tell of names without the project's manifests. */
function namesAlone(graph: SymbolGraph): ConstructorParameters<typeof SymbolLookup>[0] {
  const none = new Map<never, never>();
  const moduleOf = () => ({ form: 'missing' }) as const;
  const goPackages = () => ({
    folders: none,
    byPath: none,
    byFolder: none,
    foreign: new Set<string>(),
  });
  return {
    graph,
    packages: none,
    moduleOf,
    cliFlags: () => none,
    aliasesOf: () => none,
    goPackages,
  };
}

/** A module, a name of it, and names of members below: the longest module first. */
function* cutsOf(parts: readonly string[]) {
  for (let count = parts.length - 1; count > 0; count--) {
    const [first = '', ...rest] = parts.slice(count);
    yield { module: parts.slice(0, count), first, rest };
  }
}

/** What a module of the name exports, or passes on; that of the longest name. */
function passedOn(
  names: SymbolLookup,
  parts: readonly string[],
  roots: readonly string[],
): readonly number[] {
  for (const { module, first, rest } of cutsOf(parts)) {
    const files = modulesOf(names.graph, module, roots);
    const found = files.flatMap(
      (file) => memberOf(names, names.exported([file], first), rest) ?? [],
    );
    if (found.length > 0) return found;
  }
  return [];
}

/** Files whose path ends with the module's name; below the root, where the name begins with that. */
function modulesOf(
  graph: SymbolGraph,
  module: readonly string[],
  roots: readonly string[],
): readonly RepoPath[] {
  const whole = module.map(folded);
  const inRoot = afterRoot(whole, roots);
  const modules = graph.paths().filter((path) => !isOfPage({ path }));
  const ending = (included: readonly string[]) =>
    modules.filter((path) => {
      const words = wordsOf(path);
      return [words, words.filter(isNamed)].some((own) => endsWith(own, included));
    });
  const found = ending(whole);
  if (found.length > 0 || inRoot === undefined) return atMost(found);
  if (inRoot.length > 0) return atMost(ending(inRoot));
  return atMost(modules.filter((path) => !wordsOf(path).some(isNamed)));
}

function atMost(files: readonly RepoPath[]): readonly RepoPath[] {
  return files.length > MODULES_MAX ? [] : files;
}

function memberOf(
  names: SymbolLookup,
  start: number | undefined,
  parts: readonly string[],
): number | undefined {
  return parts.reduce((node, part) => node && names.memberOf(node, part), start);
}

/** Outermost symbols whose path has the modules' names in order; those with the fewest others between. */
function below(
  names: SymbolLookup,
  parts: readonly string[],
  roots: readonly string[],
): readonly number[] {
  for (const { module, first, rest } of cutsOf(parts)) {
    const found = names
      .named(first)
      .filter((node) => names.isOutermost(node))
      .flatMap(({ index, path }) => {
        const node = memberOf(names, index, rest);
        const distance = wordDistance(path, module, roots);
        return node === undefined || distance === undefined ? [] : [{ node, distance }];
      });
    const least = Math.min(...found.map(({ distance }) => distance));
    if (found.length > 0) {
      return found.filter(({ distance }) => distance === least).map(({ node }) => node);
    }
  }
  return [];
}

/** How many words of a path are not among the module's, after the first that is; undefined: some lack. */
function wordDistance(
  path: RepoPath,
  module: readonly string[],
  roots: readonly string[],
): number | undefined {
  const words = wordsOf(path).filter(isNamed);
  const inRoot = afterRoot(module.map(folded), roots);
  return (
    wordsBetween(words, module.map(folded)) ??
    (inRoot && wordsBetween(['', ...words], ['', ...inRoot]))
  );
}

function wordsBetween(words: readonly string[], included: readonly string[]): number | undefined {
  const start = words.indexOf(included[0] ?? '');
  if (start < 0) return undefined;
  let matched = 0;
  for (const word of words.slice(start)) if (word === included[matched]) matched++;
  return matched === included.length ? words.length - start - matched : undefined;
}

/** The rest after the root's name, before which stands where the project is published. */
function afterRoot(
  module: readonly string[],
  roots: readonly string[],
): readonly string[] | undefined {
  const root = Math.max(...roots.map((name) => module.lastIndexOf(folded(name))));
  if (root < 0) return undefined;
  // Go has the version in the path of what it imports, and nowhere else.
  const after = /^v\d+$/.test(module[root + 1] ?? '') ? 2 : 1;
  return module.slice(root + after);
}

function endsWith(words: readonly string[], included: readonly string[]): boolean {
  const start = words.length - included.length;
  return start >= 0 && included.every((word, index) => word === words[start + index]);
}

function isNamed(word: string): boolean {
  return !UNNAMED.test(word);
}

function wordsOf(path: RepoPath): readonly string[] {
  return path
    .replace(/\.\w+$/, '')
    .split('/')
    .map(folded);
}

/** Packages are called with dashes, and their modules with underscores. */
function folded(word: string): string {
  return word.toLowerCase().replaceAll('-', '_');
}
