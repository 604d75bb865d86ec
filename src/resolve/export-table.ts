import { appendTo } from '../base/append-to.ts';
import type { ExportFact } from '../model/facts.ts';

type NamedExport = Exclude<ExportFact, { readonly form: 'all' }>;

/** The exports of one file, by name. */
export interface ExportTable {
  /** Exports per name, in source order. */
  readonly byName: ReadonlyMap<string, readonly NamedExport[]>;
  /** Modules whose exports are all re-exported (`export *`), in source order. */
  readonly starModules: readonly number[];
}

export function exportTable(exports: readonly ExportFact[]): ExportTable {
  const byName = new Map<string, NamedExport[]>();
  const starModules: number[] = [];
  for (const row of exports) {
    if (row.form === 'all') {
      starModules.push(row.module);
      continue;
    }
    appendTo(byName, row.name, row);
  }
  return { byName, starModules };
}
