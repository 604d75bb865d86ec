/**
 * Which inline code an item of reStructuredText begins with: of a list, of a definition list by its term,
 * or a directive that says what a setting, a flag or an environment variable means.
 */
import { isLead, type Listed } from './listed-code.ts';

interface Item {
  readonly indent: number;
  /** What it begins with: undefined until that is known, empty for something else. */
  lead: string | undefined;
}

const BULLET = /^\s*(?:[-*+•]|(?:\d+|#)[.)])\s+/;
const NO_TERM = /^\s*(?:\.\.(?:\s|$)|__\s|:[\w-]+[^:`]*:(?:\s|$)|[-*+•]\s)/;

export class IndentedItems {
  #items: Item[] = [];

  /** To be asked for each line that is no code and not empty, with the line below it. */
  follow(line: string, indent: number, below: string, indentBelow: number): void {
    this.#close(indent);
    const isTerm = below.trim() !== '' && indentBelow > indent && !NO_TERM.test(line);
    if (isTerm || BULLET.test(line)) this.#items.push({ indent, lead: undefined });
  }

  /** A directive with what it is about. */
  begin(indent: number, lead: string): Listed {
    this.#close(indent);
    const { under } = this.#listed();
    this.#items.push({ indent, lead });
    return { leads: true, under };
  }

  /** Inline code, with what is said before it on its line. */
  take(code: string, before: string): Listed {
    const { under, item } = this.#listed();
    if (item === undefined || item.lead !== undefined) return { leads: false, under };
    const leads = isLead(code, before.replace(BULLET, ''));
    item.lead = leads ? code : '';
    return { leads, under };
  }

  /** A line has ended: an item that does not begin with code has no other beginning. */
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
