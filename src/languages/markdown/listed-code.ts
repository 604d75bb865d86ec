/**
 * Determines the inline code that begins a list item or table row. The rest of the item, and
 * everything nested, is about that code.
 */

interface Item {
  /**
   * The code that begins the item; undefined until known, empty if it begins with something else.
   */
  lead: string | undefined;
  /** The types written after the code: `init` {CartInit}. Undefined until known. */
  types: readonly string[] | undefined;
}

export interface Listed {
  /** Whether its list item or row begins with it. */
  readonly leads: boolean;
  /** The types and leading code of the surrounding items, nearest first. */
  readonly under: readonly string[];
}

/** Maximum length of leading code in characters. Longer code is not a key. */
const LEAD_CHARACTERS_MAX = 60;
/** Matches types such as `{CartInit|Object}` before any other text or after `Returns`. */
const TYPES = /^(?:[^\w{]|Returns?\b)*\{([^{}]+)\}/;
/** Matches inline code right after the leading code that names its type. */
const TYPE = /^[A-Z]\w*[a-z]\w*(?:\[\])?(?:\s*\|\s*(?:null|undefined|None))?$/;
/** Text allowed between the leading code and its type. */
const JOINED = /^[\s:({*_~-]*$/;
/** Types that say nothing specific about a value. */
const ANY_VALUE =
  /^(?:Object|Array|Function|String|Number|Boolean|Promise|Map|Set|Symbol|Date|Error|Buffer|RegExp)$/;
/** Placeholder for an item without a named type. Nested items still belong to it. */
const NAMELESS = '{}';

/** Whether inline code begins its item, given the text before it. */
export function isLead(code: string, before: string): boolean {
  return !/[^\s*_~]/.test(before) && code.length <= LEAD_CHARACTERS_MAX;
}

/** Tracks the items that are open while a page is read. */
export class OpenItems {
  readonly #items: Item[] = [];

  /** Opens or closes items according to a token's type. */
  follow(type: string): void {
    if (type === 'list_item_open' || type === 'tr_open') {
      this.#items.push({ lead: undefined, types: undefined });
    } else if (type === 'list_item_close' || type === 'tr_close') this.#items.pop();
  }

  /**
   * Records inline code. `before` is the preceding text in its paragraph or cell, `since` the text
   * after the previous code.
   */
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

  /**
   * Records the end of a paragraph or cell. An item that has not begun with code by then never
   * does. `since` is the text after the last code.
   */
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
