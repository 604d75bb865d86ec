/**
 * The account of a name: every line of the indexed files that holds it, and what each line is. If
 * it closes, a list of uses is complete, and nothing is left to look for.
 */
import { z } from 'zod';
import { appendTo } from '../../base/append-to.ts';
import { filesImporting } from '../../graph/importers.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import type { Occurrence } from '../../index/whole-word.ts';
import { isProseLanguage, languageById, passesOnImports } from '../../languages/registry.ts';
import type { RepoPath } from '../../model/path.ts';
import { USE_KINDS, type UseRow } from '../answer/use-rows.ts';
import type { OpenIndex } from '../context.ts';
import { codeLines, testsLast } from './code-lines.ts';
import {
  importsNaming,
  isOverride,
  type KnownFile,
  type KnownFiles,
  type KnownLine,
  knownFiles,
} from './known-lines.ts';
import { type FileOccurrences, filesWithName } from './name-lines.ts';

/** Open lines that are named; if there are no more, they are shown with their code. */
const OPEN_LINES_MAX = 12;
/** The same if each of them may have to change, or may be a use that no edge shows. */
export const OPEN_LINES_MANY = 100;
/** Prefix of the keys of uses that the request left out. */
export const LEFT_OUT = 'left_out.';

/** Groups of lines besides a declaration or use of the symbol. */
export const OTHER_LINES: readonly string[] = [
  /** Declarations and uses of other symbols with this name. */
  'other_symbols',
  /** Where it is taken out of an object, in files with uses: `const { pay } = shop`. */
  'bindings',
  /** Reads and keys of fields that have the name of a type, such as those that embed it. */
  'fields',
  'documentation',
  'comments',
  'strings',
  /** In files that do not import the module of the symbol: no import gives them its name. */
  'elsewhere',
  /** None of these: unresolved uses, local names, keys, properties, export lists. */
  'open',
];

/** Counts lines, as `git grep -w` prints them. */
export const nameAccountSchema = z.strictObject({
  name: z.string(),
  /** Lines that hold the name; absent if too many files do, and then nothing is counted. */
  line_count: z.int().optional(),
  file_count: z.int(),
  /**
   * Lines by what they are; a line counts once. `calls`, `imports`, … are lines of the list,
   * `declarations` those of the symbol. `left_out.calls`, … are uses that the request left out,
   * `left_out.related` those of members above or below it. The others are OTHER_LINES.
   */
  lines: z.record(z.string(), z.int()),
  /** The first open lines: `path:line,line`, outside of tests first; `()` looks like a call. */
  open_at: z.array(z.string()).optional(),
  /** The first open lines with their code, if they are few: `path:line Owner: code`. */
  open_code: z.array(z.string()).optional(),
  /** Listed lines without the name: an alias, a default import. */
  under_other_names: z.int().optional(),
});
export type NameAccount = z.infer<typeof nameAccountSchema>;

interface ClassifiedLine {
  readonly line: number;
  /** Key of {@link NameAccount.lines}. */
  readonly key: string;
  /** Whether an open line looks like a call. */
  readonly isCall?: boolean;
}

/**
 * Returns the account of a symbol's name, or undefined if the name is no word, as that of an
 * operator. `listed` are the uses in the answer's list, on any of its pages.
 */
