/**
 * What a change can affect. Everything a file's edges rest on is reached through its imports, and what
 * it finds in another file it has looked up by name. So only files that import a changed one, directly
 * or through others, can resolve differently, and of these only such as look up a name that means
 * something else now, or rest on one that does.
 */

import { appendTo } from '../base/append-to.ts';
import { getOrCompute } from '../base/memoize.ts';
import type { ModuleTarget } from '../extractors/language.ts';
import type { RepoPath } from '../model/path.ts';
import type { Attachments } from './attachments.ts';
import type { Evaluator } from './inference/evaluator.ts';
import { type FileLinks, hashesOf, intersects, targetReader, targetText } from './links.ts';
import type { Program } from './program.ts';
import type { ScriptScopes } from './script-globals.ts';
import type { SurfaceChange } from './surface-change.ts';

/** What has changed, besides what the lists of files and targets show by themselves. */
export interface Changed {
  /** What is known of a file by number; undefined for a new one. */
  readonly before: (file: number) => FileLinks | undefined;
  /** What is known of files that are gone. */
  readonly removed: readonly FileLinks[];
  /** Per path whose facts differ, how its surface does; new files need not be named. */
  readonly surfaces: ReadonlyMap<RepoPath, SurfaceChange>;
  /** As they are now. */
  readonly scopeOf: ScriptScopes;
}

/** The files to resolve anew, by number. */
export function affectedFiles(
  { program, attachments }: Evaluator,
  changed: Changed,
): ReadonlySet<number> {
  const importers = new Importers(program, attachments);
  const { direct, far } = relinkedFiles(program, attachments, changed, importers);
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
  const hashes = hashesOf(names);
  // All at once: one after the other, a branch of thousands of changed files took minutes.
  for (const file of importers.reaching(renamed)) {
    const links = changed.before(file);
    if (links === undefined || changed.surfaces.has(links.path)) continue;
    if (intersects(hashes, links.surfaceMentions)) far.add(file);
    else if (intersects(hashes, links.mentions)) direct.add(file);
  }
  return new Set([...direct, ...importers.reaching(far)]);
}

/** Files whose imports lead elsewhere, new files, and scripts when one of them, or of their packages, changed. */
function relinkedFiles(
  program: Program,
  attachments: Attachments,
  { before, removed, surfaces, scopeOf }: Changed,
  importers: Importers,
): { direct: Set<number>; far: Set<number> } {
  const far = new Set<number>();
  const leadsTo = leadingTo(new Set<string>(removed.map(({ path }) => path)));
  let scriptsChanged = removed.some(({ isScript }) => isScript);
  for (let file = 0; file < program.paths.length; file++) {
    const links = before(file);
    if (links === undefined) {
      far.add(file);
      for (const importer of importers.of(file)) far.add(importer);
      scriptsChanged ||= program.isScript(file);
      continue;
    }
    const surface = surfaces.get(links.path);
    const seen = surface !== undefined && surface.form !== 'none';
    const isScript = program.isScript(file);
    scriptsChanged ||= links.isScript !== isScript || (isScript && seen);
    scriptsChanged ||= isScript && links.scriptScope !== scopeOf(links.path);
    // A changed file's imports are part of what its surface was compared by.
    if (surface === undefined && !isLinkedAlike(program, file, links)) far.add(file);
    // What it led to may be there still, but is not indexed any more.
    if (links.targets.some(leadsTo)) far.add(file);
    // Members that are declared elsewhere now, or not any more.
    if (!isAttachedAlike(program, attachments.filesAttachingTo(file), links)) far.add(file);
  }
  // Scripts see each other without imports.
  if (scriptsChanged) {
    for (let file = 0; file < program.paths.length; file++)
      if (program.isScript(file)) far.add(file);
  }
  return { direct: new Set(), far };
}

function isAttachedAlike(
  program: Program,
  now: readonly number[],
  { attachedFrom }: FileLinks,
): boolean {
  return (
    now.length === attachedFrom.length &&
    now.every((file, index) => program.paths[file] === attachedFrom[index])
  );
}

function isLinkedAlike(program: Program, file: number, { targets }: FileLinks): boolean {
  const now = program.targets(file);
  return (
    now.length === targets.length && now.every((one, index) => targetText(one) === targets[index])
  );
}

/** Whether a stored target has one of some files in it. */
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
 * Which files rest on which. Kept by module, not by file: in a package of a thousand files a thousand
 * rest on each of a thousand.
 */
class Importers {
  /** By file: the modules that it is in, as the lists of files that they are. */
  readonly #modules = new Map<number, (readonly number[])[]>();
  readonly #importers = new Map<readonly number[], number[]>();
  /** By file: those whose types have members declared in it. */
  readonly #attached = new Map<number, number[]>();

  constructor(program: Program, attachments: Attachments) {
    for (let file = 0; file < program.paths.length; file++)
      for (let module = 0; module < program.targets(file).length; module++)
        this.#add(file, program.importedFiles(file, module));
    // Members declared elsewhere are found through their type, so its file rests on theirs.
    for (let file = 0; file < program.paths.length; file++)
      for (const source of attachments.filesAttachingTo(file))
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

  /** The files that rest on one directly. */
  of(file: number): readonly number[] {
    return [
      ...(this.#modules.get(file) ?? []).flatMap((module) => this.#importers.get(module) ?? []),
      ...(this.#attached.get(file) ?? []),
    ];
  }

  /** Some files, and all that rest on them, directly or through others. */
  reaching(start: ReadonlySet<number>): ReadonlySet<number> {
    const reached = new Set(start);
    const passed = new Set<readonly number[]>();
    // A Set visits what is added while it is walked.
    for (const file of reached) {
      for (const module of this.#modules.get(file) ?? []) {
        if (passed.has(module)) continue;
        passed.add(module);
        for (const importer of this.#importers.get(module) ?? []) reached.add(importer);
      }
      for (const importer of this.#attached.get(file) ?? []) reached.add(importer);
    }
    return reached;
  }
}
