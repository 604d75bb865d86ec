/**
 * Resolves only the files that a change can affect; affected.ts determines them. Facts of other
 * files are read on demand.
 */
import { assert, at } from '../base/assert.ts';
import type { Task } from '../base/cooperative.ts';
import { positionsOf } from '../base/positions.ts';
import { haveSameItems } from '../base/same-items.ts';
import type { ModuleTarget, ProjectLayout } from '../extractors/language.ts';
import type { FileFacts } from '../model/facts.ts';
import type { RepoPath } from '../model/path.ts';
import type { ResolvedEdge } from '../model/resolved-edge.ts';
import { affectedFiles } from './affected.ts';
import type { ExtensionMembers } from './extension-members.ts';
import { FileTable } from './file-table.ts';
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
import { type FileLinks, targetReader, targetText, traitsOf } from './links.ts';
import { MentionIndex } from './mention-index.ts';
import { Program } from './program.ts';
import { recentFacts } from './recent-facts.ts';
import { type FileResolution, resolveFiles } from './resolve.ts';
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

/** Data that the next update of some links takes over. */
interface Kept {
  readonly imports: ImportTable;
  readonly traits: FileTable;
  readonly linker: Linker | undefined;
  readonly mentions: MentionIndex;
  readonly extensions: ExtensionMembers;
}
const KEPT = new WeakMap<readonly FileLinks[], Kept>();

/** Returns what the last resolution left, if the files are the same. */
function keptOf({ before, files }: UpdateInput): Kept | undefined {
  const kept = KEPT.get(before);
  return kept?.imports.paths === files ? kept : undefined;
}

/** An update, and the program that was resolved, for what is derived from it next. */
export interface ResolvedUpdate extends ResolutionUpdate {
  readonly evaluator: Evaluator;
  /** The names that files mention now. */
  readonly mentions: MentionIndex;
}

/** Updates a resolution. The result equals resolving all files from scratch. */
export function* updateSteps(input: UpdateInput): Task<ResolvedUpdate> {
  const rows = rowsOf(input);
  const imports = yield* importsOf(input, rows);
  const table = tableOf(input, rows);
  const unchanged = recentFacts(input.files.length, (file) => input.facts(at(input.files, file)));
  const facts = (file: number) => rows.now.get(file) ?? unchanged(file);
  const program = new Program({ paths: input.files, table, facts }, imports.table);
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
  const kept = keptOf(input);
  const areAttachedAlike =
    imports.isSame && isAttachedAlike(input, { surfaces, renumbered }, table, kept?.traits);
  const evaluator = new Evaluator(program, areAttachedAlike ? kept?.extensions : undefined);
  const mentions = kept?.mentions ?? new MentionIndex(rows.links);
  const affected = new Set(
    affectedFiles(evaluator, {
      before: (file) => rows.links[file],
      removed: rows.removed,
      surfaces,
      mentions,
      scopeOf: scriptScopes(input),
      relinked: imports.isSame ? [...rows.now.keys()] : input.files.keys(),
    }),
  );
  yield;
  const basesOf = basesAfter(program, input, rows, affected);
  const sorted = [...affected].sort((a, b) => a - b);
  const found: FileResolution[] = [];
  yield* resolveFiles(evaluator, input, sorted, basesOf, (file) => found.push(file));
  const links = [...rows.links];
  for (const [index, own] of found.entries()) links[at(sorted, index)] = own.links;
  assert(!links.includes(undefined), 'a file without links');
  const mentionsNow = mentions.with(links as readonly FileLinks[], sorted);
  KEPT.set(links as readonly FileLinks[], {
    imports: imports.table,
    traits: table,
    linker: imports.linker,
    mentions: mentionsNow,
    extensions: evaluator.extensions,
  });
  return {
    links: links as readonly FileLinks[],
    edges: new Map(found.map((file) => [file.links.path, file.edges])),
    renumbered,
    evaluator,
    mentions: mentionsNow,
    replaced: rows.areFilesSame
      ? found.map(({ links: now }, index) => ({ before: known(rows, at(sorted, index)), now }))
      : undefined,
  };
}

