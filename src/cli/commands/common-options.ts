import type { Command } from 'commander';
import type { CommonOptions } from '../session.ts';

/** Adds the common options and the examples to a command. */
export function withCommonOptions(command: Command, examples: readonly string[]): Command {
  return command
    .option('--json', 'print answers and errors as JSON')
    .option('--project <name>', 'project to use (default: that of the folder)')
    .option('--config <file>', 'configuration (default: nearest graph-memory.yaml)')
    .option('-C, --dir <folder>', 'work in this folder')
    .addHelpText('after', `\nExamples:\n${examples.map((line) => `  $ ${line}`).join('\n')}`);
}

/** Adds the option that names the database of a team. */
export function withDatabaseOption(command: Command): Command {
  return command.option(
    '--database <address>',
    'postgres://… or $VARIABLE (default: $GRAPH_MEMORY_DATABASE)',
  );
}

/** Adds the option that answers from the database of a team instead of the files on disk. */
export function withPublishedOption(command: Command): Command {
  return command.option(
    '--database <address>',
    'answer about the projects published there: postgres://… or $VARIABLE',
  );
}

export function commonOptions(values: Readonly<Record<string, unknown>>): CommonOptions {
  return {
    json: values['json'] === true,
    project: textOf(values['project']),
    config: textOf(values['config']),
    dir: textOf(values['dir']),
    database: textOf(values['database']),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
