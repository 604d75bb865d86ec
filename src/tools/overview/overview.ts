import { z } from 'zod';
import { isNonApiPath } from '../../doclinks/lookup/non-api-paths.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { type EntryPoint, entryTitle } from '../../model/entry-point.ts';
import { countBy, countLanguages } from '../../project/status.ts';
import { countsOf, listSchema } from '../answer/counts.ts';
import { countsText, DATA_NOTICE, kindAndName, oneLine, place, plural } from '../answer/display.ts';
import { locationOf, locationShape } from '../answer/location.ts';
import { indexTool } from '../index-tool.ts';
import { projectParameter, tokensParameter } from '../input/parameters.ts';
import { type CentralSymbol, centralSymbols, ownSymbols } from './central-symbols.ts';
import { exampleQuestions } from './example-questions.ts';
import { type Folder, mainFolders } from './folders.ts';
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
