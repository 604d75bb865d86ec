/**
 * Stores the links of all files as columns: a dozen large lists instead of thousands of small ones.
 */
import { assert, at } from '../base/assert.ts';
import { runSync, type Task } from '../base/cooperative.ts';
import type { RepoPath } from '../model/path.ts';
import type { FileLinks } from './links.ts';

/**
 * Links in columns. The rows of file f are those from entry f of a `…Starts` column up to the next
 * entry.
 */
export interface LinksRecord {
  readonly paths: readonly string[];
  readonly languages: readonly string[];
  /**
   * Bit 0: is a script. Bit 1: declares members outside of their types. Bit 2: has method sets. Bit
   * 3: declares globals. Bit 4: may register entry points. Bit 5: does so by itself.
   */
  readonly flags: Uint8Array;
  readonly scriptScopes: readonly string[];
  readonly packageStarts: Uint32Array;
  readonly packages: readonly string[];
  readonly attachedStarts: Uint32Array;
  readonly attachedFrom: readonly string[];
  readonly implicitBaseStarts: Uint32Array;
  readonly implicitBases: readonly string[];
  readonly declarationCounts: Uint32Array;
  readonly cliFlagStarts: Uint32Array;
  readonly cliFlags: readonly string[];
  readonly settingStarts: Uint32Array;
  readonly settings: readonly string[];
  readonly aliasStarts: Uint32Array;
  readonly exportAliases: readonly string[];
  readonly importStarts: Uint32Array;
  readonly specifiers: readonly string[];
  /**
   * Distinct target texts, in order of first occurrence: all files of a package share the same long
   * text.
   */
  readonly targetTexts: readonly string[];
  readonly targets: Uint32Array;
  readonly lines: Uint32Array;
  readonly mentionStarts: Uint32Array;
  readonly mentions: Uint32Array;
  readonly surfaceStarts: Uint32Array;
  readonly surfaceMentions: Uint32Array;
  readonly unboundStarts: Uint32Array;
  readonly unboundNames: readonly string[];
  readonly unboundCounts: Uint32Array;
}

export function toLinksRecord(links: readonly FileLinks[]): LinksRecord {
  return runSync(linksRecordSteps(links));
}

/** Does the same as a cooperative task. */
export function* linksRecordSteps(links: readonly FileLinks[]): Task<LinksRecord> {
  const targetTexts = [...new Set(links.flatMap((file) => file.targets))];
  const targetRows = new Map(targetTexts.map((text, row) => [text, row]));
  yield;
  const ofFiles = {
    paths: links.map((file) => file.path),
    languages: links.map((file) => file.language),
    flags: Uint8Array.from(
      links,
      (file) =>
        Number(file.isScript) |
        (Number(file.hasReceivers) << 1) |
        (Number(file.hasMethodSets) << 2) |
        (Number(file.declaresGlobals) << 3) |
        (Number(file.hasRegistrations) << 4) |
        (Number(file.hasActiveRegistrations) << 5),
    ),
    scriptScopes: links.map((file) => file.scriptScope),
    packageStarts: startsOf(links, (file) => file.packages.length),
    packages: links.flatMap((file) => file.packages),
    attachedStarts: startsOf(links, (file) => file.attachedFrom.length),
    attachedFrom: links.flatMap((file) => file.attachedFrom),
    implicitBaseStarts: startsOf(links, (file) => file.implicitBases.length),
    implicitBases: links.flatMap((file) => file.implicitBases),
    declarationCounts: Uint32Array.from(links, (file) => file.declarationCount),
    cliFlagStarts: startsOf(links, (file) => file.cliFlags.length),
    cliFlags: links.flatMap((file) => file.cliFlags),
    settingStarts: startsOf(links, (file) => file.settings.length),
    settings: links.flatMap((file) => file.settings),
    aliasStarts: startsOf(links, (file) => file.exportAliases.length),
    exportAliases: links.flatMap((file) => file.exportAliases),
  };
  yield;
  const ofImports = {
    importStarts: startsOf(links, (file) => file.targets.length),
    specifiers: links.flatMap((file) => file.specifiers),
    targetTexts,
    targets: Uint32Array.from(
      links.flatMap((file) => file.targets),
      (text) => targetRows.get(text) ?? 0,
    ),
    lines: joined(links, (file) => file.lines),
  };
  yield;
  const ofMentions = {
    mentionStarts: startsOf(links, (file) => file.mentions.length),
    mentions: joined(links, (file) => file.mentions),
    surfaceStarts: startsOf(links, (file) => file.surfaceMentions.length),
    surfaceMentions: joined(links, (file) => file.surfaceMentions),
  };
  yield;
  return {
    ...ofFiles,
    ...ofImports,
    ...ofMentions,
    unboundStarts: startsOf(links, (file) => file.unbound.size),
    unboundNames: links.flatMap((file) => [...file.unbound.keys()]),
    unboundCounts: joined(links, (file) => Uint32Array.from(file.unbound.values())),
  };
}

