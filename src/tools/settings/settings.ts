/** Settings of the index, as tools name and show them. */
import { z } from 'zod';
import { escapePattern } from '../../base/escape-pattern.ts';
import { indentOf } from '../../base/indent-of.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import { CODE_EDGE_KINDS } from '../../model/edge.ts';
import { SETTING_FORMS, type Setting, type SettingPlace } from '../../model/setting.ts';
import { type CodeLine, codeLines, testsLast } from '../account/code-lines.ts';
import { filesWithName } from '../account/name-lines.ts';
import { enclosingLines } from '../answer/condensed.ts';
import { numberedLine, oneLine } from '../answer/display.ts';
import { Sources } from '../answer/sources.ts';
import type { OpenIndex } from '../context.ts';
import { fieldLines } from './key-fields.ts';

const PLACES_MAX = 30;
const CODE_CHARACTERS_MAX = 140;
const DOCUMENTED_MAX = 10;
const DOCUMENTED_SHOWN_MAX = 3;
/** Reads that are shown with the lines below them. */
const MORE_PLACES_MAX = 3;
const MORE_LINES_MAX = 5;
const NAMED_MAX = 6;
const USED_MAX = 16;
/** Lines below the use of a field, which say what is done with it. */
const BELOW_MAX = 3;
const AROUND_MAX = 2;

const placeSchema = z.strictObject({
  symbol: z.string(),
  /** `path:line` */
  at: z.string(),
  default: z.string().optional(),
  /** The chain of fall-backs, as written. */
  fallback: z.string().optional(),
  validation: z.string().optional(),
  doc: z.string().optional(),
  /** The line as it is on disk. */
  code: z.string().optional(),
  /** The lines that it goes on with: further branches, or what is done if it is set. */
  more: z.array(z.string()).optional(),
});
type PlaceItem = z.infer<typeof placeSchema>;

export const settingSchema = z.strictObject({
  name: z.string(),
  form: z.enum(SETTING_FORMS),
  declarations: z.array(placeSchema),
  reads: z.array(placeSchema),
  /** Number of reads there are in all. */
  read_count: z.int(),
  /** Lines of pages that name it: `path:line`. */
  documented_at: z.array(z.string()),
  /** Other lines of code that name it, as where it is set: `path:line Owner: code`. */
  named_at: z.array(z.string()),
  /** Uses of the fields that get the value, each with the lines around it that say when it runs. */
  used_at: z.array(
    z.strictObject({ symbol: z.string(), at: z.string(), code: z.array(z.string()) }),
  ),
});
export type SettingItem = z.infer<typeof settingSchema>;

/** Returns the settings of a name. A flag may be written without its dashes if nothing else fits. */
function settingsNamed({ settings }: Snapshot, words: string): readonly Setting[] {
  const name = words.trim().replace(/^\$\{?(\w+)\}?$/, '$1');
  const exact = settings.filter((one) => one.name === name);
  if (exact.length > 0) return exact;
  const flags = settings.filter((one) => one.name === `--${name}`);
  if (flags.length > 0) return flags;
  const made = settings.filter((one) => isMadeName(one.name, name));
  return [...made, ...settings.filter((one) => made.some((all) => isBehind(all.name, one, name)))];
}

/** Whether a prefix of all variables gives a variable to a key or flag: `APP_*` and `log-level`. */
function isBehind(prefix: string, { name, form }: Setting, variable: string): boolean {
  if (form === 'environment' || !/^[^*]+\*$/.test(prefix)) return false;
  const words = name.replace(/^-+/, '').replace(/[.-]/g, '_').toUpperCase();
  return prefix.slice(0, -1) + words === variable;
}

/** Whether a name is one of those that a program puts together: `APP_*_URL` and `APP_CDN_URL`. */
function isMadeName(made: string, name: string): boolean {
  if (!made.includes('*')) return false;
  const parts = made.split('*').map(escapePattern);
  return new RegExp(`^${parts.join('[A-Z\\d_]+')}$`).test(name);
}

/** Returns the settings of a name that no symbol has. */
export function settingsWithoutSymbol(snapshot: Snapshot, words: string): readonly Setting[] {
  return snapshot.graph.byName(words.trim()).length > 0 ? [] : settingsNamed(snapshot, words);
}

/** Returns the setting with as many reads as fit. */
export function withinCharacters(setting: SettingItem, characters: number): SettingItem {
  let reads = setting.reads;
  while (reads.length > 1 && settingText({ ...setting, reads }).length > characters)
    reads = reads.slice(0, Math.ceil(reads.length / 2));
  return { ...setting, reads };
}

/** Returns the symbols that declare a setting, and else those that read it. */
export function holdersOf({ graph }: Snapshot, settings: readonly Setting[]): readonly number[] {
  const places = settings.flatMap(({ declarations, reads }) => [...declarations, ...reads]);
  return [...new Set(places.flatMap(({ symbol }) => graph.find(symbol) ?? []))];
}

