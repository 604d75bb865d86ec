import { z } from 'zod';
import { uniqueBy } from '../base/unique-by.ts';
import {
  type ExplainPack,
  explainPack,
  type PackRow,
  type PackSection,
  type Seed,
} from '../explain/pack.ts';
import type { SymbolGraph, SymbolNode } from '../graph/symbol-graph.ts';
import { CONFIDENCES } from '../query/confidence.ts';
import { bodyField, bodyOf } from './answer/body.ts';
import type { Budget } from './answer/budget.ts';
import { condensed, type ShownLine } from './answer/condensed.ts';
import { MARGIN_CHARACTERS, oneLine, plural } from './answer/display.ts';
import { FEW_MORE } from './answer/shared-edges.ts';
import { type CurrentSource, Sources } from './answer/sources.ts';
import { symbolRef } from './answer/symbol-card.ts';
import { sectionsOf } from './explain/around.ts';
import {
  type Explained,
  explainedShape,
  FORMATS,
  type Format,
  printExplained,
  shownSection,
} from './explain/explained.ts';
import { type FoundSeeds, findSeeds } from './explain/find-seeds.ts';
import { type IndexCall, indexTool } from './index-tool.ts';
import { projectParameter } from './input/parameters.ts';

const TOKENS_DEFAULT = 3000;
const CODE_CHARACTERS_MAX = 120;
/** Rows of each section, from a roomy answer to a tight one. */
const ROWS_MAX = [8, 5, 3, 1, 0] as const;
/** Rows of each section if nothing fits. */
const NEAREST_MAX = 3;
const SECTIONS_IF_UNCERTAIN: ReadonlySet<string> = new Set(['flow', 'also']);
/** Share of the answer for code, unless the sections are shorter. */
const CODE_SHARE_MIN = 0.5;
/** Numbers of next places, callers and called functions that come before the rest. */
const FIRST_PARTS_MAX = 3;
const CALLERS_MAX = 2;
const FIRST_STEPS_MAX = 3;
/** Share of the answer up to which other places and called functions are added. */
const FILL_SHARE_MAX = 0.85;

const input = z.strictObject({
  about: z.array(z.string().trim().min(1).max(1000)).min(1).describe('Question, symbols or files'),
  format: z.enum(FORMATS).default('text'),
  max_tokens: z.number().default(TOKENS_DEFAULT),
  project: projectParameter,
});

export const explain = indexTool({
  name: 'explain',
  title: 'Explain',
  description:
    'A whole question in one call ("how does X work", "what happens when Y"), or symbols or a file: whole code of what answers, flow, callers, types, tests, docs, open ends, each with path:line. Use before reading files.',
  input,
  output: { ...explainedShape, confidence: z.enum(CONFIDENCES).optional() },
  async answer(call, { about, format }) {
    const { open, graph, context, project } = call;
    const found: FoundSeeds[] = [];
    for (const words of about) found.push(await findSeeds(open, words));
    const seeds = uniqueBy(
      found.flatMap((one) => one.seeds),
      ({ node }) => node,
    );
    const whole = new Set(seeds.map(({ node }) => node));
    const others = uniqueBy(
      found.flatMap((one) => one.others),
      (node) => node,
    );
    const pack = explainPack(
      graph,
      seeds,
      others.filter((node) => !whole.has(node)),
    );
    for (const { symbol } of pack.core) context.session?.touch(project.name, symbol.path, 'read');
    // What surrounds the wrong code helps nobody: other places that were found take its room.
    const isUncertain = found.some((one) => one.confidence === 'low');
    const sections = (await sectionsOf(call, pack)).filter(
      ({ name }) => !isUncertain || SECTIONS_IF_UNCERTAIN.has(name),
    );
    const sources = new Sources(call.open);
    await readAll(sources, pack, sections);
    const confidence = found.find((one) => one.confidence !== undefined)?.confidence;
    const missing = found.length === 1 ? found[0]?.missing : undefined;
    const absent = seeds.length > 0 ? missing : absentText(call, about);
    // Whoever asks for what is absent needs no more code about something else.
    const fills = absent === undefined ? fillsOf(graph, pack, found, isUncertain) : [];
    return async (budget) => {
      const explained = await fitted(
        { graph, about, absent, pack, fills, sections, format },
        sources,
        budget,
      );
      const isCut = explained.core.some(({ body }) => body?.truncated === true);
      return {
        fields: { ...explained, ...(confidence === undefined ? {} : { confidence }) },
        notes: [
          ...(isCut || explained.core.length < pack.core.length
            ? [`code cut to max_tokens ${budget.tokensMax}; raise it for the rest`]
            : []),
          ...found.flatMap((one) => one.notes),
        ],
        text: [...printExplained(explained, format)],
      };
    };
  },
});

interface Whole {
  readonly graph: SymbolGraph;
  readonly about: readonly string[];
  readonly absent: string | undefined;
  readonly pack: ExplainPack;
  readonly fills: readonly PackSymbol[];
  readonly sections: readonly PackSection[];
  readonly format: Format;
}

