/**
 * Reads the arguments of a call in a code block from its text, because facts hold the types of
 * arguments but not their number.
 */
import { bracketedList } from '../base/bracketed.ts';
import { languageById } from '../languages/registry.ts';
import type { PassedArguments } from '../model/page.ts';

/** Maximum number of lines of a call; real examples are shorter. */
const LINES_MAX = 200;

/** The arguments of a call and their texts. */
export interface WrittenArguments extends PassedArguments {
  readonly parts: readonly string[];
}

/**
 * Returns the arguments of the only call of a name on a line (0-based). Returns undefined when
 * there is no call or several, when an argument is spread, or when something is left out for the
 * reader to fill in.
 */
export function passedArguments(
  language: string,
  lines: readonly string[],
  row: number,
  name: string,
): PassedArguments | undefined {
  const [written, ...others] = writtenCalls(language, lines, row, name);
  if (written === undefined || others.length > 0) return undefined;
  return { positional: written.positional, named: written.named };
}

/** Returns the arguments of each call of a name on a line, with their texts; undefined if they are not known. */
export function writtenCalls(
  language: string,
  lines: readonly string[],
  row: number,
  name: string,
): readonly (WrittenArguments | undefined)[] {
  const { callArguments, hashComments = false } = languageById(language) ?? {};
  const line = lines[row] ?? '';
  if (callArguments === undefined || !line.includes(name) || !/^[\w$]+$/.test(name)) return [];
  const own = name.replaceAll('$', '\\$');
  const pattern = new RegExp(`(?<![\\w$])${own}(?:\\s*<[^()\\n]*>)?\\(`, 'g');
  const calls = [...line.matchAll(pattern)];
  if (calls.length === 0) return [];
  const text = lines.slice(row, row + LINES_MAX).join('\n');
  return calls.map((call) => {
    const before = line.slice(0, call.index);
    if (/\b(?:function|def|fn|func|class)\s+\*?$/.test(before)) return undefined;
    const open = call.index + call[0].length - 1;
    const list = bracketedList(text, open, { hasTypes: false, hasHashComments: hashComments });
    if (list === undefined || list.parts.some((part) => isOpen(part))) return undefined;
    if (list.parts.length === 0 && /\/\*|\/\/|#/.test(text.slice(open, list.end))) return undefined;
    // A body after the brackets means a method declaration, not a call.
    if (/^\s*\{/.test(text.slice(list.end)) && before.trim() === '') return undefined;
    const named =
      callArguments === 'named'
        ? list.parts.flatMap((part) => /^([A-Za-z_]\w*)\s*=(?!=)/.exec(part)?.[1] ?? [])
        : [];
    return { positional: list.parts.length - named.length, named, parts: list.parts };
  });
}

/**
 * Whether the number of arguments is unknown: a spread, a placeholder, a Rust closure (its bars
 * hold commas), or a generator in brackets.
 */
function isOpen(part: string): boolean {
  return /^(?:\*|\.\.\.|…|\||move\b)|\.\.\.$|^<|^\w+ \w+$|\bfor\b.*\bin\b/.test(part);
}
