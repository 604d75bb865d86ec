/**
 * Finds the files that a change can affect. All dependencies of a file's edges are reached through
 * its imports, and everything it finds in another file it looks up by name. So only direct and
 * indirect importers of a changed file can resolve differently. Of these, only files that look up a
 * changed name, or that depend on a file that does, are affected.
 */

import { appendTo } from '../base/append-to.ts';
import { at } from '../base/assert.ts';
import { getOrCompute } from '../base/memoize.ts';
import { once } from '../base/once.ts';
import type { ModuleTarget } from '../extractors/language.ts';
import type { RepoPath } from '../model/path.ts';
import type { ExtensionMembers } from './extension-members.ts';
import type { Evaluator } from './inference/evaluator.ts';
import { type FileLinks, hashesOf, intersects, targetReader, targetText } from './links.ts';
import type { MentionIndex } from './mention-index.ts';
import { surfaceMentions } from './mentions.ts';
import type { Program } from './program.ts';
import type { ScriptScopes } from './script-globals.ts';
import { type Surface, surfaceOf } from './surface.ts';
import { indirectChange, type SurfaceChange, surfaceChange } from './surface-change.ts';

/** The changes that the lists of files and targets do not show by themselves. */
export interface Changed {
  /** Links of a file before the change, by file number; undefined for a new file. */
  readonly before: (file: number) => FileLinks | undefined;
  /** Links of the removed files. */
  readonly removed: readonly FileLinks[];
  /** How the surface of each changed path differs. New files may be left out. */
  readonly surfaces: ReadonlyMap<RepoPath, SurfaceChange>;
  /** The names that files mentioned before the change. */
  readonly mentions: MentionIndex;
  /** Script scopes after the change. */
  readonly scopeOf: ScriptScopes;
  /** Numbers of the files whose imports or scope can differ, including all changed ones. */
  readonly relinked: Iterable<number>;
}

/** Returns the numbers of the files that must be resolved again. */
export function affectedFiles(
  { program, extensions }: Evaluator,
  changed: Changed,
): ReadonlySet<number> {
  // Most edits change no name that another file could look up.
  const importers = once(() => new Importers(program, extensions, changed.before));
  const { far, relinked } = relinkedFiles(program, extensions, changed, importers);
  const direct = new Set<number>();
  const origins: Origin[] = [];
  for (const [path, change] of [...changed.surfaces, ...relinked]) {
    const file = program.numberOf(path);
    if (file < 0) continue;
    direct.add(file);
    if (change.form === 'broad') far.add(file);
    if (change.form === 'names') origins.push({ file, names: change.names });
  }
  spreadNames({ program, changed, importers, direct, far }, origins);
  return far.size === 0 ? direct : new Set([...direct, ...importers().reaching(far)]);
}

/** A file, and names in it that mean something else than before. */
interface Origin {
  readonly file: number;
  readonly names: ReadonlySet<string>;
}

/** Most groups of origins that are looked at apart: each is one walk over all importers. */
const GROUPS_MAX = 64;
/** Most files that a changed meaning passes through by name; beyond, all importers are affected. */
const ROUNDS_MAX = 16;

interface Spread {
  readonly program: Program;
  readonly changed: Changed;
  readonly importers: () => Importers;
  readonly direct: Set<number>;
  readonly far: Set<number>;
}

/**
 * Adds the files that find a changed name in a file they reach. Where such a file mentions the name
 * in its own surface, other names change their meaning with it, and those are followed in turn.
 */
function spreadNames(spread: Spread, origins: readonly Origin[]): void {
  const { program, changed, importers, direct, far } = spread;
  const covered = far.size === 0 || origins.length === 0 ? far : importers().reaching(far);
  const hitsOf = mentionsReader(program, changed);
  const surfaces = new Map<number, Surface>();
  const known = new Map<number, Set<string>>();
  const fresh = ({ file, names }: Origin): Origin[] => {
    const before = getOrCompute(known, file, () => new Set<string>());
    const added = [...names].filter((name) => !before.has(name));
    for (const name of added) before.add(name);
    return added.length === 0 || covered.has(file) ? [] : [{ file, names: new Set(added) }];
  };
  let waiting = origins.flatMap(fresh);
  for (let round = 0; waiting.length > 0; round++) {
    if (round === ROUNDS_MAX) {
      for (const { file } of waiting) far.add(file);
      return;
    }
    const next: Origin[] = [];
    for (const group of groupsOf(waiting)) {
      const names = new Set(group.flatMap((one) => [...one.names]));
      // Most new names are mentioned nowhere else.
      const hits = hitsOf(names);
      if (hits.length === 0) continue;
      const reaching = importers().reaching(new Set(group.map(({ file }) => file)));
      for (const { file, isInSurface } of hits) {
        if (!reaching.has(file) || covered.has(file)) continue;
        direct.add(file);
        if (!isInSurface) continue;
        const surface = getOrCompute(surfaces, file, () => surfaceNow(program, file));
        const change = indirectChange(surface, names);
        const attaches = program.facts(file).conformances.length > 0;
        if (change.form === 'broad' || attaches) far.add(file);
        else if (change.form === 'names') next.push({ file, names: change.names });
      }
    }
    waiting = next.flatMap(fresh);
  }
}

