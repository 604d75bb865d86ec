/** Calls of HTTP clients and operations of OpenAPI documents, and the routes that they lead to. */

import { compareStrings } from '../base/compare.ts';
import { getOrCompute } from '../base/memoize.ts';
import type { Evidence } from './edge.ts';
import { type EntryPoint, isParameter, withoutSetting } from './entry-point.ts';
import type { RepoPath } from './path.ts';
import type { SymbolId } from './symbol.ts';

/** A call of an HTTP client with a path that is known, at least in part. */
export interface RouteRequest {
  readonly client: string;
  /** The HTTP method; `*` if it is not known. */
  readonly method: string;
  /** The path without host and query. Unknown parts are in braces; one in front is a base address. */
  readonly url: string;
  /** The innermost symbol around the call, or the file. */
  readonly symbol: SymbolId;
  readonly path: RepoPath;
  readonly line: number;
  /** `exact`: the client and every part of the path are certain. */
  readonly evidence: 'exact' | 'scoped';
}

/** The client of requests that are operations of OpenAPI documents, which document a route. */
export const OPENAPI_CLIENT = 'openapi';

/** By place. */
export function compareRequests(a: RouteRequest, b: RouteRequest): number {
  return (
    compareStrings(a.path, b.path) ||
    a.line - b.line ||
    compareStrings(a.url, b.url) ||
    compareStrings(a.method, b.method)
  );
}

/** The client of requests that tests send. */
export const TEST_CLIENT = 'test';

/** The client of signals that are sent: every consumer of that name is one of their targets. */
export const SIGNAL_CLIENT = 'signal';

/** Own hosts; others belong to services that the project does not declare. */
const OWN_HOST =
  /^(?:https?:)?\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::\d+|:\{[^}]*\})?(?=\/|$)/;
const HOST = /^(?:[a-z]+:)?\/\//i;

/** Returns the path of an address without host and query; undefined for another host. */
export function requestPath(address: string): string | undefined {
  const own = address.replace(OWN_HOST, '');
  if (HOST.test(own)) {
    // A host that is not known may be our own: `https://{HOST}/users`.
    const inside = /^(?:https?:)?\/\/(\{[^}]*\}(?::\d+)?)(\/.*)$/.exec(own);
    return inside === null ? undefined : requestPath(`${inside[1] ?? ''}${inside[2] ?? ''}`);
  }
  // An address that is not known can end in the slash: `{base}users`.
  const path = own
    .replace(/[?#].*$/s, '')
    // An address relative to the page may be below a base path.
    .replace(/^(?:\.{1,2}\/)+/, '')
    .replace(/^(\{[^}]*\})(?=[a-z])/i, '$1/');
  return partsOf(path).some((part) => !part.includes('{')) ? path : undefined;
}

/** Whether the start of a path is not known: it may follow a base path. */
function hasOpenStart(url: string): boolean {
  return !url.startsWith('/');
}

function partsOf(path: string): readonly string[] {
  const parts = path.split('/').filter((part) => part !== '');
  return hasOpenStart(path) && /^\{[^}]*\}$/.test(parts[0] ?? '') ? parts.slice(1) : parts;
}

