/**
 * Resolves only the files that a change can affect; affected.ts determines them. Facts of other
 * files are read on demand.
 */
import { at } from '../base/assert.ts';
import type { Task } from '../base/cooperative.ts';
import { newIndexes } from '../base/new-indexes.ts';
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
}

/** An update, and the program that was resolved, for what is derived from it next. */
export interface ResolvedUpdate extends ResolutionUpdate {
  readonly evaluator: Evaluator;
}

/** Updates a resolution. The result equals resolving all files from scratch. */
export function* updateSteps(input: UpdateInput): Task<ResolvedUpdate> {
  const { rows, removed } = rowsOf(input);
  const program = new Program(filesOf(input, rows), yield* targetsOf(input, rows));
  const evaluator = new Evaluator(program);
  const surfaces = new Map<RepoPath, SurfaceChange>();
  const renumbered = new Map<RepoPath, Int32Array>();
  for (const [path, { now, before }] of input.changed) {
    const file = program.numberOf(path);
    const { links } = at(rows, file);
    if (before === undefined || links === undefined) continue;
    const old = surfaceOf(before, links.targets);
    const own = surfaceOf(now, program.targets(file).map(targetText));
    surfaces.set(path, surfaceChange(old, own));
    renumbered.set(path, renumbering(old, own));
    // After a branch switch there are thousands of files.
    yield;
  }
  const changes = { before: beforeOf(rows), removed, surfaces, scopeOf: scriptScopes(input) };
  const affected = new Set(affectedFiles(evaluator, changes));
  yield;
  const basesOf = basesAfter(program, input, rows, affected);
  const sorted = [...affected].sort((a, b) => a - b);
  const found = yield* resolveFiles(evaluator, input, sorted, basesOf);
  const fresh = new Map(found.map((file) => [file.links.path, file]));
  return {
    links: input.files.map((path, file) => fresh.get(path)?.links ?? known(rows, file)),
    edges: new Map(found.map(({ links, edges }) => [links.path, edges])),
    renumbered,
    evaluator,
  };
}

/**
 * Returns the implicit bases of files after the change, and adds the files whose bases differ to the
 * affected ones. Most edits change no method set; then the stored bases still hold.
 */
function basesAfter(
  program: Program,
  { files, changed, before: linksBefore, isLayoutSame }: UpdateInput,
  rows: readonly Row[],
  affected: Set<number>,
): (file: number) => readonly ImplicitBase[] | undefined {
  const areSame =
    isLayoutSame &&
    linksBefore.length === files.length &&
    [...changed.values()].every(
      ({ now, before }) => before !== undefined && methodSetText(before) === methodSetText(now),
    );
  if (areSame) return (file) => basesOfTexts(program, at(rows, file).links?.implicitBases ?? []);
  const bases = implicitBases(program);
  for (const [file, { links }] of rows.entries()) {
    const texts = textsOfBases(program, bases.get(file));
    if (!haveSameItems(texts, links?.implicitBases ?? [])) affected.add(file);
  }
  return (file) => bases.get(file);
}

function known(rows: readonly Row[], file: number): FileLinks {
  const { links } = at(rows, file);
  if (links === undefined) throw new Error(`unknown file ${file}`);
  return links;
}

function beforeOf(rows: readonly Row[]): (file: number) => FileLinks | undefined {
  return (file) => at(rows, file).links;
}

/** Data of one file: its facts if they are new, else its links from the last resolution. */
interface Row {
  readonly now: FileFacts | undefined;
  readonly links: FileLinks | undefined;
}

/** Returns the row of each file, and the links of removed files. */
function rowsOf({ files, changed, before }: UpdateInput): {
  readonly rows: readonly Row[];
  readonly removed: readonly FileLinks[];
} {
  const links: (FileLinks | undefined)[] = files.map(() => undefined);
  const removed: FileLinks[] = [];
  const numbers = newIndexes(
    before.map(({ path }) => path),
    files,
  );
  for (const [old, own] of before.entries()) {
    const file = at(numbers, old);
    if (file < 0) removed.push(own);
    else links[file] = own;
  }
  const rows = files.map((path, file) => ({ now: changed.get(path)?.now, links: links[file] }));
  return { rows, removed };
}

function filesOf(input: UpdateInput, rows: readonly Row[]): ProgramFiles {
  const { files } = input;
  return {
    paths: files,
    declarationCount: (file) =>
      at(rows, file).now?.declarations.length ?? known(rows, file).declarationCount,
    isScript: (file) => {
      const { now } = at(rows, file);
      return now === undefined ? known(rows, file).isScript : isScriptFacts(now);
    },
    hasReceivers: (file) => {
      const { now } = at(rows, file);
      return now === undefined ? known(rows, file).hasReceivers : declaresReceivers(now);
    },
    hasMethodSets: (file) => {
      const { now } = at(rows, file);
      return now === undefined ? known(rows, file).hasMethodSets : now.methodSets !== undefined;
    },
    declaresGlobals: (file) => {
      const { now } = at(rows, file);
      return now === undefined ? known(rows, file).declaresGlobals : declaresGlobals(now);
    },
    hasRegistrations: (file) => {
      const { now } = at(rows, file);
      return now === undefined
        ? known(rows, file).hasRegistrations
        : now.registrations !== undefined;
    },
    hasActiveRegistrations: (file) => {
      const { now } = at(rows, file);
      return now === undefined
        ? known(rows, file).hasActiveRegistrations
        : hasActiveRegistrations(now);
    },
    facts: (file) => at(rows, file).now ?? input.facts(at(files, file)),
  };
}

type Targets = ReturnType<ReturnType<typeof moduleLinker>>;

/** Number of files that are checked in about one millisecond. */
const FILES_PER_STEP = 1000;

function* targetsOf(input: UpdateInput, rows: readonly Row[]): Task<readonly Targets[]> {
  const packages = filesByPackage(rows.map(({ now }, file) => now ?? known(rows, file)));
  const link = moduleLinker(input, packages);
  const targetOf = targetReader();
  const isSame = input.isLayoutSame && arePackagesSame(input, rows);
  const targets: Targets[] = [];
  for (const [file, { now }] of rows.entries()) {
    if (now !== undefined)
      targets.push(link({ ...now, specifiers: now.imports.map(({ specifier }) => specifier) }));
    else {
      const own = known(rows, file);
      targets.push(isSame ? own.targets.map(targetOf) : link(own));
    }
    if (!isSame || now !== undefined || file % FILES_PER_STEP === 0) yield;
  }
  return targets;
}

/**
 * Whether the packages of all files are unchanged. A file that joins or leaves a package changes
 * the targets of imports in other files.
 */
function arePackagesSame({ before }: UpdateInput, rows: readonly Row[]): boolean {
  return (
    before.length === rows.length &&
    rows.every(({ now, links }) => {
      if (links === undefined) return false;
      return now === undefined || now.packages.join('\n') === links.packages.join('\n');
    })
  );
}
