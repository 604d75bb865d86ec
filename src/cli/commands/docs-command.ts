import { Command } from 'commander';
import type { Terminal } from '../terminal.ts';
import { toolCommand } from './tool-command.ts';
import { DOCS_COMMANDS } from './tool-commands.ts';

/** `docs …`: what is asked of the documentation. */
export function docsCommand(terminal: Terminal): Command {
  const command = new Command('docs')
    .summary('search the documentation, and what it says of the code')
    .description(
      'Pages of documentation: find sections, read them, and see which code they are about.',
    );
  for (const definition of DOCS_COMMANDS) command.addCommand(toolCommand(terminal, definition));
  return command;
}
