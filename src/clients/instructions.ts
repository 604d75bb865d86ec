import { styleOf, withLineEnd } from './formats/config-format.ts';

const START = '<!-- graph-memory -->';
const END = '<!-- /graph-memory -->';

/** Every session of an agent reads these lines. More than four lines would cost more than they save. */
const LINES = [
  '- To find code, its callers or what a change affects, ask the `graph-memory` tools before grep.',
  '- `explain` answers a question in one call; `code_references` lists every use of a symbol.',
  '- Without the tools, e.g. in a sub-agent, run `graph-memory explain QUESTION` in a shell.',
];

const BLOCK = new RegExp(`(?:\\r?\\n)?${START}[\\s\\S]*?${END}(?:\\r?\\n)?`);

/** Returns a page with our lines between markers, at its end or where they were. */
export function withInstructions(text: string): string {
  const { eol } = styleOf(text);
  const block = `${[START, ...LINES, END].join(eol)}${eol}`;
  if (hasInstructions(text)) {
    const start = text.indexOf(START);
    const end = text.indexOf(END) + END.length;
    return text.slice(0, start) + block.trimEnd() + text.slice(end);
  }
  const rest = withLineEnd(text, eol);
  return `${rest}${rest === '' ? '' : eol}${block}`;
}

export function withoutInstructions(text: string): string {
  return hasInstructions(text) ? text.replace(BLOCK, '') : text;
}

function hasInstructions(text: string): boolean {
  return text.includes(START) && text.indexOf(END) > text.indexOf(START);
}
