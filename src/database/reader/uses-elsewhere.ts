import type { SymbolNode } from '../../graph/symbol-graph.ts';
import type { UseElsewhere } from '../../project/workspace.ts';
import type { Database } from '../database.ts';

/** Uses that one answer reads. */
const USES_MAX = 200;

/**
 * A use leads to the only exported symbol of its name in the package. Not a view, because the rows
 * of a view are those of its owner, whatever the reader may see.
 */
const SQL = `select j.name as project, u.source, u.kind, p.name as package, u.lines
  from graph_memory.packages p
  join graph_memory.package_uses u on p.name = any(u.packages) and u.project_id <> p.project_id
  join graph_memory.projects j on j.project_id = u.project_id
  where p.project_id = $1 and u.name = $3 and (p.folder = '' or starts_with($4, p.folder || '/'))
    and $2 = (select min(o.symbol) from graph_memory.symbols o
      where o.project_id = p.project_id and o.name = u.name and o.exported
        and (p.folder = '' or starts_with(o.path, p.folder || '/'))
      having count(*) = 1)
  order by j.name, u.path, u.ordinal limit ${USES_MAX}`;

/** Returns the uses of a published symbol in other published projects. */
export async function usesElsewhere(
  database: Database,
  projectId: string,
  { id, name, path, exported }: SymbolNode,
): Promise<readonly UseElsewhere[]> {
  if (!exported) return [];
  const rows = await database.read(SQL, [projectId, id, name, path]);
  return rows.map((row) => ({
    project: String(row['project']),
    symbol: String(row['source']),
    kind: String(row['kind']),
    package: String(row['package']),
    lines: row['lines'] as number[],
  }));
}
