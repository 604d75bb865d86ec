/** Finds the calls of HTTP clients that lead to a route, in its project and in the other ones. */
import { type EntryPoint, entryTitle } from '../../model/entry-point.ts';
import { type RouteRequest, requestedRoute } from '../../model/route-request.ts';
import type { Rendering } from '../answer/budget.ts';
import { oneLine } from '../answer/display.ts';
import type { UseItem } from '../answer/use-item.ts';
import { type OpenIndex, openIndexes, type ToolContext } from '../context.ts';

const TITLE_CHARACTERS_MAX = 200;

export interface Requester {
  readonly open: OpenIndex;
  readonly request: RouteRequest;
  readonly entry: EntryPoint;
  readonly evidence: 'exact' | 'scoped';
}

/** Returns the requests to the routes that a symbol handles; those of its own project come first. */
export async function requestersOf(
  context: ToolContext,
  own: OpenIndex,
  handler: string,
): Promise<readonly Requester[]> {
  const isHandled = ({ type, handler: id }: EntryPoint): boolean =>
    type === 'http' && id === handler;
  const routes = own.snapshot.entryPoints.filter(isHandled).map(({ route }) => route);
  if (routes.length === 0) return [];
  const found: Requester[] = [];
  const all = await projectsWith(context, own, routes);
  for (const open of all) {
    const pools = open === own ? [own] : [open, ...all];
    for (const request of open.snapshot.requests) {
      const route = routeIn(request, open, pools);
      if (route !== undefined && route.open === own && isHandled(route.entry))
        found.push({ open, request, entry: route.entry, evidence: route.evidence });
    }
  }
  return found;
}

interface PlacedRoute {
  readonly open: OpenIndex;
  readonly entry: EntryPoint;
  readonly evidence: 'exact' | 'scoped';
}

/** A request leads to a route of its own project, or else to the only one in the other projects. */
function routeIn(
  request: RouteRequest,
  own: OpenIndex,
  all: readonly OpenIndex[],
): PlacedRoute | undefined {
  const inside = requestedRoute(request, own.snapshot.entryPoints);
  if (inside !== undefined) return { open: own, ...inside };
  const others = all.filter(({ project }) => project !== own.project);
  const outside = requestedRoute(
    request,
    others.flatMap(({ snapshot }) => snapshot.entryPoints),
  );
  const open = others.find(
    ({ snapshot }) => outside !== undefined && snapshot.entryPoints.includes(outside.entry),
  );
  return outside === undefined || open === undefined ? undefined : { open, ...outside };
}

/** Returns the own project, and the others of the workspace that may request one of the routes. */
async function projectsWith(
  context: ToolContext,
  own: OpenIndex,
  routes: readonly string[],
): Promise<readonly OpenIndex[]> {
  const { workspace } = context;
  const names = workspace.projects.length < 2 ? '' : await workspace.requesting(routes);
  if (names === '') return [own];
  const all = await openIndexes(context, names);
  return [own, ...all.filter(({ project }) => project !== own.project)];
}

export function renderRequester(
  { open, request, entry, evidence }: Requester,
  own: OpenIndex,
): Rendering<UseItem> {
  const { symbol, path, line } = request;
  const isOwn = open.project === own.project;
  const at = `${path}:${line}`;
  const route = oneLine(entryTitle(entry), TITLE_CHARACTERS_MAX);
  const project = isOwn ? {} : { project: open.project.name };
  const name = (symbol as string) === path ? '' : ` ${symbol.slice(path.length + 2)}`;
  const marks = [
    ...(isOwn ? [] : [open.project.name]),
    ...(evidence === 'exact' ? [] : [evidence]),
  ];
  const tail = marks.length === 0 ? '' : ` [${marks.join(', ')}]`;
  return {
    item: { symbol, at, kind: 'requests', evidence, route, ...project },
    text: `  ${at}${name} → ${route}${tail}`,
  };
}
