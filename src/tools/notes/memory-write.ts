import { z } from 'zod';
import { GraphMemoryError } from '../../base/errors.ts';
import { maskSecrets } from '../../files/secrets/mask-secrets.ts';
import {
  NOTE_ID,
  NOTE_KINDS,
  NOTE_SOURCES,
  NOTE_STATUSES,
  NOTES_FOLDER,
} from '../../model/note.ts';
import { basenameOf } from '../../model/path.ts';
import { type BoundTarget, NOTE_STATES, noteVersion } from '../../notes/bind.ts';
import { type NoteFields, withFields } from '../../notes/note-text.ts';
import { notesOf, type ProjectNote } from '../../notes/project-notes.ts';
import type { NotesFolder } from '../../project/notes-folder.ts';
import type { Project } from '../../project/project.ts';
import { type OpenIndex, openIndex, type ToolContext } from '../context.ts';
import { projectParameter } from '../input/parameters.ts';
import { defineTool } from '../tool.ts';
import { currentNotes, noteById } from './find-notes.ts';
import { boundNow, findTargets } from './find-targets.ts';

const BODY_CHARACTERS_MAX = 20_000;
const TITLE_CHARACTERS_MAX = 200;
const WORDS_MAX = 300;
const LIST_MAX = 20;

const ACTIONS = ['create', 'update', 'confirm', 'resolve', 'supersede'] as const;

const words = z.string().trim().min(1).max(WORDS_MAX);
const input = z.strictObject({
  action: z
    .enum(ACTIONS)
    .default('create')
    .describe('confirm: it still holds for the changed code; supersede: new note replaces id'),
  id: z.string().trim().default('').describe('Default for a new note: from the title'),
  title: z.string().trim().max(TITLE_CHARACTERS_MAX).optional(),
  body: z.string().max(BODY_CHARACTERS_MAX).optional().describe('Markdown'),
  kind: z.enum(NOTE_KINDS).optional(),
  about: z
    .array(words)
    .max(LIST_MAX)
    .optional()
    .describe('Symbols, files, sections, routes, note:id, or "a -> b" for a use'),
  tags: z.array(words).max(LIST_MAX).optional(),
  status: z.enum(NOTE_STATUSES).optional(),
  author: z.string().trim().max(WORDS_MAX).optional(),
  source: z.enum(NOTE_SOURCES).default('agent'),
  version: z.string().default('').describe('From memory_get; update needs it'),
  new_id: z.string().trim().default('').describe('For supersede: id of the new note'),
  personal: z.boolean().default(false).describe("Put a new note into the user's own folder"),
  project: projectParameter,
});
type Input = z.output<typeof input>;

const output = z.strictObject({
  project: z.string(),
  id: z.string(),
  path: z.string(),
  version: z.string(),
  outcome: z.enum(['created', 'updated', 'unchanged']),
  about: z.array(z.strictObject({ target: z.string(), state: z.enum(NOTE_STATES) })),
  notes: z.array(z.string()),
});

export const memoryWrite = defineTool({
  name: 'memory_write',
  title: 'Write note',
  description:
    'Keep what you learned for later sessions, bound to the code it is about: why, traps, conventions, how-tos. Not what the code itself says.',
  input,
  output,
  bounds: {},
  annotations: { readOnly: false, idempotent: true },
  async run(given, request) {
    // Fingerprints are of the code as it is, and the note is read again after it was written.
    const context: ToolContext = { ...given, refresh: 'always' };
    const open = await openIndex(context, request.project);
    refuseIfReadOnly(open);
    const notes = await currentNotes(open);
    const written =
      request.action === 'create'
        ? await create(open, notes, request)
        : request.action === 'supersede'
          ? await supersede(open, notes, request)
          : await change(open, notes, request);
    return report(context, open, written);
  },
});

/** @throws {GraphMemoryError} GM_USAGE when the configuration forbids to write notes. */
function refuseIfReadOnly({ project }: OpenIndex): void {
  if (project.memory !== 'off' && project.memory !== 'read-only') return;
  throw new GraphMemoryError('GM_USAGE', `memory of ${project.name} is ${project.memory}`, {
    hint: 'Set memory: read-write for the project in graph-memory.yaml.',
  });
}

