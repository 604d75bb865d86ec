import { compareStrings } from '../base/compare.ts';
import type { Steps } from '../base/steps.ts';
import { EDGE_KINDS } from '../model/edge.ts';
import type { GraphColumns } from './columns.ts';
import { countStarts } from './links.ts';
import type { StringInterner } from './string-interner.ts';

/** Of edges that no line makes: `contains`. */
export const NO_LINE = 0;

/** One place in the code that makes an edge, in codes and node numbers. */
interface Sighting {
  readonly source: number;
  readonly target: number;
  readonly kind: number;
  readonly evidence: number;
  readonly form: number;
  /** 1-based, or {@link NO_LINE}. */
  readonly line: number;
  readonly names: readonly string[];
}

/** Sightings as columns with room for a known number of them. */
export class Sightings {
  count = 0;
  readonly source: Uint32Array;
  readonly target: Uint32Array;
  readonly kind: Uint8Array;
  readonly evidence: Uint8Array;
  readonly form: Uint8Array;
  readonly line: Uint32Array;
  readonly names: (readonly string[])[] = [];

  constructor(countMax: number) {
    this.source = new Uint32Array(countMax);
    this.target = new Uint32Array(countMax);
    this.kind = new Uint8Array(countMax);
    this.evidence = new Uint8Array(countMax);
    this.form = new Uint8Array(countMax);
    this.line = new Uint32Array(countMax);
  }

  add(sighting: Sighting): void {
    const row = this.count++;
    this.source[row] = sighting.source;
    this.target[row] = sighting.target;
    this.kind[row] = sighting.kind;
    this.evidence[row] = sighting.evidence;
    this.form[row] = sighting.form;
    this.line[row] = sighting.line;
    this.names.push(sighting.names);
  }
}

export type EdgeColumns = Pick<
  GraphColumns,
  | 'outStart'
  | 'edgeTarget'
  | 'edgeKind'
  | 'edgeEvidence'
  | 'edgeForm'
  | 'lineStart'
  | 'lines'
  | 'nameStart'
  | 'names'
>;

/** So many edges are added, or made, in a few ms. @package */
export const EDGES_PER_STEP = 5000;

/** Sorts sightings by source, kind and target, and makes one edge of each run of equal ones. */
export function* mergeSteps(
  sightings: Sightings,
  nodeCount: number,
  strings: StringInterner,
): Steps<EdgeColumns> {
  const order = yield* sortedRows(sightings, nodeCount);
  const merger = new EdgeMerger(sightings, strings);
  let count = 0;
  for (let first = 0; first < order.length; ) {
    let end = first + 1;
    while (end < order.length && sameEdge(sightings, order[first], order[end])) end++;
    merger.addEdge(order, first, end);
    first = end;
    if (++count % EDGES_PER_STEP === 0) yield;
  }
  return merger.finish(nodeCount);
}

/**
 * Radix sort: stable counting sorts by target, kind, then source. Linear, and 400,000 rows take
 * some 20 ms where a comparing sort takes 300.
 */
function* sortedRows(sightings: Sightings, nodeCount: number): Steps<Uint32Array> {
  let order = new Uint32Array(sightings.count);
  for (let row = 0; row < order.length; row++) order[row] = row;
  order = stableSort(order, sightings.target, nodeCount);
  yield;
  order = stableSort(order, sightings.kind, EDGE_KINDS.length);
  yield;
  return stableSort(order, sightings.source, nodeCount);
}

function stableSort(
  order: Uint32Array<ArrayBuffer>,
  keys: Uint8Array | Uint32Array,
  bucketCount: number,
): Uint32Array<ArrayBuffer> {
  const next = countStarts(keys.subarray(0, order.length), bucketCount);
  const sorted = new Uint32Array(order.length);
  for (const row of order) {
    const key = keys[row] as number;
    const place = next[key] as number;
    sorted[place] = row;
    next[key] = place + 1;
  }
  return sorted;
}

function sameEdge(s: Sightings, a: number | undefined, b: number | undefined): boolean {
  const left = a as number;
  const right = b as number;
  return (
    s.source[left] === s.source[right] &&
    s.kind[left] === s.kind[right] &&
    s.target[left] === s.target[right]
  );
}

