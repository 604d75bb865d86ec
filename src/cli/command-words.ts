/**
 * The tools' notes and errors speak of tools and parameters; on the command line these are commands
 * and flags. Source is never reworded, so this is for notes, errors and hints only.
 */
import { DOCS_COMMANDS, TOOL_COMMANDS } from './commands/tool-commands.ts';

const COMMANDS: ReadonlyMap<string, string> = new Map([
  ...TOOL_COMMANDS.map(({ tool, command }) => [tool.name, command] as const),
  ...DOCS_COMMANDS.map(({ tool, command }) => [tool.name, `docs ${command}`] as const),
  ['reindex', 'index'],
]);

/** Whether it is a parameter of two words and more; a word alone may just be a word. */
function isFlag(name: string): boolean {
  const commands = [...TOOL_COMMANDS, ...DOCS_COMMANDS];
  return name.includes('_') && commands.some(({ tool }) => Object.hasOwn(tool.input.shape, name));
}

/** `raise max_tokens, or ask code_search` → `raise --max-tokens, or ask graph-memory search`. */
export function commandWords(text: string): string {
  return text.replace(/(?<![\w"'`./:-])[a-z]+(?:_[a-z]+)*(?![\w"'`/:-])/g, (word) => {
    const command = COMMANDS.get(word);
    if (command !== undefined) return `"graph-memory ${command}"`;
    return isFlag(word) ? `--${word.replaceAll('_', '-')}` : word;
  });
}
