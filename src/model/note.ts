/** Notes: what people and agents learned about the code, bound to the code that it is about. */

export const NOTE_KINDS = ['note', 'decision', 'convention', 'gotcha', 'howto', 'task'] as const;
type NoteKind = (typeof NOTE_KINDS)[number];

export const NOTE_STATUSES = ['proposed', 'active', 'resolved', 'superseded', 'rejected'] as const;
export type NoteStatus = (typeof NOTE_STATUSES)[number];

export const NOTE_SOURCES = ['person', 'agent'] as const;
type NoteSource = (typeof NOTE_SOURCES)[number];

/** Files that are read as notes: our own, and three formats of others. */
type NoteFormat = 'note' | 'adr' | 'instructions' | 'tour';

/** Something that a note is about. */
export interface NoteTarget {
  /**
   * The id of a symbol, file or section; `route:GET /users`, `note:<id>`, or `<id> -> <id>` for a
   * use.
   */
  readonly target: string;
  /** Fingerprint of the target when the note was written; empty if none was recorded. */
  readonly fingerprint: string;
  /** Line number in the file of the note, 1-based. */
  readonly line: number;
}

/** A note as its file says. */
export interface NoteFacts {
  readonly format: NoteFormat;
  /** Section of the page that is the note; −1 for the whole page. */
  readonly section: number;
  readonly id: string;
  readonly kind: NoteKind;
  readonly title: string;
  readonly tags: readonly string[];
  readonly status: NoteStatus;
  /** Date or time, ISO 8601; empty if unknown. */
  readonly created: string;
  readonly author: string;
  readonly source: NoteSource;
  /** Commit that was checked out when the fingerprints were taken; empty if unknown. */
  readonly commit: string;
  readonly about: readonly NoteTarget[];
  /** Ids of notes that it replaces. */
  readonly supersedes: readonly string[];
}

/** A note of the user's own folder, which no index has. */
export interface PersonalNote {
  readonly facts: NoteFacts;
  /** Absolute path of its file. */
  readonly path: string;
  readonly body: string;
  /** Identifies the content of its file. */
  readonly version: string;
}

/** The folder of a project's notes. It is meant to be versioned with the code. */
export const NOTES_FOLDER = '.graph-memory/notes';

/** Matches the id of a note, which is also the stem of its file. */
export const NOTE_ID = /^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/;

/** Whether a path is that of a note of our own. */
export function isNotePath(path: string): boolean {
  return path.startsWith(`${NOTES_FOLDER}/`) && path.endsWith('.md');
}
