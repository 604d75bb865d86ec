import { describe, expect, it } from 'vitest';
import { Workspace } from '../../src/project/workspace.ts';
import { tempProject, testWriter } from '../project/temp-project.ts';
import { type ToolCaller, toolCaller } from './temp-context.ts';

const FILES = {
  'app.ts': `
import express from 'express';
import { users } from './users';
const app = express();
app.use('/api/users', users);
app.get('/health', (req, res) => { res.send(load()); });
export function load() { return 1; }
`,
  'users.ts': `
import { Router } from 'express';
import { find } from './db';
export const users = Router();
users.get('/:id', auth, show);
users.post('/', (req, res) => { find(1); });
export function show(req, res) { return find(req.params.id); }
function auth() {}
`,
  'db.ts': 'export function find(id) { return id; }\n',
  'cli.ts': `
import { program } from 'commander';
program.command('build').action(build);
function build() {}
`,
};

async function caller(): Promise<ToolCaller> {
  return toolCaller({ temp: await tempProject(FILES) });
}

describe('entrypoints', () => {
  it('lists routes and commands with their handlers and true totals', async () => {
    const { call } = await caller();
    const { structured, text } = await call('entrypoints', { max_results: 2 });
    expect(structured).toMatchObject({
      total_count: 4,
      returned_count: 2,
      truncated: true,
      by_type: { http: 3, cli: 1 },
    });
    expect(text).toContain('POST /api/users → users.ts:6 [express]');
  });

  it('finds a route whatever its parameters are called', async () => {
    const { call } = await caller();
    const { structured } = await call('entrypoints', { route: 'GET /api/users/{user_id}' });
    expect(structured).toMatchObject({
      total_count: 1,
      entrypoints: [
        { route: '/api/users/:id', handler: 'users.ts::show', middleware: ['auth'], line: 5 },
      ],
    });
  });

  it('finds a route below a setting, which is often empty, with and without it', async () => {
    const temp = await tempProject({
      'app.js': `import express from 'express';
import { config } from './config.js';
const router = express.Router();
router.get('/users', list);
const app = express();
app.use(config.basePath, router);
function list() {}
`,
      'config.js': 'export const config = load();\n',
    });
    const { call } = await toolCaller({ temp });
    for (const route of ['GET /users', '/{config.basePath}/users', '/users']) {
      const { structured } = await call('entrypoints', { route });
      expect(structured).toMatchObject({ total_count: 1 });
    }
  });

  it('finds and groups schedules by their time', async () => {
    const temp = await tempProject({
      'jobs.js': `import cron from 'node-cron';
cron.schedule('* */5 * * *', clean);
function clean() {}
`,
    });
    const { call } = await toolCaller({ temp });
    const { structured } = await call('entrypoints', { route: '* */5 * * *', type: 'schedule' });
    expect(structured).toMatchObject({
      total_count: 1,
      entrypoints: [{ handler: 'jobs.js::clean' }],
    });
    const { text } = await call('entrypoints', { tree: true });
    expect(text).toContain('\n* */5 * * *\n');
  });

  it('filters by type, framework, method, glob of routes, handler and path', async () => {
    const { call } = await caller();
    const routes = async (input: object): Promise<unknown> => {
      const { structured } = await call('entrypoints', input);
      return (structured['entrypoints'] as { route: string }[]).map(({ route }) => route);
    };
    expect(await routes({ type: 'cli' })).toEqual(['build']);
    expect(await routes({ framework: 'express', method: 'post' })).toEqual(['/api/users']);
    expect(await routes({ route: '/api/**' })).toEqual(['/api/users', '/api/users/:id']);
    expect(await routes({ handler: 'show' })).toEqual(['/api/users/:id']);
    expect(await routes({ path_glob: 'app.ts' })).toEqual(['/health']);
  });

  it('groups routes by their parts', async () => {
    const { call } = await caller();
    const { text } = await call('entrypoints', { route: '/api/**', tree: true });
    expect(text.split('\n').slice(1)).toEqual([
      '/api',
      '  /users',
      '    POST → users.ts:6 [express]',
      '    /:id',
      '      GET → users.ts::show via auth [express :5]',
    ]);
  });

  it('names what was searched when nothing matches', async () => {
    const { call } = await caller();
    const { structured } = await call('entrypoints', { route: '/nothing' });
    expect(structured['notes']).toEqual(['none of 4 entry points matches']);
  });
});

