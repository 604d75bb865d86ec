/** Uploads the files of an index in pages, by content: what is there already is not sent again. */
import { contentHash } from '../../base/hash.ts';
import type { Database } from '../database.ts';

/** A file of an index, as a revision lists it. */
export interface StoredFile {
  readonly name: string;
  readonly hash: string;
  readonly bytes: number;
}

/** Bounds the memory of both sides for one statement. */
const PAGE_BYTES = 1024 * 1024;

/**
 * Uploads files that the database does not have. Each page is a transaction of its own, so that an
 * interrupted upload continues where it ended. Pages that no revision lists are invisible, and
 * removed by `database gc`.
 */
export async function uploadStore(
  database: Database,
  projectId: string,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<readonly StoredFile[]> {
  const listed: StoredFile[] = [];
  for (const [name, bytes] of files) {
    const hash = contentHash(bytes);
    const rows = await database.read(
      'select page from graph_memory.store_pages where project_id = $1 and hash = $2',
      [projectId, hash],
    );
    const known = new Set(rows.map(({ page }) => Number(page)));
    for (let page = 0; page * PAGE_BYTES < bytes.length; page++) {
      if (known.has(page)) continue;
      const part = bytes.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES);
      await database.transaction((run) => run(INSERT_PAGE, [projectId, hash, page, part]));
    }
    listed.push({ name, hash, bytes: bytes.length });
  }
  return listed;
}

const INSERT_PAGE = `insert into graph_memory.store_pages (project_id, hash, page, bytes)
  values ($1, $2, $3, $4) on conflict do nothing`;
