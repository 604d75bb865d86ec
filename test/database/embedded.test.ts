/** The contract on embedded PostgreSQL, through the real client and the real protocol. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseAddress, withoutPasswords } from '../../src/database/address.ts';
import { describeServer } from './contract.ts';
import { connected, embeddedServer, type TestServer } from './servers.ts';

/** One server for all tests of a group, because starting one takes seconds. */
function describeEmbedded(title: string, hasVectors: boolean): void {
  describe(title, () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await embeddedServer({ hasVectors });
    });
    afterAll(() => server.stop());

    describeServer(async () => {
      const database = connected(server.url);
      await database.read('drop schema if exists graph_memory cascade');
      return database;
    }, hasVectors);
  });
}

describeEmbedded('embedded PostgreSQL with pgvector', true);
describeEmbedded('embedded PostgreSQL without pgvector', false);

describe('the address of a database', () => {
  const ofUrl = (url: string) => databaseAddress(url, () => undefined);

  it('is shown without its password and its settings', () => {
    const { shown } = ofUrl(
      'postgres://me:s3cr%40t@db.example.com:5433/code?password=x&sslmode=require',
    );
    expect(shown).toBe('postgres://me:***@db.example.com:5433/code');
  });

  it('keeps its password out of messages of the client', () => {
    const address = ofUrl('postgres://me:s3cr%40t@db/code');
    const text = withoutPasswords('cannot log in with s3cr@t or s3cr%40t', address);
    expect(text).toBe('cannot log in with *** or ***');
  });

  it('is read from the variable that is named', () => {
    const { shown } = databaseAddress('$TEAM', (name) =>
      name === 'TEAM' ? 'postgres://db/code' : undefined,
    );
    expect(shown).toBe('postgres://db/code');
    expect(() => databaseAddress('$NONE', () => undefined)).toThrow('the environment has no $NONE');
  });

  it.each(['mysql://me:s3cret@db/code', 'postgres://me:s3cret@:x/', 's3cret'])(
    'is refused without being quoted: %s',
    (url) => {
      expect(() => ofUrl(url)).toThrow(/^the address of the database is invalid$/);
    },
  );

  it('that leads nowhere gives an error with a hint', async () => {
    const database = connected('postgres://me:s3cret@127.0.0.1:1/code');
    const failure = await database.read('select 1').catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'GM_DATABASE',
      message: expect.stringContaining('postgres://me:***@127.0.0.1:1/code cannot be reached'),
    });
    expect(String(failure)).not.toContain('s3cret');
  });
});
