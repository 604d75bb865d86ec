/**
 * Resolves only the files that a change can affect; affected.ts determines them. Facts of other
 * files are read on demand.
 */
import { assert, at } from '../base/assert.ts';
import type { Task } from '../base/cooperative.ts';
import { once } from '../base/once.ts';
import { positionsOf } from '../base/positions.ts';
import { haveSameItems } from '../base/same-items.ts';
import type { ProjectLayout } from '../extractors/language.ts';
import type { FileFacts } from '../model/facts.ts';
import type { RepoPath } from '../model/path.ts';
import type { ResolvedEdge } from '../model/resolved-edge.ts';
import { affectedFiles } from './affected.ts';
import { declaresGlobals } from './global-declarations.ts';
import {
  basesOfTexts,
  type ImplicitBase,
  implicitBases,
  methodSetText,
  textsOfBases,
} from './implicit-bases.ts';
import { ImportTable } from './import-table.ts';
import { Evaluator } from './inference/evaluator.ts';
import { filesByPackage, moduleLinker } from './link-modules.ts';
import {
  declaresReceivers,
  type FileLinks,
  hasActiveRegistrations,
  isScriptFacts,
  targetReader,
  targetText,
} from './links.ts';
import { Program, type ProgramFiles } from './program.ts';
import { resolveFiles } from './resolve.ts';
import { scriptScopes } from './script-globals.ts';
import { surfaceOf } from './surface.ts';
import { renumbering, type SurfaceChange, surfaceChange } from './surface-change.ts';

/** A file with new facts. */
export interface ChangedFacts {
  readonly now: FileFacts;
  /** Undefined for a new file. */
  readonly before: FileFacts | undefined;
}

export interface UpdateInput extends ProjectLayout {
  /** All current files, sorted. Edges refer to files by position. */
  readonly files: readonly RepoPath[];
  /** Changed and new files. Every file of `files` that is missing from `before` is included. */
  readonly changed: ReadonlyMap<RepoPath, ChangedFacts>;
  /** Links of each file from the last resolution, sorted by path. */
  readonly before: readonly FileLinks[];
  /** Returns the facts of an unchanged file. */
  readonly facts: (path: RepoPath) => FileFacts;
  /**
   * Whether paths and configs are those of the last resolution, so that imports lead to the same
   * targets.
   */
  readonly isLayoutSame: boolean;
}

export interface ResolutionUpdate {
  /** Parallel to `files`. */
  readonly links: readonly FileLinks[];
  /** Edges of the files that were resolved again, including all changed files. */
  readonly edges: ReadonlyMap<RepoPath, readonly ResolvedEdge[]>;
  /**
   * For changed files that existed before: the new index of each old declaration, −1 if removed.
   */
  readonly renumbered: ReadonlyMap<RepoPath, Int32Array>;
  /**
   * The files that were resolved again, with their links before and now. Undefined if files were
   * added or removed.
   */
  readonly replaced: readonly ReplacedLinks[] | undefined;
}

export interface ReplacedLinks {
  readonly before: FileLinks;
  readonly now: FileLinks;
}

/** Where the imports lead that some links were made from, for the next update. */
const IMPORTS = new WeakMap<readonly FileLinks[], ImportTable>();

/** An update, and the program that was resolved, for what is derived from it next. */
export interface ResolvedUpdate extends ResolutionUpdate {
  readonly evaluator: Evaluator;
}

/** Updates a resolution. The result equals resolving all files from scratch. */
export function* updateSteps(input: UpdateInput): Task<ResolvedUpdate> {
  const rows = rowsOf(input);
  const imports = yield* importsOf(input, rows);
  const program = new Program(filesOf(input, rows), imports.table);
  const evaluator = new Evaluator(program);
  const surfaces = new Map<RepoPath, SurfaceChange>();
  const renumbered = new Map<RepoPath, Int32Array>();
  for (const [path, { now, before }] of input.changed) {
    const file = program.numberOf(path);
    const links = rows.links[file];
    if (before === undefined || links === undefined) continue;
    const old = surfaceOf(before, links.targets);
    const own = surfaceOf(now, program.targets(file).map(targetText));
    surfaces.set(path, surfaceChange(old, own));
    renumbered.set(path, renumbering(old, own));
    // After a branch switch there are thousands of files.
    yield;
  }
  const affected = new Set(
    affectedFiles(evaluator, {
      before: (file) => rows.links[file],
      removed: rows.removed,
      surfaces,
      scopeOf: scriptScopes(input),
      relinked: imports.isSame ? [...rows.now.keys()] : input.files.keys(),
    }),
  );
  yield;
  const basesOf = basesAfter(program, input, rows, affected);
  const sorted = [...affected].sort((a, b) => a - b);
  const found = yield* resolveFiles(evaluator, input, sorted, basesOf);
  const links = [...rows.links];
  for (const [index, own] of found.entries()) links[at(sorted, index)] = own.links;
  assert(!links.includes(undefined), 'a file without links');
  IMPORTS.set(links as readonly FileLinks[], imports.table);
  return {
    links: links as readonly FileLinks[],
    edges: new Map(found.map((file) => [file.links.path, file.edges])),
    renumbered,
    evaluator,
    replaced: rows.areFilesSame
      ? found.map(({ links: now }, index) => ({ before: known(rows, at(sorted, index)), now }))
      : undefined,
  };
}

