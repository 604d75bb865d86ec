/** Reads inline markup in a line of reStructuredText: literals, roles, links. */
import { nounsAround } from './around-code.ts';
import type { Inline } from './block.ts';
import { describedLabel } from './described.ts';
import { isCodeRole, isModuleRole, linkOfRole, targetOf } from './roles.ts';

const INLINE =
  /(?<![\w`:])(?::([\w:+-]+):`([^`]+)`|``(.+?)``(?!`)|`([^`<>]+?)\s*<([^`<>]+)>`__?|`([^`<>]+)`_(?![_\w])|([A-Za-z][\w.-]*)_(?![\w`]))/g;

/** Reference to a heading or label of the page. Resolved after the whole page is read. */
export interface Reference {
  readonly form: 'reference';
  readonly text: string;
  readonly line: number;
}

/** Context of a line. */
interface Around {
  /** Scope of names in the line: see {@link PageMention.scope}. */
  readonly scope?: string;
}

export function inlineOf(text: string, line: number, { scope }: Around): (Inline | Reference)[] {
  const texts = [''];
  let end = 0;
  const found = [...text.matchAll(INLINE)].flatMap((match): (Inline | Reference)[] => {
    const one = markOf(match, line, scope === undefined ? {} : { scope });
    const led = describedLabel(match[1] ?? '', targetOf(match[2] ?? ''));
    if (one?.form !== 'code-span') return one === undefined ? [] : [one];
    texts.push(`${texts.pop()}${text.slice(end, match.index)}`, '');
    end = match.index + match[0].length;
    return led === undefined ? [one] : [one, { form: 'name', text: led, line }];
  });
  texts.push(`${texts.pop()}${text.slice(end)}`);
  const nouns = nounsAround(texts);
  let span = 0;
  return found.map((one) => {
    if (one.form !== 'code-span') return one;
    const noun = nouns[span++];
    return { ...one, noun: one.noun ?? noun };
  });
}

function markOf(
  [, role = '', named = '', literal, , link, title, word]: RegExpExecArray,
  line: number,
  scope: Pick<Inline, 'scope'>,
): Inline | Reference | undefined {
  if (literal !== undefined) return { form: 'code-span', text: literal, line };
  // `text <label_>`_ links to a label of the page.
  const label = /^(.+[^\\])_$/.exec(link ?? '')?.[1] ?? title ?? word;
  if (label !== undefined) return { form: 'reference', text: label, line };
  if (link !== undefined) return { form: 'link', text: link, line };
  if (isCodeRole(role)) {
    const noun = isModuleRole(role) ? 'module' : undefined;
    const text = targetOf(named).replace(/^[~!.]+/, '');
    return { form: 'code-span', text, line, noun, ...scope };
  }
  const led = linkOfRole(role, named);
  if (led !== undefined) return { ...led, line };
  return role === 'file' ? { form: 'code-span', text: named, line } : undefined;
}

/** Returns a title without inline markup. */
export function plain(title: string): string {
  return title
    .replaceAll(/:[\w:+-]+:`~?([^`]+)`/g, '$1')
    .replaceAll(/``([^`]+)``/g, '$1')
    .replaceAll(/`([^`<]+?)\s*<[^>]+>`__?/g, '$1');
}
