/**
 * Settings and data as trees of entries, whatever their notation, and which of these are worth a name:
 * whole levels from the outside, as long as they are few enough to be read.
 */
import type { Language, TextLanguage } from '../language.ts';
import { pathModules } from '../path-modules.ts';
import { plainFacts } from '../text-facts.ts';
import { type Part, partFacts } from './part-facts.ts';

export interface Entry {
  /** The key; '' for an item of a list, which may say its name itself. */
  readonly name: string;
  /** UTF-16 offsets, half-open: key and value. */
  readonly start: number;
  readonly end: number;
  /** What is given to it, where that is one word or text. */
  readonly scalar?: string | undefined;
  /** What it holds, where it is a mapping or a list. */
  readonly entries?: readonly Entry[] | undefined;
}

interface DataFormat {
  /** Reads entries to a depth of {@link DEPTH_READ}; what cannot be read is left out. */
  readonly read: (text: string) => readonly Entry[] | Promise<readonly Entry[]>;
  /** How a comment line begins. */
  readonly comment: RegExp;
}

/** Jobs of a workflow and their steps, operations of an API: nothing further down has a name of its own. */
const DEPTH_MAX = 4;
/** A named item's name is one level below the item. */
export const DEPTH_READ = DEPTH_MAX + 1;
/** Of one file. What has more on one level is a table, not settings. */
const PARTS_MAX = 400;
/** UTF-16 units. Larger files are data, whatever their notation. */
const TEXT_LENGTH_MAX = 512 * 1024;
const NAME_LENGTH_MAX = 100;

/** What an item of a list calls itself by: the first of these that it has. */
const NAMING_KEYS = ['name', 'id', 'key'];

/** A notation of settings; `settingsBytesMax` as in {@link TextLanguage}. */
export function dataLanguage(
  language: Pick<Language, 'id' | 'title' | 'extensions'> & Partial<TextLanguage>,
  { read, comment }: DataFormat,
): TextLanguage {
  return {
    family: language.id,
    support: 'parts',
    extractText: async (text, path) =>
      text.length > TEXT_LENGTH_MAX
        ? plainFacts(language.id, text, path)
        : partFacts({
            language: language.id,
            text,
            path,
            comment,
            parts: namedParts(text, await read(text)),
          }),
    createModuleResolver: pathModules(language.extensions),
    ...language,
  };
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
    // Below the second level single settings are many and say little.
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

/** What an item calls itself by is said already. */
function settingsIn({ name, entries = [] }: Entry): readonly Entry[] {
  return name === '' ? entries.filter((entry) => !NAMING_KEYS.includes(entry.name)) : entries;
}

/** The first line without what opens a collection. */
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
