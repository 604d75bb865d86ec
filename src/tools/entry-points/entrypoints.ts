import { z } from 'zod';
import { ENTRY_TYPES, type EntryPoint, entryTitle } from '../../model/entry-point.ts';
import { basenameOf, dirnameOf } from '../../model/path.ts';
import { pathOfSymbolId } from '../../model/symbol.ts';
import type { Rendering } from '../answer/budget.ts';
import { countsShape } from '../answer/counts.ts';
import { DATA_NOTICE, oneLine, place, plural } from '../answer/display.ts';
import {
  itemProject,
  itemProjectShape,
  namesOf,
  notesOfEach,
  projectPrefix,
} from '../answer/index-fields.ts';
import { renderList } from '../answer/rendered-answer.ts';
import type { OpenIndex } from '../context.ts';
import { indexesTool } from '../index-tool.ts';
import { projectsParameter, tokensParameter } from '../input/parameters.ts';
import { pathGlobFilter } from '../input/path-globs.ts';
import { hasMethod, routeFilter } from '../input/route-words.ts';
import { documentedRoutes } from './documented.ts';
import { type MiddlewareChains, middlewareChains } from './middleware-chains.ts';
import { treeOf } from './route-tree.ts';

const ROUTE_CHARACTERS_MAX = 300;

const input = z.strictObject({
  route: z
    .string()
    .default('')
    .describe('POST /users/{id}, /users/** or a command; parameters match whatever their name'),
  type: z.string().default('').describe(ENTRY_TYPES.join(', ')),
  framework: z.string().default('').describe('express, spring, …'),
  method: z.string().default('').describe('GET, POST, …'),
  handler: z.string().default('').describe('Name or id of the handling symbol, or a part of it'),
  middleware: z.string().default('').describe('Name of middleware or a guard in front, or a part'),
  path_glob: z.string().default('').describe('Where they are declared'),
  tree: z.boolean().default(false).describe('Group by the parts of the route'),
  max_results: z.number().default(100),
  max_tokens: tokensParameter,
  project: projectsParameter,
});

const itemSchema = z.strictObject({
  ...itemProjectShape,
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

/** An entry point, with its project if there are several, and the operation that documents it. */
interface Listed extends EntryPoint {
  readonly project?: string;
  readonly documentedAt?: string | undefined;
}

export const entrypoints = indexesTool({
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
  answer(indexes, request) {
    const matches = filterOf(request);
    const selected = indexes.flatMap((open): Listed[] => {
      const { places } = documentedRoutes(open.snapshot);
      return open.snapshot.entryPoints.filter(matches).map((one) => ({
        ...one,
        ...itemProject(indexes, open),
        documentedAt: places.get(one.id),
      }));
    });
    const byType: Record<string, number> = {};
    for (const { type } of selected) byType[type] = (byType[type] ?? 0) + 1;
    const shown = selected.slice(0, request.max_results);
    const head = headOf(namesOf(indexes), selected.length, byType);
    const chains = middlewareChains(shown.map(({ middleware }) => middleware));
    const toLine = (entry: Listed) => lineOf(entry, chains);
    const ownNotes = [
      ...notesOfEach(indexes, ({ snapshot }) => documentedRoutes(snapshot).notes),
      ...(selected.length > 0 ? [] : emptyNotes(indexes)),
    ];
    return renderList(
      {
        rows: shown.map((one) => [render(one, toLine(one))]),
        detail: 'locations',
        total: selected.length,
      },
      ({ items, counts, notes, text }) => ({
        fields: { entrypoints: items, ...counts, by_type: byType },
        notes: [...notes, ...ownNotes],
        text: [
          head,
          ...chains.lines,
          request.tree ? treeOf(shown.slice(0, items.length), toLine) : text,
        ],
      }),
    );
  },
});

type Request = z.output<typeof input>;

function filterOf(request: Request): (entry: EntryPoint) => boolean {
  const { route, type, framework, method, handler, middleware, path_glob: glob } = request;
  const isOnRoute = route === '' ? () => true : routeFilter(route);
  const isInside = pathGlobFilter(glob === '' ? [] : [glob]) ?? (() => true);
  const nameOf = (name: string) => name.toLowerCase().replaceAll('::', '.');
  const [handlerPart, guardPart] = [handler, middleware].map(nameOf) as [string, string];
  return (entry) =>
    isOnRoute(entry) &&
    (type === '' || entry.type === type.toLowerCase()) &&
    (framework === '' || entry.framework === framework.toLowerCase()) &&
    (method === '' || hasMethod(entry, method.toUpperCase())) &&
    nameOf(entry.handler).includes(handlerPart) &&
    (guardPart === '' || entry.middleware.some((name) => nameOf(name).includes(guardPart))) &&
    isInside(entry.path);
}

function headOf(project: string, count: number, byType: Readonly<Record<string, number>>): string {
  const counts = Object.entries(byType)
    .sort(([, a], [, b]) => b - a)
    .map(([type, own]) => `${type} ${own}`);
  const kinds = counts.length === 0 ? '' : ` (${counts.join(', ')})`;
  return `${plural(count, 'entry point')} in ${project}${kinds}. ${DATA_NOTICE}`;
}

function emptyNotes(indexes: readonly OpenIndex[]): string[] {
  const count = indexes.reduce((sum, { snapshot }) => sum + snapshot.entryPoints.length, 0);
  if (count > 0) return [`none of ${plural(count, 'entry point')} matches`];
  return ['no entry points found: docs/entry-points.md lists the frameworks that are read'];
}

/** Returns the item and the line of an entry point. */
function render(entry: Listed, text: string): Rendering<Item> {
  const { id, type, framework, methods, handler, middleware, path, line, evidence } = entry;
  const { project, documentedAt } = entry;
  return {
    item: {
      ...(project === undefined ? {} : { project }),
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

function lineOf(entry: Listed, chains: MiddlewareChains): string {
  const { framework, handler, middleware, path, line, evidence } = entry;
  const target = handler === '' ? place(path, entry.bodyStart, entry.bodyEnd) : handler;
  const isInline = handler === '' && entry.bodyStart === line;
  const own = isInline ? '' : ` ${pathFrom(pathOfSymbolId(target), path)}:${line}`;
  const through = middleware.length === 0 ? '' : ` via ${chains.textOf(middleware)}`;
  const doubt = evidence === 'exact' ? '' : ' (scoped)';
  const title = oneLine(entryTitle(entry), ROUTE_CHARACTERS_MAX);
  return `${title} → ${target}${through} [${projectPrefix(entry)}${framework}${own}]${doubt}`;
}

/** Returns a path as it is shown after another one: nothing for the same, a name in its folder. */
function pathFrom(before: string, path: string): string {
  if (before === path) return '';
  return dirnameOf(before) === dirnameOf(path) ? basenameOf(path) : path;
}