describe('entrypoints of several projects', () => {
  it('names the project of each, and counts all of them', async () => {
    const app = await tempProject(FILES);
    const jobs = await tempProject({
      'clean.js': `import cron from 'node-cron';
cron.schedule('* * * * *', go);
function go() {}
`,
    });
    const projects = [
      { ...app.config, name: 'shop' },
      { ...jobs.config, name: 'jobs' },
    ];
    const workspace = await Workspace.open({ projects }, { writer: testWriter() });
    const { call } = await toolCaller({ temp: app, workspace });
    const { structured, text } = await call('entrypoints', { project: '*' });
    expect(structured).toMatchObject({ total_count: 5, by_type: { http: 3, cli: 1, schedule: 1 } });
    expect(structured['project']).toBe('shop, jobs');
    expect(structured['entrypoints']).toContainEqual(
      expect.objectContaining({ project: 'jobs', handler: 'clean.js::go' }),
    );
    expect(text).toContain('* * * * * → clean.js::go [jobs: node-cron :2]');
    expect(text).toContain('GET /health → app.ts:6 [shop: express]');
  });
});

it('names middleware once that many routes begin with', async () => {
  const routes = ['a', 'b', 'c'].map((name) => `app.get('/${name}', list);`).join('\n');
  const temp = await tempProject({
    'package.json': '{ "dependencies": { "express": "5" } }',
    'app.ts': `import express from 'express';
import { admin, cors, log } from './guards';
const app = express();
app.get('/free', list);
app.use(cors);
app.use(log);
${routes}
app.get('/admin', admin, list);
function list() {}
`,
  });
  const { call } = await toolCaller({ temp });
  const { text, structured } = await call('entrypoints', {});
  expect(text.split('\n').slice(1, 4)).toEqual([
    'chain 1: cors, log',
    'GET /a → app.ts::list via chain 1 [express :7]',
    'GET /admin → app.ts::list via chain 1, admin [express :10]',
  ]);
  expect(structured['entrypoints']).toContainEqual(
    expect.objectContaining({ route: '/admin', middleware: ['cors', 'log', 'admin'] }),
  );
  const guarded = await call('entrypoints', { middleware: 'admin' });
  expect(guarded.text).toContain('1 entry point');
});

