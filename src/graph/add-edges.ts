import { assert } from '../base/assert.ts';
import { EDGE_FORMS, EDGE_KINDS, EVIDENCE } from '../model/edge.ts';
import type { ResolvedEdge } from '../model/resolved-edge.ts';
import { type EdgeOccurrences, NO_LINE } from './edge-occurrences.ts';

/** Finds the nodes of a file; a file that does not exist has none. */
export interface FilePlaces {
  nodesOf(file: number): { readonly first: number; readonly end: number };
}

/** Returns the places of files, given the first node of each and one final entry. */
export function filePlaces(fileNode: Uint32Array): FilePlaces {
  return {
    nodesOf: (file) => {
      const [first = 0, end = 0] = [fileNode[file], fileNode[file + 1]];
      return { first, end };
    },
  };
}

const CONTAINS = EDGE_KINDS.indexOf('contains');
const CALLS = EDGE_KINDS.indexOf('calls');

/**
 * Adds the edges from parents to the nodes `first` up to `end` (exclusive). `shift` is added to the
 * numbers of `nodeParent` to get those of the graph.
 */
export function addContainment(
  occurrences: EdgeOccurrences,
  nodeParent: Int32Array,
  { first, end, shift = 0 }: { first: number; end: number; shift?: number },
): void {
  const evidence = EVIDENCE.indexOf('exact');
  const form = EDGE_FORMS.indexOf('plain');
  for (let node = first; node < end; node++) {
    const parent = nodeParent[node] as number;
    if (parent === -1) continue;
    occurrences.add({
      source: parent + shift,
      target: node + shift,
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
  places: FilePlaces,
): void {
  const kind = EDGE_KINDS.indexOf(edge.kind);
  if (kind === CONTAINS) assert(false, 'contains edges follow from parents');
  if (!(edge.line >= 1)) assert(false, `line ${edge.line} of a ${edge.kind} edge`);
  const source = nodeOf(edge.sourceFile, edge.source, places);
  const target = nodeOf(edge.targetFile, edge.target, places);
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

function nodeOf(file: number, declaration: number, places: FilePlaces): number {
  const { first, end } = places.nodesOf(file);
  if (!(declaration >= -1 && declaration < end - first - 1))
    assert(false, `declaration ${declaration} of file ${file}`);
  return first + 1 + declaration;
}