/** Returns the setting with its places; `shown` is a symbol that the answer shows besides. */
export async function settingItem(
  open: OpenIndex,
  setting: Setting,
  shown?: string,
): Promise<SettingItem> {
  const sources = new Sources(open);
  const { name, form, declarations, reads } = setting;
  const itemsOf = (places: readonly SettingPlace[]) =>
    Promise.all(places.slice(0, PLACES_MAX).map((place) => placeItem(place, sources)));
  const readItems = await Promise.all(
    (await itemsOf(reads)).map((item, index) =>
      index < MORE_PLACES_MAX ? withMore(item, reads[index], sources) : item,
    ),
  );
  const below = readItems.flatMap(({ more = [] }, index) =>
    more.map((_, place) => ({
      path: reads[index]?.path ?? '',
      line: (reads[index]?.line ?? 0) + place + 1,
    })),
  );
  return {
    ...{ name, form },
    declarations: await itemsOf(declarations),
    reads: readItems,
    read_count: reads.length,
    ...(await namedElsewhere(open, setting, [...below, ...linesOf(open, shown)])),
  };
}

async function placeItem(
  { path, line, symbol, field: _field, key: _key, ...details }: SettingPlace,
  sources: Sources,
): Promise<PlaceItem> {
  const { lines, isStale } = await sources.of(path);
  const code = isStale ? '' : oneLine(lines[line - 1] ?? '', CODE_CHARACTERS_MAX);
  return { symbol, at: `${path}:${line}`, ...details, ...(code === '' ? {} : { code }) };
}

/** Adds the lines below a read that are indented deeper. */
async function withMore(
  item: PlaceItem,
  place: SettingPlace | undefined,
  sources: Sources,
): Promise<PlaceItem> {
  if (place === undefined || item.code === undefined) return item;
  const { lines } = await sources.of(place.path);
  const [first = '', ...below] = lines.slice(place.line - 1, place.line + MORE_LINES_MAX);
  const end = below.findIndex((line) => line.trim() === '' || indentOf(line) <= indentOf(first));
  const more = below.slice(0, end < 0 ? below.length : end);
  return more.length === 0
    ? item
    : { ...item, more: more.map((line) => oneLine(line, CODE_CHARACTERS_MAX)) };
}

/** Returns the line of a symbol that the answer shows, and those of its uses. */
function linesOf({ snapshot: { graph } }: OpenIndex, symbol: string | undefined) {
  const node = symbol === undefined ? undefined : graph.find(symbol);
  if (node === undefined) return [];
  const uses = graph
    .incoming(node, CODE_EDGE_KINDS)
    .flatMap(({ source, lines }) => lines.map((line) => ({ path: graph.pathOf(source), line })));
  return [{ path: graph.pathOf(node), line: graph.node(node).startLine }, ...uses];
}

/** Returns the lines of pages, and those of code that neither declare nor read it. */
async function namedElsewhere(
  open: OpenIndex,
  { name, declarations, reads }: Setting,
  shown: readonly { readonly path: string; readonly line: number }[],
): Promise<Pick<SettingItem, 'documented_at' | 'named_at' | 'used_at'>> {
  const files = await filesWithName(open, name.replace(/^-+/, ''));
  const known = new Set(
    [...declarations, ...reads, ...shown].map(({ path, line }) => `${path}:${line}`),
  );
  const isNew = ({ path, line }: CodeLine) => !known.has(`${path}:${line}`);
  const sources = new Sources(open);
  const places = [...declarations, ...reads];
  const fields = await linesNaming(
    open,
    places.flatMap(({ field }) => field ?? []),
  );
  for (const bound of new Set(places.flatMap(({ key }) => key ?? [])))
    fields.push(...(await fieldLines(open, bound, sources)));
  const used = await usesOf(open, testsLast(fields.filter(isNew)), sources);
  const documented: string[] = [];
  const others: CodeLine[] = [];
  for (const { path, isPage, occurrences } of typeof files === 'number' ? [] : files) {
    const { lines } = await sources.of(path);
    for (const line of new Set(occurrences.map((one) => one.line))) {
      const at = `${path}:${line}`;
      if (known.has(at) || lines[line - 1]?.includes(name) !== true) continue;
      if (isPage) documented.push(at);
      else others.push({ path, line });
    }
  }
  return {
    documented_at: documented.slice(0, DOCUMENTED_MAX),
    named_at: [...(await codeLines(open, testsLast(others).slice(0, NAMED_MAX)))],
    used_at: used,
  };
}

