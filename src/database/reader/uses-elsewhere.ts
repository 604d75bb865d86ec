import type { SymbolNode } from '../../graph/symbol-graph.ts';
import type { UseElsewhere } from '../../project/workspace.ts';
import type { Database } from '../database.ts';

/** Uses that one answer reads. */
const USES_MAX = 200;

const SQL = `select j.name as project, e.source, e.kind, e.target_package, e.lines
  from graph_memory.cross_project_edges e
  join graph_memory.projects j using (project_id)
  where e.name = $3 and e.target_project_id = $1 and e.target = $2
  order by j.name, e.path, e.source, e.kind limit ${USES_MAX}`;

/** Returns the uses of a published symbol in other published projects. */
export async function usesElsewhere(
  database: Database,
  projectId: string,
  { id, name, exported }: SymbolNode,
): Promise<readonly UseElsewhere[]> {
  if (!exported) return [];
  const rows = await database.read(SQL, [projectId, id, name]);
  return rows.map((row) => ({
    project: String(row['project']),
    symbol: String(row['source']),
    kind: String(row['kind']),
    package: String(row['target_package']),
    lines: row['lines'] as number[],
  }));
}
