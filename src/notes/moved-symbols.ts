/** Finds symbols whose id is gone by their content, and what is most similar to them. */
import { nearestNames } from '../base/edit-distance.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import { pathOfSymbolId } from '../model/symbol.ts';
import type { SymbolFingerprint } from './fingerprint.ts';

/** Fewest characters of a symbol, and lines of a file, that are recognized by content alone. */
const DISTINCT_CHARACTERS_MIN = 40;
const DISTINCT_LINES_MIN = 4;

export class MovedSymbols {
  readonly #graph: SymbolGraph;
  readonly #wanted: readonly SymbolFingerprint[];
  #byBody: ReadonlyMap<number, readonly number[]> | undefined;

  constructor(graph: SymbolGraph, wanted: readonly SymbolFingerprint[]) {
    this.#graph = graph;
    this.#wanted = wanted;
  }

  /**
   * Returns the symbol with the content that an id had. If the id exists with other content,
   * `isTaken`, only a symbol of the same name in the same file is meant: numbers of ids shift.
   */
  find(id: string, { head, body }: SymbolFingerprint, isTaken: boolean): number | undefined {
    this.#byBody ??= this.#graph.nodesByBody(
      new Set(this.#wanted.map((one) => Number.parseInt(one.body, 16))),
    );
    const headHash = Number.parseInt(head, 16);
    const same = (this.#byBody.get(Number.parseInt(body, 16)) ?? []).filter(
      (node) => this.#graph.textHashes(node).head === headHash,
    );
    const path = pathOfSymbolId(id);
    const tail = plainTail(id);
    const near = same.filter((node) => plainTail(this.#graph.node(node).id) === tail);
    const inFile = near.find((node) => this.#graph.pathOf(node) === path);
    if (inFile !== undefined || isTaken) return inFile;
    if (near.length === 1) return near[0];
    const distinct = same.filter((node) => this.#isDistinct(node));
    const name = lastName(id);
    return (
      distinct.find((node) => near.includes(node)) ??
      distinct.find((node) => lastName(this.#graph.node(node).id) === name) ??
      (distinct.length === 1 ? distinct[0] : undefined)
    );
  }

  /** Returns the id of the symbol that someone who looks for another most likely means. */
  similar(id: string): string {
    const graph = this.#graph;
    const path = pathOfSymbolId(id);
    const ids = (nodes: readonly number[]) => nodes.map((node) => graph.node(node).id as string);
    if (path === id) {
      const base = lastName(id);
      return graph.paths().find((other) => lastName(other) === base) ?? '';
    }
    const named = ids(graph.byName(lastName(id)));
    const tail = plainTail(id);
    const best =
      named.find((other) => plainTail(other) === tail) ??
      named.find((other) => pathOfSymbolId(other) === path) ??
      named[0];
    if (best !== undefined) return best;
    const own = new Map(
      graph.symbolsOf(path).map((node) => [graph.node(node).name, graph.node(node).id] as const),
    );
    const [near] = nearestNames(lastName(id), own.keys(), 1);
    return near === undefined ? '' : (own.get(near) ?? '');
  }

  #isDistinct(node: number): boolean {
    const { kind, start, end, endLine } = this.#graph.node(node);
    return kind === 'file' ? endLine >= DISTINCT_LINES_MIN : end - start >= DISTINCT_CHARACTERS_MIN;
  }
}

/** Returns the names of an id without its path and numbers; of a file, its name. */
function plainTail(id: string): string {
  const path = pathOfSymbolId(id);
  return path === id ? lastName(id) : id.slice(path.length).replaceAll(/~\d+(?=::|$)/g, '');
}

function lastName(id: string): string {
  const path = pathOfSymbolId(id);
  return path === id
    ? id.slice(id.lastIndexOf('/') + 1)
    : id.slice(id.lastIndexOf('::') + 2).replace(/~\d+$/, '');
}
