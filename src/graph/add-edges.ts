import { assert } from '../base/assert.ts';
import { EDGE_FORMS, EDGE_KINDS, EVIDENCE } from '../model/edge.ts';
import type { ResolvedEdge } from '../model/resolved-edge.ts';
import { type EdgeOccurrences, NO_LINE } from './edge-occurrences.ts';

const CONTAINS = EDGE_KINDS.indexOf('contains');
const CALLS = EDGE_KINDS.indexOf('calls');

/** Adds the edges from parents to the nodes `first` up to `end` (exclusive). */
export function addContainment(
  occurrences: EdgeOccurrences,
  nodeParent: Int32Array,
  first: number,
  end: number,
): void {
  const evidence = EVIDENCE.indexOf('exact');
  const form = EDGE_FORMS.indexOf('plain');
  for (let node = first; node < end; node++) {
    const parent = nodeParent[node] as number;
    if (parent === -1) continue;
    occurrences.add({
      source: parent,
      target: node,
      kind: CONTAINS,
      evidence,
      form,
      line: NO_LINE,
      names: [],
    });
  }
}

/** Adds an edge. An edge from a node to itself is added only for calls. */
export function addEdge(
  occurrences: EdgeOccurrences,
  edge: ResolvedEdge,
  fileNode: Uint32Array,
): void {
  const kind = EDGE_KINDS.indexOf(edge.kind);
  if (kind === CONTAINS) assert(false, 'contains edges follow from parents');
  if (!(edge.line >= 1)) assert(false, `line ${edge.line} of a ${edge.kind} edge`);
  const source = nodeOf(edge.sourceFile, edge.source, fileNode);
  const target = nodeOf(edge.targetFile, edge.target, fileNode);
  if (source === target && kind !== CALLS) return;
  occurrences.add({
    source,
    target,
    kind,
    evidence: EVIDENCE.indexOf(edge.evidence),
    form: EDGE_FORMS.indexOf(edge.form),
    line: edge.line,
    names: edge.names,
  });
}

function nodeOf(file: number, declaration: number, fileNode: Uint32Array): number {
  const first = fileNode[file];
  const count = (fileNode[file + 1] ?? 0) - (first ?? 0) - 1;
  if (first === undefined || !(declaration >= -1 && declaration < count))
    assert(false, `declaration ${declaration} of file ${file}`);
  return first + 1 + declaration;
}
