/** Looks up places of a text in its syntax tree, for languages of any grammar. */
import type { ParsedTree } from '../../extractors/parsed-tree.ts';

const NO_CODE = /comment|string|char_literal|heredoc|regex|^text$|content/;
/** Code inside of a string: `${process.env.PORT}`. */
const CODE_AGAIN = /interpolation|substitution/;
const FALLBACK = /^\s*(?:\?\?|\|\||\?:|or)\s*$/;
const LITERAL =
  /^(?:[bru]?(["'`])(?:(?!\1)[^\\\n]|\\.)*\1|-?[\d._]+\w*|true|false|True|False|null|None|nil|\[\]|\{\})$/;

export class CodeTree {
  readonly #tree: ParsedTree;

  constructor(tree: ParsedTree) {
    this.#tree = tree;
  }

  /** Whether the text at an offset is code, and no comment or string. */
  isCode(offset: number): boolean {
    for (const node of this.#around(offset, offset + 1).reverse()) {
      const type = this.#tree.typeOf(node);
      if (CODE_AGAIN.test(type)) return true;
      if (NO_CODE.test(type)) return false;
    }
    return true;
  }

  /**
   * Returns the chain of fall-backs around a range, and its last operand if that is a literal; none
   * if the range is the last operand itself.
   */
  fallback(start: number, end: number): { readonly fallback?: string; readonly default?: string } {
    const { starts, ends, text } = this.#tree;
    let chain: number | undefined;
    for (const node of this.#around(start, end).reverse()) {
      const children = this.#children(node);
      const [left, right] = children;
      const isFallback =
        children.length === 2 &&
        left !== undefined &&
        right !== undefined &&
        FALLBACK.test(text.slice(ends[left] ?? 0, starts[right] ?? 0));
      if (isFallback) chain = node;
      else if (chain !== undefined) break;
    }
    if (chain === undefined) return {};
    const last = this.#children(chain).at(-1) ?? chain;
    const value = text.slice(starts[last] ?? 0, ends[last] ?? 0);
    const isBefore = end <= (starts[last] ?? 0);
    return {
      fallback: oneLine(text.slice(starts[chain] ?? 0, ends[chain] ?? 0)),
      ...(isBefore && isLiteral(value) ? { default: value } : {}),
    };
  }

  #children(node: number): readonly number[] {
    const { nexts } = this.#tree;
    const children: number[] = [];
    for (
      let child = node + 1;
      child < (nexts[node] ?? 0);
      child = nexts[child] ?? Number.MAX_SAFE_INTEGER
    )
      children.push(child);
    return children;
  }

  /** Returns the nodes that contain a range, outermost first. */
  #around(start: number, end: number): number[] {
    const { starts, ends, nexts } = this.#tree;
    const path: number[] = [];
    let node = 0;
    // The arrays may be longer than the tree.
    let limit = nexts[0] ?? 0;
    while (node < limit) {
      if ((starts[node] ?? 0) <= start && end <= (ends[node] ?? 0)) {
        path.push(node);
        limit = nexts[node] ?? 0;
        node++;
      } else node = nexts[node] ?? limit;
    }
    return path;
  }
}

export function isLiteral(text: string): boolean {
  return LITERAL.test(text.trim());
}

const TEXT_MAX = 200;

export function oneLine(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length <= TEXT_MAX ? flat : `${flat.slice(0, TEXT_MAX - 1)}…`;
}
