/** Remembers how to undo each edit, so that a file that nobody else has changed gets its bytes back. */
import { join } from 'node:path';
import { compareStrings } from '../base/compare.ts';
import { contentHash } from '../base/hash.ts';
import { readText, replaceText } from './text-files.ts';

/** The difference between a text and what it was before; other parts of the text are not stored. */
export interface EditRecord {
  readonly path: string;
  /** Hash of the text after the edit. */
  readonly hash: string;
  /** Whether the edit created the file. */
  readonly isCreated: boolean;
  /** Folders that were created for the file, the innermost first. */
  readonly folders: readonly string[];
  readonly start: number;
  /** Length of the text that the edit has put in. */
  readonly length: number;
  /** The text that was there before. */
  readonly replaced: string;
}

export function recordOf(
  path: string,
  before: string | undefined,
  after: string,
  folders: readonly string[],
): EditRecord {
  const old = before ?? '';
  const shorter = Math.min(old.length, after.length);
  let start = 0;
  while (start < shorter && old[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === after.at(-1 - end)) end++;
  return {
    path,
    hash: contentHash(after),
    isCreated: before === undefined,
    folders,
    start,
    length: after.length - start - end,
    replaced: old.slice(start, old.length - end),
  };
}

/** Whether a text is still as the edit has left it. */
export function isUntouched(record: EditRecord, text: string): boolean {
  return record.hash === contentHash(text);
}

/** Returns the text before the edit; undefined if there was no file. */
export function undone(record: EditRecord, text: string): string | undefined {
  const { start, length, replaced, isCreated } = record;
  if (isCreated) return undefined;
  return text.slice(0, start) + replaced + text.slice(start + length);
}

export class EditRecords {
  readonly #path: string;
  #text: string | undefined;
  readonly #records: Map<string, EditRecord>;

  constructor(folder: string) {
    this.#path = join(folder, 'clients.json');
    this.#text = readText(this.#path);
    this.#records = new Map(listIn(this.#text).map((record) => [record.path, record]));
  }

  of(path: string): EditRecord | undefined {
    return this.#records.get(path);
  }

  async set(path: string, record: EditRecord | undefined): Promise<void> {
    if (record === undefined && !this.#records.has(path)) return;
    if (record === undefined) this.#records.delete(path);
    else this.#records.set(path, record);
    const records = [...this.#records.values()].sort((a, b) => compareStrings(a.path, b.path));
    const text = `${JSON.stringify(records, undefined, 2)}\n`;
    await replaceText(this.#path, this.#text, text, 0o600);
    this.#text = text;
  }
}

/** Without a list that can be read, entries are found and removed by their names. */
function listIn(text: string | undefined): readonly EditRecord[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.filter(isRecord) : [];
  } catch {
    return [];
  }
}

function isRecord(value: unknown): value is EditRecord {
  const record = value as EditRecord | null;
  return typeof record === 'object' && record !== null && typeof record.path === 'string';
}