/** Joins origins, so that there are not too many. Neighbours have similar importers. */
function groupsOf(origins: readonly Origin[]): readonly (readonly Origin[])[] {
  const sorted = origins.toSorted((a, b) => a.file - b.file);
  const size = Math.ceil(sorted.length / GROUPS_MAX);
  const groups: Origin[][] = [];
  for (let start = 0; start < sorted.length; start += size)
    groups.push(sorted.slice(start, start + size));
  return groups;
}

interface Hit {
  readonly file: number;
  /** Whether its declarations or exports mention the name, not only its references. */
  readonly isInSurface: boolean;
}

/** Returns a function that finds the files that mention any of some names. New files are left out. */
function mentionsReader(program: Program, { before, surfaces, mentions }: Changed) {
  const changedFiles = [...surfaces.keys()].flatMap((path) => {
    const file = program.numberOf(path);
    return file < 0 ? [] : [file];
  });
  const own = new Map<number, Uint32Array>();
  return (names: ReadonlySet<string>): readonly Hit[] => {
    const hashes = hashesOf(names);
    const hits: Hit[] = [];
    for (const file of mentions.filesWith(names)) {
      const links = before(file);
      if (links !== undefined && !surfaces.has(links.path))
        hits.push({ file, isInSurface: intersects(hashes, links.surfaceMentions) });
    }
    // Their links are those before the change; they are affected in any case.
    for (const file of changedFiles) {
      const mentioned = getOrCompute(own, file, () =>
        hashesOf(surfaceMentions(program.facts(file))),
      );
      if (intersects(hashes, mentioned)) hits.push({ file, isInSurface: true });
    }
    return hits;
  };
}

/** The surface of a file that is not there. */
const EMPTY: Surface = { path: '', declarations: new Map(), exports: new Map(), whole: '' };

function surfaceNow(program: Program, file: number): Surface {
  return surfaceOf(program.facts(file), program.targets(file).map(targetText));
}

/**
 * Finds the files whose links change what other files see of them: new files, and files whose
 * imports lead elsewhere. All importers are affected where no names tell it, and all scripts if a
 * script or a package of one changed.
 */
function relinkedFiles(
  program: Program,
  extensions: ExtensionMembers,
  { before, removed, surfaces, scopeOf, relinked }: Changed,
  importers: () => Importers,
): { far: Set<number>; relinked: Map<RepoPath, SurfaceChange> } {
  const far = new Set<number>();
  const changes = new Map<RepoPath, SurfaceChange>();
  const leadsTo = leadingTo(new Set<string>(removed.map(({ path }) => path)));
  let scriptsChanged = removed.some(({ isScript }) => isScript);
  let hadReceivers = removed.some(({ hasReceivers }) => hasReceivers);
  if (removed.some(({ declaresGlobals }) => declaresGlobals))
    for (let file = 0; file < program.paths.length; file++) far.add(file);
  const global = new Set(program.globalFiles);
  for (const file of relinked) {
    const links = before(file);
    // The target may still exist on disk but is no longer indexed.
    if (program.targets(file).some((target) => leadsTo(targetText(target)))) far.add(file);
    if (links === undefined) {
      const path = at(program.paths, file);
      changes.set(path, surfaceChange(EMPTY, surfaceNow(program, file)));
      if (global.has(file)) far.add(file);
      for (const importer of importers().of(file)) {
        const old = before(importer);
        // It led there before the file was indexed.
        if (old !== undefined && isLinkedAlike(program, importer, old)) far.add(importer);
      }
      scriptsChanged ||= program.isScript(file);
      continue;
    }
    hadReceivers ||= links.hasReceivers;
    const surface = surfaces.get(links.path);
    const seen = surface !== undefined && surface.form !== 'none';
    const isScript = program.isScript(file);
    scriptsChanged ||= links.isScript !== isScript || (isScript && seen);
    scriptsChanged ||= isScript && links.scriptScope !== scopeOf(links.path);
    // The surface comparison covers the imports of a changed file already.
    if (surface !== undefined || isLinkedAlike(program, file, links)) continue;
    const old = surfaceOf(program.facts(file), links.targets);
    changes.set(links.path, surfaceChange(old, surfaceNow(program, file)));
  }
  // Members of its types are now declared in another file, or no longer declared.
  const mayAttach = hadReceivers || program.filesWith('hasReceivers').length > 0;
  for (let file = 0; mayAttach && file < program.paths.length; file++) {
    const own = before(file)?.attachedFrom ?? [];
    const now = extensions.filesAttachingTo(file);
    if (own.length + now.length > 0 && !isAttachedAlike(program, now, own)) far.add(file);
  }
  // Scripts see each other without imports.
  if (scriptsChanged) for (const file of program.filesWith('isScript')) far.add(file);
  return { far, relinked: changes };
}

