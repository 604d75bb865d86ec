/** What holds for every server that projects are published to. */
import { expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import {
  collectGarbage,
  examine,
  publishedStatus,
  removeProject,
} from '../../src/database/maintain.ts';
import { migrate, requireSchema } from '../../src/database/migrate.ts';
import { SCHEMA_VERSION } from '../../src/database/migrations.ts';
import { DatabaseBlobs } from '../../src/database/shared/database-blobs.ts';
import { openBlob, sealBlob } from '../../src/store/shared-blobs.ts';
import { commitAll, git } from '../git/temp-repository.ts';
import { tempProject, tempShop } from '../project/temp-project.ts';
import { ask, edgesOf, localWorkspace, publishedWorkspace, publishProject } from './published.ts';

const QUESTIONS: readonly (readonly [tool: string, input: object])[] = [
  ['code_search', { query: 'add an item to the cart' }],
  ['code_search', { query: 'total', explain: true }],
  ['code_search', { query: '"export function"' }],
  ['code_get_symbol', { symbol: 'Cart' }],
  ['code_references', { symbol: 'Cart' }],
  ['graph_traverse', { symbol: 'Cart' }],
  ['graph_path', { from: 'Cart', to: 'Cents' }],
  ['entrypoints', {}],
  ['docs_cross_references', { symbol: 'Cart' }],
];

/** Declares the tests; `open` returns a new, empty database. */
export function describeServer(open: () => Promise<Database>, hasVectors: boolean): void {
  const opened = async (): Promise<Database> => {
    const database = await open();
    await migrate(database);
    return database;
  };

  it('creates its tables once', async () => {
    const database = await open();
    await expect(requireSchema(database)).rejects.toMatchObject({ code: 'GM_DATABASE' });
    expect(await migrate(database)).toEqual({ from: 0, to: SCHEMA_VERSION, hasVectors });
    expect(await migrate(database)).toEqual({
      from: SCHEMA_VERSION,
      to: SCHEMA_VERSION,
      hasVectors,
    });
    expect(await publishedStatus(database)).toEqual([]);
  });

  it('updates tables of an earlier version, and refuses them until then', async () => {
    const database = await opened();
    await database.transaction(async (run) => {
      for (const table of ['shared_facts', 'packages', 'package_uses', 'requests'])
        await run(`drop table graph_memory.${table}`);
      await run('drop index graph_memory.symbols_lower_name, graph_memory.entry_points_parts');
      await run('delete from graph_memory.schema_versions where version > 1');
    });
    await expect(requireSchema(database)).rejects.toMatchObject({ code: 'GM_DATABASE_VERSION' });
    expect(await migrate(database)).toMatchObject({ from: 1, to: SCHEMA_VERSION });
    await expect(requireSchema(database)).resolves.toMatchObject({ version: SCHEMA_VERSION });
  });

  it('refuses tables of a newer program', async () => {
    const database = await opened();
    await database.transaction((run) =>
      run('insert into graph_memory.schema_versions (version, has_vectors) values (99, true)'),
    );
    const refused = { code: 'GM_DATABASE_VERSION', hint: expect.stringContaining('Update this') };
    await expect(requireSchema(database)).rejects.toMatchObject(refused);
    await expect(migrate(database)).rejects.toMatchObject(refused);
  });

  it('answers about a published project exactly as about its files', async () => {
    const database = await opened();
    const shop = await tempShop();
    const { filesTotal } = await publishProject(database, shop);
    const { workspace } = await publishedWorkspace(database);
    const local = await localWorkspace(shop);
    for (const [tool, input] of QUESTIONS) {
      const published = await ask(workspace, tool, input);
      expect(published, `${tool} ${JSON.stringify(input)}`).toEqual(await ask(local, tool, input));
    }
    expect(edgesOf(workspace.project())).toEqual(edgesOf(local.project()));
    expect(filesTotal).toBeGreaterThan(5);
  });

  it('keeps the layers of a project in tables', async () => {
    const database = await opened();
    const shop = await tempShop();
    await publishProject(database, shop);
    const { workspace } = await publishedWorkspace(database);
    const project = workspace.project();
    await project.load(() => undefined);
    const { graph, manifest } = project.snapshot();
    const count = async (table: string) =>
      Number((await database.read(`select count(*) from graph_memory.${table}`))[0]?.['count']);
    expect(await count('files')).toBe(manifest.size);
    expect(await count('edges')).toBe(graph.edgeCount);
    expect(await count('symbols')).toBe(graph.nodeCount - graph.paths().length);
    const texts = await database.read(
      "select path, string_agg(text, '' order by ordinal) as text from graph_memory.chunks group by path",
    );
    expect(texts.length).toBeGreaterThan(5);
    for (const { path, text } of texts) expect(text).toBe(await shop.read(String(path)));
    const [described] = await database.read(
      'select count(*) from graph_memory.files where meaning is not null',
    );
    expect(Number(described?.['count']) > 0).toBe(hasVectors);
  });

  it('writes only files that changed since they were published', async () => {
    const database = await opened();
    const files = await tempProject({
      'a.ts': 'export function first() {}\n',
      'b.ts': 'export function second() {}\n',
    });
    expect(await publishProject(database, files)).toMatchObject({ filesWritten: 2 });
    expect(await publishProject(database, files)).toMatchObject({ isUnchanged: true });
    await files.write('b.ts', 'export function third() {}\n');
    expect(await publishProject(database, files)).toMatchObject({
      isUnchanged: false,
      filesWritten: 1,
      filesRemoved: 0,
    });
    await files.remove('a.ts');
    expect(await publishProject(database, files)).toMatchObject({
      filesWritten: 0,
      filesRemoved: 1,
    });
    const { workspace } = await publishedWorkspace(database);
    const found = await ask(workspace, 'code_get_symbol', { symbol: 'third' });
    expect(found['symbol']).toMatchObject({ id: 'b.ts::third' });
  });

  it('shows readers the newer state when they list the projects again', async () => {
    const database = await opened();
    const files = await tempProject({ 'a.ts': 'export function first() {}\n' });
    await publishProject(database, files);
    const { projects, workspace } = await publishedWorkspace(database);
    const before = workspace.project();
    await before.load(() => undefined);
    await files.write('a.ts', 'export function second() {}\n');
    await publishProject(database, files);
    await projects.renew();
    await workspace.adopt({ projects: projects.configs });
    const answer = await ask(workspace, 'code_get_symbol', { symbol: 'second' });
    expect(answer['symbol']).toMatchObject({ id: 'a.ts::second' });
    expect(before.snapshot().graph.byName('first')).toHaveLength(1);
  });

  it('publishes no secret', async () => {
    const database = await opened();
    const key = `AKIA${'IOSFODNN7EXAMPLF'}`;
    const files = await tempProject({ 'a.ts': `export const awsKey = '${key}';\n` });
    await publishProject(database, files);
    const rows = await database.read(
      "select (select string_agg(text, '') from graph_memory.chunks) || (select string_agg(signature, '') from graph_memory.symbols) as all_text",
    );
    expect(rows[0]?.['all_text']).toContain('awsKey');
    expect(rows[0]?.['all_text']).not.toContain(key);
  });

  it('ranks by the messages of commits as the clone does, with secrets masked', async () => {
    const database = await opened();
    const key = `AKIA${'IOSFODNN7EXAMPLF'}`;
    const files = await tempProject({
      'a.ts': 'export function first() {}\n',
      'b.ts': 'export function second() {}\n',
    });
    git(files.config.root, 'init');
    commitAll(files.config.root, 'Add all');
    await files.write('b.ts', 'export function third() {}\n');
    commitAll(files.config.root, `Throttle noisy function clients, drop ${key}`);
    await publishProject(database, files);
    const { workspace } = await publishedWorkspace(database);
    const input = { query: 'function that throttles noisy clients', explain: true };
    const published = await ask(workspace, 'code_search', input);
    const local: Record<string, unknown> = {
      ...(await ask(await localWorkspace(files), 'code_search', input)),
    };
    // Only a working tree is on a branch.
    delete local['index_branch'];
    expect(published).toEqual(local);
    expect(JSON.stringify(published)).toContain('"commits"');
    const rows = await database.read('select bytes from graph_memory.store_pages');
    const pages = rows.map((row) => Buffer.from(row['bytes'] as Uint8Array).toString('latin1'));
    expect(pages.some((page) => page.includes('noisy function clients, drop ****'))).toBe(true);
    expect(pages.some((page) => page.includes(key))).toBe(false);
  });

  it('lets two publishers of one project follow each other', async () => {
    const database = await opened();
    const files = await tempProject({ 'a.ts': 'export function first() {}\n' });
    const other = await tempProject({ 'a.ts': 'export function second() {}\n' });
    await Promise.all([
      publishProject(database, files, 'app'),
      publishProject(database, other, 'app'),
    ]);
    const rows = await database.read(
      'select count(*) as symbols, min(f.path) as path from graph_memory.symbols s join graph_memory.files f using (project_id, path)',
    );
    expect(rows[0]).toMatchObject({ symbols: '1', path: 'a.ts' });
    expect((await publishedStatus(database))[0]).toMatchObject({ name: 'app', revisions: 2 });
  });

  it('leaves the published state as it was when a publication fails', async () => {
    const database = await opened();
    const files = await tempProject({ 'a.ts': 'export function first() {}\n' });
    await publishProject(database, files);
    const written = database.transaction(async (run) => {
      await run('delete from graph_memory.symbols');
      throw new Error('the publisher was stopped');
    });
    await expect(written).rejects.toThrow('the publisher was stopped');
    const [row] = await database.read('select count(*) from graph_memory.symbols');
    expect(row).toEqual({ count: '1' });
  });

  it('refuses names that are empty, too long or hidden', async () => {
    const database = await opened();
    const files = await tempProject({ 'a.ts': 'export const a = 1;\n' });
    for (const name of ['', 'x'.repeat(201), 'a\nb', 'a\u001b[31m', 'a\u202eb']) {
      const published = publishProject(database, files, name);
      await expect(published).rejects.toMatchObject({ code: 'GM_USAGE' });
    }
    expect(await publishedStatus(database)).toEqual([]);
  });

  it('answers about other projects when the rows of one are malformed', async () => {
    const database = await opened();
    await publishProject(database, await tempShop());
    await publishProject(database, await tempProject({ 'a.ts': 'export const a = 1;\n' }), 'bad');
    for (const column of ['store', 'settings']) {
      for (const value of ['{"a":[1]}', '[1]', '[{"name":"snapshot.gm"}]', '"x"', 'null']) {
        await database.transaction((run) =>
          run(
            `update graph_memory.revisions set ${column} = $1::jsonb from graph_memory.projects p
             where p.project_id = revisions.project_id and p.name = 'bad'`,
            [value],
          ),
        );
        const { workspace } = await publishedWorkspace(database);
        const answer = await ask(workspace, 'code_get_symbol', { symbol: 'Cart', project: 'shop' });
        expect(answer).toMatchObject({ project: 'shop' });
        await expect(
          ask(workspace, 'code_get_symbol', { symbol: 'a', project: 'bad' }),
        ).rejects.toMatchObject({ code: expect.stringMatching(/^GM_(?!INTERNAL)/) });
      }
    }
  });

  it('searches the projects that fit a question best when there are many', async () => {
    const database = await opened();
    for (let number = 0; number < 14; number++) {
      const text = `export function handle${number}() {}\nexport function zebra${number}() {}\n`;
      const files = await tempProject({ 'src/a.ts': number === 9 ? `${text}// quagga\n` : text });
      await publishProject(database, files, `app-${number}`);
    }
    const { workspace } = await publishedWorkspace(database);
    const answer = await ask(workspace, 'code_search', { query: 'quagga zebra', project: '*' });
    expect(answer['results']).toMatchObject([{ project: 'app-9' }, ...Array(9).fill({})]);
    expect(answer['notes']).toContainEqual(
      'searched the 12 of 14 projects whose files fit the question best; name a project to search it whole',
    );
    const allowed = workspace.restrictedTo(new Set(['app-1', 'app-2']));
    const own = await ask(allowed, 'code_search', { query: 'quagga zebra', project: '*' });
    expect(own['indexes']).toMatchObject([{ project: 'app-1' }, { project: 'app-2' }]);
  });

  it('keeps shared facts by key, and removes those that nobody has used for long', async () => {
    const database = await opened();
    const blobs = new DatabaseBlobs(database.address.url, () => undefined);
    const sealed = new Map(['a', 'b'].map((key) => [key, sealBlob(key, Buffer.from(`${key}\0`))]));
    await blobs.write(sealed);
    await blobs.write(new Map([['a', Buffer.from('another')]]));
    expect(await blobs.known(['a', 'b', 'c'])).toEqual(new Set(['a', 'b']));
    const read = await blobs.read(['a', 'c']);
    expect([...read.keys()]).toEqual(['a']);
    expect(Buffer.from(openBlob('a', read.get('a')) ?? []).toString()).toBe('a\0');
    expect(openBlob('b', read.get('a'))).toBeUndefined();
    await database.transaction((run) =>
      run("update graph_memory.shared_facts set used_at = now() - interval '31 days'"),
    );
    await blobs.known(['a']);
    expect(await collectGarbage(database, 1)).toMatchObject({ facts: 1 });
    expect(await blobs.known(['a', 'b'])).toEqual(new Set(['a']));
    await blobs.close();
  });

  it('removes revisions that are not kept, and no page that is', async () => {
    const database = await opened();
    const files = await tempProject({ 'a.ts': 'export function first() {}\n' });
    await publishProject(database, files);
    await files.write('a.ts', 'export function second() {}\n');
    await publishProject(database, files);
    await database.transaction((run) =>
      run("update graph_memory.store_pages set created_at = now() - interval '2 hours'"),
    );
    expect(await collectGarbage(database, 1)).toMatchObject({ revisions: 1 });
    expect((await examine(database)).filter(({ text }) => text.includes('publish again'))).toEqual(
      [],
    );
    const { workspace } = await publishedWorkspace(database);
    await expect(ask(workspace, 'code_get_symbol', { symbol: 'second' })).resolves.toBeDefined();
  });

  it('opens only the projects that may have a symbol when many are searched by name', async () => {
    const database = await opened();
    for (let number = 0; number < 14; number++) {
      const text = `export function ${number === 9 ? 'parseQuagga' : `other${number}`}() {}\n`;
      await publishProject(database, await tempProject({ 'a.ts': text }), `app-${number}`);
    }
    const { workspace } = await publishedWorkspace(database);
    for (const symbol of ['parseQuagga', 'PARSEQUAGGA', 'parseQ']) {
      const found = await ask(workspace, 'codebase_search_symbol', { symbol, project: '*' });
      expect(found, symbol).toMatchObject({
        project: 'app-9',
        results: [{ symbol: 'a.ts::parseQuagga' }],
      });
    }
    const firstTwelve = { indexes: Array(12).fill({}) };
    const nowhere = { symbol: 'zzz_nowhere%', match: 'exact', project: '*' };
    expect(await ask(workspace, 'codebase_search_symbol', nowhere)).toMatchObject(firstTwelve);
    const text = { query: 'zzz_nowhere', project: '*' };
    expect(await ask(workspace, 'codebase_search_text', text)).toMatchObject(firstTwelve);
  });

  it('refuses other revisions of a published project with a hint', async () => {
    const database = await opened();
    const files = await tempProject({ 'a.ts': 'export function first() {}\n' });
    await publishProject(database, files);
    const { workspace } = await publishedWorkspace(database);
    const asked = ask(workspace, 'code_get_symbol', { symbol: 'first', revision: 'HEAD~1' });
    await expect(asked).rejects.toMatchObject({
      code: 'GM_REVISION',
      message: expect.stringContaining('published without its history'),
      hint: expect.stringContaining('its published state'),
    });
  });

  it('lists uses in other published projects that import the package', async () => {
    const database = await opened();
    const library = await tempProject({
      'package.json': '{ "name": "@acme/money", "main": "src/index.ts" }',
      'src/index.ts': 'export function round() {}\nexport class Money {}\n',
      'src/inner.ts': 'export function twice() {}\n',
      'test/twice.ts': 'export function twice() {}\n',
    });
    const shop = await tempProject({
      'shop.ts':
        "import { round, twice, Money } from '@acme/money';\nimport { read } from 'other';\nclass Price extends Money {}\nexport function pay() {\n  round();\n  twice();\n  read();\n}\n",
    });
    await publishProject(database, shop, 'shop');
    await publishProject(database, library, 'money');
    const { workspace } = await publishedWorkspace(database);
    const elsewhere = async (symbol: string, from = workspace) =>
      (await ask(from, 'code_references', { symbol, project: 'money' }))['elsewhere'];
    const use = { project: 'shop', package: '@acme/money' };
    expect(await elsewhere('round')).toEqual([
      { ...use, symbol: 'shop.ts::pay', kind: 'call', lines: [5] },
    ]);
    expect(await elsewhere('Money')).toMatchObject([{ symbol: 'shop.ts::Price', lines: [3] }]);
    // Two symbols have the name, so it is not known which is meant.
    expect(await elsewhere('src/inner.ts::twice')).toBeUndefined();
    expect(await elsewhere('round', workspace.restrictedTo(new Set(['money'])))).toBeUndefined();
    const [row] = await database.read(
      "select * from graph_memory.package_uses where name = 'read'",
    );
    expect(row).toMatchObject({ source: 'shop.ts::pay', specifier: 'other', lines: [7] });
    await removeProject(database, 'shop');
    expect(await database.read('select * from graph_memory.package_uses')).toEqual([]);
  });

  it('answers which published projects request a route', async () => {
    const database = await opened();
    const api = await tempProject({
      'app.ts':
        "import express from 'express';\nconst app = express();\napp.get('/api/users/:id', show);\nexport function show(req, res) {}\n",
    });
    const web = await tempProject({
      'load.ts': "export const load = (id: string) => fetch('/api/users/' + id);\n",
    });
    await publishProject(database, api, 'api');
    await publishProject(database, web, 'web');
    // Nothing in it requests such a route, so it stays closed.
    const other = await tempProject({ 'a.ts': "export const load = () => fetch('/orders');\n" });
    await publishProject(database, other, 'other');
    const { workspace } = await publishedWorkspace(database);
    expect(await workspace.requesting(['/api/users/:id'])).toBe('web,api');
    const route = { symbol: 'GET /api/users/:id', project: 'api' };
    expect(await ask(workspace, 'code_references', route)).toMatchObject({
      by_kind: { references: 1, requests: 1 },
      references: expect.arrayContaining([
        expect.objectContaining({ kind: 'requests', project: 'web', symbol: 'load.ts::load' }),
      ]),
    });
  });

  it('removes a project with everything that it published', async () => {
    const database = await opened();
    const files = await tempProject({ 'a.ts': 'export function first() {}\n' });
    await publishProject(database, files, 'app');
    await expect(removeProject(database, 'ap')).rejects.toMatchObject({
      code: 'GM_PROJECT_NOT_FOUND',
      hint: 'Published: app.',
    });
    await removeProject(database, 'app');
    for (const table of ['projects', 'revisions', 'store_pages', 'files', 'chunks', 'symbols'])
      expect(await database.read(`select * from graph_memory.${table}`)).toEqual([]);
  });
}
