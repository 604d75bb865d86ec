import type { RunSql } from '../database.ts';
import type { Row } from './file-rows.ts';

/** Length of one statement's rows in UTF-16 units; bounds the memory of both sides. */
const BATCH_LENGTH_MAX = 4_000_000;

/** Inserts the rows of a project into a table, many with each statement. */
export async function insertRows(
  run: RunSql,
  projectId: string,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  const insert = (batch: readonly string[]) =>
    run(
      `insert into graph_memory.${table}
       select * from json_populate_recordset(null::graph_memory.${table}, $1::json)`,
      [`[${batch.join(',')}]`],
    );
  let batch: string[] = [];
  let length = 0;
  for (const row of rows) {
    const text = JSON.stringify({ project_id: projectId, ...row });
    if (length + text.length > BATCH_LENGTH_MAX && batch.length > 0) {
      await insert(batch);
      batch = [];
      length = 0;
    }
    batch.push(text);
    length += text.length;
  }
  if (batch.length > 0) await insert(batch);
}