/**
 * Whether the members and bases that files declare for types of others are the same, with the same
 * numbers. They are if only bodies changed. Bases have expression numbers, which bodies renumber.
 */
function isAttachedAlike(
  { changed }: UpdateInput,
  {
    surfaces,
    renumbered,
  }: Pick<ResolutionUpdate, 'renumbered'> & {
    readonly surfaces: ReadonlyMap<RepoPath, SurfaceChange>;
  },
  table: FileTable,
  before: FileTable | undefined,
): boolean {
  if (before === undefined || !table.equals(before)) return false;
  return [...changed].every(
    ([path, { now }]) =>
      now.conformances.length === 0 &&
      surfaces.get(path)?.form === 'none' &&
      renumbered.get(path)?.every((place, index) => place === index) === true,
  );
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

function rowsOf(input: UpdateInput): Rows {
  const { files, changed, before } = input;
  const numberOf = positionsOf(files);
  const now = new Map<number, FileFacts>();
  for (const [path, { now: facts }] of changed) {
    const file = numberOf.get(path);
    if (file !== undefined) now.set(file, facts);
  }
  if (keptOf(input) !== undefined) return { now, links: before, removed: [], areFilesSame: true };
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

/** Returns the traits of all files: those of the last resolution but for the changed files. */
function tableOf(input: UpdateInput, rows: Rows): FileTable {
  const before = keptOf(input)?.traits;
  const changed = new Map(Array.from(rows.now, ([file, facts]) => [file, traitsOf(facts)]));
  if (before !== undefined) return before.with(changed);
  return FileTable.of(input.files.map((_, file) => changed.get(file) ?? known(rows, file)));
}

/** Number of files that are checked in about one millisecond. */
const FILES_PER_STEP = 1000;

type Linker = ReturnType<typeof moduleLinker>;

interface Imports {
  readonly table: ImportTable;
  /** The function that resolved imports, if any were resolved. */
  readonly linker: Linker | undefined;
  /** Whether only changed files can import from elsewhere. */
  readonly isSame: boolean;
}

function* importsOf(input: UpdateInput, rows: Rows): Task<Imports> {
  const { files, paths, configFiles, outer } = input;
  const isSame = input.isLayoutSame && arePackagesSame(rows);
  const kept = isSame ? keptOf(input) : undefined;
  let linker = kept?.linker;
  const link: Linker = (file) => {
    // Kept for later updates, so it must hold nothing else of this one.
    linker ??= moduleLinker(
      { paths, configFiles, outer },
      filesByPackage(files.map((_, own) => rows.now.get(own) ?? known(rows, own))),
    );
    return linker(file);
  };
  const targetsNow = (file: number, facts: FileFacts): readonly ModuleTarget[] => {
    const specifiers = facts.imports.map(({ specifier }) => specifier);
    const old = kept && known(rows, file);
    const isAlike =
      old?.language === facts.language && haveSameItems(old?.specifiers ?? [], specifiers);
    return kept && isAlike ? at(kept.imports.targets, file) : link({ ...facts, specifiers });
  };
  if (kept !== undefined) {
    const changed = new Map(Array.from(rows.now, ([file, now]) => [file, targetsNow(file, now)]));
    return { table: kept.imports.with(changed), linker, isSame };
  }
  const targetOf = targetReader();
  const targets: (readonly ModuleTarget[])[] = [];
  for (const file of files.keys()) {
    const now = rows.now.get(file);
    if (now !== undefined) targets[file] = targetsNow(file, now);
    else if (isSame) targets[file] = known(rows, file).targets.map(targetOf);
    else targets[file] = link(known(rows, file));
    if (!isSame || now !== undefined || file % FILES_PER_STEP === 0) yield;
  }
  return { table: new ImportTable(files, targets), linker, isSame };
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
