/**
 * Translates notes and errors for the command line: tools and parameters become commands and flags.
 * Applied only to notes, errors and hints; source code is never changed.
 */
import { DOCS_COMMANDS, TOOL_COMMANDS } from './commands/tool-commands.ts';

const REINDEX = 'reindex';
const COMMANDS: ReadonlyMap<string, string> = new Map([
  ...TOOL_COMMANDS.map(({ tool, command }) => [tool.name, command] as const),
  ...DOCS_COMMANDS.map(({ tool, command }) => [tool.name, `docs ${command}`] as const),
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
