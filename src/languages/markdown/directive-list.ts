/**
 * Sphinx directives with a list of names as their body: pages of a `toctree`, declarations of an
 * `autosummary`.
 */
import type { Inline } from './block.ts';
import { targetOf } from './roles.ts';

const FORMS: Readonly<Record<string, 'link' | 'code-span'>> = {
  toctree: 'link',
  autosummary: 'code-span',
};
/** Lines that are no entry: an option, a page pattern, the page itself, or a generated entry. */
const NO_ENTRY = /^(?::|\.\.\s|[~!]?$|self$)|[*?[\]{}]/;

type Entry = Pick<Inline, 'form' | 'text'>;

/** Returns the entry in one line of the body. */
export function listEntry(directive: string, line: string): Entry | undefined {
  const form = FORMS[directive];
  const text = line.trim();
  if (form === undefined || NO_ENTRY.test(text)) return undefined;
  // The extension is dropped because the page may also be generated when the manual is built.
  if (form === 'link') return { form, text: targetOf(text).replace(/\.(?:rst|md|txt)$/, '') };
  const name = /^[~!]?([\w.]+)(?:\(\))?$/.exec(text)?.[1];
  return name === undefined ? undefined : { form, text: name };
}

/** Tracks the list that lines of reStructuredText belong to, by their indentation. */
export class DirectiveList {
  #directive = '';
  #indent = 0;

  /** Returns the entry in a non-empty line. `directive` is empty if the line is not a directive. */
  follow(directive: string, line: string, indent: number): Entry | undefined {
    const isInside = this.#directive !== '' && indent > this.#indent && directive === '';
    if (isInside) return listEntry(this.#directive, line);
    this.#directive = directive;
    this.#indent = indent;
    return undefined;
  }
}
