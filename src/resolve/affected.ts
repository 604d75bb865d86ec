/**
 * What a change can affect: everything a file's edges rest on is reached through its imports, so only
 * files that import a changed file, directly or through others, can resolve differently.
 */
import { at } from '../base/assert.ts';
import type { RepoPath } from '../model/path.ts';
import type { Attachments } from './attachments.ts';
import type { Program } from './program.ts';
import { isScript } from './script-globals.ts';

/** What one file's resolution rested on, besides the facts of other files. */
export interface Footing {
  readonly path: RepoPath;
  /** Where each of its imports led, as text. */
  readonly targets: readonly string[];
  readonly isScript: boolean;
  /** The other files that declare members of its types, sorted. */
  readonly attachedFrom: readonly string[];
}

export function footingOf(program: Program, attachments: Attachments, file: number): Footing {
  const { path, imports } = at(program.files, file);
  const targets = imports.map((_, module) => {
    const target = program.target(file, module);
    if (target.form === 'files') return target.paths.join('\n');
    return target.form === 'file' ? target.path : `<${target.form}>`;
  });
  const attachedFrom = attachments.filesAttachingTo(file).map((one) => at(program.files, one).path);
  return { path, targets, isScript: isScript(program, file), attachedFrom };
}

/**
 * The files to resolve anew, by number. `changed` are the paths whose facts differ from before; added
 * and removed files show by themselves, in the list and in their importers' targets.
 */
export function affectedFiles(
  program: Program,
  attachments: Attachments,
  previous: ReadonlyMap<RepoPath, Footing>,
  changed: ReadonlySet<RepoPath>,
): ReadonlySet<number> {
  const affected = new Set<number>();
  let scriptsChanged = removedScript(program, previous);
  program.files.forEach((facts, file) => {
    const before = previous.get(facts.path);
    const now = footingOf(program, attachments, file);
    const isSame =
      before !== undefined &&
      !changed.has(facts.path) &&
      sameStrings(before.targets, now.targets) &&
      sameStrings(before.attachedFrom, now.attachedFrom);
    if (isSame) return;
    affected.add(file);
    scriptsChanged ||= now.isScript || before?.isScript === true;
  });
  // Scripts see each other without imports.
  if (scriptsChanged) {
    program.files.forEach((_, file) => {
      if (isScript(program, file)) affected.add(file);
    });
  }
  return withImporters(program, attachments, affected);
}

function removedScript(program: Program, previous: ReadonlyMap<RepoPath, Footing>): boolean {
  const present = new Set(program.files.map((facts) => facts.path));
  return [...previous.values()].some(({ path, isScript: was }) => was && !present.has(path));
}

function sameStrings(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

function withImporters(
  program: Program,
  attachments: Attachments,
  start: ReadonlySet<number>,
): ReadonlySet<number> {
  const importers: number[][] = program.files.map(() => []);
  program.files.forEach((facts, file) => {
    facts.imports.forEach((_, module) => {
      for (const target of program.importedFiles(file, module)) importers[target]?.push(file);
    });
  });
  const reached = new Set(start);
  // Members declared elsewhere are found through their type, so its file rests on theirs.
  program.files.forEach((_, file) => {
    for (const source of attachments.filesAttachingTo(file)) importers[source]?.push(file);
  });
  // A Set visits what is added while it is walked.
  for (const file of reached) for (const importer of at(importers, file)) reached.add(importer);
  return reached;
}
