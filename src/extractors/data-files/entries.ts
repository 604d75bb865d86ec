/**
 * Reads settings and data as trees of entries, whatever the format, and selects the entries that
 * get a name. Whole levels are taken from the outside in, as long as the total stays small enough
 * to read.
 */

import type { FileFacts } from '../../model/facts.ts';
import type { Language, TextLanguage } from '../language.ts';
import { pathModules } from '../path-modules.ts';
import { plainFacts } from '../text-facts.ts';
import { type Part, partFacts } from './part-facts.ts';
import { rulesFor, type StartRule, startsIn, withStarts } from './starts.ts';

export interface Entry {
  /** The key, or '' for a list item, whose name may come from one of its own entries. */
  readonly name: string;
  /** UTF-16 offsets, half-open: key and value. */
  readonly start: number;
  readonly end: number;
  /** The value, if it is a single word or string. */
  readonly scalar?: string | undefined;
  /** The entries of a mapping or list. */
  readonly entries?: readonly Entry[] | undefined;
}

interface DataFormat {
  /** Reads entries to a depth of {@link DEPTH_READ}; entries that cannot be read are left out. */
  readonly read: (text: string) => readonly Entry[] | Promise<readonly Entry[]>;
  /** Matches the start of a comment line. */
  readonly comment: RegExp;
  /** Keys whose values start something. */
  readonly starts?: readonly StartRule[];
  /** Reads the documents of a file whole, however deep; by default {@link read}. */
  readonly readWhole?: (text: string) => Documents | Promise<Documents>;
}

export type Documents = readonly (readonly Entry[])[];

/**
 * Deepest level that gets names. It covers the jobs of a workflow with their steps, and the
 * operations of an API. Nothing further down has a name of its own.
 */
const DEPTH_MAX = 4;
/** One level more, because the name of a list item is one level below the item. */
export const DEPTH_READ = DEPTH_MAX + 1;
/** Maximum number of named entries in a file. A level that exceeds it is a table, not settings. */
const PARTS_MAX = 400;
/** Size limit in UTF-16 units. Larger files are data, whatever their format. */
const TEXT_LENGTH_MAX = 512 * 1024;
const NAME_LENGTH_MAX = 100;

/** Keys that name a list item; the first one present is used. */
const NAMING_KEYS = ['name', 'id', 'key'];

/**
 * Creates a language for a settings format; `settingsBytesMax` is described in {@link
 * TextLanguage}.
 */
export function dataLanguage(
  language: Pick<Language, 'id' | 'title' | 'extensions'> & Partial<TextLanguage>,
  format: DataFormat,
): TextLanguage {
  return {
    family: language.id,
    support: 'parts',
    extractText: async (text, path) =>
      text.length > TEXT_LENGTH_MAX
        ? plainFacts(language.id, text, path)
        : withOwnStarts(
            format,
            text,
            partFacts({
              ...{ language: language.id, text, path, comment: format.comment },
              parts: namedParts(text, await format.read(text)),
            }),
          ),
    createModuleResolver: pathModules(language.extensions),
    ...language,
  };
}

async function withOwnStarts(
  { read, starts = [], readWhole = async (text) => [await read(text)] }: DataFormat,
  text: string,
  facts: FileFacts,
): Promise<FileFacts> {
  const rules = rulesFor(starts, facts.path, text);
  if (rules.length === 0) return facts;
  const documents = await readWhole(text);
  return withStarts(
    facts,
    text,
    documents.flatMap((document) => startsIn(rules, document)),
  );
}

interface Named {
  readonly entry: Entry;
  readonly name: string;
}

function namedParts(text: string, roots: readonly Entry[]): readonly Part[] {
  const parts: Part[] = [];
  let level = named(roots);
  for (let depth = 1; depth <= DEPTH_MAX && parts.length + level.length <= PARTS_MAX; depth++) {
    for (const { entry, name } of level) {
      const { start, end } = entry;
      parts.push({
        name,
        kind: 'key',
        start,
        end,
        bodyStart: start + headLength(text, start, end),
      });
    }
    const below = level.flatMap(({ entry }) => named(settingsIn(entry)));
    // Below the second level there are many single settings, and they say little.
    level = depth < 2 ? below : below.filter(({ entry }) => entry.entries !== undefined);
  }
  return parts.sort((a, b) => a.start - b.start || b.end - a.end);
}

function named(entries: readonly Entry[]): Named[] {
  return entries.flatMap((entry) => {
    const name = (entry.name || ownName(entry)).replace(/\s+/g, ' ').trim();
    if (name === '') return [];
    return [{ entry, name: name.slice(0, NAME_LENGTH_MAX).replace(/[\uD800-\uDBFF]$/, '') }];
  });
}

/**
 * Returns the entries inside an entry. A list item's naming key is left out: the item already has
 * that name.
 */
function settingsIn({ name, entries = [] }: Entry): readonly Entry[] {
  return name === '' ? entries.filter((entry) => !NAMING_KEYS.includes(entry.name)) : entries;
}

/** Returns the length of the first line, without a bracket that opens a collection. */
function headLength(text: string, start: number, end: number): number {
  const lineEnd = text.indexOf('\n', start);
  if (lineEnd < 0 || lineEnd >= end) return end - start;
  const head = text.slice(start, lineEnd).trimEnd();
  return (/[[{]$/.test(head) ? head.slice(0, -1).trimEnd() : head).length;
}

function ownName({ entries }: Entry): string {
  for (const key of NAMING_KEYS) {
    const scalar = entries?.find(({ name }) => name === key)?.scalar;
    if (scalar !== undefined) return scalar;
  }
  return '';
}
