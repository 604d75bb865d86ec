import { describe, expect, it } from 'vitest';
import type { EntryPoint } from '../../src/model/entry-point.ts';
import { type RouteRequest, requestedRoute, requestPath } from '../../src/model/route-request.ts';
import { requestLines } from '../helpers/entry-points.ts';

const SERVER = `
import express from 'express';
const app = express();
app.get('/api/users', list);
app.get('/api/users/:id', show);
app.post('/api/users', create);
function list() {}
function show() {}
function create() {}
`;

describe('requests of JavaScript clients', () => {
  it('lead to the routes with their path and method', async () => {
    const lines = await requestLines({
      'server.js': SERVER,
      'web/a.ts': `
import axios from 'axios';
import { api } from './api';
export async function load(id: string) {
  await fetch('/api/users');
  await fetch<User>(\`/api/users/\${id}?full=1\`, { method: 'GET' });
  await fetch('/api/users', { method: 'POST', body });
  await axios.post('http://localhost:3000/api/users', { name });
  const { data } = await api.get<User>('users/' + id);
  await fetch('https://api.github.com/api/users');
  cache.get('/api/users');
}
`,
      'web/api.ts': `
import axios from 'axios';
export const api = axios.create({ baseURL: '/api' });
`,
    });
    expect(lines).toEqual([
      'web/a.ts::load:5 GET /api/users → GET /api/users (exact)',
      'web/a.ts::load:6 GET /api/users/{id} → GET /api/users/:id (exact)',
      'web/a.ts::load:7 POST /api/users → POST /api/users (exact)',
      'web/a.ts::load:8 POST /api/users → POST /api/users (exact)',
      'web/a.ts::load:9 GET /api/users/{id} → GET /api/users/:id (exact)',
    ]);
  });

  it('are sent by clients that are called themselves, and by hooks of SWR', async () => {
    const lines = await requestLines({
      'server.js': SERVER,
      'web/service.js': `
import axios from 'axios';
const service = axios.create();
export default service;
`,
      'web/a.js': `
import useSWR from 'swr';
import service from './service';
export const create = (data) => service({ url: '/api/users', method: 'post', data });
export const find = (id) => service({ url: \`/api/users/\${id}\`, method: 'get' });
export function useUsers() { return useSWR('/api/users', load); }
`,
    });
    expect(lines).toEqual([
      'web/a.js::create:4 POST /api/users → POST /api/users (exact)',
      'web/a.js::find:5 GET /api/users/{id} → GET /api/users/:id (exact)',
      'web/a.js::useUsers:6 GET /api/users → GET /api/users (scoped)',
    ]);
  });

  it('may be below the path of the page, and be awaited with type arguments', async () => {
    const lines = await requestLines({
      'server.js': SERVER,
      'web/client.ts': `
import axios from 'axios';
const instance = axios.create({ baseURL: './api' });
export const client = {
  list: async () => await instance.get<User[]>('users'),
  add: async (user: User) => await instance.post<number>('users', user),
};
`,
    });
    expect(lines).toEqual([
      'web/client.ts::client::list:5 GET api/users → GET /api/users (scoped)',
      'web/client.ts::client::add:6 POST api/users → POST /api/users (scoped)',
    ]);
  });

  it('are scoped behind a base address that is not known', async () => {
    const lines = await requestLines({
      'server.js': SERVER,
      'web/a.ts': `
const BASE = import.meta.env.VITE_API;
export const load = (id) => fetch(\`\${BASE}/users/\${id}\`);
`,
    });
    expect(lines).toEqual(['web/a.ts::load:3 GET {BASE}/users/{id} → GET /api/users/:id (scoped)']);
  });

  it('follow a base address that ends in a slash', async () => {
    const lines = await requestLines({
      'server.js': SERVER,
      'web/a.ts': `
import axios from 'axios';
export const load = (id) => axios.get(config.get('url') + 'users/' + id);
export const none = (kind) => axios.get(kind + 'List');
`,
    });
    expect(lines).toEqual([
      'web/a.ts::load:3 GET {…}/users/{id} → GET /api/users/:id (scoped)',
      'web/a.ts::none:4 GET {kind}/List → none',
    ]);
  });

  it('have an address that is appended to itself as far as it is known', async () => {
    const lines = await requestLines({
      'server.js': SERVER,
      'web/a.ts': `
export const load = (base, retries) => {
  if (retries > 0) return load(\`\${base}/users\`, retries - 1);
  return fetch(\`\${base}/7\`);
};
`,
    });
    expect(lines).toEqual(['web/a.ts::load:3 GET {base}/users/7 → GET /api/users/:id (scoped)']);
  });

  it('are those of clients that are generated', async () => {
    const lines = await requestLines({
      'server.js': SERVER,
      'web/sdk.gen.ts': `
import createClient from 'openapi-fetch';
import { client } from './client.gen';
import { request as __request } from './core/request';
const typed = createClient<paths>({ baseUrl });
export const show = (options) => (options.client ?? client).get({ url: '/api/users/{id}', ...options });
export const create = (body) => __request(OpenAPI, { method: 'POST', url: '/api/users', body });
export const list = () => typed.GET('/api/users', {});
server.route({ method: 'GET', url: '/api/users', handler });
`,
    });
    expect(lines).toEqual([
      'web/sdk.gen.ts::show:6 GET /api/users/{id} → GET /api/users/:id (scoped)',
      'web/sdk.gen.ts::create:7 POST /api/users → POST /api/users (scoped)',
      'web/sdk.gen.ts::list:8 GET /api/users → GET /api/users (exact)',
    ]);
  });

  it('are those of the callers of a function that takes the path', async () => {
    const lines = await requestLines({
      'server.js': SERVER,
      'web/agent.js': `
const API = '/api';
const requests = {
  get: (url) => fetch(\`\${API}\${url}\`),
};
export const Users = {
  all: () => requests.get('/users'),
  one: (id) => requests.get(\`/users/\${id}\`),
};
`,
    });
    expect(lines).toEqual([
      'web/agent.js::Users::all:7 GET /api/users → GET /api/users (exact)',
      'web/agent.js::Users::one:8 GET /api/users/{id} → GET /api/users/:id (exact)',
    ]);
  });
});

