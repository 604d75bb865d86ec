/**
 * Derives the entry points again after a change, if the change concerns them. Deriving notes which files
 * it reads. A change of other files, which register nothing themselves, gives the same entry points.
 */
import { at } from '../base/assert.ts';
import type { Task } from '../base/cooperative.ts';
import { haveSameItems } from '../base/same-items.ts';
import { type Entries, entryPointSteps } from '../entrypoints/entry-points.ts';
import type { EntryPoint } from '../model/entry-point.ts';
import type { RepoPath } from '../model/path.ts';
import { Evaluator } from '../resolve/inference/evaluator.ts';
import type { FileLinks } from '../resolve/links.ts';
import type { ReplacedLinks, ResolvedUpdate } from '../resolve/update.ts';

interface EntryPointsBefore extends Entries {
  readonly changed: ReadonlyMap<RepoPath, unknown>;
}

/** The files that entry points were derived from. Unknown for those of a full run or of the store. */
const FILES_READ = new WeakMap<readonly EntryPoint[], ReadonlySet<RepoPath>>();

export function* updateEntryPointsSteps(
  before: EntryPointsBefore,
  { evaluator, replaced }: Pick<ResolvedUpdate, 'evaluator' | 'replaced'>,
): Task<Entries> {
  if (isUnaffected(before, replaced)) return before;
  const read = new Set<number>();
  // Results that the evaluator has cached do not show what they were derived from.
  const program = evaluator.program.recording(read);
  const entries = yield* entryPointSteps(new Evaluator(program));
  const paths = [...read].filter((file) => file < program.paths.length);
  FILES_READ.set(entries.entryPoints, new Set(paths.map((file) => at(program.paths, file))));
  return entries;
}

function isUnaffected(
  { entryPoints, changed }: EntryPointsBefore,
  replaced: readonly ReplacedLinks[] | undefined,
): boolean {
  const read = FILES_READ.get(entryPoints);
  if (read === undefined || replaced === undefined) return false;
  return replaced.every(({ before, now }) => {
    if (!isReadAlike(now, before)) return false;
    if (changed.has(now.path)) return !now.hasActiveRegistrations && !read.has(now.path);
    return haveSameItems(now.targets, before.targets);
  });
}

/** Whether the files that are looked for in all others are the same. */
function isReadAlike(now: FileLinks, before: FileLinks): boolean {
  return (
    now.isScript === before.isScript &&
    now.scriptScope === before.scriptScope &&
    now.hasReceivers === before.hasReceivers &&
    now.hasMethodSets === before.hasMethodSets &&
    now.declaresGlobals === before.declaresGlobals &&
    now.hasRegistrations === before.hasRegistrations &&
    now.hasActiveRegistrations === before.hasActiveRegistrations
  );
}
