/**
 * What a change can affect. Everything a file's edges rest on is reached through its imports, and what
 * it finds in another file it has looked up by name. So only files that import a changed one, directly
 * or through others, can resolve differently, and of these only such as look up a name that means
 * something else now, or rest on one that does.
 */
import { at } from '../base/assert.ts';
import type { ModuleTarget } from '../languages/language.ts';
import type { RepoPath } from '../model/path.ts';
import type { Attachments } from './attachments.ts';
import type { Evaluator } from './evaluator.ts';
import { type FileLinks, hashesOf, intersects, targetOf, targetText } from './links.ts';
import type { Program } from './program.ts';
import type { SurfaceChange } from './surface-change.ts';

/** What has changed, besides what the lists of files and targets show by themselves. */
export interface Changed {
  readonly before: ReadonlyMap<RepoPath, FileLinks>;
  /** Per path whose facts differ, how its surface does; new files need not be named. */
  readonly surfaces: ReadonlyMap<RepoPath, SurfaceChange>;
}

/** The files to resolve anew, by number. */
export function affectedFiles(
  { program, attachments }: Evaluator,
  changed: Changed,
): ReadonlySet<number> {
  const importers = importersOf(program, attachments);
  const { direct, far } = relinkedFiles(program, attachments, changed, importers);
  const names = new Set<string>();
  const reachable = new Set<number>();
  for (const [path, change] of changed.surfaces) {
    const file = program.numberOf(path);
    if (file < 0) continue;
    direct.add(file);
    if (change.form === 'broad') far.add(file);
    if (change.form !== 'names') continue;
    for (const name of change.names) names.add(name);
    for (const importer of withImporters(importers, new Set([file]))) reachable.add(importer);
  }
  const hashes = hashesOf(names);
  for (const file of reachable) {
    const links = changed.before.get(at(program.paths, file));
    if (links === undefined || changed.surfaces.has(links.path)) continue;
    if (intersects(hashes, links.surfaceMentions)) far.add(file);
    else if (intersects(hashes, links.mentions)) direct.add(file);
  }
  return new Set([...direct, ...withImporters(importers, far)]);
}

/** Files whose imports lead elsewhere, new files, and scripts when one of them changed. */
function relinkedFiles(
  program: Program,
  attachments: Attachments,
  { before, surfaces }: Changed,
  importers: readonly (readonly number[])[],
): { direct: Set<number>; far: Set<number> } {
  const far = new Set<number>();
  const present = new Set(program.paths);
  const removed = [...before.values()].filter(({ path }) => !present.has(path));
  const gone = new Set<string>(removed.map(({ path }) => path));
  let scriptsChanged = removed.some(({ isScript }) => isScript);
  for (let file = 0; file < program.paths.length; file++) {
    const path = at(program.paths, file);
    const links = before.get(path);
    if (links === undefined) {
      far.add(file);
      for (const importer of at(importers, file)) far.add(importer);
      scriptsChanged ||= program.isScript(file);
      continue;
    }
    const surface = surfaces.get(path);
    const seen = surface !== undefined && surface.form !== 'none';
    scriptsChanged ||= seen && (links.isScript || program.isScript(file));
    // A changed file's imports are part of what its surface was compared by.
    if (surface === undefined && !isLinkedAlike(program, file, links)) far.add(file);
    // What it led to may be there still, but is not indexed any more.
    if (links.targets.some((text) => pathsOf(targetOf(text)).some((one) => gone.has(one))))
      far.add(file);
    // Members that are declared elsewhere now, or not any more.
    const attachedFrom = attachments.filesAttachingTo(file).map((one) => at(program.paths, one));
    if (attachedFrom.join('\n') !== links.attachedFrom.join('\n')) far.add(file);
  }
  // Scripts see each other without imports.
  if (scriptsChanged) {
    for (let file = 0; file < program.paths.length; file++)
      if (program.isScript(file)) far.add(file);
  }
  return { direct: new Set(), far };
}

function isLinkedAlike(program: Program, file: number, { targets }: FileLinks): boolean {
  const now = program.targets(file);
  return (
    now.length === targets.length && now.every((one, index) => targetText(one) === targets[index])
  );
}

function pathsOf(target: ModuleTarget): readonly string[] {
  if (target.form === 'files') return target.paths;
  return target.form === 'file' ? [target.path] : [];
}

/** Per file, those that rest on it. */
function importersOf(program: Program, attachments: Attachments): readonly (readonly number[])[] {
  const importers: number[][] = program.paths.map(() => []);
  for (let file = 0; file < program.paths.length; file++)
    for (let module = 0; module < program.targets(file).length; module++) {
      for (const target of program.importedFiles(file, module)) importers[target]?.push(file);
    }
  // Members declared elsewhere are found through their type, so its file rests on theirs.
  for (let file = 0; file < program.paths.length; file++)
    for (const source of attachments.filesAttachingTo(file)) importers[source]?.push(file);
  return importers;
}

function withImporters(
  importers: readonly (readonly number[])[],
  start: ReadonlySet<number>,
): ReadonlySet<number> {
  const reached = new Set(start);
  // A Set visits what is added while it is walked.
  for (const file of reached) for (const importer of at(importers, file)) reached.add(importer);
  return reached;
}
