/**
 * Edges of some files in columns. Edge ends are stored by path because file numbers differ between
 * states.
 */
import { at } from '../base/assert.ts';
import { EDGE_FORMS, EDGE_KINDS, EVIDENCE } from '../model/edge.ts';
import type { RepoPath } from '../model/path.ts';
import type { ResolvedEdge } from '../model/resolved-edge.ts';

export interface EdgesRecord {
  /** The source files of the edges, in order, followed by all other target files. */
  readonly paths: readonly string[];
  /** First edge of each source file, plus one final entry. */
  readonly starts: Uint32Array;
  readonly sources: Int32Array;
  /** Positions in `paths`. */
  readonly targetFiles: Uint32Array;
  readonly targets: Int32Array;
  /** Codes in EDGE_KINDS, EVIDENCE and EDGE_FORMS. */
  readonly kinds: Uint8Array;
  readonly evidence: Uint8Array;
  readonly forms: Uint8Array;
  readonly lines: Uint32Array;
  /** Offset of the first name of each edge, plus one final entry. */
  readonly nameStarts: Uint32Array;
  readonly names: readonly string[];
}

/** Stores edges in columns. The file numbers of the edges refer to `paths`. */
export function toEdgesRecord(
  edges: ReadonlyMap<RepoPath, readonly ResolvedEdge[]>,
  paths: readonly RepoPath[],
): EdgesRecord {
  const numbers = new Map([...edges.keys()].map((path, index) => [path, index]));
  const all = [...edges.values()].flat();
  const targetFiles = Uint32Array.from(all, ({ targetFile }) => {
    const path = at(paths, targetFile);
    const known = numbers.get(path) ?? numbers.size;
    numbers.set(path, known);
    return known;
  });
  const starts = new Uint32Array(edges.size + 1);
  for (const [index, list] of [...edges.values()].entries())
    starts[index + 1] = at(starts, index) + list.length;
  const nameStarts = new Uint32Array(all.length + 1);
  for (const [index, { names }] of all.entries())
    nameStarts[index + 1] = at(nameStarts, index) + names.length;
  return {
    paths: [...numbers.keys()],
    starts,
    sources: Int32Array.from(all, (edge) => edge.source),
    targetFiles,
    targets: Int32Array.from(all, (edge) => edge.target),
    kinds: Uint8Array.from(all, (edge) => EDGE_KINDS.indexOf(edge.kind)),
    evidence: Uint8Array.from(all, (edge) => EVIDENCE.indexOf(edge.evidence)),
    forms: Uint8Array.from(all, (edge) => EDGE_FORMS.indexOf(edge.form)),
    lines: Uint32Array.from(all, (edge) => edge.line),
    nameStarts,
    names: all.flatMap((edge) => edge.names),
  };
}

/**
 * Returns the edges by source file, with file numbers of `paths`.
 * @throws {Error} when a path is not among them or a column is too short.
 */
export function fromEdgesRecord(
  record: EdgesRecord,
  paths: readonly RepoPath[],
): ReadonlyMap<RepoPath, readonly ResolvedEdge[]> {
  const numbers = new Map<string, number>(paths.map((path, index) => [path, index]));
  const fileOf = (place: number): number => {
    const number = numbers.get(at(record.paths, place));
    if (number === undefined) throw new Error(`edges record: ${record.paths[place]} is unknown`);
    return number;
  };
  const edges = new Map<RepoPath, readonly ResolvedEdge[]>();
  for (let file = 0; file + 1 < record.starts.length; file++) {
    const list: ResolvedEdge[] = [];
    const sourceFile = fileOf(file);
    const end = at(record.starts, file + 1);
    for (let row = at(record.starts, file); row < end; row++)
      list.push({
        sourceFile,
        source: at(record.sources, row),
        targetFile: fileOf(at(record.targetFiles, row)),
        target: at(record.targets, row),
        kind: at(EDGE_KINDS, at(record.kinds, row)),
        evidence: at(EVIDENCE, at(record.evidence, row)),
        form: at(EDGE_FORMS, at(record.forms, row)),
        line: at(record.lines, row),
        names: record.names.slice(at(record.nameStarts, row), at(record.nameStarts, row + 1)),
      });
    edges.set(at(paths, sourceFile), list);
  }
  return edges;
}
