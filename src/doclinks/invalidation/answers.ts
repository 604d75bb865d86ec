/**
 * Answers of lookups. Each is computed by the function that page reading calls, after pages have
 * been read and again after a change.
 */

import type { Task } from '../../base/cooperative.ts';
import { contentHash } from '../../base/hash.ts';
import type { RepoPath } from '../../model/path.ts';
import { symbolAtLines } from '../lookup/link-target.ts';
import type { SymbolLookup } from '../lookup/symbol-lookup.ts';
import { type Lookup, parseKey } from './dependency-keys.ts';
import { DependencyLog } from './dependency-log.ts';
import { describeSymbol, isFoundByName } from './describe-symbol.ts';

type Arguments = readonly string[];
/** The hash of the answer to a lookup; undefined where it is not known. */
export type KnownAnswer = (key: string) => number | undefined;

const ANSWERS: Readonly<Record<Lookup, (names: SymbolLookup, args: Arguments) => unknown>> = {
  /** Whether anything has a name. */
  named: (names, [name = '']) => names.isNamed(name) || undefined,
  /** The symbols of a name in a file or folder of tests or examples. */
  namedIn: (names, [name = '', place = '']) =>
    names.namedIn(name, place).map(({ index }) => described(names, index)),
  /** The symbols of a name, in tests and examples as well. */
  allNamed: (names, [name = '']) => symbolsNamed(names, name, () => true),
  /** The only file whose path is, or ends with, the words. */
  path: (names, [words = '']) => names.onlyFileAt(words),
  /** All such files without tests and examples. */
  apiPath: (names, [words = '']) => names.filesOfApi(words),
  /** Whether a file is indexed. */
  file: (names, [path = '']) => (names.fileNode(path) === undefined ? undefined : true),
  /** The symbol that encloses some lines of a file. */
  lines: ({ graph }, [path = '', anchor = '']) => {
    const file = graph.fileNode(path);
    if (file === undefined) return undefined;
    const { id, kind } = graph.node(symbolAtLines(graph, path as RepoPath, file, anchor));
    return [id, kind];
  },
  /**
   * A member that a lookup of its name does not find; arguments are the file's path, the owner's id
   * and the name.
   */
  member: (names, [, owner = '', name = '']) => {
    const node = names.graph.find(owner);
    const member = node === undefined ? undefined : names.ownMember(node, name);
    return member === undefined ? undefined : described(names, member);
  },
  /** The declarations of a flag or key given as text. */
  flag: (names, [flag = '']) =>
    names.declaringFlag(flag).map(({ index }) => described(names, index)),
  /** Exports of a file under names that it does not declare: renamed ones, and re-exports. */
  exports: (names, [path = '']) => {
    const file = names.fileNode(path);
    if (file === undefined) return undefined;
    const given = Array.from(
      names.givenNames(path as RepoPath),
      ([name, { declaration, ...rest }]) => [
        name,
        declaration < 0 ? '' : described(names, file + 1 + declaration),
        rest.source,
        rest.files.filter((one) => names.fileNode(one) !== undefined),
      ],
    );
    const passedOn = Array.from(names.passedOnBy(file), ([name, files]) => [
      name,
      files.map((one) => names.node(one).path),
    ]);
    return [given, passedOn];
  },
  /** The types that a type inherits from. */
  bases: (names, [type = '']) => types(names, type, (node) => names.basesOf(node)),
  /** The types that inherit from a type. */
  subtypes: (names, [type = '']) => types(names, type, (node) => names.subtypesOf(node)),
  /** The files of a module. Files that are not indexed have no content. */
  module: (names, [language = '', page = '', specifier = '']) => {
    const { files } = names.module(language, page as RepoPath, specifier);
    return files.map((path) => [path, names.fileNode(path) !== undefined]);
  },
  /** All packages, by their names. */
  packages: (names) => [...names.packages()].sort(),
  /** All packages of Go, and those that code imports from elsewhere. */
  goPackages: (names) => {
    const { folders, byPath, foreign } = names.goPackages();
    return [[...folders].sort(), [...byPath].sort(), [...foreign].sort()];
  },
  /** Key for the files of a Go package. */
  goFiles: (names, [folder = '']) => names.filesOfGo(folder),
};

/** This many lookups take about 1 ms. */
const LOOKUPS_PER_STEP = 100;

/**
 * Returns the log of some lookups. `knownAnswer` returns the hashes of answers that need not be
 * computed again.
 */
export function* logOfSteps(
  names: SymbolLookup,
  keys: ReadonlySet<string>,
  knownAnswer: KnownAnswer,
): Task<DependencyLog> {
  const answers = new Map<string, number>();
  for (const key of keys) {
    answers.set(key, knownAnswer(key) ?? answerHash(names, key));
    if (answers.size % LOOKUPS_PER_STEP === 0) yield;
  }
  return new DependencyLog(answers);
}

/** Returns the hash of a lookup's answer, as stored in the log. */
export function answerHash(names: SymbolLookup, key: string): number {
  const parsed = parseKey(key);
  return 'name' in parsed
    ? hashOf(symbolsNamed(names, parsed.name, (path) => !names.isNonApiPath(path)))
    : hashOf(ANSWERS[parsed.lookup](names, parsed.args));
}

/** Returns the symbols that a lookup of a name considers, on its own or as a member. */
function symbolsNamed(
  names: SymbolLookup,
  name: string,
  isPlace: (path: RepoPath) => boolean,
): readonly string[] {
  return names.graph
    .byName(name)
    .filter((index) => {
      const node = names.node(index);
      return isPlace(node.path) && isFoundByName((other) => names.node(other), node);
    })
    .map((index) => described(names, index));
}

function described(names: SymbolLookup, index: number): string {
  return describeSymbol((node) => names.node(node), names.node(index));
}

function types(
  names: SymbolLookup,
  id: string,
  related: (type: number) => readonly number[],
): readonly (readonly string[])[] | undefined {
  const type = names.graph.find(id);
  return type === undefined
    ? undefined
    : related(type).map((node) => [names.node(node).id, names.node(node).kind]);
}

const HASH_HEX_DIGITS = 12;

/** Returns 0 for an empty answer: most names on pages do not belong to the project. */
export function hashOf(answer: unknown): number {
  if (answer === undefined || (Array.isArray(answer) && answer.length === 0)) return 0;
  return Number.parseInt(contentHash(JSON.stringify(answer)).slice(0, HASH_HEX_DIGITS), 16);
}
