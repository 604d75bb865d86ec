import { at } from '../base/assert.ts';
import type { Subtrees } from './subtrees.ts';

/** The position of a walk among the children of one subtree. */
interface Frame {
  firstChild: number;
  count: number;
  index: number;
  /** Byte offset in the text. */
  position: number;
  production: number;
  /** Index of the current child without counting extras; −1 for an extra. */
  part: number;
  parts: number;
}

/**
 * Iterates over the visible children of a node: named nodes and tokens. The children of a hidden
 * subtree, which the grammar uses internally, count as children of the node.
 */
export class VisibleChildren {
  readonly #subtrees: Subtrees;
  /** The subtrees on the current path, each inside the previous one. The first is the node. */
  readonly #frames: Frame[] = [];
  #top = -1;
  /** The current child: its address, its first byte in the text, and its alias, or 0. */
  place = 0;
  start = 0;
  alias = 0;

  constructor(subtrees: Subtrees) {
    this.#subtrees = subtrees;
  }

  /** Starts before the first child of a node. */
  open(place: number, start: number): this {
    this.#top = -1;
    this.#enter(place, start);
    return this;
  }

  /** Moves to the next child. Returns false when there is none. */
  next(): boolean {
    while (this.#top >= 0) {
      const frame = at(this.#frames, this.#top);
      if (frame.index === frame.count) {
        this.#top--;
        continue;
      }
      this.#step(frame);
      if (this.alias !== 0 || this.#subtrees.isVisible(this.place)) return true;
      if (this.#subtrees.visibleChildCountOf(this.place) > 0) this.#enter(this.place, this.start);
    }
    return false;
  }

  /** Moves to the next accepted child and stays there. */
  find(accepts: (child: this) => boolean): this | undefined {
    while (this.next()) if (accepts(this)) return this;
    return undefined;
  }

  /** Returns the field of the current child; 0: none. */
  field(): number {
    for (let index = this.#top; index >= 0; index--) {
      const { part, production } = at(this.#frames, index);
      if (part < 0) return 0;
      const entries = this.#subtrees.fieldsOf(production);
      const entry = entries.find(({ child, inherited }) => child === part && !inherited);
      if (entry !== undefined) return entry.field;
    }
    return 0;
  }

  #enter(place: number, start: number): void {
    this.#top++;
    const frame = this.#frames[this.#top] ?? newFrame();
    this.#frames[this.#top] = frame;
    frame.firstChild = this.#subtrees.firstChildOf(place);
    frame.count = this.#subtrees.childCountOf(place);
    frame.production = this.#subtrees.productionOf(place);
    frame.index = 0;
    frame.position = start;
    frame.parts = 0;
  }

  #step(frame: Frame): void {
    const subtrees = this.#subtrees;
    const place = subtrees.childAt(frame.firstChild, frame.index);
    frame.part = subtrees.isExtra(place) ? -1 : frame.parts++;
    this.alias = frame.part < 0 ? 0 : subtrees.aliasAt(frame.production, frame.part);
    // The padding before the first child is the padding of its parent.
    if (frame.index > 0) frame.position += subtrees.paddingOf(place);
    this.place = place;
    this.start = frame.position;
    frame.position += subtrees.sizeOf(place);
    frame.index++;
  }
}

function newFrame(): Frame {
  return { firstChild: 0, count: 0, index: 0, position: 0, production: 0, part: -1, parts: 0 };
}