/** Returns the uses of fields; of those that follow each other in a symbol only the first. */
async function usesOf(
  { snapshot: { graph } }: OpenIndex,
  places: readonly CodeLine[],
  sources: Sources,
): Promise<SettingItem['used_at']> {
  const used: SettingItem['used_at'] = [];
  let shownTo = { index: -1, line: 0 };
  for (const { path, line } of places) {
    if (used.length === USED_MAX) break;
    const node = graph.node(graph.innermostAt(path, line) ?? graph.fileNode(path) ?? 0);
    if (node.index === shownTo.index && line <= shownTo.line) continue;
    const { lines, isStale } = await sources.of(path);
    // What follows an element of a list or literal is another one.
    const below = lines[line - 1]?.trimEnd().endsWith(',') === true ? 0 : BELOW_MAX;
    const own = lines.slice(node.startLine - 1, Math.min(node.endLine, line + below));
    const place = line - node.startLine;
    // The first line is the signature.
    const around = enclosingLines(own, place).filter((one) => one > 0 && node.kind !== 'file');
    const shown = [...around.slice(-AROUND_MAX), ...[...own.keys()].slice(place)];
    const code = shown
      .filter((one) => !/^[)\]}]*[,;]?$/.test(own[one]?.trim() ?? ''))
      .map((one) =>
        numberedLine(node.startLine + one, oneLine(own[one] ?? '', CODE_CHARACTERS_MAX)),
      );
    used.push({ symbol: node.id, at: `${path}:${line}`, code: isStale ? [] : code });
    shownTo = { index: node.index, line: line + below };
  }
  return used;
}

/** Returns the lines of code that name the fields which get the value. */
async function linesNaming(open: OpenIndex, fields: readonly string[]): Promise<CodeLine[]> {
  const lines: CodeLine[] = [];
  for (const field of new Set(fields)) {
    const files = await filesWithName(open, field);
    if (typeof files === 'number') continue;
    for (const { path, isPage, occurrences, contextOf } of files) {
      const code = occurrences.filter((one) => !isPage && contextOf(one) !== 'comment');
      for (const line of new Set(code.map((one) => one.line))) lines.push({ path, line });
    }
  }
  return lines;
}

const FORM_WORDS: Readonly<Record<SettingItem['form'], string>> = {
  environment: 'environment variable',
  flag: 'command-line flag',
  key: 'settings key',
};

/** Returns the setting as text: each place with what it says, and the line where it reads. */
export function settingText({ name, form, declarations, reads, ...rest }: SettingItem): string {
  const more = rest.read_count > reads.length ? `${reads.length} of ` : '';
  const readsTitle = () => {
    if (reads.length > 0) return `read (${more}${rest.read_count}):`;
    // A flag or field that is bound to the variable reads it.
    return declarations.length > 0 ? 'read: by what declares it' : 'read: nowhere found';
  };
  return [
    `${name} (${FORM_WORDS[form]})`,
    ...(declarations.length === 0 ? [] : ['declared:', ...declarations.map(placeText)]),
    readsTitle(),
    ...reads.map(placeText),
    ...(rest.used_at.length === 0 ? [] : ['its value is used:', ...rest.used_at.map(usedText)]),
    ...(rest.named_at.length === 0 ? [] : ['also named:', ...rest.named_at.map((at) => `  ${at}`)]),
    ...documentedText(rest.documented_at),
  ].join('\n');
}

function usedText({ symbol, at, code }: SettingItem['used_at'][number]): string {
  const path = at.slice(0, at.lastIndexOf(':'));
  const owner = symbol === path ? '' : ` ${symbol.slice(path.length + 2)}`;
  return [`  ${at}${owner}`, ...code.map((line) => `    ${line}`)].join('\n');
}

function documentedText(places: readonly string[]): readonly string[] {
  if (places.length === 0) return [];
  const pathOf = (at: string) => at.slice(0, at.lastIndexOf(':'));
  // The first line of each page leads to the others.
  const firsts = places.filter((at, index) => pathOf(at) !== pathOf(places[index - 1] ?? ''));
  const shown = firsts.slice(0, DOCUMENTED_SHOWN_MAX);
  const more = places.length - shown.length;
  return [`documented at: ${shown.join(', ')}${more > 0 ? ` and ${more} more lines` : ''}`];
}

function placeText({ symbol, at, code, more = [], ...details }: PlaceItem): string {
  const path = at.slice(0, at.lastIndexOf(':'));
  const owner = symbol === path ? '' : ` ${symbol.slice(path.length + 2)}`;
  // A detail that the line shows needs no repetition.
  const extra = (['default', 'validation', 'fallback', 'doc'] as const).flatMap((key) => {
    const value = details[key];
    return value === undefined || value === '' || code?.includes(value) === true
      ? []
      : [`${key} ${value}`];
  });
  const tail = extra.length === 0 ? '' : ` [${extra.join('; ')}]`;
  const below = more.map((line) => `\n      ${line}`).join('');
  return `  ${at}${owner}${code === undefined ? '' : `: ${code}`}${tail}${below}`;
}

/** Returns one line about a setting, for lists: its default, and where it is declared or read. */
export function settingLine({ name, form, declarations, reads }: Setting): string {
  const all = [...declarations, ...reads];
  const value = all.find((place) => place.default !== undefined)?.default;
  const first = all[0];
  const at = first === undefined ? '' : ` at ${first.path}:${first.line}`;
  const shown = value === undefined ? '' : `, default ${oneLine(value, 60)}`;
  return `${name} (${FORM_WORDS[form]}${shown}) ${declarations.length > 0 ? 'declared' : 'read'}${at}`;
}
