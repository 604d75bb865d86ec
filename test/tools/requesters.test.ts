import { describe, expect, it } from 'vitest';
import { Workspace } from '../../src/project/workspace.ts';
import { snapshotLines } from '../../src/tools/graph-lines.ts';
import { tempProject, testWriter } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const FILES = {
  'app.ts': `
import express from 'express';
const app = express();
app.get('/api/users/:id', show);
export function show(req, res) {}
`,
  'web/load.ts': `
export async function load(id: string) {
  return fetch(\`/api/users/\${id}\`);
}
`,
};

describe('code_references of a route', () => {
  it('shows the clients that request it, with their evidence', async () => {
    const { call } = await toolCaller({ temp: await tempProject(FILES) });
    const { structured, text } = await call('code_references', { symbol: 'GET /api/users/:id' });
    expect(structured).toMatchObject({
      by_kind: { references: 1, requests: 1 },
      total_count: 2,
    });
    expect(structured['references']).toContainEqual({
      symbol: 'web/load.ts::load',
      at: 'web/load.ts:3',
      kind: 'requests',
      evidence: 'exact',
      route: 'GET /api/users/:id',
    });
    expect(text).toContain('requests (1):\n  web/load.ts:3 load → GET /api/users/:id');
  });

  it('follows edits of the client', async () => {
    const temp = await tempProject(FILES);
    const { call } = await toolCaller({ temp });
    await call('code_references', { symbol: 'show' });
    await temp.write('web/load.ts', "export const load = () => fetch('/api/none');\n");
    const { structured } = await call('code_references', { symbol: 'show' });
    expect(structured).toMatchObject({ by_kind: { references: 1 }, total_count: 1 });
  });
});

describe('requests of tests', () => {
  const TESTED = {
    ...FILES,
    'test/users.test.ts': "it('shows', () => request(app).get('/api/users/1'));\n",
  };

  it('are tests of the handler in every answer that lists them', async () => {
    const { call } = await toolCaller({ temp: await tempProject(TESTED) });
    const impact = await call('impact', { symbols: 'show' });
    expect(impact.text).toContain('tests (1 place):\n  test/users.test.ts:1 [requests, scoped]');
    expect(impact.text).toContain('+ 0 open');
    const symbol = await call('code_get_symbol', { symbol: 'show', with: ['tests'] });
    expect(symbol.text).toContain('tests (1):\n  test/users.test.ts (file) at line 1');
    const explain = await call('explain', { about: 'show' });
    expect(explain.text).toContain('\n  test/users.test.ts:1 GET /api/users/:id');
    const references = await call('code_references', { symbol: 'show' });
    expect(references.structured['by_kind']).toEqual({ references: 1, requests: 2 });
  });
});

describe('explain of a route', () => {
  it('shows the handler and the clients that request the route', async () => {
    const { call } = await toolCaller({ temp: await tempProject(FILES), channel: 'text' });
    const { structured, text } = await call('explain', { about: 'GET /api/users/:id' });
    expect(structured['core']).toMatchObject([{ id: 'app.ts::show' }]);
    expect(structured['sections']).toContainEqual({
      ...{ name: 'requests', title: 'requested by' },
      ...{ total_count: 1, returned_count: 1, truncated: false },
      items: [
        {
          symbol: 'web/load.ts::load',
          path: 'web/load.ts',
          lines: [3],
          text: 'GET /api/users/:id',
          code: expect.stringContaining('return fetch('),
        },
      ],
    });
    expect(text).toContain('requested by');
  });
});

describe('the exported graph', () => {
  it('has an edge from each client to the route that it requests', async () => {
    const temp = await tempProject(FILES);
    const { snapshot } = await (await toolCaller({ temp })).indexed();
    const lines = [...snapshotLines(snapshot)].map((line) => JSON.parse(line));
    expect(lines).toContainEqual({
      type: 'edge',
      kind: 'requests',
      source: 'web/load.ts::load',
      target: 'app.ts::GET /api/users/:id',
      line: 3,
      evidence: 'exact',
    });
  });
});

const ROUTE_AND_CLIENT = {
  ...FILES,
  'web/page.ts': "import { load } from './load';\nexport const page = () => load('1');\n",
};

describe('the graph', () => {
  it('leads from a client to the handler of the route and back', async () => {
    const { call } = await toolCaller({ temp: await tempProject(ROUTE_AND_CLIENT) });
    const walk = await call('graph_traverse', { symbol: 'GET /api/users/:id', depth: 2 });
    expect(walk.structured['steps']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ symbol: 'web/load.ts::load', depth: 1 }),
        expect.objectContaining({ symbol: 'web/page.ts::page', depth: 2 }),
      ]),
    );
    const path = await call('graph_path', { from: 'page', to: 'show' });
    expect(path.structured['paths']).toMatchObject([
      { hops: [{ edge: 'calls' }, { edge: 'requests', at: 'web/load.ts:3', evidence: 'exact' }] },
    ]);
    const match = await call('graph_match', { pattern: 'function -requests-> function' });
    expect(match.structured['chains']).toMatchObject([
      { symbols: ['web/load.ts::load', 'app.ts::show'] },
    ]);
  });

  it('has no request where several routes match equally well', async () => {
    const two = "app.get('/api/:kind/1', show);\napp.get('/api/:other/1', show);\n";
    const files = {
      'app.ts': `${FILES['app.ts'].replace("app.get('/api/users/:id', show);\n", '')}${two}`,
      'web/load.ts': "export const load = () => fetch('/api/users/1');\n",
    };
    const { call } = await toolCaller({ temp: await tempProject(files) });
    const { structured } = await call('graph_traverse', { symbol: 'show' });
    expect(JSON.stringify(structured)).not.toContain('web/load.ts::load');
  });
});

