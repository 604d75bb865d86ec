/**
 * Reads pages as notes: the notes of the project, architecture decision records in the formats MADR
 * and Nygard, and files of instructions for agents.
 */
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { FileFacts } from '../../model/facts.ts';
import { isNotePath, type NoteFacts, type NoteStatus } from '../../model/note.ts';
import { basenameOf, type RepoPath } from '../../model/path.ts';
import { readFrontMatter } from './front-matter.ts';

interface NotePage {
  readonly path: RepoPath;
  /** Front matter with the marks around it, or empty. */
  readonly matter: string;
  readonly title: string;
  /** Text whose front matter is blanked. */
  readonly text: string;
  readonly facts: Pick<FileFacts, 'declarations'>;
}

interface PageNotes {
  readonly notes: readonly NoteFacts[];
  readonly diagnostics: readonly Diagnostic[];
}

const NONE: PageNotes = { notes: [], diagnostics: [] };
/** Folders of decision records: https://adr.github.io/madr, and those of adr-tools. */
const ADR_PATH =
  /(?:^|\/)(?:adrs?|decisions|architecture-decisions)\/(\d+[-_][^/]*)\.(?:md|markdown)$/i;
const INSTRUCTIONS_PATH = /(?:^|\/)(?:AGENTS|CLAUDE)\.md$/;
const INSTRUCTIONS_MAX = 50;

export function notesOf(page: NotePage): PageNotes {
  const { path, matter, title } = page;
  if (isNotePath(path)) {
    const { note, diagnostics } = readFrontMatter(matter, path, title);
    return { notes: note === undefined ? [] : [note], diagnostics };
  }
  if (ADR_PATH.test(path)) return { notes: [decisionOf(page)], diagnostics: [] };
  if (INSTRUCTIONS_PATH.test(path)) return { notes: instructionsOf(page), diagnostics: [] };
  return NONE;
}

const READ_ONLY = {
  tags: [],
  status: 'active',
  created: '',
  author: '',
  source: 'person',
  commit: '',
  about: [],
  supersedes: [],
} as const satisfies Partial<NoteFacts>;

function decisionOf({ path, matter, title, text }: NotePage): NoteFacts {
  // MADR has fields in front matter or in a list; Nygard has a section and a line for the date.
  const status =
    /^status:[ \t]*["']?([\w ]+)/im.exec(matter)?.[1] ??
    /^[*-][ \t]*status:[ \t]*\W?([\w ]+)/im.exec(text)?.[1] ??
    /^#+[ \t]*status[ \t]*\r?\n\s*([\w ]+)/im.exec(text)?.[1] ??
    '';
  const created =
    /^date:[ \t]*["']?(\d{4}-\d\d-\d\d)/im.exec(matter)?.[1] ??
    /^(?:[*-][ \t]*)?date:[ \t]*(\d{4}-\d\d-\d\d)/im.exec(text)?.[1] ??
    '';
  const name = ADR_PATH.exec(path)?.[1] ?? basenameOf(path);
  return {
    ...READ_ONLY,
    format: 'adr',
    section: -1,
    id: `adr-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`.slice(0, 80).replace(/-$/, ''),
    kind: 'decision',
    title: title.replace(/^(?:ADR[- ]?)?\d+[.:]?\s+/i, '') || name,
    status: statusOf(status.toLowerCase()),
    created,
  };
}

const STATUSES: readonly (readonly [RegExp, NoteStatus])[] = [
  [/^(?:superseded|deprecated)/, 'superseded'],
  [/^rejected/, 'rejected'],
  [/^(?:proposed|draft|pending)/, 'proposed'],
];

function statusOf(word: string): NoteStatus {
  return STATUSES.find(([pattern]) => pattern.test(word.trim()))?.[1] ?? 'active';
}

/** Returns a note for each section of the two outer levels. */
function instructionsOf({ path, facts: { declarations } }: NotePage): readonly NoteFacts[] {
  const stem = path
    .replace(/\.md$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return declarations.slice(0, INSTRUCTIONS_MAX).flatMap(({ kind, signature, name }, section) => {
    if (kind !== 'section' || !/^##? /.test(signature)) return [];
    const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    const id = `${stem}-${slug}`.replace(/^-+/, '').slice(0, 80).replace(/-+$/, '');
    return [{ ...READ_ONLY, format: 'instructions', section, id, kind: 'convention', title: name }];
  });
}
