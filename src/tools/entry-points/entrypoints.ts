import { z } from 'zod';
import { ENTRY_TYPES, type EntryPoint, entryTitle } from '../../model/entry-point.ts';
import { basenameOf, dirnameOf } from '../../model/path.ts';
import { pathOfSymbolId } from '../../model/symbol.ts';
import type { Rendering } from '../answer/budget.ts';
import { countsShape } from '../answer/counts.ts';
import { DATA_NOTICE, oneLine, place, plural } from '../answer/display.ts';
import { renderList } from '../answer/rendered-answer.ts';
import { indexTool } from '../index-tool.ts';
import { projectParameter, tokensParameter } from '../input/parameters.ts';
import { pathGlobFilter } from '../input/path-globs.ts';
import { hasMethod, routeFilter } from '../input/route-words.ts';
import { documentedRoutes } from './documented.ts';
import { treeOf } from './route-tree.ts';

const ROUTE_CHARACTERS_MAX = 300;

const input = z.strictObject({
  route: z
    .string()
    .default('')
    .describe('POST /users/{id}, /users/** or a command; parameters match whatever their name'),
  type: z.string().default('').describe(ENTRY_TYPES.join(', ')),
  framework: z.string().default(''),
  method: z.string().default('').describe('GET, POST, …'),
  handler: z.string().default('').describe('Name or id of the handling symbol, or a part of it'),
  path_glob: z.string().default('').describe('Where they are declared'),
  tree: z.boolean().default(false).describe('Group by the parts of the route'),
  max_results: z.number().default(100),
  max_tokens: tokensParameter,
  project: projectParameter,
});

const itemSchema = z.strictObject({
  id: z.string(),
  type: z.string(),
  framework: z.string(),
  route: z.string(),
  methods: z.array(z.string()),
  handler: z.string().describe('Symbol id; empty for a function without a name'),
  middleware: z.array(z.string()).optional(),
  path: z.string(),
  line: z.int(),
  end_line: z.int().optional().describe('Last line of a handler without a name'),
  evidence: z.string(),
  documented_at: z.string().optional().describe('Operation of an OpenAPI document'),
});
type Item = z.infer<typeof itemSchema>;

export const entrypoints = indexTool({
  name: 'entrypoints',
  title: 'Entry points',
  description:
    'Routes, commands, jobs and other places where the program is entered, with their handlers.',
  input,
  output: {
    entrypoints: z.array(itemSchema),
    ...countsShape,
    by_type: z.record(z.string(), z.int()),
  },
  bounds: { max_results: { min: 1, max: 2000 } },
  async answer({ snapshot, project }, request) {
    const all = snapshot.entryPoints;
    const selected = all.filter(filterOf(request));
    const byType: Record<string, number> = {};
    for (const { type } of selected) byType[type] = (byType[type] ?? 0) + 1;
    const shown = selected.slice(0, request.max_results);
    const { places, notes: documentNotes } = documentedRoutes(snapshot);
    const rows = shown.map((entry) => [render(entry, places.get(entry.id))]);
    const head = headOf(project.name, selected.length, byType);
    return renderList(
      { rows, detail: 'locations', total: selected.length },
      ({ items, counts, notes, text }) => ({
        fields: { entrypoints: items, ...counts, by_type: byType },
        notes: [...notes, ...documentNotes, ...emptyNotes(all, selected)],
        text: [head, request.tree ? treeOf(shown.slice(0, items.length), lineOf) : text],
      }),
    );
  },
});

type Request = z.output<typeof input>;

function filterOf(request: Request): (entry: EntryPoint) => boolean {
  const { route, type, framework, method, handler, path_glob: glob } = request;
  const isOnRoute = route === '' ? () => true : routeFilter(route);
  const isInside = pathGlobFilter(glob === '' ? [] : [glob]) ?? (() => true);
  const handlerPart = handler.toLowerCase();
  return (entry) =>
    isOnRoute(entry) &&
    (type === '' || entry.type === type.toLowerCase()) &&
    (framework === '' || entry.framework === framework.toLowerCase()) &&
    (method === '' || hasMethod(entry, method.toUpperCase())) &&
    entry.handler.toLowerCase().replaceAll('::', '.').includes(handlerPart.replaceAll('::', '.')) &&
    isInside(entry.path);
}

function headOf(project: string, count: number, byType: Readonly<Record<string, number>>): string {
  const counts = Object.entries(byType)
    .sort(([, a], [, b]) => b - a)
    .map(([type, own]) => `${type} ${own}`);
  const kinds = counts.length === 0 ? '' : ` (${counts.join(', ')})`;
  return `${plural(count, 'entry point')} in ${project}${kinds}. ${DATA_NOTICE}`;
}

function emptyNotes(all: readonly EntryPoint[], selected: readonly EntryPoint[]): string[] {
  if (selected.length > 0) return [];
  if (all.length > 0) return [`none of ${plural(all.length, 'entry point')} matches`];
  return ['no entry points found: docs/entry-points.md lists the frameworks that are read'];
}

/** Returns the item and the line of an entry point. */
function render(entry: EntryPoint, documentedAt?: string): Rendering<Item> {
  const { id, type, framework, methods, handler, middleware, path, line, evidence } = entry;
  const text = lineOf(entry);
  return {
    item: {
      id,
      type,
      framework,
      route: oneLine(entry.route, ROUTE_CHARACTERS_MAX),
      methods: [...methods],
      handler,
      ...(middleware.length === 0 ? {} : { middleware: [...middleware] }),
      path,
      line,
      ...(handler === '' ? { end_line: entry.bodyEnd } : {}),
      evidence,
      ...(documentedAt === undefined ? {} : { documented_at: documentedAt }),
    },
    text: documentedAt === undefined ? text : `${text} documented at ${documentedAt}`,
  };
}

function lineOf(entry: EntryPoint): string {
  const { framework, handler, middleware, path, line, evidence } = entry;
  const target = handler === '' ? place(path, entry.bodyStart, entry.bodyEnd) : handler;
  const isInline = handler === '' && entry.bodyStart === line;
  const own = isInline ? '' : ` ${pathFrom(pathOfSymbolId(target), path)}:${line}`;
  const through = middleware.length === 0 ? '' : ` via ${middleware.join(', ')}`;
  const doubt = evidence === 'exact' ? '' : ' (scoped)';
  const title = oneLine(entryTitle(entry), ROUTE_CHARACTERS_MAX);
  return `${title} → ${target}${through} [${framework}${own}]${doubt}`;
}

/** Returns a path as it is shown after another one: nothing for the same, a name in its folder. */
function pathFrom(before: string, path: string): string {
  if (before === path) return '';
  return dirnameOf(before) === dirnameOf(path) ? basenameOf(path) : path;
}
