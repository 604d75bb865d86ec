/** Which inline code a list item or a row of a table begins with: what the rest of it, and what is nested, is about. */

interface Item {
  /** What it begins with: undefined until that is known, empty for something else. */
  lead: string | undefined;
  /** The types that are written behind: `init` {CartInit}; undefined until that is known. */
  types: readonly string[] | undefined;
}

export interface Listed {
  /** Its list item or row begins with it. */
  readonly leads: boolean;
  /** What the items around it are of, and begin with, the nearest first. */
  readonly under: readonly string[];
}

/** Longer ones are no keys. */
const LEAD_CHARACTERS_MAX = 60;
/** `{CartInit|Object}`, before anything else is said or behind what is given back. */
const TYPES = /^(?:[^\w{]|Returns?\b)*\{([^{}]+)\}/;
/** Of inline code right behind what an item begins with, which says what that is. */
const TYPE = /^[A-Z]\w*[a-z]\w*(?:\[\])?(?:\s*\|\s*(?:null|undefined|None))?$/;
/** Between the two. */
const JOINED = /^[\s:({*_~-]*$/;
/** Any value is of these. */
const ANY_VALUE =
  /^(?:Object|Array|Function|String|Number|Boolean|Promise|Map|Set|Symbol|Date|Error|Buffer|RegExp)$/;
/** What is below an item of no named type is of that all the same. */
const NAMELESS = '{}';

/** Whether an item begins with it. */
export function isLead(code: string, before: string): boolean {
  return !/[^\s*_~]/.test(before) && code.length <= LEAD_CHARACTERS_MAX;
}

/** The items that are open while a page is read. */
export class OpenItems {
  readonly #items: Item[] = [];

  /** Of a token's type. */
  follow(type: string): void {
    if (type === 'list_item_open' || type === 'tr_open') {
      this.#items.push({ lead: undefined, types: undefined });
    } else if (type === 'list_item_close' || type === 'tr_close') this.#items.pop();
  }

  /** Inline code, with what is said before it in its paragraph or cell, and since the code before. */
  take(code: string, before: string, since: string): Listed {
    const item = this.#items.at(-1);
    const under = this.#items.flatMap((one) => heldBy(one).reverse()).reverse();
    if (item === undefined) return { leads: false, under };
    if (item.lead !== undefined) {
      item.types ??= typesIn(since) ?? (JOINED.test(since) && TYPE.test(code) ? [code] : []);
      return { leads: false, under };
    }
    const leads = isLead(code, before);
    item.lead = leads ? code : '';
    if (!leads) item.types = typesIn(before);
    return { leads, under };
  }

  /** A paragraph or a cell has ended, with what was said since the last code: an item has no other beginning. */
  pass(since: string): void {
    const item = this.#items.at(-1);
    if (item === undefined) return;
    item.types ??= typesIn(since) ?? [];
    item.lead ??= '';
  }
}

function heldBy({ lead = '', types = [] }: Item): string[] {
  const named = types
    .map((type) => type.replace(/\W.*$/, ''))
    .filter((type) => /^[A-Z]/.test(type) && !ANY_VALUE.test(type));
  if (lead !== '') return [...named, lead];
  return named.length > 0 || types.length === 0 ? named : [NAMELESS];
}

function typesIn(text: string): readonly string[] | undefined {
  return TYPES.exec(text)?.[1]
    ?.split('|')
    .map((type) => type.trim());
}
