import { assert, at } from '../base/assert.ts';
import type { GraphColumns } from './columns.ts';
import type { EdgeColumns } from './merge-sightings.ts';

/** Puts edge columns together from those of two graphs, node by node. */
export class EdgeJoiner {
  readonly #before: GraphColumns;
  readonly #made: EdgeColumns;
  readonly #joined: EdgeColumns;
  #edges = 0;
  #lines = 0;
  #names = 0;

  /** `made` has rows for all nodes of the new graph, `before` for those of the old. */
  constructor(before: GraphColumns, made: EdgeColumns, nodeCount: number) {
    this.#before = before;
    this.#made = made;
    const edges = before.edgeTarget.length + made.edgeTarget.length;
    this.#joined = {
      outStart: new Uint32Array(nodeCount + 1),
      edgeTarget: new Uint32Array(edges),
      edgeKind: new Uint8Array(edges),
      edgeEvidence: new Uint8Array(edges),
      edgeForm: new Uint8Array(edges),
      lineStart: new Uint32Array(edges + 1),
      lines: new Uint32Array(before.lines.length + made.lines.length),
      nameStart: new Uint32Array(edges + 1),
      names: new Uint32Array(before.names.length + made.names.length),
    };
  }

  /** Takes the edges of the nodes `first` up to `end` as they were made. */
  addMade(first: number, end: number): void {
    const { outStart } = this.#made;
    for (let node = first; node < end; node++) {
      const stop = at(outStart, node + 1);
      for (let edge = at(outStart, node); edge < stop; edge++)
        this.#copy(this.#made, edge, at(this.#made.edgeTarget, edge));
      this.#joined.outStart[node + 1] = this.#edges;
    }
  }

  /** Takes the edges of the nodes `first` up to `end`, which began at `oldFirst`, with new targets. */
  addKept(oldFirst: number, first: number, end: number, newNode: Int32Array): void {
    const { outStart } = this.#before;
    for (let node = first; node < end; node++) {
      const old = oldFirst + node - first;
      this.#keepRow(at(outStart, old), at(outStart, old + 1), newNode);
      this.#joined.outStart[node + 1] = this.#edges;
    }
  }

  #keepRow(start: number, stop: number, newNode: Int32Array): void {
    const { edgeKind, edgeTarget } = this.#before;
    let isOrdered = true;
    for (let edge = start; edge < stop; edge++) {
      const target = at(newNode, at(edgeTarget, edge));
      if (target < 0) assert(false, `edge ${edge} leads to a symbol that is gone`);
      isOrdered &&=
        edge === start ||
        edgeKind[edge] !== edgeKind[edge - 1] ||
        at(newNode, at(edgeTarget, edge - 1)) < target;
    }
    if (isOrdered) {
      for (let edge = start; edge < stop; edge++)
        this.#copy(this.#before, edge, at(newNode, at(edgeTarget, edge)));
      return;
    }
    // Declarations of a target's file changed places.
    const edges = Array.from({ length: stop - start }, (_, offset) => start + offset);
    const targetOf = (edge: number) => at(newNode, at(edgeTarget, edge));
    edges.sort((a, b) => at(edgeKind, a) - at(edgeKind, b) || targetOf(a) - targetOf(b));
    for (const edge of edges) this.#copy(this.#before, edge, targetOf(edge));
  }

  #copy(from: EdgeColumns, edge: number, target: number): void {
    const to = this.#joined;
    const place = this.#edges++;
    to.edgeTarget[place] = target;
    to.edgeKind[place] = from.edgeKind[edge] as number;
    to.edgeEvidence[place] = from.edgeEvidence[edge] as number;
    to.edgeForm[place] = from.edgeForm[edge] as number;
    const lineEnd = from.lineStart[edge + 1] as number;
    for (let line = from.lineStart[edge] as number; line < lineEnd; line++)
      to.lines[this.#lines++] = from.lines[line] as number;
    const nameEnd = from.nameStart[edge + 1] as number;
    for (let name = from.nameStart[edge] as number; name < nameEnd; name++)
      to.names[this.#names++] = from.names[name] as number;
    to.lineStart[place + 1] = this.#lines;
    to.nameStart[place + 1] = this.#names;
  }

  finish(): EdgeColumns {
    const to = this.#joined;
    const count = this.#edges;
    return {
      outStart: to.outStart,
      edgeTarget: to.edgeTarget.slice(0, count),
      edgeKind: to.edgeKind.slice(0, count),
      edgeEvidence: to.edgeEvidence.slice(0, count),
      edgeForm: to.edgeForm.slice(0, count),
      lineStart: to.lineStart.slice(0, count + 1),
      lines: to.lines.slice(0, this.#lines),
      nameStart: to.nameStart.slice(0, count + 1),
      names: to.names.slice(0, this.#names),
    };
  }
}
