/**
 * Finds the files that a change can affect. All dependencies of a file's edges are reached through
 * its imports, and everything it finds in another file it looks up by name. So only direct and
 * indirect importers of a changed file can resolve differently. Of these, only files that look up a
 * changed name, or that depend on a file that does, are affected.
 */

import { appendTo } from '../base/append-to.ts';
import { getOrCompute } from '../base/memoize.ts';
import { once } from '../base/once.ts';
import type { ModuleTarget } from '../extractors/language.ts';
import type { RepoPath } from '../model/path.ts';
import type { ExtensionMembers } from './extension-members.ts';
import type { Evaluator } from './inference/evaluator.ts';
import { type FileLinks, hashesOf, intersects, targetReader, targetText } from './links.ts';
import type { MentionIndex } from './mention-index.ts';
import type { Program } from './program.ts';
import type { ScriptScopes } from './script-globals.ts';
import type { SurfaceChange } from './surface-change.ts';

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
  const { direct, far } = relinkedFiles(program, extensions, changed, importers);
  const names = new Set<string>();
  const renamed = new Set<number>();
  for (const [path, change] of changed.surfaces) {
    const file = program.numberOf(path);
    if (file < 0) continue;
    direct.add(file);
    if (change.form === 'broad') far.add(file);
    if (change.form !== 'names') continue;
    for (const name of change.names) names.add(name);
    renamed.add(file);
  }
  const { bySurface, byBody } = mentioningFiles(changed, names);
  // Visited in one pass: visiting once per file took minutes for a branch with thousands of changed
  // files. Most new names are mentioned nowhere else.
  const isMentioned = bySurface.size > 0 || byBody.size > 0;
  for (const file of isMentioned ? importers().reaching(renamed) : []) {
    if (bySurface.has(file)) far.add(file);
    else if (byBody.has(file)) direct.add(file);
  }
  return far.size === 0 ? direct : new Set([...direct, ...importers().reaching(far)]);
}

/** Finds the files, other than the changed ones, that mention any of the names. */
function mentioningFiles(
  { before, surfaces, mentions }: Changed,
  names: ReadonlySet<string>,
): { readonly bySurface: ReadonlySet<number>; readonly byBody: ReadonlySet<number> } {
  const bySurface = new Set<number>();
  const byBody = new Set<number>();
  const hashes = hashesOf(names);
  for (const file of names.size > 0 ? mentions.filesWith(names) : []) {
    const links = before(file);
    if (links === undefined || surfaces.has(links.path)) continue;
    if (intersects(hashes, links.surfaceMentions)) bySurface.add(file);
    else byBody.add(file);
  }
  return { bySurface, byBody };
}

/**
 * Finds new files and files whose imports lead elsewhere. Includes all scripts if a script or a
 * package of one changed.
 */
function relinkedFiles(
  program: Program,
  extensions: ExtensionMembers,
  { before, removed, surfaces, scopeOf, relinked }: Changed,
  importers: () => Importers,
): { direct: Set<number>; far: Set<number> } {
  const far = new Set<number>();
  const leadsTo = leadingTo(new Set<string>(removed.map(({ path }) => path)));
  let scriptsChanged = removed.some(({ isScript }) => isScript);
  let hadReceivers = removed.some(({ hasReceivers }) => hasReceivers);
  if (removed.some(({ declaresGlobals }) => declaresGlobals))
    for (let file = 0; file < program.paths.length; file++) far.add(file);
  for (const file of relinked) {
    const links = before(file);
    if (links === undefined) {
      far.add(file);
      for (const importer of importers().of(file)) far.add(importer);
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
    if (surface === undefined && !isLinkedAlike(program, file, links)) far.add(file);
    // The target may still exist on disk but is no longer indexed.
    if (links.targets.some(leadsTo)) far.add(file);
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
  return { direct: new Set(), far };
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
