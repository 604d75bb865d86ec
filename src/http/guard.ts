import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { Context, Hono, Next } from 'hono';
import type { AppEnv, HttpOptions } from './options.ts';
import { type Problem, problemResponse } from './problem.ts';

/** More concurrent requests are refused; two cores answer these in about a second. */
const IN_FLIGHT_MAX = 128;

/** Paths that need a token. The page itself is public; its data is not. */
const PROTECTED = /^\/(?:mcp|api|metrics|internal)(?:\/|$)/;

/** The series of the metrics; every other path counts as the page. */
const ROUTES =
  /^\/(mcp|metrics|healthz|internal\/rag\/retrieve|api\/events|api\/openapi\.json|api\/tools(?:\/[a-z_]{1,40})?)$/;

/** Adds what every request passes through before its handler: limits, host, origin, token. */
export function guardRequests(app: Hono<AppEnv>, options: HttpOptions): void {
  app.use(async (c, next) => measured(c, next, options));
  app.use(async (c, next) => {
    const refusal = refusalOf(c.req.raw, options);
    if (refusal !== undefined) return refusal;
    if (!PROTECTED.test(c.req.path)) return next();
    const access = options.access?.find(c.req.header('authorization'));
    if (options.access !== undefined && access === undefined) {
      return problemResponse(UNAUTHORIZED, { 'www-authenticate': 'Bearer realm="graph-memory"' });
    }
    c.set('access', access ?? { projects: undefined });
    return next();
  });
}

async function measured(
  c: Context<AppEnv>,
  next: Next,
  options: HttpOptions,
): Promise<Response | undefined> {
  const { metrics, now } = options;
  const startedMs = now();
  if (metrics.inFlight >= IN_FLIGHT_MAX) {
    metrics.count('refused', TOO_MANY.status, 0);
    return problemResponse(TOO_MANY, { 'retry-after': '1' });
  }
  metrics.inFlight += 1;
  try {
    await next();
  } finally {
    metrics.inFlight -= 1;
  }
  // Setting it on the context would copy the response into a stream.
  c.res.headers.set('x-content-type-options', 'nosniff');
  const isKnown = ROUTES.test(c.req.path) && c.res.status !== 404;
  metrics.count(isKnown ? c.req.path : 'page', c.res.status, (now() - startedMs) / 1000);
  return undefined;
}

/**
 * Refuses requests that another site makes a browser send: a name that resolves to this machine
 * (DNS rebinding) shows in `Host`, and a foreign page in `Origin`.
 */
function refusalOf(request: Request, { hostNames }: HttpOptions): Response | undefined {
  const names = [...localhostAllowedHostnames(), ...hostNames];
  if (!validateHostHeader(request.headers.get('host'), names).ok) {
    return problemResponse({ ...FORBIDDEN, detail: 'this Host is not served; see --allow-host' });
  }
  const origin = request.headers.get('origin');
  if (origin !== null && !validateOriginHeader(origin, names).ok) {
    return problemResponse({ ...FORBIDDEN, detail: 'requests of other sites are not answered' });
  }
  return undefined;
}

const FORBIDDEN: Problem = { status: 403, title: 'Forbidden', code: 'FORBIDDEN', detail: '' };
const UNAUTHORIZED: Problem = {
  status: 401,
  title: 'Unauthorized',
  code: 'UNAUTHORIZED',
  detail: 'a valid token is needed',
  hint: 'Send "Authorization: Bearer <token>"; "graph-memory serve" prints where the token is.',
};
const TOO_MANY: Problem = {
  status: 429,
  title: 'Too Many Requests',
  code: 'TOO_MANY_REQUESTS',
  detail: `more than ${IN_FLIGHT_MAX} requests at once`,
};

/** Whether only this machine can connect to an address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