function startsOf(links: readonly FileLinks[], countOf: (file: FileLinks) => number): Uint32Array {
  const starts = new Uint32Array(links.length + 1);
  for (const [index, file] of links.entries())
    starts[index + 1] = at(starts, index) + countOf(file);
  return starts;
}

function joined(
  links: readonly FileLinks[],
  columnOf: (file: FileLinks) => Uint32Array,
): Uint32Array {
  const columns = links.map(columnOf);
  const whole = new Uint32Array(columns.reduce((sum, column) => sum + column.length, 0));
  let end = 0;
  for (const column of columns) {
    whole.set(column, end);
    end += column.length;
  }
  return whole;
}

/**
 * Restores the links from a record. The links share the record's arrays.
 * @throws {Error} when its columns do not fit each other.
 */
export function fromLinksRecord(record: LinksRecord): readonly FileLinks[] {
  checkSizes(record);
  return record.paths.map((path, file): FileLinks => {
    const [firstImport, endImport] = rangeOf(record.importStarts, file);
    const [firstUnbound, endUnbound] = rangeOf(record.unboundStarts, file);
    const unbound = new Map<string, number>();
    for (let row = firstUnbound; row < endUnbound; row++)
      unbound.set(at(record.unboundNames, row), at(record.unboundCounts, row));
    return {
      path: path as RepoPath,
      language: at(record.languages, file),
      isScript: (at(record.flags, file) & 1) !== 0,
      scriptScope: at(record.scriptScopes, file),
      hasReceivers: (at(record.flags, file) & 2) !== 0,
      hasMethodSets: (at(record.flags, file) & 4) !== 0,
      implicitBases: record.implicitBases.slice(...rangeOf(record.implicitBaseStarts, file)),
      declaresGlobals: (at(record.flags, file) & 8) !== 0,
      hasRegistrations: (at(record.flags, file) & 16) !== 0,
      hasActiveRegistrations: (at(record.flags, file) & 32) !== 0,
      packages: record.packages.slice(...rangeOf(record.packageStarts, file)),
      attachedFrom: record.attachedFrom
        .slice(...rangeOf(record.attachedStarts, file))
        .map((from) => from as RepoPath),
      declarationCount: at(record.declarationCounts, file),
      cliFlags: record.cliFlags.slice(...rangeOf(record.cliFlagStarts, file)),
      settings: record.settings.slice(...rangeOf(record.settingStarts, file)),
      exportAliases: record.exportAliases.slice(...rangeOf(record.aliasStarts, file)),
      specifiers: record.specifiers.slice(firstImport, endImport),
      targets: Array.from(record.targets.subarray(firstImport, endImport), (row) =>
        at(record.targetTexts, row),
      ),
      lines: record.lines.subarray(firstImport, endImport),
      mentions: record.mentions.subarray(...rangeOf(record.mentionStarts, file)),
      surfaceMentions: record.surfaceMentions.subarray(...rangeOf(record.surfaceStarts, file)),
      unbound,
    };
  });
}

function rangeOf(starts: Uint32Array, file: number): [first: number, end: number] {
  return [at(starts, file), at(starts, file + 1)];
}

function checkSizes(record: LinksRecord): void {
  const files = record.paths.length;
  const sizes: readonly (readonly [starts: Uint32Array, columns: readonly ArrayLike<unknown>[]])[] =
    [
      [record.importStarts, [record.specifiers, record.targets, record.lines]],
      [record.packageStarts, [record.packages]],
      [record.attachedStarts, [record.attachedFrom]],
      [record.implicitBaseStarts, [record.implicitBases]],
      [record.cliFlagStarts, [record.cliFlags]],
      [record.settingStarts, [record.settings]],
      [record.aliasStarts, [record.exportAliases]],
      [record.mentionStarts, [record.mentions]],
      [record.surfaceStarts, [record.surfaceMentions]],
      [record.unboundStarts, [record.unboundNames, record.unboundCounts]],
    ];
  const { languages, flags, scriptScopes, declarationCounts } = record;
  for (const column of [languages, flags, scriptScopes, declarationCounts])
    assert(column.length === files, 'links record: a column per file of another length');
  for (const [starts, columns] of sizes) {
    assert(starts.length === files + 1, 'links record: starts of another length');
    for (const column of columns)
      assert(column.length === starts[files], 'links record: columns of different lengths');
  }
}
