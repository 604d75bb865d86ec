/** Writes the text of a note: front matter, whose unknown keys and comments stay, and the body. */
import { isMap, parseDocument } from 'yaml';
import type { NoteFacts, NoteTarget } from '../model/note.ts';

const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m;

/** The fields of front matter. A field that is undefined stays as it is. */
export type NoteFields = {
  readonly [Name in Exclude<keyof NoteFacts, 'format' | 'section' | 'about'>]?:
    | NoteFacts[Name]
    | undefined;
} & { readonly about?: readonly Pick<NoteTarget, 'target' | 'fingerprint'>[] | undefined };

/** The order in which fields are written. */
const FIELDS = [
  'id',
  'kind',
  'title',
  'status',
  'about',
  'tags',
  'supersedes',
  'created',
  'author',
  'source',
  'commit',
] as const satisfies readonly (keyof NoteFields)[];

/** Returns the front matter of a note with the marks around it, or an empty text. */
export function frontMatter(text: string): string {
  const found = FRONT_MATTER.exec(text);
  return found?.index === 0 ? found[0] : '';
}

/** Returns the body of a note, without front matter. */
export function noteBody(text: string): string {
  return text.slice(FRONT_MATTER.exec(text)?.[0].length ?? 0).trim();
}

/** Returns a note's text with other fields, and another body if one is given. */
export function withFields(text: string, fields: NoteFields, body = noteBody(text)): string {
  const document = parseDocument(FRONT_MATTER.exec(text)?.[1] ?? '', { logLevel: 'error' });
  if (!isMap(document.contents)) document.contents = document.createNode({}) as never;
  for (const name of FIELDS) {
    const value = fields[name];
    if (value === undefined) continue;
    if (value === '' || (Array.isArray(value) && value.length === 0)) document.delete(name);
    else document.set(name, document.createNode(value));
  }
  return `---\n${document.toString({ lineWidth: 0 })}---\n\n${body.trim()}\n`;
}
