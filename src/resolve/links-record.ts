/**
 * Stores the links of all files as columns: a few large lists instead of thousands of small ones.
 */
import { assert, at } from '../base/assert.ts';
import { runSync, type Task } from '../base/cooperative.ts';
import type { RepoPath } from '../model/path.ts';
import { type FileLinks, type Flag, flagsOf, hasFlag } from './links.ts';

/** Texts per file, as many as it has. */
const TEXT_LISTS = [
  'packages',
  'attachedFrom',
  'implicitBases',
  'cliFlags',
  'sentRequests',
  'settings',
  'exportAliases',
  'specifiers',
  'targets',
  'unboundNames',
] as const;

/** Numbers per file, as many as it has. */
const NUMBER_LISTS = ['lines', 'mentions', 'surfaceMentions', 'unboundCounts'] as const;

/**
 * Lists of all files, one after the other. Those of file f are from entry f of `starts` up to the
 * next entry.
 */
interface Numbers {
  readonly starts: Uint32Array;
  readonly values: Uint32Array;
}

/**
 * The same with texts, each stored once: the values are positions in `texts`, which are in order of
 * first occurrence.
 */
interface Texts extends Numbers {
  readonly texts: readonly string[];
}

export interface LinksRecord {
  readonly paths: readonly string[];
  readonly languages: readonly string[];
  readonly scriptScopes: readonly string[];
  readonly declarationCounts: Uint32Array;
  readonly flags: Uint8Array;
  readonly texts: Readonly<Record<(typeof TEXT_LISTS)[number], Texts>>;
  readonly numbers: Readonly<Record<(typeof NUMBER_LISTS)[number], Numbers>>;
}

/** A file's links in the form of the lists above. */
interface Listed extends FileLinks {
  readonly unboundNames: readonly string[];
  readonly unboundCounts: Uint32Array;
}

export function toLinksRecord(links: readonly FileLinks[]): LinksRecord {
  return runSync(linksRecordSteps(links));
}

/** Does the same as a cooperative task. */
export function* linksRecordSteps(links: readonly FileLinks[]): Task<LinksRecord> {
  const files = links.map(
    (file): Listed => ({
      ...file,
      unboundNames: [...file.unbound.keys()],
      unboundCounts: Uint32Array.from(file.unbound.values()),
    }),
  );
  const texts: Record<string, Texts> = {};
  for (const name of TEXT_LISTS) {
    yield;
    texts[name] = joinedTexts(files.map((file) => file[name]));
  }
  const numbers: Record<string, Numbers> = {};
  for (const name of NUMBER_LISTS) {
    yield;
    numbers[name] = joinedNumbers(files.map((file) => file[name]));
  }
  return {
    paths: files.map((file) => file.path),
    languages: files.map((file) => file.language),
    scriptScopes: files.map((file) => file.scriptScope),
    declarationCounts: Uint32Array.from(files, (file) => file.declarationCount),
    flags: Uint8Array.from(files, flagsOf),
    texts: texts as LinksRecord['texts'],
    numbers: numbers as LinksRecord['numbers'],
  };
}

function joinedTexts(lists: readonly (readonly string[])[]): Texts {
  const positions = new Map<string, number>();
  const rows = lists.map((list) =>
    Uint32Array.from(list, (text) => {
      const position = positions.get(text) ?? positions.size;
      positions.set(text, position);
      return position;
    }),
  );
  return { ...joinedNumbers(rows), texts: [...positions.keys()] };
}

function joinedNumbers(lists: readonly Uint32Array[]): Numbers {
  const starts = new Uint32Array(lists.length + 1);
  for (const [index, list] of lists.entries()) starts[index + 1] = at(starts, index) + list.length;
  const values = new Uint32Array(at(starts, lists.length));
  for (const [index, list] of lists.entries()) values.set(list, at(starts, index));
  return { starts, values };
}

/**
 * Restores the links from a record. The links share the record's arrays.
 * @throws {Error} when its columns do not fit each other.
 */
export function fromLinksRecord(record: LinksRecord): readonly FileLinks[] {
  checkSizes(record);
  return record.paths.map((path, file): FileLinks => {
    const numbers = (name: (typeof NUMBER_LISTS)[number]) => valuesOf(record.numbers[name], file);
    const texts = (name: (typeof TEXT_LISTS)[number]) => {
      const column = record.texts[name];
      return Array.from(valuesOf(column, file), (position) => at(column.texts, position));
    };
    const has = (flag: Flag) => hasFlag(at(record.flags, file), flag);
    const counts = numbers('unboundCounts');
    return {
      path: path as RepoPath,
      language: at(record.languages, file),
      scriptScope: at(record.scriptScopes, file),
      declarationCount: at(record.declarationCounts, file),
      isScript: has('isScript'),
      hasReceivers: has('hasReceivers'),
      hasMethodSets: has('hasMethodSets'),
      declaresGlobals: has('declaresGlobals'),
      hasRegistrations: has('hasRegistrations'),
      hasActiveRegistrations: has('hasActiveRegistrations'),
      packages: texts('packages'),
      attachedFrom: texts('attachedFrom') as RepoPath[],
      implicitBases: texts('implicitBases'),
      cliFlags: texts('cliFlags'),
      sentRequests: texts('sentRequests'),
      settings: texts('settings'),
      exportAliases: texts('exportAliases'),
      specifiers: texts('specifiers'),
      targets: texts('targets'),
      lines: numbers('lines'),
      mentions: numbers('mentions'),
      surfaceMentions: numbers('surfaceMentions'),
      unbound: new Map(texts('unboundNames').map((name, row) => [name, at(counts, row)])),
    };
  });
}

function valuesOf({ starts, values }: Numbers, file: number): Uint32Array {
  return values.subarray(at(starts, file), at(starts, file + 1));
}

function checkSizes({ paths, texts, numbers, ...perFile }: LinksRecord): void {
  for (const column of Object.values(perFile))
    assert(column.length === paths.length, 'links record: a column per file of another length');
  for (const { starts, values } of [...Object.values(texts), ...Object.values(numbers)]) {
    assert(starts.length === paths.length + 1, 'links record: starts of another length');
    assert(values.length === starts[paths.length], 'links record: columns of different lengths');
  }
}