/** Appends edges to columns that are long enough for the worst case: no two sightings alike. */
class EdgeMerger {
  readonly #sightings: Sightings;
  readonly #strings: StringInterner;
  #edgeCount = 0;
  #lineCount = 0;
  readonly #source: Uint32Array;
  readonly #target: Uint32Array;
  readonly #kind: Uint8Array;
  readonly #evidence: Uint8Array;
  readonly #form: Uint8Array;
  readonly #lineStart: Uint32Array;
  readonly #lines: Uint32Array;
  readonly #nameStart: Uint32Array;
  readonly #names: number[] = [];

  constructor(sightings: Sightings, strings: StringInterner) {
    this.#sightings = sightings;
    this.#strings = strings;
    this.#source = new Uint32Array(sightings.count);
    this.#target = new Uint32Array(sightings.count);
    this.#kind = new Uint8Array(sightings.count);
    this.#evidence = new Uint8Array(sightings.count);
    this.#form = new Uint8Array(sightings.count);
    this.#lineStart = new Uint32Array(sightings.count + 1);
    this.#lines = new Uint32Array(sightings.count);
    this.#nameStart = new Uint32Array(sightings.count + 1);
  }

  /** Adds the edge whose sightings are the rows `order[first]` up to `order[end]`; at least one. */
  addEdge(order: Uint32Array, first: number, end: number): void {
    const s = this.#sightings;
    const edge = this.#edgeCount++;
    let leading = order[first] as number;
    let evidence = s.evidence[leading] as number;
    for (let place = first + 1; place < end; place++) {
      const row = order[place] as number;
      evidence = Math.min(evidence, s.evidence[row] as number);
      if (this.#isEarlier(row, leading)) leading = row;
    }
    this.#source[edge] = s.source[leading] as number;
    this.#target[edge] = s.target[leading] as number;
    this.#kind[edge] = s.kind[leading] as number;
    this.#evidence[edge] = evidence;
    this.#form[edge] = s.form[leading] as number;
    if (end - first === 1) this.#addLine(s.line[leading] as number);
    else this.#addLines(order.subarray(first, end));
    this.#addNames(order, first, end);
    this.#lineStart[edge + 1] = this.#lineCount;
    this.#nameStart[edge + 1] = this.#names.length;
  }

  /** Two forms on one line: the smaller code leads, so that the order of sightings does not show. */
  #isEarlier(row: number, than: number): boolean {
    const { line, form } = this.#sightings;
    const distance = (line[row] as number) - (line[than] as number);
    return distance < 0 || (distance === 0 && (form[row] as number) < (form[than] as number));
  }

  #addLines(rows: Uint32Array): void {
    const lines = rows.map((row) => this.#sightings.line[row] as number).sort();
    let before = 0;
    for (const line of lines) {
      if (line !== before) this.#addLine(line);
      before = line;
    }
  }

  #addLine(line: number): void {
    if (line !== NO_LINE) this.#lines[this.#lineCount++] = line;
  }

  #addNames(order: Uint32Array, first: number, end: number): void {
    const found: string[] = [];
    for (let place = first; place < end; place++)
      for (const name of this.#sightings.names[order[place] as number] ?? []) found.push(name);
    if (found.length === 0) return;
    for (const name of [...new Set(found)].sort(compareStrings))
      this.#names.push(this.#strings.intern(name));
  }

  finish(nodeCount: number): EdgeColumns {
    const count = this.#edgeCount;
    return {
      outStart: countStarts(this.#source.subarray(0, count), nodeCount),
      edgeTarget: this.#target.slice(0, count),
      edgeKind: this.#kind.slice(0, count),
      edgeEvidence: this.#evidence.slice(0, count),
      edgeForm: this.#form.slice(0, count),
      lineStart: this.#lineStart.slice(0, count + 1),
      lines: this.#lines.slice(0, this.#lineCount),
      nameStart: this.#nameStart.slice(0, count + 1),
      names: Uint32Array.from(this.#names),
    };
  }
}