interface Written {
  readonly id: string;
  readonly path: string;
  readonly version: string;
  readonly outcome: 'created' | 'updated' | 'unchanged';
}

async function create(
  open: OpenIndex,
  notes: readonly ProjectNote[],
  request: Input,
  supersedes: readonly string[] = [],
): Promise<Written> {
  const { title, body = '' } = request;
  if (title === undefined || title === '')
    throw new GraphMemoryError('GM_USAGE', 'a new note needs a title', { hint: 'Give title.' });
  const id = request.id === '' ? slugOf(title) : request.id;
  const fields: NoteFields = {
    ...(await commonFields(open, notes, request)),
    id,
    kind: request.kind ?? 'note',
    status: request.status ?? 'active',
    source: request.source,
    created: new Date(open.project.now()).toISOString().replace(/\.\d+Z$/, 'Z'),
    ...(supersedes.length === 0 ? {} : { supersedes }),
  };
  const { personal: isPersonal } = request;
  return writeNote(open, { name: id, isPersonal }, (before) => {
    if (before === undefined && !notes.some((note) => note.id === id))
      return withFields('', fields, body);
    // The same call again, after a lost answer.
    const same = { ...fields, created: undefined, commit: undefined };
    if (before !== undefined && withFields(before, same, body) === withFields(before, {}))
      return before;
    throw new GraphMemoryError('GM_NOTE_CONFLICT', `there is another note "${id}"`, {
      hint: 'Read it with memory_get and use update, or give another id.',
      details: { id },
    });
  });
}

/** Writes the new note first: without it, nothing would replace the old one. */
async function supersede(
  open: OpenIndex,
  notes: readonly ProjectNote[],
  request: Input,
): Promise<Written> {
  const old = ownNote(notes, request.id);
  const about = request.about ?? old.targets.flatMap(({ now }) => (now === '' ? [] : [now]));
  const kind = request.kind ?? old.kind;
  if (request.personal && !old.isPersonal)
    throw new GraphMemoryError('GM_USAGE', `a personal note cannot replace ${old.path}`, {
      hint: 'Replace it in the project, or write a personal note about the same code.',
      details: { id: old.id },
    });
  const fresh = { ...request, id: request.new_id, about, kind, personal: old.isPersonal };
  const written = await create(open, notes, fresh, [old.id]);
  await writeNote(open, placeOf(old), (before) =>
    before === undefined ? undefined : withFields(before, { status: 'superseded' }),
  );
  return written;
}

async function change(
  open: OpenIndex,
  notes: readonly ProjectNote[],
  request: Input,
): Promise<Written> {
  const { action, version } = request;
  const note = ownNote(notes, request.id);
  if (action === 'update' && version === '')
    throw new GraphMemoryError('GM_USAGE', 'update needs the version of the note', {
      hint: 'memory_get returns it, so that nobody overwrites what another wrote meanwhile.',
    });
  const fields: NoteFields = {
    ...(await commonFields(open, notes, request)),
    ...(request.kind === undefined ? {} : { kind: request.kind }),
    ...(request.status === undefined ? {} : { status: request.status }),
    ...(action === 'resolve' ? { status: 'resolved' as const } : {}),
    ...(action === 'confirm' ? confirmed(open, notes, note) : {}),
  };
  return writeNote(open, placeOf(note), (before) => {
    if (before === undefined || (version !== '' && noteVersion(before) !== version)) {
      throw new GraphMemoryError('GM_NOTE_CONFLICT', `note "${note.id}" was changed meanwhile`, {
        hint: 'Read it again with memory_get, and repeat the change with its version.',
        details: { id: note.id },
      });
    }
    return withFields(before, fields, request.body);
  });
}

/** Takes the fingerprints of what there is now; targets that are gone stay as they are. */
function confirmed(
  open: OpenIndex,
  notes: readonly ProjectNote[],
  { targets }: ProjectNote,
): NoteFields {
  const about = targets.map((target) =>
    target.state === 'orphaned' ? target : (boundNow(open, notes, [target.now])[0] ?? target),
  );
  return { about: about.map(writtenTarget), ...commitField(open) };
}

