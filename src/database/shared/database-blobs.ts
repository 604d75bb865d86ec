import type { SharedBlobs } from '../../store/shared-blobs.ts';
import { databaseAddress } from '../address.ts';
import { Database, type DatabaseLimits } from '../database.ts';

/** An index that waits for longer is made faster by parsing. */
const LIMITS: DatabaseLimits = { connectionsMax: 2, statementMs: 10_000, connectMs: 3000 };

/** Bytes of one statement; bounds the memory of both sides. */
const BATCH_BYTES_MAX = 4_000_000;

const WRITE = `insert into graph_memory.shared_facts (key, bytes)
  select * from unnest($1::text[], $2::bytea[]) on conflict do nothing`;

/** Written once a day at most, so that reading what exists costs no writes. */
const TOUCH = `update graph_memory.shared_facts set used_at = now()
  where key = any($1) and used_at < now() - interval '1 day'`;

/** Blobs as rows of a table. */
export class DatabaseBlobs implements SharedBlobs {
  readonly location: string;
  readonly #open: () => Database;
  #opened: Database | undefined;

  /**
   * Takes the address, or the variable with one. Connects with the first statement.
   * @throws {GraphMemoryError} GM_USAGE for an invalid address.
   */
  constructor(place: string, environment: (name: string) => string | undefined) {
    this.location = place.startsWith('$') ? place : databaseAddress(place, environment).shown;
    this.#open = () => new Database(databaseAddress(place, environment), LIMITS);
  }

  get #database(): Database {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  async read(keys: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const rows = await this.#database.read(
      'select key, bytes from graph_memory.shared_facts where key = any($1)',
      [keys],
    );
    return new Map(rows.map((row) => [String(row['key']), row['bytes'] as Buffer]));
  }

  async known(keys: readonly string[]): Promise<ReadonlySet<string>> {
    await this.#database.transaction((run) => run(TOUCH, [keys]));
    const rows = await this.#database.read(
      'select key from graph_memory.shared_facts where key = any($1)',
      [keys],
    );
    return new Set(rows.map(({ key }) => String(key)));
  }

  async write(blobs: ReadonlyMap<string, Uint8Array>): Promise<void> {
    let keys: string[] = [];
    let bytes: Uint8Array[] = [];
    let size = 0;
    const insert = () => this.#database.transaction((run) => run(WRITE, [keys, bytes]));
    for (const [key, blob] of blobs) {
      if (size + blob.length > BATCH_BYTES_MAX && keys.length > 0) {
        await insert();
        [keys, bytes, size] = [[], [], 0];
      }
      keys.push(key);
      bytes.push(blob);
      size += blob.length;
    }
    if (keys.length > 0) await insert();
  }
  async close(): Promise<void> {
    await this.#opened?.close();
  }
}