export async function nameAccount(
  opened: OpenIndex,
  node: number,
  listed: readonly UseRow[],
  openLinesMax = OPEN_LINES_MAX,
): Promise<NameAccount | undefined> {
  const { graph } = opened.snapshot;
  const name = nameInText(graph, node);
  if (name === undefined) return undefined;
  const files = await filesWithName(opened, name);
  if (typeof files === 'number') return { name, file_count: files, lines: {} };
  const known = knownFiles(graph, node, name, listed);
  const reached = reachedFiles(graph, node);
  const isOpenWhole = openLinesMax > OPEN_LINES_MAX;
  const rules = { isOpenWhole, hasFields: hasFieldsOfName(graph, node, name, isOpenWhole) };
  const counts = new Map<string, number>();
  const open: OpenLine[] = [];
  for (const { path, ...file } of files) {
    for (const { line, key, isCall = false } of classifiedLines(
      graph,
      { path, ...file },
      name,
      known,
      rules,
    )) {
      const isElsewhere = key === 'open' && reached?.has(path) === false;
      const group = isElsewhere ? 'elsewhere' : key;
      counts.set(group, (counts.get(group) ?? 0) + 1);
      if (group === 'open') open.push({ path, line, isCall });
    }
  }
  const openAt = openSites(open, openLinesMax);
  const openCode = open.length > OPEN_LINES_MAX ? [] : await codeLines(opened, ranked(open));
  const withoutName = linesWithoutName(graph, name, listed, files);
  return {
    name,
    line_count: [...counts.values()].reduce((sum, count) => sum + count, 0),
    file_count: files.length,
    lines: Object.fromEntries([...counts].sort(([a], [b]) => rankOf(a) - rankOf(b))),
    ...(openAt.length === 0 ? {} : { open_at: [...openAt] }),
    ...(openCode.length === 0 ? {} : { open_code: [...openCode] }),
    ...(withoutName === 0 ? {} : { under_other_names: withoutName }),
  };
}

/**
 * Returns the files that can name a symbol which only imports give to other files; undefined if
 * others can, as in languages whose packages share names, or for members.
 */
function reachedFiles(graph: SymbolGraph, node: number): ReadonlySet<string> | undefined {
  const { parent, exported, language } = graph.node(node);
  const isByImport =
    parent >= 0 &&
    graph.node(parent).kind === 'file' &&
    exported &&
    languageById(language)?.listsExports !== undefined;
  if (!isByImport) return undefined;
  return new Set(
    [...filesImporting(graph, node, passesOnImports)].map((file) => graph.pathOf(file)),
  );
}

interface OpenLine {
  readonly path: RepoPath;
  readonly line: number;
  readonly isCall: boolean;
}

/** Orders open lines: calls before others, tests last. */
function ranked(open: readonly OpenLine[]): readonly OpenLine[] {
  return testsLast(open.toSorted((a, b) => Number(b.isCall) - Number(a.isCall)));
}

/** Returns the open lines that matter most, joined by file. */
function openSites(open: readonly OpenLine[], linesMax: number): readonly string[] {
  const first = ranked(open).slice(0, linesMax);
  const byPath = new Map<string, string[]>();
  for (const { path, line, isCall } of first)
    appendTo(byPath, path, `${line}${isCall ? '()' : ''}`);
  return [...byPath].map(([path, lines]) => `${path}:${lines.join(',')}`);
}

/** Orders lines of the list first, then those left out, then the others. */
function rankOf(key: string): number {
  const other = OTHER_LINES.indexOf(key);
  if (other >= 0) return 200 + other;
  const kind = USE_KINDS.findIndex((one) => key.endsWith(one));
  return (key.startsWith(LEFT_OUT) ? 100 : 0) + (kind < 0 ? USE_KINDS.length : kind);
}

function keyOf({ group, kind }: KnownLine): string {
  if (group === 'other_symbols') return group;
  return group === 'left_out' ? `${LEFT_OUT}${kind}` : kind;
}

/** A constructor is used by the name of its class; a file or section has no name in code. */
export function nameInText(graph: SymbolGraph, node: number): string | undefined {
  const { kind, name, parent } = graph.node(node);
  if (kind === 'file' || kind === 'section') return undefined;
  const inText = kind === 'constructor' && parent >= 0 ? graph.node(parent).name : name;
  return /[\p{L}\p{N}_]/u.test(inText) ? inText : undefined;
}

interface OpenRules {
  /** Whether all open lines are wanted, because each may have to change with the name. */
  readonly isOpenWhole: boolean;
  /** Whether members of that name are fields and not the symbol. */
  readonly hasFields: boolean;
}

const TYPE_KINDS: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'typeAlias']);
const FIELD_KINDS: ReadonlySet<string> = new Set(['field', 'property']);

/** Whether fields have the name of a type. A field that embeds it changes its name with it. */
function hasFieldsOfName(
  graph: SymbolGraph,
  node: number,
  name: string,
  isRenamed: boolean,
): boolean {
  if (!TYPE_KINDS.has(graph.node(node).kind)) return false;
  const fields = graph.byName(name).filter((other) => FIELD_KINDS.has(graph.node(other).kind));
  const embedding = new Set(
    isRenamed ? graph.incoming(node, ['extends']).map(({ source }) => source) : [],
  );
  return fields.length > 0 && !fields.some((field) => embedding.has(graph.parentOf(field)));
}

