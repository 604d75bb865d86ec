/** Where a page of Sphinx puts the names that it declares: in a module, and in the class around them. */
import type { Inline } from './block.ts';

/** A domain's directive declares: `.. py:function:: load(path)`. */
const DECLARING =
  /^(?:[a-z]+:)?(?:auto)?(?:(?:coroutine)?function|class|(?:static|class|abstract|coroutine|decorator)?method|attribute|property|module|data|exception|decorator|type)$/;
/** Of these the name stands among its types: `.. c:function:: int load(char *path)`. */
const OF_C =
  /^(?:c|cpp):(?:function|macro|struct|union|enum|enumerator|type|var|member|class|alias)$/;
const MODULE = /^(?:py:)?(?:auto|current)?module$/;
const CLASS = /^(?:py:)?(?:auto)?(?:class|exception)$/;

export class SphinxScope {
  #module = '';
  #classes: { readonly indent: number; readonly name: string }[] = [];

  /** What a directive says; undefined for one that declares nothing. */
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
    // A list of parameters may go on below.
    return { form: 'code-span', text: text.endsWith('\\') ? `${name}()` : text, line, ...scope };
  }

  /** Of names that stand that far to the right. */
  ofRole(indent: number): { readonly scope?: string } {
    const around = this.#classes.filter((outer) => outer.indent < indent).map(({ name }) => name);
    const parts = [this.#module, ...around].filter((part) => part !== '');
    return parts.length === 0 ? {} : { scope: parts.join('.') };
  }
}

/** The last name before the parameters, as a call where there are any. */
function nameInC(text: string): string {
  const [, name, open] = /([A-Za-z_][\w:]*)\s*(?:(\()|(?:\[|=|;|$))/.exec(text) ?? [];
  return name === undefined ? text : `${name}${open === undefined ? '' : '()'}`;
}