async function commonFields(
  open: OpenIndex,
  notes: readonly ProjectNote[],
  { title, tags, author, about }: Input,
): Promise<NoteFields> {
  const targets = about && (await findTargets(open, notes, about));
  return {
    ...(title === undefined ? {} : { title }),
    ...(tags === undefined ? {} : { tags }),
    ...(author === undefined ? {} : { author }),
    ...(targets && { about: targets.map(writtenTarget), ...commitField(open) }),
  };
}

function commitField({ commit }: OpenIndex): NoteFields {
  return commit === undefined ? {} : { commit };
}

/** A target that is gone keeps the fingerprint it had. */
function writtenTarget({ target, now, fingerprint, fingerprintNow }: BoundTarget) {
  return { target: now || target, fingerprint: fingerprintNow || fingerprint };
}

/** @throws {GraphMemoryError} GM_USAGE for a page that is only read as a note. */
function ownNote(notes: readonly ProjectNote[], id: string): ProjectNote {
  const note = noteById(notes, id);
  if (note.format === 'note') return note;
  throw new GraphMemoryError('GM_USAGE', `${note.path} is not a note of ${NOTES_FOLDER}`, {
    hint: 'It is read as a note; edit the file itself, or write a note about it.',
  });
}

/** The file of a note, whose name need not be its id. */
interface NotePlace {
  readonly name: string;
  readonly isPersonal: boolean;
}

function placeOf({ path, isPersonal }: ProjectNote): NotePlace {
  return { name: basenameOf(path.replaceAll('\\', '/')).replace(/\.md$/, ''), isPersonal };
}

/** @throws {GraphMemoryError} GM_USAGE if the configuration names no folder of personal notes. */
function folderOf({ notes }: Project, isPersonal: boolean): NotesFolder {
  const folder = isPersonal ? notes.personal : notes.team;
  if (folder !== undefined) return folder;
  throw new GraphMemoryError('GM_USAGE', 'there is no folder for personal notes', {
    hint: 'Set personalNotes for the project in graph-memory.yaml.',
  });
}

async function writeNote(
  { project }: OpenIndex,
  { name, isPersonal }: NotePlace,
  change: (before: string | undefined) => string | undefined,
): Promise<Written> {
  const result = { version: '', outcome: 'unchanged' as Written['outcome'] };
  const folder = folderOf(project, isPersonal);
  await folder.write(name, (before) => {
    const text = change(before);
    if (text === undefined) return undefined;
    refuseSecrets(text);
    result.version = noteVersion(text);
    if (text === before) return undefined;
    result.outcome = before === undefined ? 'created' : 'updated';
    return text;
  });
  return { id: name, path: folder.pathOf(name), ...result };
}

/** @throws {GraphMemoryError} GM_USAGE with the line of a secret. */
function refuseSecrets(text: string): void {
  const masked = maskSecrets(text);
  if (masked.maskedCount === 0) return;
  const lines = masked.text.split('\n');
  const line = text.split('\n').findIndex((own, index) => own !== lines[index]) + 1;
  throw new GraphMemoryError('GM_USAGE', `the note holds a secret, in line ${line} of its file`, {
    hint: 'Notes are versioned and shared: say where the secret is kept instead.',
    details: { line },
  });
}

function slugOf(title: string): string {
  const slug = title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 60)
    .replace(/-+$/, '');
  return NOTE_ID.test(slug) ? slug : 'note';
}

/** Reads the note again as everyone sees it now. */
async function report(context: ToolContext, before: OpenIndex, written: Written) {
  const { id, path, version, outcome } = written;
  const open = await openIndex(context, before.project.name);
  const note = notesOf(open.snapshot).find((one) => one.path === path);
  const about = (note?.targets ?? []).map(({ target, state }) => ({ target, state }));
  const notes =
    note === undefined ? [`${path} is not indexed: do git or the configuration ignore it?`] : [];
  const structured = { project: open.project.name, id, path, version, outcome, about, notes };
  const targets = about.map(({ target, state }) => `${target} [${state}]`).join(', ');
  const text = `${outcome} ${path} version ${version}${targets === '' ? '' : ` about ${targets}`}`;
  return { structured, text };
}