/** Classifies every line of a file that holds the name, in line order. */
function classifiedLines(
  graph: SymbolGraph,
  file: FileOccurrences,
  name: string,
  files: KnownFiles,
  rules: OpenRules,
): readonly ClassifiedLine[] {
  const first = new Map<number, Occurrence>();
  for (const one of file.occurrences) if (!first.has(one.line)) first.set(one.line, one);
  const lines = [...first.keys()];
  const known = new Map<number, KnownLine>();
  const own = files.get(file.path);
  addKnown(known, own, lines);
  if (lines.some((line) => !known.has(line)))
    addImports(known, importsNaming(graph, file.path, name), lines);
  const fileNode = graph.fileNode(file.path);
  const isProse =
    file.isPage || (fileNode !== undefined && isProseLanguage(graph.node(fileNode).language));
  const isUsed = [...known.values()].some(({ group }) => group !== 'other_symbols');
  return [...first].map(([line, occurrence]) => {
    const found = known.get(line);
    if (found !== undefined) return { line, key: keyOf(found) };
    if (isProse) return { line, key: 'documentation' };
    const context = file.contextOf(occurrence);
    if (context === 'comment') return { line, key: 'comments' };
    if (context === 'string') return { line, key: 'strings' };
    if (context === 'binding' && isUsed && !rules.isOpenWhole) return { line, key: 'bindings' };
    if (context === 'member' && rules.hasFields) return { line, key: 'fields' };
    return { line, key: 'open', isCall: context === 'call' };
  });
}

/** Adds what the graph knows. A use of the symbol goes before a declaration on the same line. */
function addKnown(
  known: Map<number, KnownLine>,
  own: KnownFile | undefined,
  lines: readonly number[],
): void {
  if (own === undefined) return;
  for (const line of lines) {
    const use = own.lines.get(line);
    if (use !== undefined && use.group !== 'other_symbols') known.set(line, use);
  }
  for (const { startLine, endLine, ...declaration } of own.declarations) {
    // The name is on the first line, or below decorators and modifiers.
    const line = lines.find((one) => startLine <= one && one <= endLine);
    const before = line === undefined ? undefined : known.get(line);
    if (line !== undefined && (before === undefined || before.group === 'other_symbols'))
      known.set(line, declaration);
  }
  for (const line of lines) {
    const use = own.lines.get(line);
    if (use !== undefined && !known.has(line)) known.set(line, use);
  }
  addImports(known, own.imports, lines);
}

/** Maximum number of lines of an import statement. */
const IMPORT_LINES_MAX = 300;

/**
 * Adds the lines of imports. A long list of names has the name below the first line of its
 * statement; if the name is on a first line, the other statements import something else.
 */
function addImports(
  known: Map<number, KnownLine>,
  imports: KnownFile['imports'],
  lines: readonly number[],
): void {
  for (const { lines: firsts, isNamed, group, kind } of imports) {
    const isBelow = isNamed && !firsts.some((line) => lines.includes(line));
    for (const line of firsts) {
      const last = isBelow ? line + IMPORT_LINES_MAX : line;
      const named = lines.find((one) => one >= line && one <= last);
      if (named !== undefined && !known.has(named)) known.set(named, { group, kind });
    }
  }
}

function linesWithoutName(
  graph: SymbolGraph,
  name: string,
  listed: readonly UseRow[],
  files: readonly FileOccurrences[],
): number {
  const named = new Map(
    files.map(({ path, occurrences }) => [path, new Set(occurrences.map(({ line }) => line))]),
  );
  const without = new Set<string>();
  for (const { edge, kind } of listed) {
    if (kind === 'imports' || isOverride(graph, { edge, kind }, name)) continue;
    const { path } = graph.node(edge.source);
    for (const line of edge.lines)
      if (named.get(path)?.has(line) !== true) without.add(`${path}:${line}`);
  }
  return without.size;
}
