import { describe, expect, it } from 'vitest';
import { runSync } from '../../src/base/cooperative.ts';
import { entryPointSteps } from '../../src/entrypoints/entry-points.ts';
import { entryTitle } from '../../src/model/entry-point.ts';
import { documentedRoute } from '../../src/model/route-request.ts';
import { resolveSources, type Sources } from '../helpers/check.ts';

const SERVER = `
import express from 'express';
const app = express();
app.get('/v1/users/:id', show);
app.post('/v1/users', create);
app.get('/v1/health', health);
`;

/** The operations that documents have, with the routes that they document. */
async function operations(sources: Sources): Promise<readonly string[]> {
  const { evaluator } = await resolveSources(sources);
  const { entryPoints, requests } = runSync(entryPointSteps(evaluator));
  return requests.map((one) => {
    const found = documentedRoute(one, entryPoints);
    const route = found === undefined ? 'none' : `${entryTitle(found.entry)} (${found.evidence})`;
    return `${one.symbol}:${one.line} ${one.method} ${one.url} → ${route}`;
  });
}

describe('operations of OpenAPI documents', () => {
  it('document the route of their method and path below the server', async () => {
    const found = await operations({
      'server.js': SERVER,
      'docs/api.yaml': `openapi: 3.0.0
servers:
  - url: https://example.com/v1
paths:
  /users/{userId}:
    parameters: []
    get:
      summary: Shows a user.
  /users:
    post: {}
  /gone:
    delete: {}
`,
    });
    expect(found).toEqual([
      'docs/api.yaml::paths::/users/{userId}::get:7 GET /v1/users/{userId} → GET /v1/users/:id (exact)',
      'docs/api.yaml::paths::/users:10 POST /v1/users → POST /v1/users (exact)',
      'docs/api.yaml::paths::/gone:12 DELETE /v1/gone → none',
    ]);
  });

  it('are scoped if the document does not say below which path the server is', async () => {
    const found = await operations({
      'server.js': SERVER,
      'swagger.json': `{
  "swagger": "2.0",
  "basePath": "/",
  "paths": { "/users/{id}": { "get": {} } }
}
`,
      'other.json': '{ "title": "x", "paths": { "/users/{id}": { "get": {} } } }',
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/:4 GET \/users\/\{id\} → GET \/v1\/users\/:id \(scoped\)$/);
  });

  it('may be in other files, which a path names', async () => {
    const found = await operations({
      'server.js': SERVER,
      'docs/api.yaml': `openapi: 3.0.0
servers:
  - url: https://example.com/v1
paths:
  /users/{id}:
    $ref: ./paths/user.yaml
  /users:
    $ref: paths/missing.yaml
  /health:
    $ref: 'paths/health.json'
`,
      'docs/paths/user.yaml': `parameters: []
get:
  summary: Shows a user.
`,
      'docs/paths/health.json': '{\n  "get": {\n    "summary": "Says how it is."\n  }\n}\n',
    });
    expect(found).toEqual([
      'docs/paths/health.json::get:2 GET /v1/health → GET /v1/health (exact)',
      'docs/paths/user.yaml::get:2 GET /v1/users/{id} → GET /v1/users/:id (exact)',
    ]);
  });
});