const CATCH_ALL = /^\*|^\{\*?[^}]*(?::path|\*)\}$|^\[\[?\.{3}|^<path:|^\(\.\*\)|\*$/;

/** Returns how many parts are equal; undefined if the path is another. */
function equalParts(requested: readonly string[], given: readonly string[]): number | undefined {
  if (requested.length !== given.length) return undefined;
  let equal = 0;
  for (const [index, part] of requested.entries()) {
    const own = given[index] ?? '';
    if (CATCH_ALL.test(own)) return undefined;
    // What follows a known text at the end is a query: `users{query}`.
    const isLast = index === requested.length - 1;
    const known = isLast && !part.startsWith('{') ? part.replace(/\{[^}]*\}$/, '') : part;
    if (known.toLowerCase() === own.toLowerCase()) equal++;
    else if (!isParameter(own)) return undefined;
  }
  return equal;
}

export interface RequestedRoute {
  readonly entry: EntryPoint;
  readonly evidence: Exclude<Evidence, 'nameOnly'>;
}

interface SplitRoute {
  readonly entry: EntryPoint;
  readonly parts: readonly string[];
  /** Whether a setting is in front, which is often empty. */
  readonly isBelowSetting: boolean;
}

const ROUTES = new WeakMap<readonly EntryPoint[], readonly SplitRoute[]>();

/** Returns the routes among some entry points. They are split once, because tests request many. */
function routesOf(entryPoints: readonly EntryPoint[]): readonly SplitRoute[] {
  return getOrCompute(ROUTES, entryPoints, () =>
    entryPoints.flatMap((entry) => {
      if (entry.type !== 'http') return [];
      const parts = entry.route.split('/').filter((part) => part !== '');
      return [{ entry, parts, isBelowSetting: withoutSetting(entry.route) !== entry.route }];
    }),
  );
}

interface Candidate extends RequestedRoute {
  readonly equal: number;
  /** The number of parts of the route that the request does not name. */
  readonly skipped: number;
}

/** Returns the route that a request leads to; undefined if none or several match equally well. */
export function requestedRoute(
  request: RouteRequest,
  entryPoints: readonly EntryPoint[],
): RequestedRoute | undefined {
  if (request.client === SIGNAL_CLIENT) return undefined;
  const requested = partsOf(request.url);
  const isOpen = hasOpenStart(request.url);
  const found: Candidate[] = [];
  for (const { entry, parts: given, isBelowSetting } of routesOf(entryPoints)) {
    const isLonger = isBelowSetting && given.length > requested.length;
    const skipped = isOpen ? given.length - requested.length : isLonger ? 1 : 0;
    if (skipped < 0 || given.length - skipped !== requested.length) continue;
    if (!hasMethod(entry, request.method)) continue;
    const equal = equalParts(requested, given.slice(skipped));
    if (equal === undefined || equal === 0) continue;
    const isExact = skipped === 0 && !isOpen && entry.evidence === 'exact';
    const evidence = isExact ? request.evidence : 'scoped';
    found.push({ entry, evidence, equal, skipped });
  }
  found.sort((a, b) => b.equal - a.equal || a.skipped - b.skipped);
  const [best, next] = found;
  const isTied = best !== undefined && next?.equal === best.equal && next.skipped === best.skipped;
  return isTied ? undefined : best && { entry: best.entry, evidence: best.evidence };
}

/** Returns what a request of a client leads to in its own project: a route, or receivers of a signal. */
export function targetsOf(
  request: RouteRequest,
  entryPoints: readonly EntryPoint[],
): readonly RequestedRoute[] {
  if (request.client === SIGNAL_CLIENT)
    return receiversOf(request, entryPoints).map((entry) => ({ entry, evidence: 'scoped' }));
  const found = isDocumentation(request) ? undefined : requestedRoute(request, entryPoints);
  return found === undefined ? [] : [found];
}

/** Returns the consumers that a signal which is sent leads to. */
export function receiversOf(
  { url }: RouteRequest,
  entryPoints: readonly EntryPoint[],
): readonly EntryPoint[] {
  const signal = url.replace(/^\//, '');
  return entryPoints.filter(
    ({ type, route }) => type === 'consumer' && route.replace(/^\//, '').split(' ')[0] === signal,
  );
}

/** Returns the route that an operation documents. Its path may lack the base path of the server. */
export function documentedRoute(
  request: RouteRequest,
  entryPoints: readonly EntryPoint[],
): RequestedRoute | undefined {
  const url = `{server}${request.url}`;
  return requestedRoute(request, entryPoints) ?? requestedRoute({ ...request, url }, entryPoints);
}

/** Tells the operations that document routes from the calls of clients. */
export function isDocumentation({ client }: RouteRequest): boolean {
  return client === OPENAPI_CLIENT;
}

function hasMethod({ methods }: EntryPoint, method: string): boolean {
  return method === '*' || methods.includes(method) || methods.includes('*');
}
