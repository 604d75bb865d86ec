/** The contract and its faults on the installed PostgreSQL server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
    const project = await files.open();
    await project.index({});
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
