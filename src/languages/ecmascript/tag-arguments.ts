/**
 * Type arguments of a tagged template: `styled.div<Props>`…``. The grammars read two comparisons
 * there. The arguments are therefore blanked for the parser, and the named types are read from the
 * text.
 */
import type { Context } from './context.ts';
import { type Scope, typeNamed } from './scope.ts';
import type { Syntax } from './syntax.ts';

/** Maximum length in characters. Longer arguments are not blanked. */
const ARGUMENTS_CHARS_MAX = 2000;

export function blankTagArguments(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let tick = text.indexOf('>`'); tick >= 0; tick = text.indexOf('>`', tick + 1)) {
    const open = openingOf(text, tick);
    // A comparison has a space before the bracket (`f <T>`), and `</b>` closes an element.
    if (open <= from || !/^[\w$)\]]<[^/]/.test(text.slice(open - 1, open + 2))) continue;
    parts.push(text.slice(from, open), text.slice(open, tick + 1).replace(/\S/g, ' '));
    from = tick + 1;
  }
  return from === 0 ? text : parts.join('') + text.slice(from);
}

/**
 * Returns where the bracket closed at `close` opens, or −1 if the text between is not a list of
 * types.
 */
function openingOf(text: string, close: number): number {
  if (text[close - 1] === '=') return -1;
  let depth = 0;
  const start = Math.max(0, close - ARGUMENTS_CHARS_MAX);
  for (let index = close; index >= start; index--) {
    const character = text[index] ?? '';
    if (character === '`' || text.startsWith('${', index)) return -1;
    if (character === '>' && text[index - 1] === '=') continue;
    if ('>)]}'.includes(character)) depth++;
    else if ('<([{'.includes(character)) {
      depth--;
      if (depth === 0) return character === '<' ? index : -1;
    }
  }
  return -1;
}

/** Emits references to the types named between a tag and its template. */
export function walkTagArguments(context: Context, call: Syntax, scope: Scope): void {
  const [tag, template] = call.children;
  if (tag === undefined || template === undefined) return;
  const between = context.text.slice(tag.end, template.start);
  if (!between.includes('<')) return;
  const bare = between.replace(/(['"]).*?\1/g, (string) => ' '.repeat(string.length));
  // Property names and names after a dot are not types.
  for (const match of bare.matchAll(/(?<![\w$.])[A-Za-z_$][\w$]*(?!\??\s*:)(?![\w$])/g)) {
    const entity = typeNamed(context, scope, match[0]);
    if (scope.type(match[0]) === undefined) continue;
    context.refer(scope.owner, 'type', entity, tag.end + match.index);
  }
}
