/** The routes and commands that a diff adds, removes, alters or reaches. */
import { describe, expect, it } from 'vitest';
import { committedProject, git } from '../git/temp-repository.ts';
import type { TempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const APP = [
  "import express from 'express';",
  "import { find, save } from './users';",
  "import { audit } from './audit';",
  'export const app = express();',
  "app.get('/users/:id', find);",
  "app.post('/users', audit, save);",
  "app.get('/health', (request, response) => {",
  "  response.send('ok');",
  '});',
  "app.get('/ready', (request, response) => {",
  "  response.send('yes');",
  '});',
  '',
].join('\n');

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "dependencies": { "express": "1" } }',
  'src/app.ts': APP,
  'src/audit.ts': 'export function audit(): void {}\n',
  'src/store.ts': 'export function read(): number {\n  return 1;\n}\n',
  'src/users.ts': [
    "import { read } from './store';",
    'export function find(): number {',
    '  return read();',
    '}',
    'export function save(): number {',
    '  return 2;',
    '}',
    '',
  ].join('\n'),
};

async function edit(temp: TempProject, path: string, from: string, to: string): Promise<void> {
  const text = await temp.read(path);
  expect(text).toContain(from);
  await temp.write(path, text.replace(from, to));
}

type Items = readonly Readonly<Record<string, unknown>>[];

async function changesOf(temp: TempProject) {
  const { call } = await toolCaller({ temp });
  const { structured } = await call('changes', { max_tokens: 20_000 });
  const list = (name: string) => (structured[name] as { items: Items }).items;
  const entries = list('entry_points').map(({ change, aspects, methods, route, distance }) =>
    [change, ...(aspects as string[]), ...(methods as string[]), route, distance]
      .filter((part) => part !== undefined)
      .join(' '),
  );
  return { entries, findings: list('findings') };
}

describe('the entry points of changes', () => {
  it('lists the routes whose handlers lead to a changed symbol, with the steps', async () => {
    const temp = await committedProject(FILES);
    await edit(temp, 'src/store.ts', 'return 1', 'return 3');
    expect(await changesOf(temp)).toMatchObject({
      entries: ['reached GET /users/:id 1'],
    });
    await edit(temp, 'src/users.ts', 'return 2', 'return 4');
    expect(await changesOf(temp)).toMatchObject({
      entries: ['reached POST /users 0', 'reached GET /users/:id 1'],
    });
  });

  it('lists a route whose handler has no name only if its own lines changed', async () => {
    const temp = await committedProject(FILES);
    await edit(temp, 'src/app.ts', "send('ok')", "send('fine')");
    expect(await changesOf(temp)).toMatchObject({
      entries: ['reached GET /health 0'],
      findings: [],
    });
  });

  it('finds a removed route, and one that is called in another way', async () => {
    const temp = await committedProject(FILES);
    await edit(temp, 'src/app.ts', "app.post('/users', audit, save)", "app.put('/users', save)");
    const { entries, findings } = await changesOf(temp);
    expect(entries).toEqual(['removed POST /users', 'added PUT /users']);
    expect(findings).toMatchObject([
      {
        finding: 'routeRemoved',
        path: 'src/app.ts',
        lines: [6],
        symbol: 'src/users.ts::save',
      },
    ]);
  });

  it('takes a route for the same if its parameter, its file or its handler has another name', async () => {
    const temp = await committedProject(FILES);
    await edit(temp, 'src/app.ts', "'/users/:id', find", "'/users/:user', load");
    await edit(temp, 'src/app.ts', 'import { find,', 'import { load,');
    await edit(temp, 'src/users.ts', 'function find', 'function load');
    git(temp.config.root, 'mv', 'src/app.ts', 'src/server.ts');
    const { entries, findings } = await changesOf(temp);
    expect(entries.filter((line) => !line.startsWith('reached'))).toEqual([]);
    expect(findings).toEqual([]);
  });

  it('says that a route has lost its middleware', async () => {
    const temp = await committedProject(FILES);
    await edit(temp, 'src/app.ts', 'audit, save', 'save');
    expect(await changesOf(temp)).toMatchObject({
      entries: ['changed middleware POST /users'],
      findings: [],
    });
  });
});
