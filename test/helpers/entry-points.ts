import { runSync } from '../../src/base/cooperative.ts';
import { entryPointSteps } from '../../src/entrypoints/entry-points.ts';
import { type EntryPoint, entryTitle } from '../../src/model/entry-point.ts';
import { requestedRoute } from '../../src/model/route-request.ts';
import { resolveSources, type Sources } from './check.ts';

/** The entry points of a project that is given as text. */
export async function entryPointsOf(sources: Sources): Promise<readonly EntryPoint[]> {
  const { evaluator } = await resolveSources(sources);
  return runSync(entryPointSteps(evaluator)).entryPoints;
}

/** The same as lines: `GET /users/:id → src/users.ts::show via auth`. */
export async function entryLines(sources: Sources): Promise<readonly string[]> {
  const found = await entryPointsOf(sources);
  return found.map((entry) => {
    const handler = entry.handler === '' ? `line ${entry.bodyStart}` : entry.handler;
    const via = entry.middleware.length === 0 ? '' : ` via ${entry.middleware.join(', ')}`;
    return `${entryTitle(entry)} → ${handler}${via}`;
  });
}

/** Requests with the routes of the same project: `GET /users/{id} → GET /users/:id (exact)`. */
export async function requestLines(sources: Sources): Promise<readonly string[]> {
  const { evaluator } = await resolveSources(sources);
  const { entryPoints, requests } = runSync(entryPointSteps(evaluator));
  return requests.map((one) => {
    const found = requestedRoute(one, entryPoints);
    const target = found === undefined ? 'none' : `${entryTitle(found.entry)} (${found.evidence})`;
    return `${one.symbol}:${one.line} ${one.method} ${one.url} → ${target}`;
  });
}
