/**
 * Translates notes and errors for the command line: tools and parameters become commands and flags.
 * Applied only to notes, errors and hints; source code is never changed.
 */
import { DOCS_COMMANDS, nameOf, TOOL_COMMANDS } from './commands/tool-commands.ts';

const REINDEX = 'reindex';
const COMMANDS: ReadonlyMap<string, string> = new Map([
  ...TOOL_COMMANDS.map((one) => [one.tool.name, nameOf(one)] as const),
  ...DOCS_COMMANDS.map((one) => [one.tool.name, `docs ${nameOf(one)}`] as const),
  [REINDEX, 'index'],
]);

function isFlag(name: string): boolean {
  const commands = [...TOOL_COMMANDS, ...DOCS_COMMANDS];
  return commands.some(({ tool }) => Object.hasOwn(tool.input.shape, name));
}

/**
 * Translates a text: `raise max_tokens, or ask code_search` → `raise --max-tokens, or ask
 * graph-memory search`.
 */
export function commandWords(text: string): string {
  return text.replace(/(?<![\w"'`./:-])[a-z]+(?:_[a-z]+)*(?![\w"'`/-]|:\S)/g, (word) => {
    // A single word may be an ordinary word; a tool of one word is named like its command.
    if (!word.includes('_') && word !== REINDEX) return word;
    const command = COMMANDS.get(word);
    if (command !== undefined) return `"graph-memory ${command}"`;
    return isFlag(word) ? `--${word.replaceAll('_', '-')}` : word;
  });
}
