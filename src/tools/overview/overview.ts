import { z } from 'zod';
import { isNonApiPath } from '../../doclinks/lookup/non-api-paths.ts';
import type { SymbolGraph, SymbolNode } from '../../graph/symbol-graph.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import type { EdgeKind } from '../../model/edge.ts';
import { type EntryPoint, entryTitle } from '../../model/entry-point.ts';
import type { SymbolKind } from '../../model/symbol.ts';
import { countBy, countLanguages } from '../../project/status.ts';
import { generatedHeaders } from '../../query/names/generated-header.ts';
import { countsOf, listSchema } from '../answer/counts.ts';
import { countsText, DATA_NOTICE, kindAndName, oneLine, place, plural } from '../answer/display.ts';
import { locationOf, locationShape } from '../answer/location.ts';
import { indexTool } from '../index-tool.ts';
import { projectParameter, tokensParameter } from '../input/parameters.ts';
import { exampleQuestions } from './example-questions.ts';
import { purposeOf } from './purpose.ts';

const PURPOSE_CHARACTERS_MAX = 400;
const TITLE_CHARACTERS_MAX = 120;
const ROWS_MAX = 10;
/** Each list gets one more row for this much room. */
const CHARACTERS_PER_ROW = 600;

const folderSchema = z.strictObject({ path: z.string(), files: z.int(), symbols: z.int() });

const output = {
  root: z.string(),
  /** The project's own description; absent if it has neither a manifest nor a README. */
  purpose: z.strictObject({ text: z.string(), path: z.string() }).optional(),
  files: z.int(),
  symbols: z.int(),
  languages: z.record(z.string(), z.int()),
  folders: z.array(folderSchema).describe('Those with most symbols; tests are left out'),
  entrypoints: listSchema(
    z.strictObject({ id: z.string(), type: z.string(), title: z.string(), handler: z.string() }),
  ).extend({ by_type: z.record(z.string(), z.int()) }),
  central: z
    .array(
      z.strictObject({
        id: z.string(),
        kind: z.string(),
        ...locationShape,
        used_in_files: z.int(),
      }),
    )
    .describe('The symbols that most other files use; tests are left out'),
  questions: z
    .array(
      z.strictObject({
        words: z.string(),
        tool: z.string(),
        input: z.record(z.string(), z.unknown()),
        command: z.string(),
      }),
    )
    .describe('Questions about this project, ready to call'),
};

export const overview = indexTool({
  name: 'overview',
  title: 'Project overview',
  description:
    'A first look at an unfamiliar project: purpose, folders, entry points, central symbols, and questions worth asking.',
  input: z.strictObject({ max_tokens: tokensParameter, project: projectParameter }),
  output,
  async answer({ open, project, snapshot, graph }) {
    const purpose = await purposeOf(open);
    const files = graph.paths().length;
    const symbols = graph.nodeCount - files;
    const languages = countLanguages(graph);
    const entryPoints = representativeFirst(snapshot.entryPoints);
    const own = ownSymbols(snapshot);
    const questions = exampleQuestions(graph, own, entryPoints);
    const folders = mainFolders(graph, ROWS_MAX);
    const central = centralSymbols(graph, own, ROWS_MAX);
    return ({ characters }) => {
      const rows = Math.min(ROWS_MAX, Math.max(1, Math.floor(characters / CHARACTERS_PER_ROW)));
      const entries = entrypointsOf(entryPoints, rows);
      const shown = { folders: folders.slice(0, rows), central: central.slice(0, rows) };
      return {
        fields: {
          root: project.root,
          ...(purpose === undefined
            ? {}
            : { purpose: { ...purpose, text: oneLine(purpose.text, PURPOSE_CHARACTERS_MAX) } }),
          files,
          symbols,
          languages,
          folders: shown.folders,
          entrypoints: entries.list,
          central: shown.central.map(({ node, files }) => ({
            id: node.id,
            kind: node.kind,
            ...locationOf(node),
            used_in_files: files,
          })),
          questions: questions.map(({ words, command, tool, input }) => ({
            words: oneLine(words, TITLE_CHARACTERS_MAX),
            tool: tool.name,
            input,
            command: oneLine(command, 2 * TITLE_CHARACTERS_MAX),
          })),
        },
        notes: [],
        text: [
          `${project.name} (${project.root}): ${plural(files, 'file')}, ${plural(symbols, 'symbol')}. ${DATA_NOTICE}`,
          purpose === undefined
            ? ''
            : `purpose: ${oneLine(purpose.text, PURPOSE_CHARACTERS_MAX)} [${purpose.path}]`,
          `languages: ${countsText(languages)}`,
          ...folderLines(shown.folders),
          ...entries.lines,
          ...centralLines(graph, shown.central),
          questions.length === 0 ? '' : 'ask next:',
          ...questions.map(({ words, command }) => questionText(words, command)),
        ],
      };
    };
  },
});

