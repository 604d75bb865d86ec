/**
 * Reads the tree of a text directly from the parser's memory. Reading through the parser's API
 * costs three calls and as many objects per node, three quarters of the parse time.
 * test/parse/tree-memory.test.ts uses the API and checks for every language that the results are
 * equal. See docs/decisions/016-trees-from-the-parsers-memory.md.
 */
import type { Node } from 'web-tree-sitter';
import { at } from '../base/assert.ts';
import { getOrCompute } from '../base/memoize.ts';
import { DEPTH_MAX, type Fault, type ParsedTree } from '../extractors/parsed-tree.ts';
import { childOfField } from './field-child.ts';
import { type Heap, Subtrees } from './subtrees.ts';
import { VisibleChildren } from './visible-children.ts';

/** Offset in `TSTree`: the address of the language follows the root, in words. */
const TREE_LANGUAGE = 2;
/** Bytes of a UTF-16 unit. */
const BYTES_PER_UNIT = 2;

/** Caches the displayed name of each symbol, by language. */
const knownNames = new Map<number, readonly string[]>();

/** Named nodes in source order. The arrays are reused for the next tree. */
class NodeTable {
  count = 0;
  places = new Int32Array(0);
  symbols = new Uint16Array(0);
  starts = new Int32Array(0);
  ends = new Int32Array(0);
  nexts = new Int32Array(0);

  clear(size: number): void {
    this.count = 0;
    if (this.places.length >= size) return;
    this.places = new Int32Array(size);
    this.symbols = new Uint16Array(size);
    this.starts = new Int32Array(size);
    this.ends = new Int32Array(size);
    this.nexts = new Int32Array(size);
  }
}

const table = new NodeTable();

/** Reads a tree of the parser. The tree must live as long as the returned object is used. */
export function readTree(heap: Heap, root: Node, text: string): ParsedTree {
  const language = heap.HEAPU32?.[(root.id >> 2) + TREE_LANGUAGE] ?? 0;
  const subtrees = new Subtrees(heap, language);
  const names = getOrCompute(knownNames, language, () => namesOf(root, subtrees));
  table.clear(root.descendantCount);
  new TreeReader(subtrees, table).read(root.id, root.startIndex * BYTES_PER_UNIT);
  return new MemoryTree(root, text, subtrees, names);
}

/** Unnamed symbols are displayed as errors, like errors themselves. */
function namesOf(root: Node, subtrees: Subtrees): readonly string[] {
  const { types } = root.tree.language;
  return types.map((_, symbol) => types[subtrees.publicSymbolOf(symbol)] || 'ERROR');
}

/** Fills a table with the named nodes of a tree. */
class TreeReader {
  readonly #subtrees: Subtrees;
  readonly #table: NodeTable;
  /** Indexed by depth. */
  readonly #children: VisibleChildren[] = [];

  constructor(subtrees: Subtrees, nodes: NodeTable) {
    this.#subtrees = subtrees;
    this.#table = nodes;
  }

  read(root: number, start: number): void {
    this.#add(root, this.#subtrees.symbolOf(root), start, 0);
  }

  #add(place: number, symbol: number, start: number, depth: number): void {
    const nodes = this.#table;
    const node = nodes.count++;
    nodes.places[node] = place;
    nodes.symbols[node] = symbol;
    nodes.starts[node] = start / BYTES_PER_UNIT;
    nodes.ends[node] = (start + this.#subtrees.sizeOf(place)) / BYTES_PER_UNIT;
    if (depth <= DEPTH_MAX && this.#subtrees.childCountOf(place) > 0)
      this.#addChildren(place, start, depth);
    nodes.nexts[node] = nodes.count;
  }

  #addChildren(parent: number, parentStart: number, depth: number): void {
    const subtrees = this.#subtrees;
    this.#children[depth] ??= new VisibleChildren(subtrees);
    const children = this.#children[depth].open(parent, parentStart);
    while (children.next()) {
      const { place, alias, start } = children;
      if (alias === 0) {
        if (subtrees.isNamed(place)) this.#add(place, subtrees.symbolOf(place), start, depth + 1);
      } else if (subtrees.isNamedSymbol(alias)) this.#add(place, alias, start, depth + 1);
    }
  }
}

