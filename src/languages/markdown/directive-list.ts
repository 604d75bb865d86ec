/** Directives of Sphinx whose body is a list of names: pages of a `toctree`, declarations of an `autosummary`. */
import type { Inline } from './block.ts';
import { targetOf } from './roles.ts';

const FORMS: Readonly<Record<string, 'link' | 'code-span'>> = {
  toctree: 'link',
  autosummary: 'code-span',
};
/** An option, a pattern of pages, the page itself, or what the list is made of by other means. */
const NO_ENTRY = /^(?::|\.\.\s|[~!]?$|self$)|[*?[\]{}]/;

type Entry = Pick<Inline, 'form' | 'text'>;

/** Of one line of the body. */
export function listEntry(directive: string, line: string): Entry | undefined {
  const form = FORMS[directive];
  const text = line.trim();
  if (form === undefined || NO_ENTRY.test(text)) return undefined;
  // Without its ending a page may as well be one that is made when the manual is built.
  if (form === 'link') return { form, text: targetOf(text).replace(/\.(?:rst|md|txt)$/, '') };
  const name = /^[~!]?([\w.]+)(?:\(\))?$/.exec(text)?.[1];
  return name === undefined ? undefined : { form, text: name };
}

/** The list that lines of reStructuredText are in, by their indentation. */
export class DirectiveList {
  #directive = '';
  #indent = 0;

  /** Of a line that is not empty; `directive` is empty where it is none. */
  follow(directive: string, line: string, indent: number): Entry | undefined {
    const isInside = this.#directive !== '' && indent > this.#indent && directive === '';
    if (isInside) return listEntry(this.#directive, line);
    this.#directive = directive;
    this.#indent = indent;
    return undefined;
  }
}