/**
 * Puts one entry point of each type after another, so that fifty routes do not hide the commands.
 * Those without a named handler come later: health checks, steps of CI. Tests and examples are last.
 */
function representativeFirst(entryPoints: readonly EntryPoint[]): EntryPoint[] {
  const counts = new Map<string, number>();
  const ranked = entryPoints.map((entry) => {
    const rank = isNonApiPath(entry.path) ? 2 : entry.handler === '' ? 1 : 0;
    const key = `${rank} ${entry.type}`;
    const place = counts.get(key) ?? 0;
    counts.set(key, place + 1);
    return { entry, rank, place };
  });
  return ranked.sort((a, b) => a.rank - b.rank || a.place - b.place).map(({ entry }) => entry);
}

function entrypointsOf(entryPoints: readonly EntryPoint[], rows: number) {
  const byType = countBy(entryPoints.map(({ type }) => type));
  const items = entryPoints.slice(0, rows).map((entry) => ({
    id: entry.id,
    type: entry.type,
    title: oneLine(entryTitle(entry), TITLE_CHARACTERS_MAX),
    handler:
      entry.handler === '' ? place(entry.path, entry.bodyStart, entry.bodyEnd) : entry.handler,
  }));
  const head = `entry points: ${entryPoints.length} (${countsText(byType)})`;
  const lines = items.map(({ type, title, handler }) => `  ${type} ${title} → ${handler}`);
  return {
    list: { items, ...countsOf(items.length, entryPoints.length), by_type: byType },
    lines: entryPoints.length === 0 ? [] : [head, ...lines],
  };
}

function folderLines(folders: readonly Folder[]): string[] {
  if (folders.length === 0) return [];
  const lines = folders.map(
    ({ path, files, symbols }) =>
      `  ${path}  ${plural(files, 'file')}, ${plural(symbols, 'symbol')}`,
  );
  return ['folders, by symbols:', ...lines];
}

function centralLines(graph: SymbolGraph, central: readonly CentralSymbol[]): string[] {
  if (central.length === 0) return [];
  const lines = central.map(({ node, files }) => {
    const { id, kind, path, startLine, endLine } = graph.node(node.index);
    const where = place(path, startLine, endLine);
    return `  ${kindAndName(kind, id, path)} ${where}: used in ${plural(files, 'file')}`;
  });
  return ['central symbols, by the number of other files that use them:', ...lines];
}

function questionText(words: string, command: string): string {
  return `  ${oneLine(words, TITLE_CHARACTERS_MAX)}\n    graph-memory ${oneLine(command, 2 * TITLE_CHARACTERS_MAX)}`;
}

interface Folder {
  /** Ends in a slash; `./` for files of the project's own folder. */
  readonly path: string;
  readonly files: number;
  readonly symbols: number;
}

/** A folder with more than this share of all symbols is replaced by its parts. */
const SHARE_MAX = 0.6;
const DEPTH_MAX = 4;

