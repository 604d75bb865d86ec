import { Command } from 'commander';
import { folderOf } from '../session.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { commonOptions, withCommonOptions } from './common-options.ts';

/**
 * Creates the command `init`, which writes a commented graph-memory.yaml and never overwrites an
 * existing one.
 */
export function initCommand(terminal: Terminal): Command {
  const command = new Command('init')
    .summary('write a commented graph-memory.yaml')
    .description('Writes a commented graph-memory.yaml into the folder. An existing one is kept.');
  withCommonOptions(command, ['graph-memory init', 'graph-memory init -C ../my-app']);
  return command.action(async () => {
    const options = commonOptions(command.optsWithGlobals());
    // Imported lazily: it needs a YAML library that other commands do not.
    const { writeTemplate } = await import('../../config/template.ts');
    const path = await writeTemplate(folderOf(terminal, options));
    printLine(terminal.stdout, options.json ? JSON.stringify({ path }) : `wrote ${path}`);
  });
}