function isAttachedAlike(
  program: Program,
  now: readonly number[],
  before: readonly RepoPath[],
): boolean {
  return (
    now.length === before.length &&
    now.every((file, index) => program.paths[file] === before[index])
  );
}

function isLinkedAlike(program: Program, file: number, { targets }: FileLinks): boolean {
  const now = program.targets(file);
  return (
    now.length === targets.length && now.every((one, index) => targetText(one) === targets[index])
  );
}

/** Returns a predicate: whether a stored target contains one of the given files. */
function leadingTo(files: ReadonlySet<string>): (text: string) => boolean {
  if (files.size === 0) return () => false;
  const targetOf = targetReader();
  const known = new Map<string, boolean>();
  return (text) =>
    getOrCompute(known, text, () => pathsOf(targetOf(text)).some((one) => files.has(one)));
}

function pathsOf(target: ModuleTarget): readonly string[] {
  if (target.form === 'files') return target.paths;
  return target.form === 'file' ? [target.path] : [];
}

/**
 * Dependencies between files. Stored by module, not by file: in a package of a thousand files, each
 * file has a thousand dependents.
 */
class Importers {
  /** The modules that contain a file, as lists of files. */
  readonly #modules = new Map<number, (readonly number[])[]>();
  readonly #importers = new Map<readonly number[], number[]>();
  /** Per file, the files whose types have members declared in it. */
  readonly #attached = new Map<number, number[]>();

  /** The files that declare names for all others. */
  readonly #global: ReadonlySet<number>;
  readonly #fileCount: number;

  constructor(
    program: Program,
    extensions: ExtensionMembers,
    before: (file: number) => FileLinks | undefined,
  ) {
    this.#fileCount = program.paths.length;
    const global = new Set(program.globalFiles);
    for (let file = 0; file < program.paths.length; file++)
      if (before(file)?.declaresGlobals === true) global.add(file);
    this.#global = global;
    for (let file = 0; file < program.paths.length; file++)
      for (let module = 0; module < program.targets(file).length; module++)
        this.#add(file, program.importedFiles(file, module));
    // Members declared outside of a type are found through the type, so the file of the type
    // depends on their files.
    for (let file = 0; file < program.paths.length; file++)
      for (const source of extensions.filesAttachingTo(file))
        appendTo(this.#attached, source, file);
  }

  #add(importer: number, module: readonly number[]): void {
    const known = this.#importers.get(module);
    if (known !== undefined) {
      if (known.at(-1) !== importer) known.push(importer);
      return;
    }
    this.#importers.set(module, [importer]);
    for (const file of module) appendTo(this.#modules, file, module);
  }

  /** Returns the direct dependents of a file. */
  of(file: number): readonly number[] {
    return [
      ...(this.#modules.get(file) ?? []).flatMap((module) => this.#importers.get(module) ?? []),
      ...(this.#attached.get(file) ?? []),
    ];
  }

  /** Returns the given files and all their direct and indirect dependents. */
  reaching(start: ReadonlySet<number>): ReadonlySet<number> {
    const reached = new Set(start);
    const passed = new Set<readonly number[]>();
    // Iterating over a Set also visits entries that are added meanwhile.
    for (const file of reached) {
      for (const module of this.#modules.get(file) ?? []) {
        if (passed.has(module)) continue;
        passed.add(module);
        for (const importer of this.#importers.get(module) ?? []) reached.add(importer);
      }
      for (const importer of this.#attached.get(file) ?? []) reached.add(importer);
      if (this.#global.has(file)) return this.#all();
    }
    return reached;
  }

  #all(): ReadonlySet<number> {
    return new Set(Array.from({ length: this.#fileCount }, (_, file) => file));
  }
}
