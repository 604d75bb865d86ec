/**
 * Resolves names qualified by their module or package, as code and people write them. Examples are
 * `zerolog.New`, `attr.validators.instance_of`, `com.google.gson.Gson`, `tokio::sync::Mutex`,
 * `Illuminate\Support\Str`. A name that a module exports from elsewhere counts as its own.
 * Otherwise the name must contain the folders of the path.
 */

import { SymbolLookup } from '../../doclinks/lookup/symbol-lookup.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { isPagePath } from '../../languages/registry.ts';
import type { RepoPath } from '../../model/path.ts';

const SEPARATOR = /::|->|[.#\\/]/;
/** Prefixes that refer to the current module and are not part of a module's name. */
const HERE = /^(?:crate|self|super)$/;
/** Folders and files that are not part of a module's name in any language. */
const UNNAMED = /^(?:src|lib|index|main|mod|__init__)$/;
/** A name shared by more modules identifies none of them. */
const MODULES_MAX = 64;
/**
 * Maximum number of parts, because every split of a name is looked up among all files. No real name
 * has more.
 */
const PARTS_MAX = 32;

/** Returns the parts of a name, without prefixes that mean "here". */
export function partsOfName(text: string): readonly string[] {
  return text
    .replace(/\(\)$/, '')
    .replace(/^@/, '')
    .split(SEPARATOR)
    .filter((part) => part !== '' && !HERE.test(part));
}

/**
 * Returns the symbols that a module-qualified name refers to, or else the files of the module it
 * names. `roots` are names of the project's root, which do not occur in paths.
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

/** Returns the lookup input that is available from a graph without the project's manifests. */
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
    packages: () => none,
    moduleOf,
    cliFlags: () => none,
    aliasesOf: () => none,
    goPackages,
  };
}

/**
 * Yields all splits into a module, a name in it and members below; the longest module comes first.
 */
function* cutsOf(parts: readonly string[]) {
  for (let count = parts.length - 1; count > 0; count--) {
    const [first = '', ...rest] = parts.slice(count);
    yield { module: parts.slice(0, count), first, rest };
  }
}

/** Returns the matching exports of a module, including re-exports; the longest module name wins. */
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

/**
 * Returns the files whose path ends with the module's name. If the name starts with a root name,
 * the rest is matched below the root.
 */
function modulesOf(
  graph: SymbolGraph,
  module: readonly string[],
  roots: readonly string[],
): readonly RepoPath[] {
  const whole = module.map(folded);
  const inRoot = afterRoot(whole, roots);
  const modules = graph.paths().filter((path) => !isPagePath(path));
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

/**
 * Returns outermost symbols whose path contains the module's words in order, with the fewest other
 * words in between.
 */
function below(
  names: SymbolLookup,
  parts: readonly string[],
  roots: readonly string[],
): readonly number[] {
  for (const { module, first, rest } of cutsOf(parts)) {
    const found = names
      .allNamed(first)
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

/**
 * Returns the number of path words that are not in the module's name, counted from the first one
 * that is. Returns undefined if the path lacks a word of the name.
 */
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

/**
 * Returns the parts after the root's name; the parts before it say where the project is published.
 */
function afterRoot(
  module: readonly string[],
  roots: readonly string[],
): readonly string[] | undefined {
  const root = Math.max(...roots.map((name) => module.lastIndexOf(folded(name))));
  if (root < 0) return undefined;
  // In Go the version is part of the import path but not of the folder.
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

/** Package names use dashes where their modules use underscores. */
function folded(word: string): string {
  return word.toLowerCase().replaceAll('-', '_');
}
