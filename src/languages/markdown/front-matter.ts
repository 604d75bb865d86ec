/** Reads the YAML front matter of a note, with the positions of its problems. */
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { isNestedDeeply } from '../../base/nested-deeply.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import {
  NOTE_ID,
  NOTE_KINDS,
  NOTE_SOURCES,
  NOTE_STATUSES,
  type NoteFacts,
  type NoteTarget,
} from '../../model/note.ts';
import { basenameOf, type RepoPath } from '../../model/path.ts';

const CHARACTERS_MAX = 16_384;
/** Maximum nesting; the recursive parser could otherwise run out of stack. */
const DEPTH_MAX = 12;
const COLUMNS_MAX = 60;
const PROBLEMS_MAX = 5;
const LIST_MAX = 50;
const TEXT_MAX = 300;

interface FrontMatter {
  readonly note: NoteFacts | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the note of a page. `matter` is its front matter with the marks around it, or empty. */
export function readFrontMatter(matter: string, path: RepoPath, title: string): FrontMatter {
  const reader = new Reader(matter, path);
  const note = reader.read(title);
  return { note: reader.isBroken ? undefined : note, diagnostics: reader.diagnostics };
}

class Reader {
  readonly #text: string;
  readonly #path: RepoPath;
  readonly #lines = new LineCounter();
  readonly diagnostics: Diagnostic[] = [];
  /** Whether nothing in it can be relied on. */
  isBroken = false;

  constructor(matter: string, path: RepoPath) {
    // The marks would separate documents. The first is blanked, so that positions stay.
    this.#text = matter.replace(/^---/, '   ').replace(/^(?:---|\.\.\.)\s*$/m, '');
    this.#path = path;
  }

  read(title: string): NoteFacts | undefined {
    const text = this.#text;
    if (text.trim() === '') return this.#broken(0, 'a note needs front matter');
    if (text.length > CHARACTERS_MAX || isNestedDeeply(text, DEPTH_MAX, COLUMNS_MAX))
      return this.#broken(0, 'front matter is too long or nested too deeply');
    const document = parseDocument(text, {
      lineCounter: this.#lines,
      prettyErrors: false,
      logLevel: 'error',
    });
    const [error] = document.errors;
    if (error !== undefined) return this.#broken(error.pos[0], error.message);
    const root = document.contents;
    if (!isMap(root)) return this.#broken(0, 'front matter is not a list of keys and values');
    const fields = new Map(
      root.items.flatMap(({ key, value }) => (isScalar(key) ? [[String(key.value), value]] : [])),
    );
    return this.#note(fields, title);
  }

  #note(fields: ReadonlyMap<string, unknown>, title: string): NoteFacts {
    const stem = basenameOf(this.#path).replace(/\.md$/, '');
    const id = this.#line(fields.get('id')) || stem;
    if (!NOTE_ID.test(id))
      this.#problem(fields.get('id'), `id "${id}" is not of small letters, digits and hyphens`);
    return {
      format: 'note',
      section: -1,
      id,
      kind: this.#oneOf(fields, 'kind', NOTE_KINDS, 'note'),
      title: this.#line(fields.get('title')) || title || id,
      tags: this.#texts(fields.get('tags')),
      status: this.#oneOf(fields, 'status', NOTE_STATUSES, 'active'),
      created: this.#line(fields.get('created')),
      author: this.#line(fields.get('author')),
      source: this.#oneOf(fields, 'source', NOTE_SOURCES, 'person'),
      commit: this.#line(fields.get('commit')),
      about: this.#items(fields.get('about')).flatMap((item) => this.#target(item)),
      supersedes: this.#texts(fields.get('supersedes')),
    };
  }

  #target(item: unknown): readonly NoteTarget[] {
    const line = this.#placeOf(item).line;
    if (isScalar(item)) return [{ target: this.#line(item), fingerprint: '', line }];
    const target = isMap(item) ? this.#line(item.get('target', true)) : '';
    if (!isMap(item) || target === '') {
      this.#problem(item, 'an entry of about needs a target');
      return [];
    }
    return [{ target, fingerprint: this.#line(item.get('fingerprint', true)), line }];
  }

  #oneOf<Value extends string>(
    fields: ReadonlyMap<string, unknown>,
    name: string,
    values: readonly Value[],
    fallback: Value,
  ): Value {
    const node = fields.get(name);
    const text = this.#line(node);
    if (text === '') return fallback;
    const known = values.find((value) => value === text);
    if (known === undefined) this.#problem(node, `${name} is none of ${values.join(', ')}`);
    return known ?? fallback;
  }

  /** Returns a scalar as one line of text; empty for anything else. */
  #line(node: unknown): string {
    if (!isScalar(node) || node.value === null) return '';
    const text = typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));
    return text.replace(/\s+/g, ' ').trim().slice(0, TEXT_MAX);
  }

  #texts(node: unknown): readonly string[] {
    return this.#items(node).flatMap((item) => {
      const text = this.#line(item);
      return text === '' ? [] : [text];
    });
  }

  #items(node: unknown): readonly unknown[] {
    if (isSeq(node)) return node.items.slice(0, LIST_MAX);
    return isScalar(node) && node.value !== null ? [node] : isMap(node) ? [node] : [];
  }

  #broken(offset: number, message: string): undefined {
    this.isBroken = true;
    this.#add(offset, message);
  }

  #problem(node: unknown, message: string): void {
    this.#add(isNode(node) ? (node.range?.[0] ?? 0) : 0, message);
  }

  #add(offset: number, message: string): void {
    if (this.diagnostics.length >= PROBLEMS_MAX) return;
    const { line, column } = this.#placeAt(offset);
    this.diagnostics.push({
      path: this.#path,
      line,
      message: `note, column ${column}: ${message}`,
    });
  }

  #placeOf(node: unknown): { readonly line: number } {
    return this.#placeAt(isNode(node) ? (node.range?.[0] ?? 0) : 0);
  }

  #placeAt(offset: number): { readonly line: number; readonly column: number } {
    const { line, col } = this.#lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  }
}
