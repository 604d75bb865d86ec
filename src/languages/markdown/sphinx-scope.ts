/**
 * Tracks the scope of the names that a Sphinx page declares: a module, and the classes around them.
 */
import type { Inline } from './block.ts';

/** Matches directives that declare a symbol: `.. py:function:: load(path)`. */
const DECLARING =
  /^(?:[a-z]+:)?(?:auto)?(?:(?:coroutine)?function|class|(?:static|class|abstract|coroutine|decorator)?method|attribute|property|module|data|exception|decorator|type)$/;
/**
 * Matches directives of C and C++, in which the name is among its types: `.. c:function:: int
 * load(char *path)`.
 */
const OF_C =
  /^(?:c|cpp):(?:function|macro|struct|union|enum|enumerator|type|var|member|class|alias)$/;
const MODULE = /^(?:py:)?(?:auto|current)?module$/;
const CLASS = /^(?:py:)?(?:auto)?(?:class|exception)$/;

export class SphinxScope {
  #module = '';
  #classes: { readonly indent: number; readonly name: string }[] = [];

  /** Returns the declared name of a directive, or undefined if it declares nothing. */
  directive(kind: string, subject: string, indent: number, line: number): Inline | undefined {
    const text = subject.trim();
    const name = /^[\w.]+/.exec(text)?.[0] ?? '';
    this.#classes = this.#classes.filter((outer) => outer.indent < indent);
    if (MODULE.test(kind)) {
      this.#module = name === 'None' ? '' : name;
      return name === '' || name === 'None'
        ? undefined
        : { form: 'code-span', text: name, line, noun: 'module' };
    }
    if (OF_C.test(kind)) return { form: 'code-span', text: nameInC(text), line };
    if (!DECLARING.test(kind)) return undefined;
    const scope = this.ofRole(indent);
    if (CLASS.test(kind) && name !== '') this.#classes.push({ indent, name });
    // The parameter list may continue on the next line.
    return { form: 'code-span', text: text.endsWith('\\') ? `${name}()` : text, line, ...scope };
  }

  /** Returns the scope of names at an indentation. */
  ofRole(indent: number): { readonly scope?: string } {
    const around = this.#classes.filter((outer) => outer.indent < indent).map(({ name }) => name);
    const parts = [this.#module, ...around].filter((part) => part !== '');
    return parts.length === 0 ? {} : { scope: parts.join('.') };
  }
}

/** Returns the last name before the parameters, with `()` if there are any. */
function nameInC(text: string): string {
  const [, name, open] = /([A-Za-z_][\w:]*)\s*(?:(\()|(?:\[|=|;|$))/.exec(text) ?? [];
  return name === undefined ? text : `${name}${open === undefined ? '' : '()'}`;
}
