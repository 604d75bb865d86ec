/** The contract and its faults on the installed PostgreSQL server. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { localState } from '../../src/database/publish/local-state.ts';
import { publish } from '../../src/database/publish/publish.ts';
import { tempProject, testWriter } from '../project/temp-project.ts';
import { describeServer } from './contract.ts';
import { ask, publishedWorkspace, publishProject } from './published.ts';
import {
  connected,
  type InstalledServer,
  installedPrograms,
  installedServer,
  isVectorInstalled,
  smallDisk,
} from './servers.ts';

const programs = installedPrograms();
if (programs === undefined)
  process.stderr.write(
    'skipped: no PostgreSQL below /usr/lib/postgresql; apt install postgresql\n',
  );

describe.skipIf(programs === undefined)('the installed PostgreSQL server', () => {
  let server: InstalledServer;
  let count = 0;
  beforeAll(() => {
    server = installedServer(programs ?? '');
  });
  afterAll(() => server.stop());

  async function open() {
    const name = `test_${count++}`;
    await connectedTo('postgres').read(`create database ${name}`);
    return connectedTo(name);
  }

  function connectedTo(name: string) {
    return connected(server.url.replace('/postgres?', `/${name}?`));
  }

  it('keeps the previous state when it is killed in the middle of a publication', async () => {
    const database = await open();
    await migrate(database);
    const files = await tempProject({ 'a.ts': 'export function first() {}\n' });
    await publishProject(database, files);
    await files.write('a.ts', 'export function second() {}\n');
    const project = await files.indexed();
    const state = await localState(project, files.config, testWriter());
    const publication = publish(database, {
      ...state,
      readText: async (path) => {
        server.kill();
        return state.readText(path);
      },
    });
    await expect(publication).rejects.toMatchObject({ code: 'GM_DATABASE' });
    server.start();
    const { workspace } = await publishedWorkspace(database);
    const answer = await ask(workspace, 'code_get_symbol', { symbol: 'first' });
    expect(answer['symbol']).toMatchObject({ id: 'a.ts::first' });
    // What had been uploaded is not sent again, and the publication succeeds.
    expect(await publish(database, state)).toMatchObject({ filesWritten: 1 });
  });

  it('keeps the previous state when its disk is full', async (context) => {
    const disk = smallDisk(24);
    context.skip(disk === undefined, 'this user may not mount a small disk');
    // A server of its own: a tablespace that is gone disturbs all of its databases.
    const own = installedServer(programs ?? '');
    onTestFinished(() => own.stop());
    const at = (name: string) => connected(own.url.replace('/postgres?', `/${name}?`));
    const admin = at('postgres');
    await admin.read(`create tablespace small location '${disk?.folder}'`);
    await admin.read('create database test_full tablespace small');
    const database = at('test_full');
    await migrate(database);
    const files = await tempProject({ 'a.ts': 'export function first() {}\n' });
    await publishProject(database, files, 'app');
    await files.write('a.ts', 'export function second() {}\n');
    const project = await files.indexed();
    const state = { ...(await localState(project, files.config, testWriter())), name: 'app' };
    const storeFiles = new Map([...state.storeFiles, ['delta-9.gm', randomBytes(32_000_000)]]);
    await expect(publish(database, { ...state, storeFiles })).rejects.toMatchObject({
      code: 'GM_DATABASE',
      message: expect.stringContaining('has no disk space left'),
    });
    const { workspace } = await publishedWorkspace(database);
    const answer = await ask(workspace, 'code_get_symbol', { symbol: 'first' });
    expect(answer['symbol']).toMatchObject({ id: 'a.ts::first' });
    disk?.grow(100);
    expect(await publish(database, state)).toMatchObject({ filesWritten: 1 });
  });

  it('restricts the rows of a role to its projects as the documentation says', async () => {
    const database = await open();
    await migrate(database);
    const page = readFileSync(new URL('../../docs/team.md', import.meta.url), 'utf8');
    const [grants = '', policies = '', assignment = ''] = Array.from(
      page.slice(page.indexOf('## Roles')).matchAll(/^```sql\n(.*?)^```$/gms),
      ([, sql]) => sql,
    );
    for (const role of ['reader', 'publisher']) await database.read(`create role ${role}`);
    await database.read('create role team_a login in role reader');
    await database.read('create role ci login in role publisher');
    await database.read(grants);
    await database.read(policies);
    const as = (user: string) =>
      connected(database.address.url.replace('user=postgres', `user=${user}`));
    const files = await tempProject({ 'a.ts': 'export function first() {}\n' });
    await publishProject(as('ci'), files, 'my-app');
    await publishProject(as('ci'), files, 'other');
    await database.read(assignment);
    const { workspace } = await publishedWorkspace(as('team_a'));
    expect(workspace.projects.map(({ name }) => name)).toEqual(['my-app']);
    const answer = await ask(workspace, 'code_search', { query: 'first', project: '*' });
    expect(answer).toMatchObject({ project: 'my-app', results: [{ path: 'a.ts' }] });
    const tables = ['projects', 'revisions', 'heads', 'store_pages', 'files', 'chunks', 'symbols'];
    for (const table of tables) {
      const count = (by: Database) => by.read(`select * from graph_memory.${table}`);
      expect([table, (await count(as('team_a'))).length]).toEqual([
        table,
        (await count(database)).length / 2,
      ]);
    }
    await expect(as('team_a').read('delete from graph_memory.files')).rejects.toMatchObject({
      message: expect.stringContaining('does not permit this'),
    });
    await expect(as('team_a').read('select * from graph_memory.shared_facts')).rejects.toThrow();
  });

  it('is asked again when a connection is cut during a question', async () => {
    const database = await open();
    await migrate(database);
    await database.read('select 1');
    await connectedTo('postgres').read(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname like 'test_%'",
    );
    expect(await database.read('select 2 as two')).toEqual([{ two: 2 }]);
  });

  it('reports a statement that takes too long', async () => {
    await open();
    const database = connected(server.url, { connectionsMax: 1, statementMs: 50 });
    await expect(database.read('select pg_sleep(5)')).rejects.toMatchObject({
      code: 'GM_DATABASE',
      message: expect.stringContaining('took too long'),
    });
  });

  it('gives whole answers to readers while a publisher writes', async () => {
    const database = await open();
    await migrate(database);
    const files = await tempProject({ 'a.ts': 'export function made0() {}\n', 'b.ts': '' });
    await publishProject(database, files, 'app');
    const publishing = (async () => {
      for (let turn = 1; turn <= 5; turn++) {
        await files.write('a.ts', `export function made${turn}() {}\n`);
        await files.write('b.ts', `export const at = ${turn};\n`);
        await publishProject(database, files, 'app');
      }
    })();
    const read = async () => {
      const rows = await database.read(
        `select (select text from graph_memory.chunks where path = 'a.ts') as a,
           (select name from graph_memory.symbols where path = 'a.ts') as name`,
      );
      expect(rows[0]?.['a']).toContain(`${String(rows[0]?.['name'])}(`);
    };
    for (let turn = 0; turn < 20; turn++) await Promise.all(Array.from({ length: 10 }, read));
    await publishing;
  });

  describe('with the contract of all servers', () => {
    describeServer(open, programs !== undefined && isVectorInstalled(programs));
  });
});