/** Returns the folders that hold the program's own code, those with most symbols first. */
function mainFolders(graph: SymbolGraph, countMax: number): Folder[] {
  const paths = graph.paths().filter((path) => !isNonApiPath(path));
  let prefix = '';
  let folders = foldersBelow(graph, paths, prefix);
  for (let depth = 0; depth < DEPTH_MAX; depth++) {
    const [first] = folders;
    const total = folders.reduce((sum, { symbols }) => sum + symbols, 0);
    if (first === undefined || first.path === prefix || first.path === './') break;
    if (first.symbols <= total * SHARE_MAX) break;
    const parts = foldersBelow(graph, paths, first.path);
    folders = [...parts, ...folders.slice(1)].sort(bySize);
    prefix = first.path;
  }
  return folders.slice(0, countMax);
}

function foldersBelow(graph: SymbolGraph, paths: readonly string[], prefix: string): Folder[] {
  const counts = new Map<string, { files: number; symbols: number }>();
  for (const path of paths) {
    if (!path.startsWith(prefix)) continue;
    const end = path.indexOf('/', prefix.length);
    const folder = end < 0 ? prefix || './' : path.slice(0, end + 1);
    const count = counts.get(folder) ?? { files: 0, symbols: 0 };
    count.files++;
    count.symbols += graph.symbolsOf(path).filter((index) => isCode(graph, index)).length;
    counts.set(folder, count);
  }
  const folders = [...counts].map(([path, count]) => ({ path, ...count }));
  return folders.filter(({ symbols }) => symbols > 0).sort(bySize);
}

/** Whether a symbol is part of a program, not of a page or a settings file. */
function isCode(graph: SymbolGraph, index: number): boolean {
  const { kind } = graph.node(index);
  return kind !== 'section' && kind !== 'key';
}

function bySize(a: Folder, b: Folder): number {
  return b.symbols - a.symbols || (a.path < b.path ? -1 : 1);
}

const CENTRAL_KINDS: ReadonlySet<SymbolKind> = new Set([
  'class',
  'interface',
  'typeAlias',
  'enum',
  'function',
  'method',
]);
const USES: readonly EdgeKind[] = ['calls', 'references', 'extends', 'implements'];

interface CentralSymbol {
  readonly node: SymbolNode;
  /** The number of other files of the program itself that use it or one of its members. */
  readonly files: number;
}

/** Returns the symbols of the program itself: no tests, examples, generated or third-party code. */
function ownSymbols({ graph, text }: Pick<Snapshot, 'graph' | 'text'>): SymbolNode[] {
  const symbols: SymbolNode[] = [];
  const headers = generatedHeaders(text);
  const generated = new Set(text.data.paths.filter((_, file) => headers[file] === 1));
  for (const path of graph.paths()) {
    if (isNonApiPath(path) || generated.has(path)) continue;
    for (const index of graph.symbolsOf(path)) {
      const node = graph.node(index);
      if (CENTRAL_KINDS.has(node.kind)) symbols.push(node);
    }
  }
  return symbols;
}

/**
 * Returns those of some symbols that most other files use, tests and examples not counted. Files are counted
 * instead of uses, because one file that calls a function a hundred times says little. A class
 * stands for its methods.
 */
function centralSymbols(
  graph: SymbolGraph,
  own: readonly SymbolNode[],
  countMax: number,
): CentralSymbol[] {
  const central: CentralSymbol[] = [];
  for (const node of own) {
    if (node.kind === 'method') continue;
    const files = new Set<string>();
    for (const symbol of [node.index, ...membersOf(graph, node.index)]) {
      for (const { source } of graph.incoming(symbol, USES)) {
        const { path } = graph.node(source);
        if (path !== node.path && !isNonApiPath(path)) files.add(path);
      }
    }
    if (files.size > 0) central.push({ node, files: files.size });
  }
  return central
    .sort((a, b) => b.files - a.files || (a.node.id < b.node.id ? -1 : 1))
    .slice(0, countMax);
}

function membersOf(graph: SymbolGraph, index: number): number[] {
  return graph.outgoing(index, ['contains']).map(({ target }) => target);
}
