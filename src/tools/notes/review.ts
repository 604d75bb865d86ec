/** Finds notes that need attention. */
import type { PersonalNotes, Snapshot } from '../../index/snapshot.ts';
import { isNotePath } from '../../model/note.ts';
import { isInForce } from '../../notes/notes-about.ts';
import type { ProjectNote } from '../../notes/project-notes.ts';

export const REVIEW_KINDS = [
  'broken',
  'orphaned',
  'changed',
  'moved',
  'unbound',
  'duplicate',
  'contradictory',
] as const;
type ReviewKind = (typeof REVIEW_KINDS)[number];

export interface ReviewFinding {
  readonly kind: ReviewKind;
  readonly path: string;
  readonly line: number;
  /** Undefined for a file that cannot be read as a note. */
  readonly note: ProjectNote | undefined;
  readonly detail: string;
  /** Whether it fails a check: a decision or convention that may no longer hold. */
  readonly isFailing: boolean;
}

/** Returns the findings, those that fail a check first. */
export function reviewNotes(
  notes: readonly ProjectNote[],
  { report: { diagnostics }, personal }: Pick<Snapshot, 'report' | 'personal'>,
): readonly ReviewFinding[] {
  const own = notes.filter((note) => note.format === 'note' && isInForce(note));
  const found = [
    ...diagnostics.filter(({ path }) => isNotePath(path)).map(brokenFinding),
    ...(personal?.broken ?? []).map((one) => ({ ...brokenFinding(one), isFailing: false })),
    ...own.flatMap(staleFindings),
    ...duplicates(own),
    ...contradictions(own),
  ];
  return found.sort(
    (a, b) =>
      Number(b.isFailing) - Number(a.isFailing) ||
      REVIEW_KINDS.indexOf(a.kind) - REVIEW_KINDS.indexOf(b.kind),
  );
}

function brokenFinding({ path, line, message }: PersonalNotes['broken'][number]): ReviewFinding {
  return { kind: 'broken', path, line, note: undefined, detail: message, isFailing: true };
}

/** A personal note binds nobody else, so it fails no check. */
function isBinding({ kind, isPersonal }: ProjectNote): boolean {
  return !isPersonal && (kind === 'decision' || kind === 'convention');
}

function staleFindings(note: ProjectNote): readonly ReviewFinding[] {
  const { path, targets } = note;
  if (targets.length === 0) return [];
  return targets.flatMap(({ state, target, now, changed, similar, line }): ReviewFinding[] => {
    if (state === 'fresh') return [];
    const isFailing = isBinding(note) && (state === 'changed' || state === 'orphaned');
    const detail = {
      moved: `${target} is now ${now}; its content is the same`,
      unbound: `${target} has no fingerprint to compare with`,
      changed: `${now} changed: ${changed.join(', ')}`,
      orphaned: `${target} is gone${similar === '' ? '' : `; most similar: ${similar}`}`,
    }[state];
    return [{ kind: state, path, line, note, detail, isFailing }];
  });
}

function duplicates(notes: readonly ProjectNote[]): readonly ReviewFinding[] {
  const first = new Map<string, ProjectNote>();
  return notes.flatMap((note): ReviewFinding[] => {
    const title = note.title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    const other = first.get(title);
    if (other === undefined) first.set(title, note);
    return other === undefined
      ? []
      : [pairFinding('duplicate', note, `has the title of ${other.id}`)];
  });
}

/** Finds decisions about the same target, none of which replaces the other. */
function contradictions(notes: readonly ProjectNote[]): readonly ReviewFinding[] {
  const byTarget = new Map<string, ProjectNote>();
  return notes
    .filter(({ kind }) => kind === 'decision')
    .flatMap((note) =>
      note.targets.flatMap(({ now }): ReviewFinding[] => {
        const other = now === '' ? undefined : byTarget.get(now);
        if (other === undefined) byTarget.set(now, note);
        return other === undefined || other === note
          ? []
          : [pairFinding('contradictory', note, `${other.id} decides about ${now} as well`)];
      }),
    );
}

function pairFinding(kind: ReviewKind, note: ProjectNote, detail: string): ReviewFinding {
  return { kind, path: note.path, line: 1, note, detail, isFailing: false };
}