/**
 * Shrinks the sections step by step until at least one symbol is whole, and only then its code. So
 * the order of loss is: rows of all sections, code of the last symbols, code of the first.
 */
async function fitted(
  { graph, about, absent, pack, fills, sections, format }: Whole,
  sources: Sources,
  budget: Budget,
): Promise<Explained> {
  const base = { about: [...about], ...(absent === undefined ? {} : { absent }) };
  let explained: Explained = { ...base, core: [], sections: [] };
  for (const rowsMax of ROWS_MAX) {
    const shown = await Promise.all(
      sections.map(async (section) => {
        const codes = await codesOf(section, sources);
        return shownSection(
          section,
          absent === undefined ? rowsMax : Math.min(rowsMax, NEAREST_MAX),
          (row) => codes.get(rowKey(row)) ?? '',
        );
      }),
    );
    const rest = { ...base, core: [], sections: rowsMax === 0 ? [] : shown };
    const used = printExplained(rest, 'text').join('\n').length;
    const left = budget.characters - used;
    // A chart has no code.
    if (format === 'mermaid') return rest;
    const core = await coreWithin(graph, pack.core, sources, { ...budget, characters: left });
    explained = { ...rest, core };
    const isTight = left < budget.characters * CODE_SHARE_MIN;
    const isWhole = core.every(({ body }) => body?.truncated !== true || isPart(pack, body));
    if (isWhole && core.length === pack.core.length) break;
    if (!isTight && core[0]?.body?.truncated === false) break;
  }
  const core = [
    ...explained.core,
    ...(await fillsWithin({ graph, pack, fills }, explained, sources, budget)),
  ];
  return { ...explained, core, sections: withoutShown(explained.sections, core) };
}

/** Leaves out of the places that were found as well those whose code is shown. */
function withoutShown(
  sections: Explained['sections'],
  core: Explained['core'],
): Explained['sections'] {
  const shown = new Set(core.map(({ id }) => id));
  return sections.flatMap((section) => {
    if (section.name !== 'also') return [section];
    const items = section.items.filter(({ symbol }) => !shown.has(symbol));
    const less = section.items.length - items.length;
    const counts = {
      total_count: section.total_count - less,
      returned_count: section.returned_count - less,
    };
    return items.length === 0 ? [] : [{ ...section, ...counts, items }];
  });
}

type PackSymbol = ExplainPack['core'][number];

/**
 * Returns what is shown where room is left, best first. For a question these are the other places
 * that a search found, and what calls the core or is called by these; for a symbol, what it calls.
 * Nothing of it is inside the core.
 */
function fillsOf(
  graph: SymbolGraph,
  { core, steps, callers }: ExplainPack,
  found: readonly FoundSeeds[],
  isUncertain: boolean,
): readonly PackSymbol[] {
  const parts = found.flatMap((one) => one.parts);
  const first = isUncertain ? parts : parts.slice(0, FIRST_PARTS_MAX);
  const around = first.length === 0 ? [] : explainPack(graph, first, []).steps;
  const all = [
    ...first,
    ...seedsOf(first.length === 0 ? [] : callers.slice(0, CALLERS_MAX)),
    ...seedsOf([...steps.slice(0, FIRST_STEPS_MAX), ...around.slice(0, FIRST_STEPS_MAX)]),
    ...parts,
    ...seedsOf(steps),
  ].map((seed) => ({ ...seed, symbol: graph.node(seed.node) }));
  const taken: PackSymbol[] = [...core];
  for (const one of all) if (!taken.some((other) => isShownBy(one, other))) taken.push(one);
  return taken.slice(core.length);
}

function seedsOf(symbols: readonly SymbolNode[]): readonly Seed[] {
  return symbols.map(({ index }) => ({ node: index }));
}

/** Whether lines would be shown twice: inside of others, or around a part of the same symbol. */
function isShownBy(one: PackSymbol, other: PackSymbol): boolean {
  const isAround = one.range === undefined && one.symbol.index === other.symbol.index;
  return isAround || isInside(one, other);
}

function isInside(one: PackSymbol, other: PackSymbol): boolean {
  const [own, around] = [linesOf(one.symbol, one.range), linesOf(other.symbol, other.range)];
  const isSameFile = one.symbol.path === other.symbol.path;
  return isSameFile && own.startLine >= around.startLine && own.endLine <= around.endLine;
}

