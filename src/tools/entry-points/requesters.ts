/** Finds the calls of HTTP clients that lead to a route, in its project and in the other ones. */
import { type EntryPoint, entryTitle } from '../../model/entry-point.ts';
import {
  documentedRoute,
  isDocumentation,
  type RouteRequest,
  receiversOf,
  requestedRoute,
  SIGNAL_CLIENT,
} from '../../model/route-request.ts';
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

/**
 * Returns the requests to the routes that a symbol handles, or with `asDocumentation` the operations
 * that document them. Those of its own project come first.
 */
export async function requestersOf(
  context: ToolContext,
  own: OpenIndex,
  handler: string,
  asDocumentation = false,
): Promise<readonly Requester[]> {
  const isHandled = ({ type, handler: id }: EntryPoint): boolean =>
    (type === 'http' || type === 'consumer') && id === handler;
  const routes = own.snapshot.entryPoints.filter(isHandled).map(({ route }) => route);
  if (routes.length === 0) return [];
  const found: Requester[] = [];
  const all = await projectsWith(context, own, routes);
  for (const open of all) {
    const pools = open === own ? [own] : [open, ...all];
    for (const request of open.snapshot.requests) {
      if (isDocumentation(request) !== asDocumentation) continue;
      if (request.client === SIGNAL_CLIENT) {
        // A signal is sent inside of one project.
        const receivers = open === own ? receiversOf(request, own.snapshot.entryPoints) : [];
        for (const entry of receivers.filter(isHandled))
          found.push({ open, request, entry, evidence: 'scoped' });
        continue;
      }
      const route = routeIn(request, open, pools);
      if (route !== undefined && route.open === own && isHandled(route.entry))
        found.push({ open, request, entry: route.entry, evidence: route.evidence });
    }
  }
  return found;
}

/** Maximum number of requests between projects that an answer about one project names. */
const NOTES_MAX = 5;

/** Returns notes on the requests between a symbol and other projects, which are edges of no graph. */
export async function otherProjectNotes(
  context: ToolContext,
  own: OpenIndex,
  id: string,
): Promise<readonly string[]> {
  const from = (await requestersOf(context, own, id)).filter(({ open }) => open !== own);
  const requests = own.snapshot.requests.filter(
    (request) => (request.symbol as string) === id && !isDocumentation(request),
  );
  const urls = requests.map(({ url }) => url);
  const all = requests.length === 0 ? [] : await projectsWith(context, own, urls);
  const to = requests.flatMap((request) => {
    const route = routeIn(request, own, all);
    return route === undefined || route.open === own ? [] : [route];
  });
  const notes = [
    ...from.map(
      ({ open, request, entry }) =>
        `${entryTitle(entry)} is requested by ${request.symbol} of project ${open.project.name}`,
    ),
    ...to.map(
      ({ open, entry }) =>
        `requests ${entryTitle(entry)} of project ${open.project.name}, handled by ${entry.handler || entry.path}`,
    ),
  ];
  return notes.slice(0, NOTES_MAX).map((note) => oneLine(note, 2 * TITLE_CHARACTERS_MAX));
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
  const find = isDocumentation(request) ? documentedRoute : requestedRoute;
  const inside = find(request, own.snapshot.entryPoints);
  if (inside !== undefined) return { open: own, ...inside };
  const others = all.filter(({ project }) => project !== own.project);
  const outside = find(
    request,
    others.flatMap(({ snapshot }) => snapshot.entryPoints),
  );
  const open = others.find(
    ({ snapshot }) => outside !== undefined && snapshot.entryPoints.includes(outside.entry),
  );
  return outside === undefined || open === undefined ? undefined : { open, ...outside };
}

/** Returns the own project, and the others of the workspace that may request or have one of the routes. */
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
  const kind = isDocumentation(request) ? 'documents' : 'requests';
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
    item: { symbol, at, kind, evidence, route, ...project },
    text: `  ${at}${name} → ${route}${tail}`,
  };
}
