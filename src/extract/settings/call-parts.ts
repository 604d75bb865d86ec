/** The arguments of a call, and the calls that are chained to it, in the syntax of many languages. */
import { bracketedList } from '../../base/bracketed.ts';

export interface CallParts {
  readonly positional: readonly string[];
  readonly named: ReadonlyMap<string, string>;
  /** Calls on the result: `.Default("x")`, with their arguments as written. */
  readonly chained: ReadonlyMap<string, string>;
  readonly end: number;
}

const NAMED = /^(?:["']?([A-Za-z_][\w-]*)["']?\s*(?:=(?![=>])|:(?!:))\s*)([\s\S]+)$/;
const CHAINED = /\s*\??\.\s*([A-Za-z_]\w*)\s*(?=\()/y;
const CHAIN_MAX = 12;

/** Reads the call whose opening bracket is at an offset; undefined if its syntax is unclear. */
export function callParts(
  text: string,
  open: number,
  hasHashComments: boolean,
): CallParts | undefined {
  const rules = { hasTypes: false, hasHashComments };
  const list = bracketedList(text, open, rules);
  if (list === undefined) return undefined;
  const positional: string[] = [];
  const named = new Map<string, string>();
  addParts(list.parts, positional, named, rules.hasHashComments);
  const chained = new Map<string, string>();
  let end = list.end;
  for (let count = 0; count < CHAIN_MAX; count++) {
    CHAINED.lastIndex = end;
    const next = CHAINED.exec(text);
    if (next === null) break;
    const given = bracketedList(text, CHAINED.lastIndex, rules);
    if (given === undefined) break;
    if (!chained.has(next[1] ?? '')) chained.set(next[1] ?? '', given.parts.join(', '));
    end = given.end;
  }
  return { positional, named, chained, end };
}

/** An object as the last argument gives named values. */
function addParts(
  parts: readonly string[],
  positional: string[],
  named: Map<string, string>,
  hasHashComments: boolean,
): void {
  for (const part of parts) {
    const match = NAMED.exec(part);
    if (match !== null) named.set(match[1] ?? '', match[2] ?? '');
    else if (part.startsWith('{')) {
      const inner = bracketedList(part, 0, { hasTypes: false, hasHashComments });
      addParts(inner?.parts ?? [], positional, named, hasHashComments);
    } else positional.push(part);
  }
}