/** Returns as much of what fills the answer as fits: whole, or else what it calls and its results. */
async function fillsWithin(
  { graph, pack, fills }: Pick<Whole, 'graph' | 'pack' | 'fills'>,
  explained: Explained,
  sources: Sources,
  budget: Budget,
): Promise<Explained['core']> {
  if (explained.core.length < pack.core.length) return [];
  let used = printExplained(explained, 'text').join('\n').length;
  const shown: Explained['core'] = [];
  for (const fill of fills) {
    const room = budget.characters * FILL_SHARE_MAX - used;
    if (room <= 0) break;
    const source = await sources.of(fill.symbol.path);
    const lines = linesOf(fill.symbol, fill.range);
    const body = bodyOf({ ...fill.symbol, ...lines }, source, {
      characters: room,
      channel: 'text',
    });
    const isWhole = body !== undefined && !body.isTruncated;
    const outline = isWhole ? [] : outlineOf(graph, fill.symbol, source);
    const size = isWhole ? sizeOf(body.text) : outlineSize(outline);
    if (size === 0 || size > room) continue;
    const { body: field } = bodyField(isWhole ? body : undefined);
    const isPart = fill.range !== undefined;
    shown.push({
      ...symbolRef(fill.symbol),
      ...(field === undefined ? { outline } : { body: { ...field, truncated: isPart } }),
    });
    used += size;
  }
  return shown;
}

/** Whether the lines are those that were found in a longer symbol. */
function isPart({ core }: ExplainPack, body: { readonly end_line: number }): boolean {
  return core.some(({ range }) => range !== undefined && range.endLine <= body.end_line);
}

/** Returns the lines of a function outside of a range that say what it does. */
function outlineOf(
  graph: SymbolGraph,
  symbol: SymbolNode,
  source: CurrentSource,
  range = { startLine: 0, endLine: 0 },
): ShownLine[] {
  if (TYPE_KINDS.has(symbol.kind)) return [];
  const { lines = [] } = condensed(graph, symbol, source, true) ?? {};
  return lines.filter(({ line }) => line < range.startLine || line > range.endLine);
}

function outlineSize(outline: readonly ShownLine[]): number {
  return sizeOf(outline.map(({ text }) => text).join('\n')) * Math.sign(outline.length);
}

function sizeOf(text: string): number {
  return text.length + MARGIN_CHARACTERS * text.split('\n').length;
}

/**
 * Returns the code of as many symbols as fit, best first; the first is cut if it must be. What a
 * symbol does before and after the lines that were found follows if it fits.
 */
async function coreWithin(
  graph: SymbolGraph,
  core: readonly { readonly symbol: SymbolNode; readonly range?: Seed['range'] }[],
  sources: Sources,
  budget: Budget,
): Promise<Explained['core']> {
  const shown: Explained['core'] = [];
  let left = budget.characters;
  for (const { symbol, range } of core) {
    const lines = { ...symbol, ...linesOf(symbol, range) };
    const source = await sources.of(symbol.path);
    const body = bodyOf(lines, source, { characters: Math.max(0, left), channel: 'text' });
    const isCut = body?.isTruncated === true;
    if (shown.length > 0 && (isCut || left <= 0)) break;
    const { body: field } = bodyField(body);
    const isWhole = range === undefined && !isCut;
    left -= body === undefined ? 0 : sizeOf(body.text);
    const outline = range === undefined || isCut ? [] : outlineOf(graph, symbol, source, range);
    const isShown = outline.length > 0 && outlineSize(outline) <= left;
    if (isShown) left -= outlineSize(outline);
    shown.push({
      ...symbolRef(symbol),
      ...(field === undefined ? {} : { body: { ...field, truncated: !isWhole } }),
      ...(isShown ? { outline } : {}),
    });
  }
  return shown;
}

const TYPE_KINDS: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'namespace']);
const FILE_HEAD_LINES = 40;

function linesOf(symbol: SymbolNode, range: { startLine: number; endLine: number } | undefined) {
  if (range !== undefined) return range;
  if (symbol.kind === 'file') return { startLine: 1, endLine: FILE_HEAD_LINES };
  return { startLine: symbol.startLine, endLine: symbol.endLine };
}

function rowKey({ path, lines }: Pick<PackRow, 'path' | 'lines'>): string {
  return `${path}:${lines[0]}`;
}

async function codesOf(
  { rows }: PackSection,
  sources: Sources,
): Promise<ReadonlyMap<string, string>> {
  const codes = new Map<string, string>();
  for (const row of rows.slice(0, ROWS_MAX[0] + FEW_MORE)) {
    const [line] = row.lines;
    if (!row.hasCode || line === undefined) continue;
    const { lines } = await sources.of(row.path as SymbolNode['path']);
    codes.set(rowKey(row), oneLine(lines[line - 1] ?? '', CODE_CHARACTERS_MAX));
  }
  return codes;
}

/** Reads the files of the core first, so that fitting does not wait. */
async function readAll(
  sources: Sources,
  { core }: ExplainPack,
  sections: readonly PackSection[],
): Promise<void> {
  for (const { symbol } of core) await sources.of(symbol.path);
  for (const section of sections) await codesOf(section, sources);
}

/** Says what was searched without a match that is worth reading. */
function absentText({ snapshot }: IndexCall, about: readonly string[]): string {
  const { graph, text, docsText } = snapshot;
  return `probably absent: ${about.map((one) => `"${one}"`).join(', ')}. Searched the names of ${plural(graph.nodeCount, 'symbol')}, the text of ${plural(text.fileCount, 'file')}, and ${plural(docsText.fileCount, 'page')} of documentation through the symbols they name; nothing fits well.`;
}
