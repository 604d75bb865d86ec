/** Shows how the targets of a note differ from what it was written about. */
import { isGraphMemoryError } from '../../base/errors.ts';
import { lineChanges } from '../../base/line-diff.ts';
import { laterCommits } from '../../git/commits.ts';
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import { pathOfSymbolId } from '../../model/symbol.ts';
import type { BoundTarget } from '../../notes/bind.ts';
import { symbolFingerprint } from '../../notes/fingerprint.ts';
import type { ProjectNote } from '../../notes/project-notes.ts';
import type { ProjectRevision } from '../../project/project.ts';
import { oneLine } from '../answer/display.ts';
import type { OpenIndex } from '../context.ts';

const LINES_MAX = 12;
const LINE_CHARACTERS_MAX = 160;

/** Most commits after the one of the note that are searched for the text that it is about. */
const LATER_COMMITS_MAX = 3;

/**
 * Returns, for each changed target, its parts that differ and the lines removed and added, as far as
 * the commit that the note was written at, or one soon after it, has the text that it is about.
 */
export async function changesOfTargets(
  open: OpenIndex,
  { targets, commit }: ProjectNote,
): Promise<readonly string[]> {
  const changed = targets.filter(({ state }) => state === 'changed');
  if (changed.length === 0) return [];
  const revision = commit === '' ? undefined : await revisionOf(open, commit);
  const lines: string[] = [];
  for (const target of changed) {
    lines.push(`${target.now}: ${target.changed.join(', ')} changed since it was written`);
    if (revision !== undefined) lines.push(...(await diffSince(open, target, revision)));
  }
  return lines;
}

/** The text may have been committed only after the note was written. */
async function diffSince(
  open: OpenIndex,
  bound: BoundTarget,
  revision: ProjectRevision,
): Promise<readonly string[]> {
  const own = await diffOf(open, bound, revision);
  const { commit: since } = revision;
  if (own !== undefined || since === undefined) return own ?? [];
  const path = pathOfSymbolId(bound.target);
  const where = { since, path, countMax: LATER_COMMITS_MAX };
  for (const commit of await laterCommits(open.project.root, where)) {
    const later = await revisionOf(open, commit);
    const lines = later && (await diffOf(open, bound, later));
    if (lines !== undefined) return lines;
  }
  return [];
}

async function revisionOf(open: OpenIndex, commit: string): Promise<ProjectRevision | undefined> {
  try {
    return await open.project.revisions.open(commit);
  } catch (error) {
    // A shallow clone or a rebased branch lacks it; the parts that differ are known all the same.
    if (isGraphMemoryError(error)) return undefined;
    throw error;
  }
}

/** Returns nothing if the revision does not have the text that the note is about. */
async function diffOf(
  { project, snapshot }: OpenIndex,
  { target, fingerprint, nodes }: BoundTarget,
  { snapshot: { graph }, readTexts }: ProjectRevision,
): Promise<readonly string[] | undefined> {
  const old = graph.find(target);
  const [now] = nodes;
  if (old === undefined || now === undefined) return undefined;
  if (symbolFingerprint(graph, old) !== fingerprint) return undefined;
  const [before, after] = [graph.node(old), snapshot.graph.node(now)];
  const oldText = (await readTexts([before.path])).get(before.path) ?? '';
  const { text } = await project.readText(after.path);
  const [oldLines, newLines] = [linesOf(oldText, before), linesOf(text, after)];
  const lines = lineChanges(oldLines, newLines).flatMap((change) => [
    ...oldLines.slice(change.oldStart, change.oldEnd).map((line) => `  - ${shown(line)}`),
    ...newLines.slice(change.newStart, change.newEnd).map((line) => `  + ${shown(line)}`),
  ]);
  const more = lines.length - LINES_MAX;
  return more > 0 ? [...lines.slice(0, LINES_MAX), `  … ${more} more lines`] : lines;
}

function linesOf(text: string, { startLine, endLine }: SymbolNode): readonly string[] {
  return text.split(/\r?\n/).slice(startLine - 1, endLine);
}

function shown(line: string): string {
  return oneLine(line, LINE_CHARACTERS_MAX);
}