describe('other tools', () => {
  it('say which entry points lead to a symbol, through handlers without a name as well', async () => {
    const { call } = await caller();
    const { structured } = await call('code_get_symbol', { symbol: 'find' });
    expect(structured['entry_points']).toEqual([
      'POST /api/users → find',
      'GET /api/users/:id → show → find',
    ]);
    for (const [tool, input] of [
      ['code_references', { symbol: 'find' }],
      ['graph_traverse', { symbol: 'find' }],
      ['impact', { symbols: 'find' }],
    ] as const) {
      const answer = await call(tool, input);
      expect(answer.structured['entry_points']).toEqual(structured['entry_points']);
      expect(answer.text).toContain('entered by: POST /api/users');
    }
    const load = await call('code_get_symbol', { symbol: 'load' });
    expect(load.structured['entry_points']).toEqual(['GET /health → load']);
  });

  it('say which may lead to a member that overrides another, after those that lead there directly', async () => {
    const temp = await tempProject({
      'package.json': '{ "dependencies": { "express": "5" } }',
      'store.ts':
        'export interface Store { find(): void }\nexport class Disk implements Store { find() { read(); } }\nexport class Memory implements Store { find() {} }\nfunction read() {}\n',
      'app.ts': `import express from 'express';
import { Memory, type Store } from './store.js';
declare const store: Store;
const app = express();
app.get('/any', list);
app.get('/memory', cached);
function list() {
  store.find();
}
function cached() {
  new Memory().find();
}
`,
    });
    const { call } = await toolCaller({ temp });
    const leadTo = async (symbol: string) =>
      (await call('code_get_symbol', { symbol })).structured['entry_points'];
    expect(await leadTo('read')).toEqual([
      'GET /any → list → Store.find, which Disk.find overrides → read',
    ]);
    expect(await leadTo('Memory.find')).toEqual([
      'GET /memory → cached → find',
      'GET /any → list → Store.find, which Memory.find overrides',
    ]);
    const uses = await call('code_references', { symbol: 'Memory.find' });
    expect(uses.text).toContain('entered by: GET /memory; GET /any (through Store.find)');
  });

  it('reach what middleware runs, in front of every route behind it', async () => {
    const temp = await tempProject({
      'package.json': '{ "dependencies": { "express": "5" } }',
      'auth.ts': 'export function requireUser() { readSession(); }\nfunction readSession() {}\n',
      'app.ts': `import express from 'express';
import { requireUser } from './auth';
const app = express();
app.get('/free', list);
app.get('/own', requireUser, list);
function list() {}
`,
    });
    const { call } = await toolCaller({ temp });
    const { structured } = await call('code_get_symbol', { symbol: 'readSession' });
    expect(structured['entry_points']).toEqual(['GET /own via requireUser → readSession']);
  });

  it('do not follow lines that register a handler to who runs those lines', async () => {
    const temp = await tempProject(
      {
        'go.mod': 'module example.com/shop\n\ngo 1.22\n',
        'api.go': `package shop

import "net/http"

func Routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /items", list)
	return logged(mux)
}

func logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(w, r) })
}

func list(w http.ResponseWriter, r *http.Request) { find() }

func find() {}
`,
        'main.go': `package shop

import "net/http"

func Listen() {
	root := http.NewServeMux()
	root.Handle("/", Routes())
}
`,
      },
      { include: ['**/*.go'] },
    );
    const { call } = await toolCaller({ temp });
    const { structured } = await call('code_get_symbol', { symbol: 'find' });
    expect(structured['entry_points']).toEqual(['GET /items → list → find']);
  });

  it('say how many more entry points there are than they name, and whose method has a name', async () => {
    const routes = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(
      (name) => `app.get('/${name}', find);`,
    );
    const temp = await tempProject({
      'package.json': '{ "dependencies": { "express": "5" } }',
      'store.ts': 'export class Store { find() {} }\n',
      'app.ts': `import express from 'express';
import { Store } from './store.js';
const app = express();
${routes.join('\n')}
function find() { new Store().find(); }
`,
    });
    const { call } = await toolCaller({ temp });
    for (const tool of ['code_get_symbol', 'code_references', 'graph_traverse']) {
      const { text, structured } = await call(tool, { symbol: 'Store.find' });
      expect(text).toMatch(/entered by: GET \/a[^;]*; GET \/b[^;]*; GET \/c[^;]*; and 5 others$/m);
      const [first, ...others] = structured['entry_points'] as string[];
      expect([first, others.length]).toEqual(['GET /a → find → Store.find', 5]);
      expect(structured['entry_points_total']).toBe(8);
    }
    const { text } = await call('impact', { symbols: 'Store.find' });
    expect(text).toMatch(/entered by: .*GET \/d → find → Store.find.*; and \d others$/m);
  });

  it('accept the words of a command and the name of a method of gRPC', async () => {
    const files = {
      'cli.ts': `import { program } from 'commander';
const remote = program.command('remote');
remote.command('add').action(add);
function add() {}
`,
      'orders.proto': 'package shop;\nservice Orders { rpc Get(A) returns (B); }\n',
      'server.py': `import orders_pb2_grpc
class OrderService(orders_pb2_grpc.OrdersServicer):
    def Get(self, request, context):
        return None
`,
    };
    const temp = await tempProject(files, { include: ['**/*'] });
    const { call } = await toolCaller({ temp });
    const found = async (symbol: string) =>
      (await call('code_get_symbol', { symbol })).structured['symbol'];
    expect(await found('remote add')).toMatchObject({ id: 'cli.ts::add' });
    expect(await found('shop.Orders/Get')).toMatchObject({ id: 'server.py::OrderService::Get' });
    expect(await found('cli.ts')).toMatchObject({ id: 'cli.ts' });
  });

  it('name the entry point of a symbol that thousands of others use', async () => {
    const users = Array.from({ length: 5100 }, (_, n) => `export function use${n}() { log(); }`);
    const temp = await tempProject({
      'package.json': '{ "dependencies": { "express": "5" } }',
      'a.ts': `import { log } from './log.js';\n${users.join('\n')}\n`,
      'log.ts': 'export function log() {}\n',
      'z.ts': `import express from 'express';
import { log } from './log.js';
const app = express();
app.get('/z', handle);
function handle() { work(); }
function work() { log(); }
`,
    });
    const { call } = await toolCaller({ temp });
    const { structured } = await call('code_get_symbol', { symbol: 'log' });
    expect(structured['entry_points']).toEqual(['GET /z → handle → work → log']);
  });

  it('accept a route for the symbol that handles it', async () => {
    const { call } = await caller();
    const { structured } = await call('graph_path', { from: 'GET /api/users/{id}', to: 'find' });
    expect(structured).toMatchObject({ from: { id: 'users.ts::show' }, returned_count: 1 });
    await expect(call('code_get_symbol', { symbol: 'GET /nothing' })).rejects.toMatchObject({
      message: 'no route "GET /nothing" in the index',
      hint: 'entrypoints lists the routes.',
    });
  });
});
