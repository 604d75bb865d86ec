import { Argument, Command } from 'commander';
import { type CompletedCommand, completionScript, SHELLS, type Shell } from '../completion.ts';
import type { Terminal } from '../terminal.ts';
import { withCommonOptions } from './common-options.ts';

/**
 * Creates the command `completion`. `commandsOf` creates the commands of the program with all their
 * flags.
 */
export function completionCommand(
  terminal: Terminal,
  commandsOf: () => readonly Command[],
): Command {
  const command = new Command('completion')
    .summary('print a script that completes commands and flags in a shell')
    .description('Prints a script that completes commands and flags. Source it in your shell.')
    .addArgument(new Argument('<shell>', 'the shell').choices([...SHELLS]));
  withCommonOptions(command, [
    'graph-memory completion bash >> ~/.bash_completion',
    'graph-memory completion zsh > ~/.zfunc/_graph-memory',
    'graph-memory completion fish > ~/.config/fish/completions/graph-memory.fish',
  ]);
  return command.action((shell: Shell) => {
    terminal.stdout.write(completionScript(shell, commandsOf().map(completed)));
  });
}

function completed(command: Command): CompletedCommand {
  const words = [...command.commands, command].flatMap((one) => {
    const flags = one.options.filter(({ hidden, long }) => !hidden && long !== undefined);
    return flags.map(({ long, description }) => ({ word: String(long), meaning: description }));
  });
  const subcommands = command.commands.map((one) => ({
    word: one.name(),
    meaning: one.summary(),
  }));
  const byWord = new Map([...subcommands, ...words].map((one) => [one.word, one]));
  return { word: command.name(), meaning: command.summary(), following: [...byWord.values()] };
}