describe('entrypoints of a project with an OpenAPI document', () => {
  const files = {
    ...FILES,
    'app.ts': `${FILES['app.ts']}app.get('/api/health', show);\n`,
    'openapi.yaml': `openapi: 3.0.0
paths:
  /api/users/{id}:
    get: {}
  /api/gone:
    post: {}
`,
  };

  it('says which routes are documented, and what either side lacks', async () => {
    const { call } = await toolCaller({
      temp: await tempProject(files, { include: ['**/*'] }),
      channel: 'text',
    });
    const { structured, text } = await call('entrypoints', { type: 'http' });
    expect(structured['entrypoints']).toEqual([
      expect.not.objectContaining({ documented_at: expect.anything() }),
      expect.objectContaining({ route: '/api/users/:id', documented_at: 'openapi.yaml:4' }),
    ]);
    expect(structured['notes']).toEqual([
      'no handler of 1 documented route: POST /api/gone at openapi.yaml:6',
      '1 route in no OpenAPI document',
    ]);
    expect(text).toContain('documented at openapi.yaml:4');
  });

  it('shows the operation among the references of the handler, and exports it', async () => {
    const temp = await tempProject(files, { include: ['**/*'] });
    const { call, indexed } = await toolCaller({ temp });
    const { structured } = await call('code_references', { symbol: 'GET /api/users/:id' });
    expect(structured['references']).toContainEqual(
      expect.objectContaining({ kind: 'documents', at: 'openapi.yaml:4', evidence: 'exact' }),
    );
    const { snapshot } = await indexed();
    const lines = [...snapshotLines(snapshot)].map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({ kind: 'documents', target: 'app.ts::GET /api/users/:id' }),
    );
    const walk = await call('graph_traverse', { symbol: 'show' });
    expect(JSON.stringify(walk.structured)).not.toContain('openapi.yaml');
  });
});

describe('code_references in a workspace', () => {
  it('shows clients of a route in other projects', async () => {
    const server = await tempProject({ 'app.ts': FILES['app.ts'] });
    const web = await tempProject({ 'web/load.ts': FILES['web/load.ts'] });
    const projects = [server.config, { ...web.config, name: 'web' }];
    const workspace = await Workspace.open({ projects }, { writer: testWriter() });
    const { call } = await toolCaller({ temp: server, workspace });
    const { structured } = await call('code_references', { symbol: 'show', project: 'shop' });
    expect(structured['references']).toContainEqual({
      symbol: 'web/load.ts::load',
      at: 'web/load.ts:3',
      kind: 'requests',
      evidence: 'exact',
      route: 'GET /api/users/:id',
      project: 'web',
    });
  });

  it('is told by graph_traverse on both sides', async () => {
    const server = await tempProject({ 'app.ts': FILES['app.ts'] });
    const web = await tempProject({ 'web/load.ts': FILES['web/load.ts'] });
    const projects = [server.config, { ...web.config, name: 'web' }];
    const workspace = await Workspace.open({ projects }, { writer: testWriter() });
    const { call } = await toolCaller({ temp: server, workspace });
    const inward = await call('graph_traverse', { symbol: 'show', project: 'shop' });
    expect(inward.structured['notes']).toContain(
      'GET /api/users/:id is requested by web/load.ts::load of project web',
    );
    const outward = await call('graph_traverse', {
      ...{ symbol: 'load', project: 'web', direction: 'out' },
    });
    expect(outward.structured['notes']).toContain(
      'requests GET /api/users/:id of project shop, handled by app.ts::show',
    );
  });
});

describe('a signal of Django', () => {
  it('leads from what sends it to its receivers', async () => {
    const { call } = await toolCaller({
      temp: await tempProject(
        {
          'signals.py': 'from django.dispatch import Signal\nsold = Signal()\n',
          'receivers.py':
            'from signals import sold\n\ndef mail(sender, **kwargs): ...\n\nsold.connect(mail)\n',
          'sell.py':
            'from signals import sold\n\ndef sell(item):\n    sold.send(\n        sender=sell, item=item)\n',
        },
        { include: ['**/*.py'] },
      ),
    });
    const { text } = await call('code_references', { symbol: 'mail' });
    expect(text).toContain('requests (1):\n  sell.py:4 sell → sold');
    const path = await call('graph_path', { from: 'sell', to: 'mail' });
    expect(path.text).toContain('→ requests receivers.py::mail at sell.py:4');
  });
});
