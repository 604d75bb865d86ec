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

/** Parameters of two words and more; a word alone may just be a word. */
const FLAGS: ReadonlySet<string> = new Set(
  [...TOOL_COMMANDS, ...DOCS_COMMANDS]
    .flatMap(({ tool }) => Object.keys(tool.input.shape))
    .filter((name) => name.includes('_')),
);

/** `raise max_tokens, or ask code_search` → `raise --max-tokens, or ask graph-memory search`. */
export function commandWords(text: string): string {
  return text.replace(/(?<![\w"'`./:-])[a-z]+(?:_[a-z]+)*(?![\w"'`/:-])/g, (word) => {
    const command = COMMANDS.get(word);
    if (command !== undefined) return `"graph-memory ${command}"`;
    return FLAGS.has(word) ? `--${word.replaceAll('_', '-')}` : word;
  });
}
