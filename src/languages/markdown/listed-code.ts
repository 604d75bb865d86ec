/** Which inline code a list item or a row of a table begins with: what the rest of it, and what is nested, is about. */

interface Item {
  /** What it begins with: undefined until that is known, empty for something else. */
  lead: string | undefined;
}

export interface Listed {
  /** Its list item or row begins with it. */
  readonly leads: boolean;
  /** What the items around it begin with, the nearest first. */
  readonly under: readonly string[];
}

/** Longer ones are no keys. */
const LEAD_CHARACTERS_MAX = 60;

/** Whether an item begins with it. */
export function isLead(code: string, before: string): boolean {
  return !/[^\s*_~]/.test(before) && code.length <= LEAD_CHARACTERS_MAX;
}

/** The items that are open while a page is read. */
export class OpenItems {
  readonly #items: Item[] = [];

  /** Of a token's type. */
  follow(type: string): void {
    if (type === 'list_item_open' || type === 'tr_open') this.#items.push({ lead: undefined });
    else if (type === 'list_item_close' || type === 'tr_close') this.#items.pop();
  }

  /** Inline code, with what is said before it in its paragraph or cell. */
  take(code: string, before: string): Listed {
    const under = this.#items.flatMap(({ lead }) => lead || []).reverse();
    const item = this.#items.at(-1);
    if (item === undefined || item.lead !== undefined) return { leads: false, under };
    const leads = isLead(code, before);
    item.lead = leads ? code : '';
    return { leads, under };
  }

  /** A paragraph or a cell has ended: an item that does not begin with code has no other beginning. */
  pass(): void {
    const item = this.#items.at(-1);
    if (item !== undefined) item.lead ??= '';
  }
}
