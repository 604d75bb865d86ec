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
});