const FIELD_NUMBERS = new WeakMap<readonly (string | null)[], ReadonlyMap<string | null, number>>();

function fieldNumbers(fields: readonly (string | null)[]): ReadonlyMap<string | null, number> {
  return getOrCompute(FIELD_NUMBERS, fields, () => new Map(fields.map((name, at) => [name, at])));
}

class MemoryTree implements ParsedTree {
  readonly text: string;
  readonly starts = table.starts;
  readonly ends = table.ends;
  readonly nexts = table.nexts;
  readonly #symbols = table.symbols;
  readonly #places = table.places;
  readonly #fields: ReadonlyMap<string | null, number>;
  readonly #subtrees: Subtrees;
  readonly #names: readonly string[];

  constructor(root: Node, text: string, subtrees: Subtrees, names: readonly string[]) {
    this.text = text;
    this.#fields = fieldNumbers(root.tree.language.fields);
    this.#subtrees = subtrees;
    this.#names = names;
  }

  typeOf(node: number): string {
    return this.#names[this.#symbols[node] ?? 0] ?? 'ERROR';
  }

  isMissing(node: number): boolean {
    return this.#subtrees.isMissing(this.#placeOf(node));
  }

  childOfField(node: number, field: string): number {
    const place = this.#fieldPlace(node, field);
    return place === 0 ? -1 : this.#childAt(node, place);
  }

  childrenOfField(node: number, field: string): readonly number[] {
    const number = this.#fieldNumber(field);
    const found: number[] = [];
    const children = this.#childrenOf(node);
    while (number > 0 && children.next()) {
      if (children.field() === number) found.push(this.#childAt(node, children.place));
    }
    return found.filter((child) => child >= 0);
  }

  textOfField(node: number, field: string): string | undefined {
    const place = this.#fieldPlace(node, field);
    const child = this.#childrenOf(node).find((children) => children.place === place);
    if (child === undefined) return undefined;
    const { start, end } = this.#shown(child);
    return this.text.slice(start, end);
  }

  hasChild(node: number, type: string): boolean {
    const isSought = (child: VisibleChildren) => this.#shown(child).type === type;
    return this.#childrenOf(node).find(isSought) !== undefined;
  }

  fault(): Fault | undefined {
    const root = this.#placeOf(0);
    if (!this.#subtrees.hasError(root)) return undefined;
    let found: Fault = { type: this.typeOf(0), start: at(this.starts, 0), end: at(this.ends, 0) };
    const hasError = ({ place }: VisibleChildren) => this.#subtrees.hasError(place);
    for (let inner = this.#childrenOf(0).find(hasError); inner !== undefined; ) {
      found = this.#shown(inner);
      inner = inner.open(inner.place, inner.start).find(hasError);
    }
    return found;
  }

  /** Returns the displayed form of the current child. */
  #shown({ place, alias, start }: VisibleChildren): Fault {
    const end = start + this.#subtrees.sizeOf(place);
    return {
      type: this.#names[alias || this.#subtrees.symbolOf(place)] ?? 'ERROR',
      start: start / BYTES_PER_UNIT,
      end: end / BYTES_PER_UNIT,
    };
  }

  #placeOf(node: number): number {
    return this.#places[node] ?? 0;
  }

  #childrenOf(node: number): VisibleChildren {
    const start = at(this.starts, node) * BYTES_PER_UNIT;
    return new VisibleChildren(this.#subtrees).open(this.#placeOf(node), start);
  }

  #fieldNumber(field: string): number {
    return this.#fields.get(field) ?? -1;
  }

  #fieldPlace(node: number, field: string): number {
    const number = this.#fieldNumber(field);
    return number < 0 ? 0 : childOfField(this.#subtrees, this.#placeOf(node), number);
  }

  /** Returns the child at an address; −1 for a child without a number. */
  #childAt(node: number, place: number): number {
    const end = this.nexts[node] ?? 0;
    for (let child = node + 1; child < end; child = this.nexts[child] ?? end) {
      if (this.#placeOf(child) === place) return child;
    }
    return -1;
  }
}
