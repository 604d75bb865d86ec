/** Rewrites Go so that its grammar can parse it: `new` accepts a value as well as a type. */
import { bracketedList } from '../../base/bracketed.ts';
import { type Edit, edited } from '../../extractors/preprocessor/edits.ts';

const NEW = /(?<![\w.])new\(/g;
const RULES = { hasTypes: false, hasHashComments: false };

/** The start of a type, up to the name or keyword that decides. */
const TYPE = /^(?:[*(\s]|<-|\[[^\]]*\](?!\s*$)|map\[[^\]]*\]|chan\b(?:<-)?)*/;
const NAME = /^[\p{L}_][\p{L}\p{N}_.]*\s*(?:\[[^\d"'\]][\s\S]*\])?[)\s]*$/u;
const UNNAMED = /^(?:struct|interface)\s*\{[\s\S]*\}[)\s]*$|^func\s*\([^{]*$/;

export function preParseGo(text: string): string {
  const edits: Edit[] = [];
  for (const { index, 0: call } of text.matchAll(NEW)) {
    const argument = bracketedList(text, index + call.length - 1, RULES)?.parts[0];
    // Any other name makes the grammar read an ordinary call.
    if (argument !== undefined && !isType(argument))
      edits.push({ start: index, end: index + 'new'.length, by: 'ne_' });
  }
  return edits.length === 0 ? text : edited(text, edits);
}

function isType(argument: string): boolean {
  const rest = argument.replace(TYPE, '');
  return NAME.test(rest) || UNNAMED.test(rest);
}
