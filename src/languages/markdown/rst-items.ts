/**
 * Determines the inline code that begins an item in reStructuredText: a list item, the term of a
 * definition list, or a directive that describes a setting, flag or environment variable.
 */
import { isLead, type Listed } from './listed-code.ts';

interface Item {
  readonly indent: number;
  /**
   * The code that begins the item; undefined until known, empty if it begins with something else.
   */
  lead: string | undefined;
}

const BULLET = /^\s*(?:[-*+•]|(?:\d+|#)[.)])\s+/;
const NO_TERM = /^\s*(?:\.\.(?:\s|$)|__\s|:[\w-]+[^:`]*:(?:\s|$)|[-*+•]\s)/;

export class IndentedItems {
  #items: Item[] = [];

  /**
   * Opens or closes items. Call it for each non-empty line that is not code; `below` is the next
   * line.
   */
  follow(line: string, indent: number, below: string, indentBelow: number): void {
    this.#close(indent);
    const isTerm = below.trim() !== '' && indentBelow > indent && !NO_TERM.test(line);
    if (isTerm || BULLET.test(line)) this.#items.push({ indent, lead: undefined });
  }

  /** Begins a directive that describes `lead`. */
  begin(indent: number, lead: string): Listed {
    this.#close(indent);
    const { under } = this.#listed();
    this.#items.push({ indent, lead });
    return { leads: true, under };
  }

  /** Records inline code; `before` is the text before it on its line. */
  take(code: string, before: string): Listed {
    const { under, item } = this.#listed();
    if (item === undefined || item.lead !== undefined) return { leads: false, under };
    const leads = isLead(code, before.replace(BULLET, ''));
    item.lead = leads ? code : '';
    return { leads, under };
  }

  /** Records the end of a line. An item that has not begun with code by then never does. */
  pass(): void {
    const item = this.#items.at(-1);
    if (item !== undefined) item.lead ??= '';
  }

  #close(indent: number): void {
    this.#items = this.#items.filter((item) => item.indent < indent);
  }

  #listed() {
    const under = this.#items.flatMap(({ lead }) => lead || []).reverse();
    return { under, item: this.#items.at(-1) };
  }
}
