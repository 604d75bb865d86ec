/** The lines of each file whose meaning the graph knows, for one name. */
import { getOrCompute } from '../../base/memoize.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { symbolGroup } from '../../graph/symbol-groups.ts';
import { CODE_EDGE_KINDS } from '../../model/edge.ts';
import { selectUses, USE_KINDS, type UseRow } from '../answer/use-rows.ts';

/** The meaning of a line: part of the answer's list, a use that the list leaves out, or another symbol's. */
export interface KnownLine {
  readonly group: 'listed' | 'left_out' | 'other_symbols';
  readonly kind: string;
}

/** An import that names the symbol or a namesake; the name may be on a later line. */
export interface KnownImport extends KnownLine {
  /** The first lines of all statements that import from its file. */
  readonly lines: readonly number[];
  /** Whether the name is in the statement as it is, and not as `default` or through `*`. */
  readonly isNamed: boolean;
}

export interface KnownFile {
  readonly lines: Map<number, KnownLine>;
  readonly imports: KnownImport[];
  /** First and last lines of declarations of the name, overrides among them. */
  readonly declarations: (KnownLine & { readonly startLine: number; readonly endLine: number })[];
}

export type KnownFiles = ReadonlyMap<string, KnownFile>;

/** Returns the lines known for a symbol's name. `listed` are the uses in the answer's list. */
export function knownFiles(
  graph: SymbolGraph,
  node: number,
  name: string,
  listed: readonly UseRow[],
): KnownFiles {
  const files = new Map<string, KnownFile>();
  const fileOf = (path: string): KnownFile =>
    getOrCompute(files, path, () => ({ lines: new Map(), imports: [], declarations: [] }));
  const addUse = (row: Pick<UseRow, 'edge' | 'kind'>, group: KnownLine['group'], kind: string) => {
    const { path, startLine, endLine } = graph.node(row.edge.source);
    const own = fileOf(path);
    const known = { group, kind };
    const { lines, names } = row.edge;
    if (isOverride(graph, row, name)) own.declarations.push({ ...known, startLine, endLine });
    else if (row.kind === 'imports')
      own.imports.push({ ...known, lines, isNamed: names.includes(name) });
    else for (const line of lines) if (!own.lines.has(line)) own.lines.set(line, known);
  };
  for (const row of listed) addUse(row, 'listed', row.kind);
  const all = { kinds: USE_KINDS, evidenceMin: 'nameOnly', withRelated: true } as const;
  for (const row of selectUses(graph, node, all).rows) {
    const isRelated = row.through !== undefined && row.through.relation !== 'barrel';
    addUse(row, 'left_out', isRelated ? 'related' : row.kind);
  }
  const group = new Set(symbolGroup(graph, node));
  for (const other of graph.byName(name)) {
    const { path, startLine, endLine } = graph.node(other);
    const own = group.has(other);
    fileOf(path).declarations.push({
      ...{ startLine, endLine },
      ...(own ? { group: 'listed', kind: 'declarations' } : { group: 'other_symbols', kind: '' }),
    });
    if (own) continue;
    for (const edge of graph.incoming(other, CODE_EDGE_KINDS))
      addUse({ edge, kind: edge.kind as UseRow['kind'] }, 'other_symbols', '');
  }
  return files;
}

/**
 * Whether a use is the declaration of an override. Its line is the first one of the declaration,
 * and annotations may be above the name.
 */
export function isOverride(
  graph: SymbolGraph,
  { edge, kind }: Pick<UseRow, 'edge' | 'kind'>,
  name: string,
): boolean {
  const source = graph.node(edge.source);
  return kind === 'implements' && source.name === name && edge.lines[0] === source.startLine;
}

/**
 * Returns the imports of a file that name the word. Imports of the symbol are known by its uses, so
 * these belong to namesakes or to packages.
 */
export function importsNaming(graph: SymbolGraph, path: string, name: string): KnownImport[] {
  const file = graph.fileNode(path);
  if (file === undefined) return [];
  return graph
    .outgoing(file, ['imports'])
    .filter(({ names }) => names.includes(name))
    .map(({ lines }) => ({ group: 'other_symbols', kind: '', lines, isNamed: true }));
}