/**
 * Returns the implicit bases of files after the change, and adds the files whose bases differ to the
 * affected ones. Most edits change no method set; then the stored bases still hold.
 */
function basesAfter(
  program: Program,
  { changed, isLayoutSame }: UpdateInput,
  rows: Rows,
  affected: Set<number>,
): (file: number) => readonly ImplicitBase[] | undefined {
  const areSame =
    isLayoutSame &&
    rows.areFilesSame &&
    [...changed.values()].every(
      ({ now, before }) => before !== undefined && methodSetText(before) === methodSetText(now),
    );
  if (areSame) return (file) => basesOfTexts(program, rows.links[file]?.implicitBases ?? []);
  const bases = implicitBases(program);
  for (const [file, links] of rows.links.entries()) {
    const texts = textsOfBases(program, bases.get(file));
    if (!haveSameItems(texts, links?.implicitBases ?? [])) affected.add(file);
  }
  return (file) => bases.get(file);
}

function known(rows: Rows, file: number): FileLinks {
  const links = rows.links[file];
  if (links === undefined) throw new Error(`unknown file ${file}`);
  return links;
}

/** Data of the files by number: facts of the changed files, links from the last resolution. */
interface Rows {
  readonly now: ReadonlyMap<number, FileFacts>;
  readonly links: readonly (FileLinks | undefined)[];
  /** Links of removed files. */
  readonly removed: readonly FileLinks[];
  /** Whether no file was added or removed. */
  readonly areFilesSame: boolean;
}

function rowsOf({ files, changed, before }: UpdateInput): Rows {
  const numberOf = positionsOf(files);
  const now = new Map<number, FileFacts>();
  for (const [path, { now: facts }] of changed) {
    const file = numberOf.get(path);
    if (file !== undefined) now.set(file, facts);
  }
  if (IMPORTS.get(before)?.paths === files)
    return { now, links: before, removed: [], areFilesSame: true };
  const links: (FileLinks | undefined)[] = files.map(() => undefined);
  const removed: FileLinks[] = [];
  for (const own of before) {
    const file = numberOf.get(own.path);
    if (file === undefined) removed.push(own);
    else links[file] = own;
  }
  const areFilesSame = removed.length === 0 && before.length === files.length;
  return { now, links, removed, areFilesSame };
}

function filesOf(input: UpdateInput, rows: Rows): ProgramFiles {
  const { files } = input;
  return {
    paths: files,
    declarationCount: (file) =>
      rows.now.get(file)?.declarations.length ?? known(rows, file).declarationCount,
    isScript: (file) => {
      const now = rows.now.get(file);
      return now === undefined ? known(rows, file).isScript : isScriptFacts(now);
    },
    hasReceivers: (file) => {
      const now = rows.now.get(file);
      return now === undefined ? known(rows, file).hasReceivers : declaresReceivers(now);
    },
    hasMethodSets: (file) => {
      const now = rows.now.get(file);
      return now === undefined ? known(rows, file).hasMethodSets : now.methodSets !== undefined;
    },
    declaresGlobals: (file) => {
      const now = rows.now.get(file);
      return now === undefined ? known(rows, file).declaresGlobals : declaresGlobals(now);
    },
    hasRegistrations: (file) => {
      const now = rows.now.get(file);
      return now === undefined
        ? known(rows, file).hasRegistrations
        : now.registrations !== undefined;
    },
    hasActiveRegistrations: (file) => {
      const now = rows.now.get(file);
      return now === undefined
        ? known(rows, file).hasActiveRegistrations
        : hasActiveRegistrations(now);
    },
    facts: (file) => rows.now.get(file) ?? input.facts(at(files, file)),
  };
}

/** Number of files that are checked in about one millisecond. */
const FILES_PER_STEP = 1000;

interface Imports {
  readonly table: ImportTable;
  /** Whether only changed files can import from elsewhere. */
  readonly isSame: boolean;
}

function* importsOf(input: UpdateInput, rows: Rows): Task<Imports> {
  const { files } = input;
  const packages = once(() =>
    filesByPackage(files.map((_, file) => rows.now.get(file) ?? known(rows, file))),
  );
  const areSame = input.isLayoutSame && arePackagesSame(rows);
  const link = once(() => moduleLinker(input, packages()));
  const linkFacts = (facts: FileFacts) =>
    link()({ ...facts, specifiers: facts.imports.map(({ specifier }) => specifier) });
  const before = areSame ? IMPORTS.get(input.before) : undefined;
  const targetOf = targetReader();
  const targets = before?.paths === files ? [...before.targets] : [];
  const isKnown = targets.length > 0;
  for (const file of isKnown ? rows.now.keys() : files.keys()) {
    const now = rows.now.get(file);
    if (now !== undefined) targets[file] = linkFacts(now);
    else if (areSame) targets[file] = known(rows, file).targets.map(targetOf);
    else targets[file] = link()(known(rows, file));
    if (!areSame || now !== undefined || file % FILES_PER_STEP === 0) yield;
  }
  return { table: new ImportTable(files, targets, before), isSame: areSame };
}

/**
 * Whether the packages of all files are unchanged. A file that joins or leaves a package changes
 * the targets of imports in other files.
 */
function arePackagesSame(rows: Rows): boolean {
  return (
    rows.areFilesSame &&
    [...rows.now].every(
      ([file, now]) => now.packages.join('\n') === known(rows, file).packages.join('\n'),
    )
  );
}
