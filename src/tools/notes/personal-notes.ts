/** Reads the notes of the user's own folder, and adds them to the snapshot that answers. */
import type { PersonalNotes, Snapshot } from '../../index/snapshot.ts';
import { frontMatterReader } from '../../languages/note-reader.ts';
import type { PersonalNote } from '../../model/note.ts';
import { basenameOf, type RepoPath } from '../../model/path.ts';
import { noteVersion } from '../../notes/bind.ts';
import type { Project } from '../../project/project.ts';

type Files = Awaited<ReturnType<Project['notes']['team']['read']>>;

/** Notes by list of files, which is the same while no file changes. */
const READ = new WeakMap<Files, PersonalNotes>();
/** The last snapshot with some notes: equal questions need the same snapshot. */
const ATTACHED = new WeakMap<PersonalNotes, { readonly from: Snapshot; readonly to: Snapshot }>();

/** Returns a snapshot with the personal notes of its project; the same one if there are none. */
export async function withPersonalNotes(project: Project, snapshot: Snapshot): Promise<Snapshot> {
  const { notes, memory } = project;
  if (notes.personal === undefined || memory === 'off') return snapshot;
  const files = await notes.personal.read();
  if (files.length === 0) return snapshot;
  const personal = READ.get(files) ?? (await readNotes(files));
  READ.set(files, personal);
  const known = ATTACHED.get(personal);
  if (known?.from === snapshot) return known.to;
  const to = { ...snapshot, personal };
  ATTACHED.set(personal, { from: snapshot, to });
  return to;
}

async function readNotes(files: Files): Promise<PersonalNotes> {
  const readFrontMatter = await frontMatterReader();
  const { frontMatter, noteBody } = await import('../../notes/note-text.ts');
  const notes: PersonalNote[] = [];
  const broken: PersonalNotes['broken'][number][] = [];
  for (const { path, text } of files) {
    const body = noteBody(text);
    const name = basenameOf(path.replaceAll('\\', '/')) as RepoPath;
    const heading = /^# +(.+)$/m.exec(body)?.[1] ?? '';
    const { note, diagnostics } = readFrontMatter(frontMatter(text), name, heading);
    if (note !== undefined) notes.push({ facts: note, path, body, version: noteVersion(text) });
    broken.push(...diagnostics.map(({ line, message }) => ({ path, line, message })));
  }
  return { notes, broken };
}
