/** What a call in a code block passes, read from its text: facts keep types of arguments, not their number. */
import { bracketedList } from '../base/bracketed.ts';
import { languageById } from '../languages/registry.ts';
import type { PassedArguments } from '../model/page.ts';

/** No call is longer that is there to be read. */
const LINES_MAX = 200;

/**
 * The arguments of the only call of a name on a line (0-based); undefined when there is none or several,
 * when any of them is spread, and when something is left out for the reader to fill in.
 */
export function passedArguments(
  language: string,
  lines: readonly string[],
  row: number,
  name: string,
): PassedArguments | undefined {
  const { callArguments, hashComments = false } = languageById(language) ?? {};
  if (callArguments === undefined || !/^[\w$]+$/.test(name)) return undefined;
  const own = name.replaceAll('$', '\\$');
  const pattern = new RegExp(`(?<![\\w$])${own}(?:\\s*<[^()\\n]*>)?\\(`, 'g');
  const [call, ...others] = [...(lines[row] ?? '').matchAll(pattern)];
  if (call === undefined || others.length > 0) return undefined;
  const before = (lines[row] ?? '').slice(0, call.index);
  if (/\b(?:function|def|fn|func|class)\s+\*?$/.test(before)) return undefined;
  const text = lines.slice(row, row + LINES_MAX).join('\n');
  const open = call.index + call[0].length - 1;
  const list = bracketedList(text, open, { hasTypes: false, hasHashComments: hashComments });
  if (list === undefined || list.parts.some((part) => isOpen(part))) return undefined;
  if (list.parts.length === 0 && /\/\*|\/\/|#/.test(text.slice(open, list.end))) return undefined;
  // A body behind the brackets: a method is declared, not called.
  if (/^\s*\{/.test(text.slice(list.end)) && before.trim() === '') return undefined;
  const named =
    callArguments === 'named'
      ? list.parts.flatMap((part) => /^([A-Za-z_]\w*)\s*=(?!=)/.exec(part)?.[1] ?? [])
      : [];
  return { positional: list.parts.length - named.length, named };
}

/** Spread, or a place to fill in; in Rust a closure, whose bars hold commas; a generator in brackets. */
function isOpen(part: string): boolean {
  return /^(?:\*|\.\.\.|…|\||move\b)|\.\.\.$|^<|^\w+ \w+$|\bfor\b.*\bin\b/.test(part);
}
