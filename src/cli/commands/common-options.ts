import type { Command } from 'commander';
import { GraphMemoryError } from '../../base/errors.ts';
import type { CommonOptions } from '../session.ts';

const FIRST_EXAMPLES = new WeakMap<Command, string>();

/** Returns the first example of a command, which errors about missing arguments show. */
export function exampleOf(command: Command): string {
  return FIRST_EXAMPLES.get(command) ?? '';
}

/** Adds the common options and the examples to a command. */
export function withCommonOptions(command: Command, examples: readonly string[]): Command {
  FIRST_EXAMPLES.set(command, examples[0] ?? '');
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

/** The options of a command as given, and the common ones among them. */
export interface ReadOptions {
  readonly values: Readonly<Record<string, unknown>>;
  readonly options: CommonOptions;
}

export function readOptions(command: Command): ReadOptions {
  const values = command.optsWithGlobals<Record<string, unknown>>();
  return { values, options: commonOptions(values) };
}

/**
 * Returns an option as a number.
 * @throws {GraphMemoryError} GM_USAGE when it is no number from 0 to `max`, or is not accepted.
 */
export function numberOption(
  values: ReadOptions['values'],
  name: string,
  max: number,
  accepts: (value: number) => boolean = () => true,
): number | undefined {
  const value = values[name];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value >= 0 && value <= max && accepts(value)) return value;
  const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new GraphMemoryError('GM_USAGE', `${flag} takes a number from 0 to ${max}`, {
    hint: 'Run the command with --help to see its options.',
  });
}

/** Collects the values of a repeatable option. */
export function listed(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
