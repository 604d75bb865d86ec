import { assert, at } from '../base/assert.ts';
import type { GraphColumns } from './columns.ts';
import type { EdgeColumns } from './edge-occurrences.ts';

/** Merges the edge columns of two graphs, node by node. */
export class EdgeJoiner {
  readonly #before: GraphColumns;
  readonly #made: EdgeColumns;
  readonly #joined: EdgeColumns;
  /** New number of each old node; −1 for removed nodes. */
  readonly #newNode: Int32Array;
  /** Whether all nodes keep their relative order. */
  readonly #isOrderKept: boolean;
  #edges = 0;
  #lines = 0;
  #names = 0;

  /**
   * Creates a joiner. `before` has rows for all nodes of the old graph, `made` at least for those with
   * new edges.
   */
  constructor(before: GraphColumns, made: EdgeColumns, nodeCount: number, newNode: Int32Array) {
    this.#before = before;
    this.#made = made;
    this.#newNode = newNode;
    this.#isOrderKept = isAscending(newNode);
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

  /** Copies the edges of the nodes `first` up to `end` from the new columns, where they begin at `row`. */
  addMade(first: number, end: number, row: number): void {
    const { outStart } = this.#made;
    for (let node = first; node < end; node++) {
      const made = row + node - first;
      const stop = at(outStart, made + 1);
      for (let edge = at(outStart, made); edge < stop; edge++)
        this.#copy(this.#made, edge, at(this.#made.edgeTarget, edge));
      this.#joined.outStart[node + 1] = this.#edges;
    }
  }

  /**
   * Copies the edges of the nodes `first` up to `end` from the old columns, where they begin at
   * `oldFirst`, and renumbers their targets.
   */
  addKept(oldFirst: number, first: number, end: number): void {
    if (this.#isOrderKept) return this.#keepAll(oldFirst, first, end);
    const { outStart } = this.#before;
    for (let node = first; node < end; node++) {
      const old = oldFirst + node - first;
      this.#keepRow(at(outStart, old), at(outStart, old + 1));
      this.#joined.outStart[node + 1] = this.#edges;
    }
  }

  /** Copies all rows at once, in unchanged order. */
  #keepAll(oldFirst: number, first: number, end: number): void {
    const from = this.#before;
    const to = this.#joined;
    const start = at(from.outStart, oldFirst);
    const stop = at(from.outStart, oldFirst + end - first);
    const place = this.#edges;
    const newNode = this.#newNode;
    for (let edge = start; edge < stop; edge++) {
      const target = newNode[from.edgeTarget[edge] as number] as number;
      if (target < 0) assert(false, `edge ${edge} leads to a removed symbol`);
      to.edgeTarget[place + edge - start] = target;
    }
    to.edgeKind.set(from.edgeKind.subarray(start, stop), place);
    to.edgeEvidence.set(from.edgeEvidence.subarray(start, stop), place);
    to.edgeForm.set(from.edgeForm.subarray(start, stop), place);
    const [line, lineStop] = [at(from.lineStart, start), at(from.lineStart, stop)];
    to.lines.set(from.lines.subarray(line, lineStop), this.#lines);
    const [name, nameStop] = [at(from.nameStart, start), at(from.nameStart, stop)];
    to.names.set(from.names.subarray(name, nameStop), this.#names);
    const count = stop - start;
    copyShifted(from.lineStart, start + 1, to.lineStart, place + 1, count, this.#lines - line);
    copyShifted(from.nameStart, start + 1, to.nameStart, place + 1, count, this.#names - name);
    copyShifted(from.outStart, oldFirst + 1, to.outStart, first + 1, end - first, place - start);
    this.#edges += count;
    this.#lines += lineStop - line;
    this.#names += nameStop - name;
  }

  #keepRow(start: number, stop: number): void {
    const { edgeKind, edgeTarget } = this.#before;
    const newNode = this.#newNode;
    let isOrdered = true;
    for (let edge = start; edge < stop; edge++) {
      const target = at(newNode, at(edgeTarget, edge));
      if (target < 0) assert(false, `edge ${edge} leads to a removed symbol`);
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
    // Declarations of a target's file changed their order.
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

  runSync(): EdgeColumns {
    const to = this.#joined;
    const count = this.#edges;
    return {
      outStart: to.outStart,
      edgeTarget: to.edgeTarget.subarray(0, count),
      edgeKind: to.edgeKind.subarray(0, count),
      edgeEvidence: to.edgeEvidence.subarray(0, count),
      edgeForm: to.edgeForm.subarray(0, count),
      lineStart: to.lineStart.subarray(0, count + 1),
      lines: to.lines.subarray(0, this.#lines),
      nameStart: to.nameStart.subarray(0, count + 1),
      names: to.names.subarray(0, this.#names),
    };
  }
}

function isAscending(newNode: Int32Array): boolean {
  let last = -1;
  for (const node of newNode) {
    if (node < 0) continue;
    if (node <= last) return false;
    last = node;
  }
  return true;
}

/** Copies `count` numbers and adds a constant to each. */
function copyShifted(
  from: Uint32Array,
  start: number,
  to: Uint32Array,
  place: number,
  count: number,
  shift: number,
): void {
  to.set(from.subarray(start, start + count), place);
  if (shift === 0) return;
  for (let index = place; index < place + count; index++) to[index] = (to[index] as number) + shift;
}
