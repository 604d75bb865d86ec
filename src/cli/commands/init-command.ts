import { Command } from 'commander';
import { folderOf } from '../session.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { commonOptions, withCommonOptions } from './common-options.ts';

/** `init`: writes a commented graph-memory.yaml, never over an existing one. */
export function initCommand(terminal: Terminal): Command {
  const command = new Command('init')
    .summary('write a commented graph-memory.yaml')
    .description('Writes a commented graph-memory.yaml into the folder. An existing one is kept.');
  withCommonOptions(command, ['graph-memory init', 'graph-memory init -C ../my-app']);
  return command.action(async () => {
    const options = commonOptions(command.optsWithGlobals());
    // With a library for YAML that the other commands do without.
    const { writeTemplate } = await import('../../config/template.ts');
    const path = await writeTemplate(folderOf(terminal, options));
    printLine(terminal.stdout, options.json ? JSON.stringify({ path }) : `wrote ${path}`);
  });
}