describe('requests of Python clients', () => {
  it('have the base address of a client in front', async () => {
    const lines = await requestLines({
      'server.js': SERVER,
      'client.py': `
import httpx
import requests

def all():
    return requests.get("http://localhost:3000/api/users")

def one(id):
    with httpx.Client(base_url="http://localhost:3000/api") as client:
        return client.request("GET", f"/users/{id}")
`,
    });
    expect(lines).toEqual([
      'client.py::all:6 GET /api/users → GET /api/users (exact)',
      'client.py::one:10 GET /api/users/{id} → GET /api/users/:id (exact)',
    ]);
  });
});

describe('requestedRoute()', () => {
  const entry = (route: string, methods = ['GET']): EntryPoint => ({
    id: `a.ts::${route}`,
    type: 'http',
    framework: 'x',
    route,
    methods,
    handler: '',
    middleware: [],
    path: 'a.ts' as EntryPoint['path'],
    line: 1,
    bodyStart: 1,
    bodyEnd: 1,
    evidence: 'exact',
  });
  const asked = (url: string, method = 'GET'): RouteRequest => ({
    client: 'fetch',
    method,
    url,
    symbol: 'b.ts::f' as RouteRequest['symbol'],
    path: 'b.ts' as RouteRequest['path'],
    line: 1,
    evidence: 'exact',
  });

  it('prefers equal texts to parameters, and finds nothing where routes match equally well', () => {
    const both = [entry('/users/:id'), entry('/users/me')];
    expect(requestedRoute(asked('/users/me'), both)?.entry.route).toBe('/users/me');
    expect(requestedRoute(asked('/users/{x}'), both)?.entry.route).toBe('/users/:id');
    expect(requestedRoute(asked('/users/me'), [...both, entry('/users/me')])).toBeUndefined();
    const twoMethods = [entry('/users', ['GET']), entry('/users', ['POST'])];
    expect(requestedRoute(asked('/users', '*'), twoMethods)).toBeUndefined();
    expect(
      requestedRoute(asked('{API}/list'), [entry('/a/list'), entry('/b/list')]),
    ).toBeUndefined();
  });

  it('never leads to a catch-all or to a route of which only parameters match', () => {
    expect(requestedRoute(asked('/users'), [entry('/*')])).toBeUndefined();
    expect(requestedRoute(asked('{API}/users'), [entry('/:page')])).toBeUndefined();
  });

  it('leads to a route below a setting, which may be empty, but not below a parameter', () => {
    const below = [entry('/{config.base}/api/users')];
    expect(requestedRoute(asked('/api/users'), below)?.evidence).toBe('scoped');
    expect(requestedRoute(asked('/api/users'), [entry('/{tenant}/api/users')])).toBeUndefined();
  });

  it('takes hosts and queries from addresses, and leaves other hosts alone', () => {
    expect(requestPath('http://localhost:8080/a?b=c')).toBe('/a');
    expect(requestPath('https://{HOST}/a/{id}')).toBe('{HOST}/a/{id}');
    expect(requestPath('https://example.com/a')).toBeUndefined();
    expect(requestPath('{BASE}/{id}')).toBeUndefined();
  });
});

describe('values of types that packages declare', () => {
  it('have no members that register anything', async () => {
    const lines = await requestLines({
      'place.ts':
        "import EventEmitter from 'node:events';\nexport const place = new EventEmitter();\n",
      'a.ts': `
import { place } from './place';
export const save = () => fetch('/api/' + place.emit('x').name);
`,
    });
    expect(lines).toEqual(['a.ts::save:3 GET /api/{….name} → none']);
  });
});
